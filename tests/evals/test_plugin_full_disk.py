"""A disk that fills up under the record: outcomes stay right, and one message says what was not written."""

import os
import re
from pathlib import Path

import pytest

from tests.evals import small_disk
from tests.evals.project import Project, Result

LIMITED = 'ulimit -f 128; exec "$@"'
"""On the size of a file, in blocks of 512 bytes."""

TESTS = """\
LONG = "no " * 40_000

def test_before(expect_reply, recorder, say):
    recorder.turn(say("1 yes"))
    expect_reply(say("1 yes")).to_mean("yes")

def test_picture(expect_reply, recorder, say):
    assert recorder.keep("reply.png", b"p" * 200_000) is None
    expect_reply(say("1 yes")).to_mean("yes")

def test_good(expect_reply, recorder, say):
    recorder.turn(say(LONG))
    expect_reply(say("1 yes")).to_mean("yes")

def test_bad(expect_reply, recorder, say):
    recorder.turn(say(LONG))
    expect_reply(say("0 no")).to_mean("yes")
"""
EXPECTED = {"test_before": "pass", "test_picture": "pass", "test_good": "pass", "test_bad": "fail"}


@pytest.fixture(params=[small_disk.NO_ROOM, "File too large"], ids=["full disk", "limit"])
def reason(request: pytest.FixtureRequest) -> str:
    """Why no more than 64 KB can be written."""
    return str(request.param)


@pytest.fixture
def project(tmp_path: Path, reason: str) -> Project:
    """A project whose record has room for 64 KB: on a disk of that size, or by a limit on each file."""
    project = Project(tmp_path)
    project.write("test_a.py", TESTS)
    if reason == small_disk.NO_ROOM:
        return small_disk.mount(project)
    if os.name != "posix":
        pytest.skip("no limit on the size of files can be set here")
    project.launcher = ("sh", "-c", LIMITED, "sh", *project.launcher)
    return project


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["serial", "a worker"])
def test_outcomes_stay_right_and_what_is_missing_is_told(
    project: Project, reason: str, workers: tuple[str, ...]
) -> None:
    result = project.pytest(*workers, PYTHONDONTWRITEBYTECODE="1")
    assert (result.status, "1 failed, 3 passed in" in result.out) == (1, True), result.out + result.err
    folder = f"runs/{result.run.folder.name}"
    name = "gw0" if workers else "main"
    assert (
        "4 tests: 1 failed, 3 passed; 4 verdicts\n"
        "  fail          test_a.py::test_bad: as told\n"
        "not all of the record could be written; the outcomes above are right without it\n"
        f"  seen:     {folder}/artifacts/{name}-0001-reply.png: {reason}\n"
        f"            {folder}/{name}.jsonl: {reason}\n"
        "  to fix:   make room, or name a folder that can be written with --runs-dir, and run again\n"
    ) in result.out
    assert result.out.count("not all of the record could be written") == 1
    assert "OSError" not in result.out + result.err
    nothing_before_is_lost(result, name, reason)


def nothing_before_is_lost(result: Result, name: str, reason: str) -> None:
    """What there was room for is on the disk, in whole lines, and the summary says what is not."""
    assert result.run.damaged == 0
    tests = {test.id.partition("::")[2]: test for test in result.run.tests}
    assert (tests["test_before"].outcome, len(tests["test_before"].turns)) == ("pass", 1)
    assert tests["test_picture"].outcome == "pass"
    assert not list(result.run.folder.glob("artifacts/*"))
    assert result.summary.startswith("4 tests: 1 failed, 3 passed; 4 verdicts\n")
    assert f"- not written: artifacts/{name}-0001-reply.png ({reason})\n" in result.summary
    assert f"- not written: {name}.jsonl ({reason})\n" in result.summary


def test_a_run_that_lost_only_a_picture_is_not_green(project: Project) -> None:
    result = project.pytest("-k", "before or picture", PYTHONDONTWRITEBYTECODE="1")
    assert (result.status, "2 passed, 2 deselected in" in result.out) == (1, True), result.out + result.err
    assert list(result.run.lost) == ["artifacts/main-0001-reply.png"]


STAYS_FULL = """
def test_before(expect_reply, recorder, say):
    expect_reply(say("1 yes")).to_mean("yes")

def test_good(expect_reply, recorder, say):
    fill(recorder.artifact("dump"))
    expect_reply(say("1 yes " * 1000)).to_mean("yes")
    expect_reply(say("1 yes " * 1000)).to_mean("yes")

def test_bad(expect_reply, recorder, say):
    expect_reply(say("0 no " * 1000)).to_mean("yes")
"""


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["serial", "a worker"])
def test_the_table_is_right_where_the_disk_stays_full(tmp_path: Path, workers: tuple[str, ...]) -> None:
    project = small_disk.mount(Project(tmp_path))
    project.write("test_a.py", small_disk.FILL + STAYS_FULL)
    result = project.pytest(*workers)
    assert (result.status, "1 failed, 2 passed in" in result.out) == (1, True), result.out + result.err
    assert (
        "3 tests: 1 failed, 2 passed; 4 verdicts\n"
        "  fail          test_a.py::test_bad: as told\n"
        "not all of the record could be written; the outcomes above are right without it\n"
    ) in result.out
    assert result.out.count(small_disk.NO_ROOM) in (
        1,
        2,
    )  # the record, and the summary if it has no block left
    assert result.run.damaged == 0
    assert result.outcomes["test_before"] == "pass"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write("test_a.py", TESTS)
    project.write("taken", "this is a file")
    result = project.pytest("--runs-dir", "taken/runs", "-k", "before or bad")
    assert (result.status, "1 failed, 1 passed, 2 deselected in" in result.out) == (1, True), result.out
    table = result.out.split("= replywright =")[1]
    assert (
        "\n2 tests: 1 failed, 1 passed; 2 verdicts\n  fail          test_a.py::test_bad: as told\n" in table
    )
    assert re.search(r"\n  seen:     taken/runs/\S+/main\.jsonl: Not a directory\n", table)
    assert "summary: " not in table


def test_many_files_are_counted(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write("taken", "this is a file")
    project.write(
        "test_a.py",
        "def test_it(recorder):\n    for _ in range(30):\n        recorder.keep('reply.png', b'')\n",
    )
    result = project.pytest("--runs-dir", "taken")
    assert "/artifacts/main-0005-reply.png: Not a directory\n            and 27 more\n" in result.out
