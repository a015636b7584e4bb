"""Runs that are broken off: what was judged is kept, and what did not run is told."""

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from evals.record import read_run
from evals.report.summary import totals
from tests.evals.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.write(
        "test_a.py",
        "import os, pathlib, signal, time\n\n"
        "def test_first(expect_reply, say):\n"
        '    expect_reply(say("1 yes")).to_mean("yes")\n\n'
        "def test_second(expect_reply, say):\n"
        '    expect_reply(say("1 yes")).to_mean("yes")\n'
        "    end()\n\n"
        "def test_third(expect_reply, say):\n"
        '    expect_reply(say("1 yes")).to_mean("yes")\n\n',
    )
    return project


def ends_by(project: Project, how: str) -> None:
    path = project.folder / "test_a.py"
    path.write_text(path.read_text() + f"def end():\n    {how}\n")


def test_ctrl_c_keeps_what_was_judged(project: Project) -> None:
    ends_by(project, "os.kill(os.getpid(), signal.SIGINT); time.sleep(60)")
    result = project.pytest()
    assert result.status == 2
    assert result.outcomes == {"test_first": "pass", "test_second": "unfinished", "test_third": "not run"}
    first_line = "3 tests: 1 did not finish, 1 did not run, 1 passed; 2 verdicts"
    assert first_line in result.out
    assert result.summary.startswith(first_line + "\n")
    assert "## unfinished: `test_a.py::test_second`" in result.summary
    assert "## not run: `test_a.py::test_third`" in result.summary
    assert "  not run       test_a.py::test_third\n" in result.out


def test_ctrl_c_under_two_workers(project: Project) -> None:
    ends_by(project, 'pathlib.Path("waiting").touch(); time.sleep(60)')
    process = project.start("-n", "2")
    wait(lambda: (project.folder / "waiting").exists() and bool(results(project)))
    os.killpg(process.pid, signal.SIGINT)
    result = project.result(process)
    assert result.status == 2
    assert result.outcomes["test_second"] == "unfinished"
    assert result.outcomes["test_first"] == "pass"
    assert len(result.run.tests) == 3
    assert re.match(r"3 tests: \d did not finish, ", result.summary)


def test_killed_worker_is_an_error_and_the_rest_runs(project: Project) -> None:
    ends_by(project, "os.kill(os.getpid(), signal.SIGKILL)")
    result = project.pytest("-n", "2")
    assert result.status == 1
    assert result.outcomes == {"test_first": "pass", "test_second": "error", "test_third": "pass"}
    assert not result.run.missing
    crashed = next(test for test in result.run.tests if test.outcome == "error")
    assert "crashed while running 'test_a.py::test_second'" in (crashed.result or {})["message"]
    assert [verdict["outcome"] for verdict in crashed.verdicts] == ["pass"]
    first_line = "3 tests: 1 ended in an error, 2 passed; 3 verdicts"
    assert first_line in result.out
    assert re.search(
        r"  error         test_a\.py::test_second: worker 'gw\d' crashed while running ", result.out
    )
    assert result.summary.startswith(first_line + "\n")
    assert re.search(
        r"## error: `test_a\.py::test_second`\n\n- message: worker 'gw\d' crashed while", result.summary
    )


def test_killed_worker_keeps_what_was_judged_before(project: Project) -> None:
    """Bad or good, in this test or in one before it; none comes after it where no worker may be replaced."""
    project.write(
        "test_a.py",
        "import os, signal\n\n"
        "def test_first(expect_reply, say):\n"
        '    expect_reply(say("1 yes")).to_mean("yes")\n\n'
        "def test_second(expect_reply, recorder, say):\n"
        '    recorder.turn(say("0 no"))\n'
        '    with expect_reply(say("0 no")) as it:\n'
        '        it.to_mean("yes")\n'
        "        os.kill(os.getpid(), signal.SIGKILL)\n\n"
        "def test_third(expect_reply, say):\n"
        '    expect_reply(say("1 yes")).to_mean("yes")\n',
    )
    result = project.pytest("-n", "1", "--max-worker-restart=0")
    assert result.status == 1
    assert result.outcomes == {"test_first": "pass", "test_second": "error", "test_third": "not run"}
    assert "3 tests: 1 ended in an error, 1 did not run, 1 passed; 2 verdicts" in result.out
    assert "- `to_mean`: **fail**\n" in result.summary
    assert re.search(
        r"- message: worker 'gw0' crashed while running 'test\\_a\.py::test\\_second'", result.summary
    )


def test_killed_run_can_be_read(project: Project) -> None:
    ends_by(project, "os.kill(os.getpid(), signal.SIGKILL)")
    result = project.pytest()
    assert result.status == -signal.SIGKILL
    assert result.outcomes == {"test_first": "pass", "test_second": "unfinished", "test_third": "not run"}
    assert result.run.missing == ["test_a.py::test_second", "test_a.py::test_third"]
    assert result.folder
    with (result.folder / "main.jsonl").open("ab") as file:
        file.write(b'{"event": "verd')
    assert read_run(result.folder).damaged == 1
    assert totals(read_run(result.folder)) == totals(result.run)


def test_stop_at_the_first_failure_tells_what_did_not_run(project: Project) -> None:
    ends_by(project, "raise ValueError('broken')")
    result = project.pytest("-x")
    assert result.status == 1
    assert result.outcomes == {"test_first": "pass", "test_second": "fail", "test_third": "not run"}


def test_lost_result_is_not_green(project: Project) -> None:
    ends_by(project, "pass")
    plugin = (
        "import pytest\n"
        "@pytest.hookimpl(tryfirst=True)\n"
        "def pytest_runtest_protocol(item, nextitem):\n"
        "    return True if item.name == 'test_third' else None\n"
    )
    project.write("conftest.py", (project.folder / "conftest.py").read_text() + plugin)
    result = project.pytest()
    assert result.outcomes["test_third"] == "not run"
    assert result.status == 1


def results(project: Project) -> list[str]:
    files = (project.folder / "runs").glob("*/*.jsonl")
    return [line for file in files for line in file.read_text().splitlines() if '"result"' in line]


def wait(until: Callable[[], bool]) -> None:
    for _ in range(2400):  # two minutes: a machine may be busy
        if until():
            return
        signal.sigtimedwait([], 0.05)
    raise AssertionError("it did not come to that")
