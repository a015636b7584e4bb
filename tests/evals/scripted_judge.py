"""A judge that says what it is told, and `expect_reply` bound to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evals.expect import ExpectReply
from evals.expect.reply import ReplyChecks
from evals.judge.port import Case
from evals.record import Journal, RunRecorder, read_run
from evals.score import Score
from evals.transcript import Reply


@dataclass
class Judge:
    """A judge that gives what it was told to: a number, "inconclusive", or an exception."""

    answer: float | str | Exception = 1.0
    no_to: str = ""
    refuses: float | Exception | None = None
    name: str = "scripted judge"
    asked: list[object] = field(default_factory=list)

    def _score(self, answer: float | str | Exception) -> Score:
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            return Score(scorer=self.name, value=None, unscored="inconclusive", reason="cannot tell")
        return Score(scorer=self.name, value=answer, reason="as told")

    def correctness(self, case: Case) -> Score:
        self.asked.append(case)
        return self._score(self.answer)

    def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:
        self.asked.append((case, tuple(conditions)))
        return [self._score(0.0 if self.no_to and self.no_to in c else self.answer) for c in conditions]

    def refusal(self, case: Case) -> Score:
        self.asked.append(case)
        return self._score(self.answer if self.refuses is None else self.refuses)


class Bench:
    """Checks on replies, and what they left in the record."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.recorder = RunRecorder(
            Journal(folder), "test_a.py::test_it", rerun="pytest test_a.py::test_it --headed"
        )

    def __call__(
        self, text: str = "It is on Thursday.", judge: Judge | None = None, **more: object
    ) -> ReplyChecks:
        reply = Reply(prompt="When?", text=text, **more)  # type: ignore[arg-type]
        return ExpectReply(judge or Judge(), self.recorder)(reply)

    @property
    def recorded(self) -> list[tuple[str, str]]:
        """Each check and its outcome."""
        return [(v["check"], v["outcome"]) for test in read_run(self.folder).tests for v in test.verdicts]


def headline(error: BaseException) -> str:
    return str(error).splitlines()[0]
