"""What one test leaves in the journal; the fixture `recorder`."""

from collections import Counter
from collections.abc import Collection
from pathlib import Path

from evals.goldens.model import Golden
from evals.record.journal import Journal
from evals.score import Outcome, Verdict
from evals.transcript import Reply


class RunRecorder:
    """Keeps what one test saw and what was judged, at once; satisfies `transcript.Recorder`.

    `asked` and `reply` are of the last turn; a turn that ended in an error has no reply. `not_passed` holds
    the messages of the checks that did not pass, by the worst outcome in each.
    """

    def __init__(self, journal: Journal, test: str, golden: Golden | None = None, rerun: str = "") -> None:
        self.test, self.golden, self.rerun = test, golden, rerun
        self.outcomes: Counter[Outcome] = Counter()
        self.not_passed: dict[Outcome, list[str]] = {}
        self.asked = ""
        self.reply: Reply | None = None
        self._journal = journal

    def turn(self, reply: Reply) -> None:
        """Keep a finished reply."""
        self.asked, self.reply = reply.prompt, reply
        self._write("turn", reply=reply)

    def failed_turn(self, prompt: str, error: Exception) -> None:
        """Keep a turn that ended in an error."""
        self.asked, self.reply = prompt, None
        partial = getattr(error, "partial", "")
        self._write(
            "failed_turn", prompt=prompt, error=type(error).__name__, message=str(error), partial=partial
        )

    def artifact(self, name: str) -> Path:
        """A path, unique in this run, at which the caller may write a file called like `name`."""
        return self._journal.artifact(name)

    def keep(self, name: str, data: bytes) -> Path | None:
        """Write a file called like `name`; None where that is impossible: the run tells it at its end."""
        return self._journal.keep(name, data)

    def verdict(
        self,
        check: str,
        verdict: Verdict,
        *,
        judge: str = "",
        asked: str = "",
        expected: Collection[str] = (),
        seen: str = "",
        screenshot: Path | None = None,
        signals: Collection[str] = (),
    ) -> None:
        """Keep what a check decided, before anything raises."""
        self.outcomes[verdict.outcome] += 1
        score = verdict.score
        self._write(
            "verdict",
            check=check,
            scorer=score.scorer,
            judge=judge or None,
            score=score.value,
            threshold=verdict.threshold,
            outcome=verdict.outcome,
            reason=score.reason,
            evidence=score.evidence,
            asked=asked,
            expected=list(expected),
            seen=seen,
            screenshot=screenshot,
            signals=list(signals),
        )

    def _write(self, event: str, **fields: object) -> None:
        golden = self.golden.item if self.golden else None
        self._journal.write(event, test=self.test, golden=golden, **fields)
