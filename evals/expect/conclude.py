"""The last step of every check: record all verdicts, then raise for the worst of them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from evals.errors import JudgementError
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


def conclude(
    recorder: RunRecorder,
    checks: Sequence[Check],
    *,
    asked: str,
    seen: str,
    screenshot: Path | None = None,
    signals: Sequence[str] = (),
) -> None:
    """Record each verdict; raise JudgementError if one is an error, else CheckFailed if one failed.

    An undecided check does not raise: what follows in the test is still checked. The recorder remembers the
    message in each case, so that a test that catches the exception is not green.
    """
    __tracebackhide__ = True
    for check in checks:
        recorder.verdict(
            check.name,
            check.verdict,
            judge=check.judge,
            asked=asked,
            expected=check.expected,
            seen=seen,
            screenshot=screenshot,
            signals=signals,
        )
    outcomes = {check.outcome for check in checks}
    if outcomes <= {Outcome.PASS}:
        return
    golden = f"{recorder.golden.item} ({recorder.golden.source})" if recorder.golden else ""
    failure = Failure(
        checks=checks,
        asked=asked,
        seen=seen,
        signals=signals,
        screenshot=screenshot,
        golden=golden,
        rerun=recorder.rerun,
    )
    message = str(failure)
    worst = next(outcome for outcome in WORST if outcome in outcomes)
    recorder.not_passed.setdefault(worst, []).append(message)
    if worst is Outcome.ERROR:
        raise JudgementError(message)
    if worst is Outcome.FAIL:
        raise CheckFailed(message)
