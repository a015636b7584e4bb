"""What verdicts and exceptions make of pytest's reports."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from evals.errors import ReplywrightError
from evals.expect.message import WORST
from evals.record.recorder import RunRecorder
from evals.report.text import clean, cut
from evals.score import Outcome

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

NOTHING_JUDGED = (
    "nothing was judged\n"
    "  expected: at least one verdict, as the test asks for golden, expect_reply or expect_conversation\n"
    "  seen:     the test ended without any\n"
    "  to fix:   check the reply; give the golden something to check; or ask for none of them"
)
SKIPPED = "a check did not pass, and the test then skipped itself\n\n"
UNENDED = (
    "a check did not pass in a `with` block that was never ended\n"
    "  expected: with expect_reply(reply) as it: ...\n"
    "  to fix:   leave it to `with` to begin and to end the block"
)
CAUGHT = {
    Outcome.FAIL: (
        "a check failed, and the test caught its exception\n"
        "  expected: no caught failures: what was judged bad stays bad\n"
        "  to fix:   let the check raise, or say the opposite: not_to_mean, not_to_mention, not_to_refuse\n\n"
    ),
    Outcome.ERROR: (
        "a check could not be judged, and the test caught its exception\n"
        "  expected: a verdict\n"
        "  to fix:   let the check raise, and mend what it says\n\n"
    ),
}


def conclude_report(
    item: pytest.Item,
    report: pytest.TestReport,
    call: pytest.CallInfo[None],
    recorder: RunRecorder,
    *,
    must_judge: bool,
    allowed: bool,
) -> None:
    """Give the report of one phase its own outcome: error, fail, inconclusive, or nothing judged."""
    broken = call.excinfo is not None and isinstance(call.excinfo.value, ReplywrightError)
    if broken and report.skipped and not names_exceptions(item):
        # An outage is not the bad reply that `xfail` expected.
        report.outcome = "failed"
        del report.wasxfail
    if broken and report.failed:
        report.replywright = "error"  # type: ignore[attr-defined]
        report.longrepr = told_shortly(item, call) or report.longrepr
    if report.when != "call" or report.failed or (report.skipped and hasattr(report, "wasxfail")):
        return
    if any(recorder.outcomes[outcome] for outcome in WORST):
        conclude_not_passed(report, recorder, allowed=allowed)
    elif must_judge and report.passed and not recorder.outcomes and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", NOTHING_JUDGED


def conclude_not_passed(report: pytest.TestReport, recorder: RunRecorder, *, allowed: bool) -> None:
    """Let a test that ended well tell of the checks in it that did not pass; not even `xfail` hides them."""
    if hasattr(report, "wasxfail"):
        del report.wasxfail
    worst = next(outcome for outcome in WORST if recorder.outcomes[outcome])
    how = SKIPPED if report.skipped else CAUGHT.get(worst, "")
    told = recorder.not_passed.get(worst)
    text = how + "\n\n".join(told) if told else UNENDED
    # As "failed" pytest's own counts make the run red, in every worker and in every report format.
    report.outcome, report.longrepr = "failed", text
    if worst is not Outcome.FAIL:
        report.replywright = str(worst)  # type: ignore[attr-defined]
    if worst is Outcome.INCONCLUSIVE and allowed:
        path, line, _ = report.location
        report.outcome, report.longrepr = "skipped", (path, line or 0, text)


def told_shortly(item: pytest.Item, call: pytest.CallInfo[None]) -> "TerminalRepr | None":
    """Our own error as its message and the line of the test; none where a --tb style was asked for.

    The message tells all: how the harness came to raise it helps nobody but its authors.
    """
    assert call.excinfo
    if item.config.getoption("tbstyle") != "auto" or item.config.getoption("fulltrace"):
        return None
    own = call.excinfo.traceback.filter(lambda entry: entry.path == item.path)
    shown = call.excinfo.getrepr(style="short", chain=False, tbfilter=lambda _: own)
    if not own:  # raised in a fixture; pytest would say how to see more of a traceback that nobody needs
        shown.reprtraceback.extraline = None
    return shown


def names_exceptions(item: pytest.Item) -> bool:
    """Whether the test's `xfail` says which exceptions it expects."""
    marker = item.get_closest_marker("xfail")
    return bool(marker and marker.kwargs.get("raises"))


def final_outcome(phases: Sequence[pytest.TestReport]) -> tuple[str, str]:
    """The outcome of a whole test, and what it had to say."""
    for phase in phases:
        if getattr(phase, "replywright", None) == "inconclusive":
            return worse_teardown(phases) or ("inconclusive", message_of(phase))
        if phase.failed:
            is_error = phase.when != "call" or getattr(phase, "replywright", None) == "error"
            return ("error" if is_error else "fail"), message_of(phase)
        if phase.skipped:
            return worse_teardown(phases) or ("skipped", message_of(phase))
    return "pass", ""


def worse_teardown(phases: Sequence[pytest.TestReport]) -> tuple[str, str] | None:
    failed = [phase for phase in phases if phase.failed and phase.when == "teardown"]
    return ("error", message_of(failed[0])) if failed else None


def message_of(report: pytest.TestReport) -> str:
    """The exception's own text, without the traceback."""
    if isinstance(report.longrepr, tuple):
        return cut(clean(str(report.longrepr[2])), 4000)
    crash = getattr(report.longrepr, "reprcrash", None)
    return cut(clean(str(crash.message if crash else report.longrepr or "")), 4000)
