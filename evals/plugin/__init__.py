"""The pytest side of the assertion layer: options, fixtures, outcomes, the record and its summary.

Nothing heavy is imported before a test needs it.
"""

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evals.errors import SettingsError
from evals.expect import ExpectConversation, ExpectReply
from evals.goldens.model import Golden
from evals.plugin.compare import compared
from evals.plugin.context import add_context
from evals.plugin.outcome import conclude_report, final_outcome
from evals.plugin.rerun import rerun_command
from evals.plugin.select import golden_items, needs_judge, stop, unreadable
from evals.plugin.state import STATE, State
from evals.plugin.terminal import headlines, show_summary, show_undecided
from evals.record.recorder import RunRecorder
from evals.settings import add_options

if TYPE_CHECKING:
    from evals.judge.port import Judge

RECORDER = pytest.StashKey[RunRecorder]()
PHASES = pytest.StashKey[list[pytest.TestReport]]()
RECORDED = {"golden", "expect_reply", "expect_conversation", "recorder"}
JUDGED = {"golden", "expect_reply", "expect_conversation"}
GOLDENS_MARKER = (
    "goldens(*ids, tag=None): which goldens the test takes: these ids and those with the tag; without it, all"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser, "evals")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", GOLDENS_MARKER)
    try:
        config.stash[STATE] = State(config)
    except SettingsError as error:
        raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Under xdist the workers write into the controller's run folder."""
    state: State = node.config.stash[STATE]  # type: ignore[attr-defined]
    node.workerinput["replywright_run"] = state.run_id  # type: ignore[attr-defined]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take over what a worker could not write. One that finds that the run cannot start says why, once."""
    output = getattr(node, "workeroutput", None) or {}
    state: State = node.config.stash[STATE]  # type: ignore[attr-defined]
    state.unwritten += output.get("replywright_unwritten", ())
    if reason := output.get("replywright_stop"):
        raise pytest.UsageError(reason)


def pytest_report_header(config: pytest.Config) -> list[str]:
    return headlines(config.stash[STATE])


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """One golden of data/goldens; the test runs once for each that `@pytest.mark.goldens` selects."""
    value = request.param
    assert isinstance(value, Golden)
    return value


@pytest.fixture
def recorder(request: pytest.FixtureRequest) -> RunRecorder:
    """Where the test's turns and verdicts are kept: runs/<id>/<worker>.jsonl."""
    kept: RunRecorder = request.node.stash[RECORDER]
    return kept


@pytest.fixture(scope="session")
def judge(request: pytest.FixtureRequest) -> "Judge":
    """What judges meaning, as --judge says; it is set up when it is first asked."""
    return request.config.stash[STATE].deferred_judge


@pytest.fixture
def expect_reply(judge: "Judge", recorder: RunRecorder) -> ExpectReply:
    """`expect_reply(reply).to_mean(...)`: checks on a reply, bound to the judge and the record."""
    return ExpectReply(judge, recorder)


@pytest.fixture
def expect_conversation(recorder: RunRecorder) -> ExpectConversation:
    """`expect_conversation(chat.conversation).to_call_tools(...)`: checks on a conversation."""
    return ExpectConversation(recorder)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "golden" in metafunc.fixturenames:
        golden_items(metafunc, metafunc.config.stash[STATE])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """What is selected is known, nothing has run: say now what would stop it, then open the record."""
    config, state = session.config, session.config.stash[STATE]
    if error := unreadable(session.items):
        stop(config, error)
    if config.option.collectonly:
        return
    if any(needs_judge(item, __name__) for item in session.items):
        state.prepare_judge()
    state.open_record([item.nodeid for item in session.items if is_recorded(item)])


def is_recorded(item: pytest.Item) -> bool:
    return not RECORDED.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_runtest_setup(item: pytest.Item) -> None:
    # Before any fixture of the test: a setup that fails is recorded as well.
    if is_recorded(item):
        state = item.config.stash[STATE]
        callspec = getattr(item, "callspec", None)
        chosen = callspec.params.get("golden") if callspec else None
        item.stash[RECORDER] = RunRecorder(
            state.journal, item.nodeid, chosen if isinstance(chosen, Golden) else None, rerun_command(item)
        )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    recorder = item.stash.get(RECORDER, None)
    if recorder and call.excinfo and call.when == "call":
        add_context(call.excinfo.value, recorder)
    report = yield
    if is_recorded(item):
        must_judge = not JUDGED.isdisjoint(getattr(item, "fixturenames", ()))
        if recorder:
            allowed = item.config.stash[STATE].settings.allow_inconclusive
            conclude_report(item, report, call, recorder, must_judge=must_judge, allowed=allowed)
        phases = item.stash.setdefault(PHASES, [])
        phases.append(report)
        if report.when == "teardown":
            write_result(item, phases)
            item.stash[PHASES] = []
    return report


def write_result(item: pytest.Item, phases: list[pytest.TestReport]) -> None:
    """Keep how a test ended."""
    recorder = item.stash.get(RECORDER, None)
    outcome, message = final_outcome(phases)
    item.config.stash[STATE].journal.write(
        "result",
        test=item.nodeid,
        golden=recorder.golden.item if recorder and recorder.golden else None,
        outcome=outcome,
        message=message,
        duration_s=round(sum(p.duration for p in phases), 3),
        rerun=rerun_command(item),
    )


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    return compared(op, left, right)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """xdist makes a report for a test whose worker died; nobody else keeps that one."""
    if report.when not in ("setup", "call", "teardown"):
        report.node.config.stash[STATE].crashed.append(report)


def pytest_report_teststatus(
    report: pytest.TestReport,
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    status = getattr(report, "replywright", None)
    if status == "inconclusive":
        return "inconclusive", "I", ("INCONCLUSIVE", {"yellow": True})
    if status == "error" and report.when == "call":
        return "error", "E", ("ERROR", {"red": True})
    return None


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """All workers are done: put the record together, even where closing the fixtures breaks.

    A run that lost a test, or a part of its record, is not green.
    """
    try:
        return (yield)
    finally:
        state = session.config.stash[STATE]
        if state.is_worker:
            session.config.workeroutput["replywright_unwritten"] = state.journal.close()  # type: ignore[attr-defined]
        elif state.finish() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_unconfigure(config: pytest.Config) -> None:
    if state := config.stash.get(STATE, None):
        state.close_judge()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    show_undecided(terminalreporter)
    state = config.stash[STATE]
    if state.run is not None:
        show_summary(terminalreporter, state.run, Path(state.shown_folder))
