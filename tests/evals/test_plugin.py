"""The plugin, through real pytest runs: outcomes, exit status, what is recorded and shown."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.evals.project import Project

OUTCOMES = """\
import pytest

def test_good(expect_reply, say):
    expect_reply(say("1 yes")).to_mean("yes")

def test_bad(expect_reply, say):
    expect_reply(say("0 no")).to_mean("yes")

def test_partly(expect_reply, say):
    expect_reply(say("0.5 half")).to_mean("yes")

def test_down(expect_reply, say):
    expect_reply(say("down")).to_mean("yes")

def test_open(expect_reply, say):
    expect_reply(say("open")).to_mean("yes")

def test_open_then_wrong(expect_reply, say):
    expect_reply(say("open")).to_mean("yes")
    assert 1 == 2

def test_nothing_judged(expect_reply):
    pass

def test_plain(recorder, say):
    recorder.turn(say("hello"))
    assert "x" == "y"

def test_skipped(expect_reply):
    pytest.skip("not today")

def test_broken_setup(expect_reply, missing_fixture):
    pass

@pytest.mark.xfail(strict=True)
def test_expected_to_fail(expect_reply, say):
    expect_reply(say("0 no")).to_mean("yes")

@pytest.mark.xfail(strict=True)
def test_outage_is_not_expected(expect_reply, say):
    expect_reply(say("down")).to_mean("yes")

def test_not_ours():
    pass
"""
EXPECTED = {
    "test_good": "pass",
    "test_bad": "fail",
    "test_partly": "fail",
    "test_down": "error",
    "test_open": "inconclusive",
    "test_open_then_wrong": "fail",
    "test_nothing_judged": "fail",
    "test_plain": "fail",
    "test_skipped": "skipped",
    "test_broken_setup": "error",
    "test_expected_to_fail": "skipped",
    "test_outage_is_not_expected": "error",
}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["serial", "two workers"])
def test_outcomes(project: Project, workers: tuple[str, ...]) -> None:
    project.write("test_a.py", OUTCOMES)
    result = project.pytest(*workers)
    assert result.outcomes == EXPECTED
    assert result.status == 1
    assert "5 failed, 2 passed, 1 skipped, 1 xfailed, 3 errors, 1 inconclusive in" in result.out
    assert not result.run.missing
    files = {file.name for file in result.folder.iterdir()} if result.folder else set()
    assert files == {"summary.md", *(("gw0.jsonl", "gw1.jsonl") if workers else ("main.jsonl",))}


def test_letters_and_sections(project: Project) -> None:
    project.write("test_a.py", OUTCOMES)
    result = project.pytest("-v", "--tb=short")
    assert "test_a.py::test_open INCONCLUSIVE" in result.out
    assert "test_a.py::test_down ERROR" in result.out
    assert "ERROR at call of test_down" in result.out
    assert "= INCONCLUSIVE =" in result.out
    brief = project.pytest("-q", "--tb=no")
    assert ".FFEIFFFsExE. " in brief.out
    assert "= INCONCLUSIVE =" not in brief.out


def test_table_in_the_terminal_is_worst_first(project: Project) -> None:
    project.write("test_a.py", OUTCOMES)
    result = project.pytest()
    table = result.out.split("= replywright =")[1].split("=\n", 1)[1].split("\nsummary: ")[0].splitlines()
    assert table[0] == (
        "12 tests: 3 ended in an error, 5 failed, 1 inconclusive, 2 skipped, 1 passed; 8 verdicts"
    )
    assert [line.split()[0] for line in table[1:]] == ["error"] * 3 + ["fail"] * 5 + ["inconclusive"]
    assert table[1] == "  error         test_a.py::test_down: nobody answers"
    assert table[4] == "  fail          test_a.py::test_bad: as told"
    assert table[-1] == "  inconclusive  test_a.py::test_open: cannot tell"
    assert f"summary: runs/{result.run.folder.name}/summary.md" in result.out


def test_nothing_judged_says_so(project: Project) -> None:
    project.write("test_a.py", "def test_it(expect_conversation): pass\n")
    assert (
        "nothing was judged\n"
        "  expected: at least one verdict, as the test asks for golden, expect_reply or expect_conversation\n"
        "  seen:     the test ended without any\n"
        "  to fix:   check the reply; give the golden something to check; or ask for none of them"
    ) in project.pytest().out


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["serial", "two workers"])
def test_inconclusive_run_is_not_green_unless_allowed(project: Project, workers: tuple[str, ...]) -> None:
    project.write("test_a.py", 'def test_it(expect_reply, say): expect_reply(say("open")).to_mean("x")\n')
    refused = project.pytest(*workers, "--junitxml=refused.xml")
    assert (refused.status, refused.outcomes) == (1, {"test_it": "inconclusive"})
    allowed = project.pytest(*workers, "--allow-inconclusive", "--junitxml=allowed.xml")
    assert (allowed.status, allowed.outcomes) == (0, {"test_it": "inconclusive"})
    assert "1 inconclusive in" in allowed.out
    by_environment = project.pytest(*workers, REPLYWRIGHT_ALLOW_INCONCLUSIVE="1")
    assert by_environment.status == 0
    assert [junit(project, name) for name in ("refused", "allowed")] == [
        {"tests": "1", "failures": "1", "skipped": "0", "errors": "0"},
        {"tests": "1", "failures": "0", "skipped": "1", "errors": "0"},
    ]


def junit(project: Project, name: str) -> dict[str, str]:
    suite = next(ElementTree.parse(project.folder / f"{name}.xml").getroot().iter("testsuite"))
    return {key: suite.attrib[key] for key in ("tests", "failures", "skipped", "errors")}


CAUGHT = """\
import contextlib

import pytest

def test_fail(expect_reply, say):
    with pytest.raises(AssertionError):
        expect_reply(say("0 no")).to_mean("yes")

def test_error(expect_reply, say):
    with contextlib.suppress(Exception):
        expect_reply(say("down")).to_mean("yes")

def test_fail_then_pass(expect_reply, say):
    with contextlib.suppress(AssertionError):
        expect_reply(say("0 no")).to_mean("yes")
    expect_reply(say("1 yes")).to_mean("yes")
"""


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["serial", "two workers"])
def test_a_check_that_did_not_pass_is_never_green(project: Project, workers: tuple[str, ...]) -> None:
    project.write("test_a.py", CAUGHT)
    result = project.pytest(*workers)
    assert result.outcomes == {"test_fail": "fail", "test_error": "error", "test_fail_then_pass": "fail"}
    assert "2 failed, 1 error in" in result.out
    assert (
        "a check failed, and the test caught its exception\n"
        "  expected: no caught failures: what was judged bad stays bad\n"
        "  to fix:   let the check raise, or say the opposite: not_to_mean, not_to_mention, not_to_refuse\n"
        "\n"
        "the reply "
    ) in result.out
    assert (
        "a check could not be judged, and the test caught its exception\n"
        "  expected: a verdict\n"
        "  to fix:   let the check raise, and mend what it says\n"
    ) in result.out


def test_an_unexpected_pass_hides_no_open_check(project: Project) -> None:
    project.write(
        "test_a.py",
        "import pytest\n"
        "@pytest.mark.xfail(strict=False)\n"
        "def test_it(expect_reply, say): expect_reply(say('open')).to_mean('x')\n",
    )
    result = project.pytest()
    assert (result.status, result.outcomes) == (1, {"test_it": "inconclusive"})


def test_undecided_check_lets_the_test_go_on(project: Project) -> None:
    project.write(
        "test_a.py",
        "def test_it(expect_reply, say):\n"
        '    expect_reply(say("open")).to_mean("x")\n'
        '    expect_reply(say("1 yes")).to_mean("x")\n',
    )
    (test,) = project.pytest().run.tests
    assert [v["outcome"] for v in test.verdicts] == ["inconclusive", "pass"]
    assert test.outcome == "inconclusive"


def test_run_of_other_tests_leaves_no_record(project: Project) -> None:
    project.write("test_a.py", "def test_it(): pass\n")
    result = project.pytest()
    assert (result.status, result.folder) == (0, None)
    assert "= replywright =" not in result.out


def test_header_names_judge_embedder_and_record(project: Project) -> None:
    project.write("test_a.py", "def test_it(): pass\n")
    out = project.pytest().out
    assert "\njudge: local heuristic judge · embedder: wordllama (local)\n" in out
    assert "\nrecord of what is judged: runs/2" in out


def test_wrong_option_is_one_clear_error(project: Project) -> None:
    project.write("test_a.py", "def test_it(): pass\n")
    result = project.pytest(REPLYWRIGHT_ALLOW_INCONCLUSIVE="perhaps")
    assert result.status == 4
    assert result.err == (
        "ERROR: --allow-inconclusive is a yes or a no\n  expected: true or false\n  seen:     'perhaps'\n\n"
    )


def test_record_of_a_run(project: Project) -> None:
    project.write(
        "data/goldens/a.jsonl", json.dumps({"id": "price", "prompt": "How much?", "expected": "85"})
    )
    project.write(
        "test_a.py",
        "def test_it(golden, expect_reply, recorder, say):\n"
        "    reply = say('1 yes', signals=('busy gone',))\n"
        "    recorder.turn(reply)\n"
        "    expect_reply(reply).to_match(golden)\n",
    )
    run = project.pytest("--judge", "local", OPENAI_API_KEY="sk-very-secret-key-0123456789").run
    assert run.header["id"] == run.folder.name
    assert run.header["judge"] == "local heuristic judge"
    assert run.header["embedder"] == "wordllama (local)"
    assert run.header["commit"] is None
    assert run.header["settings"]["judge"] == "local"
    assert run.header["settings"]["total-limit"] == 120.0
    assert set(run.header["goldens"]) == {"a.jsonl"}
    assert "correctness.txt" in run.header["prompts"]
    assert {"replywright", "pytest"} <= set(run.header["versions"])
    (test,) = run.tests
    assert (test.id, test.outcome) == ("test_a.py::test_it[price]", "pass")
    assert test.turns[0]["reply"]["signals"] == ["busy gone"]
    assert {k: v for k, v in test.verdicts[0].items() if k not in ("at", "worker")} == {
        "event": "verdict",
        "test": "test_a.py::test_it[price]",
        "golden": "price",
        "check": "expected",
        "scorer": "scripted judge",
        "judge": "scripted judge",
        "score": 1.0,
        "threshold": 1.0,
        "outcome": "pass",
        "reason": "as told",
        "evidence": {},
        "asked": "What is it?",
        "expected": ["85"],
        "seen": "1 yes",
        "screenshot": None,
        "signals": ["busy gone"],
    }
    assert "very-secret" not in "".join(f.read_text("utf-8") for f in run.folder.iterdir())


def test_rerun_command_holds_the_options_in_force(project: Project) -> None:
    project.write("data/own/a.jsonl", json.dumps({"id": "a", "prompt": "Hi", "paraphrases": ["Ho"]}))
    project.write(
        "sub/test_a.py", "def test_it(golden, expect_reply, say): expect_reply(say('0 no')).to_mean('x')\n"
    )
    options = (
        "--goldens-dir",
        "data/own",
        "--judge",
        "local",
        "--base-url",
        "http://me:secret@127.0.0.1:9/a b",
    )
    result = project.pytest(*options, "-k", "a and 1")
    assert (
        'rerun:      pytest "sub/test_a.py::test_it[a[1]]" --headed --base-url '
        '"http://[redacted]@127.0.0.1:9/a b" --judge local --goldens-dir data/own\n'
    ) in result.out
    assert 'rerun: `pytest "sub/test_a.py::test_it[a[1]]" --headed' in result.summary
    assert "secret" not in result.summary
