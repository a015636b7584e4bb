"""The last step of every check: record all verdicts, then raise for the worst, at once or together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.errors import JudgementError, UsageError
from evals.expect.message import WORST, Check, Failure
from evals.record.recorder import RunRecorder
from evals.score import Outcome, Score


class CheckFailed(AssertionError):  # noqa: N818 - pytest prints the name; it reads as a sentence
    """A reply or a conversation is not what was expected. Its text is the whole failure message."""

    __module__ = "builtins"  # as pytest's own outcomes do: the message begins without the way to this class


def scored(scorer: str, measure: Callable[[], Sequence[Score]], count: int = 1) -> Sequence[Score]:
    """What `measure` gives; whatever it raises makes `count` unscored Scores, never low ones."""
    try:
        scores = measure()
        if len(scores) != count:
            raise ValueError(f"{scorer} gave {len(scores)} scores for {count} questions")
    except Exception as error:  # noqa: BLE001 - the one boundary: an outage is not a bad reply
        reason = str(error) or repr(error)
        kind = type(error).__name__
        unscored = Score(
            scorer=scorer, value=None, unscored="error", reason=reason, evidence={"exception": kind}
        )
        return [unscored] * count
    return scores


@dataclass(kw_only=True)
class Conclusion:
    """What comes of the checks on one reply or conversation.

    Every verdict is recorded when it is made. One check tells at once how it ended; inside `with` all tell
    together at the end of the block.
    """

    recorder: RunRecorder
    asked: str
    seen: str
    actions: str = ""
    screenshot: Path | None = None
    signals: Sequence[str] = ()
    _held: list[Check] | None = None

    def add(self, checks: Sequence[Check]) -> None:
        """Record each verdict, then tell or hold them. Raises as `tell` does."""
        __tracebackhide__ = True
        for check in checks:
            self.recorder.verdict(
                check.name,
                check.verdict,
                judge=check.judge,
                asked=self.asked,
                expected=check.expected,
                seen=self.seen,
                screenshot=self.screenshot,
                signals=self.signals,
            )
        if self._held is None:
            self.tell(checks)
        else:
            self._held += checks

    def tell(self, checks: Sequence[Check]) -> None:
        """Raise JudgementError if one is an error, else CheckFailed if one failed.

        An undecided check does not raise: what follows in the test is still checked. The recorder remembers
        the message in each case, so that a test that catches the exception is not green.
        """
        __tracebackhide__ = True
        worst, message = self._remembered(checks)
        if worst is Outcome.ERROR:
            raise JudgementError(message)
        if worst is Outcome.FAIL:
            raise CheckFailed(message)

    def hold(self) -> None:
        """Begin a `with` block. Raises UsageError inside the same one."""
        if self._held is not None:
            raise UsageError(
                "a `with` block of checks was begun inside itself",
                fix="begin it once; a block of its own for another reply may stand inside it",
            )
        self._held = []

    def release(self, error: BaseException | None) -> None:
        """End the block: tell of its checks, or add them to the exception that ends it. Raises as `tell`."""
        __tracebackhide__ = True
        checks, self._held = self._held or [], None
        if error is None:
            self.tell(checks)
        elif message := self._remembered(checks)[1]:
            error.add_note(f"judged before that, in the same block:\n{message}")

    def _remembered(self, checks: Sequence[Check]) -> tuple[Outcome, str]:
        """The worst outcome, and what the recorder will remember of it: nothing where all passed."""
        outcomes = {check.outcome for check in checks}
        worst = next((outcome for outcome in WORST if outcome in outcomes), Outcome.PASS)
        if worst is Outcome.PASS:
            return worst, ""
        golden = self.recorder.golden
        failure = Failure(
            checks=checks,
            asked=self.asked,
            seen=self.seen,
            actions=self.actions,
            signals=self.signals,
            screenshot=self.screenshot,
            golden=f"{golden.item} ({golden.source})" if golden else "",
            rerun=self.recorder.rerun,
        )
        self.recorder.not_passed.setdefault(worst, []).append(str(failure))
        return worst, str(failure)
