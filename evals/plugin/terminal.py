"""What a person sees in the terminal: head lines, what was not decided, a short table, where the rest is."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evals.errors import told
from evals.judge.choice import describe
from evals.record.run import Run
from evals.report.summary import SUMMARY, totals
from evals.report.text import clean, cut

if TYPE_CHECKING:
    from evals.plugin.state import State

MOST_LINES = 20
MOST_FILES = 5


def headlines(state: "State") -> list[str]:
    """What judges, what measures similarity, and where the record goes."""
    judge = describe(state.settings, embedded=not state.base_url)
    return [judge, f"record of what is judged: {state.shown_folder}"]


def show_undecided(reporter: pytest.TerminalReporter) -> None:
    """The messages of inconclusive tests, like pytest's own section of failures."""
    reports = reporter.stats.get("inconclusive", [])
    if not reports or reporter.config.option.tbstyle == "no":
        return
    reporter.section("INCONCLUSIVE")
    for report in reports:
        reporter.write_sep("_", report.nodeid)
        reporter.line(report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr))


def show_summary(reporter: pytest.TerminalReporter, run: Run, folder: Path) -> None:
    """Totals, the tests that did not pass, and the path of the summary."""
    reporter.section("replywright")
    reporter.line(totals(run))
    bad = [test for test in run.worst_first if test.outcome not in ("pass", "skipped")]
    for test in bad[:MOST_LINES]:
        reasons = [v["reason"] for v in test.verdicts if v["outcome"] == test.outcome]
        message = str((test.result or {}).get("message", ""))
        why = clean(str((reasons or [message])[0])).strip().partition("\n")[0]
        reporter.line(f"  {test.outcome:<13} {clean(test.id)}" + (f": {cut(why, 120)}" if why else ""))
    if len(bad) > MOST_LINES:
        reporter.line(f"  and {len(bad) - MOST_LINES} more")
    if run.lost:
        reporter.line(not_written(run, folder), red=True)
    if SUMMARY not in run.lost:
        reporter.line(f"summary: {folder / SUMMARY}")


def not_written(run: Run, folder: Path) -> str:
    """Which files of the record could not be written, and why."""
    files = [f"{folder / name}: {why}" for name, why in run.lost.items()]
    more = [f"and {len(files) - MOST_FILES} more"] if len(files) > MOST_FILES else []
    return told(
        "not all of the record could be written; the outcomes above are right without it",
        expected="",
        seen="\n".join([*files[:MOST_FILES], *more]),
        where="",
        fix="make room, or name a folder that can be written with --runs-dir, and run again",
    )
