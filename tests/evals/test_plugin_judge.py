"""Which runs need a judge, and what stops before the first test."""

import json
import re
from pathlib import Path

import pytest

from tests.evals.project import CONFTEST, SCRIPTED_JUDGE, Project
from tests.model_server import Fault, ModelServer

AWAY = ("--base-url", "http://127.0.0.1:9")
WORKERS = pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["serial", "two workers"])
NO_JUDGE = (
    "ERROR: there is no judge, and the selected tests ask what replies mean\n"
    "  expected: OPENAI_API_KEY in the environment (any word, for a service that asks for none), "
    "or --judge local\n"
    "  seen:     neither of them\n"
    "  to fix:   set OPENAI_API_KEY, or choose --judge local (heuristics: no model, no network, no cost)\n\n"
)
TESTS = """\
import pytest

def test_meaning(expect_reply, say):
    expect_reply(say("We open at nine.")).to_mean("We open at nine.")

def test_facts(expect_reply, say):
    expect_reply(say("We open at nine.")).to_mention("9:00")

@pytest.mark.goldens("judged")
def test_judged_golden(golden, expect_reply, say):
    expect_reply(say("We open at nine.")).to_match(golden)

@pytest.mark.goldens("plain")
def test_plain_golden(golden, expect_reply, say):
    expect_reply(say("We open at nine.")).to_match(golden)

def test_inner_function(expect_reply, say):
    def check():
        expect_reply(say("We open at nine.")).to_mean("We open at nine.")
    check()

def hidden(checks):
    checks.to_mean("We open at nine.")

def test_helper(expect_reply, say):
    hidden(expect_reply(say("We open at nine.")))
"""
GOLDENS = [
    {"id": "judged", "prompt": "When?", "expected": "We open at nine."},
    {"id": "plain", "prompt": "When?", "mention": "nine"},
]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path, CONFTEST)
    project.write("data/goldens/a.json", json.dumps(GOLDENS))
    project.write("test_a.py", TESTS)
    return project


@WORKERS
@pytest.mark.parametrize("selected", ["meaning", "judged_golden", "inner_function"])
def test_selection_that_needs_a_judge_stops_first(
    project: Project, selected: str, workers: tuple[str, ...]
) -> None:
    result = project.pytest(*AWAY, *workers, "-k", selected)
    assert (result.status, result.err, result.folder) == (4, NO_JUDGE, None)
    assert " passed" not in result.out


@WORKERS
def test_selection_that_needs_none_runs(project: Project, workers: tuple[str, ...]) -> None:
    result = project.pytest(*AWAY, *workers, "-k", "facts or plain")
    assert (result.status, result.outcomes) == (0, {"test_facts": "pass", "test_plain_golden[plain]": "pass"})
    assert "judge: none (set OPENAI_API_KEY, or choose --judge local)" in result.out


def test_helper_that_hides_the_need_ends_in_an_error(project: Project) -> None:
    result = project.pytest(*AWAY, "-k", "facts or helper")
    assert (result.status, result.outcomes) == (1, {"test_facts": "pass", "test_helper": "error"})
    said = re.sub(r"(?m)^E +", "", result.out)
    assert (
        "JudgementError: to_mean could not be judged: an error, not a bad reply\n"
        "asked:      What is it?\n"
        "seen:       We open at nine.\n"
        "expected:   We open at nine.\n"
        "score:      none (correctness by no judge; passes at 1)\n"
        "reason:     there is no judge, and the selected tests ask what replies mean\n"
    ) in said


def test_collecting_alone_needs_no_judge(project: Project) -> None:
    result = project.pytest(*AWAY, "--collect-only", "-q")
    assert (result.status, result.folder) == (0, None)


def test_judge_of_the_project_is_enough(project: Project) -> None:
    project.write("conftest.py", CONFTEST + SCRIPTED_JUDGE)
    project.write("test_a.py", "def test_it(expect_reply, say): expect_reply(say('1')).to_mean('x')\n")
    assert project.pytest(*AWAY).outcomes == {"test_it": "pass"}


def test_embedded_product_has_the_local_judge(project: Project) -> None:
    result = project.pytest()
    assert result.status == 0
    assert "judge: local heuristic judge" in result.out
    assert {verdict["judge"] for test in result.run.tests for verdict in test.verdicts} == {
        "local heuristic judge",
        None,
    }


def test_local_judge_by_choice(project: Project) -> None:
    assert project.pytest(*AWAY, "--judge", "local", "-k", "meaning").outcomes == {"test_meaning": "pass"}


def test_model_judges(project: Project, model_server: ModelServer) -> None:
    model_server.answer("nine", "yes")
    project.write(
        "test_a.py",
        "def test_it(expect_reply, say): expect_reply(say('We open at nine.')).to_satisfy('name the hour')\n",
    )
    result = project.pytest(*AWAY, "--judge", "scripted-model", **model_server.environ)
    assert result.outcomes == {"test_it": "pass"}
    assert "judge: scripted-model" in result.out
    assert result.run.header["judge"] == "scripted-model"
    assert model_server.key not in result.out + result.err + "".join(
        f.read_text() for f in result.run.folder.iterdir()
    )


@WORKERS
def test_wrong_key_is_one_message_before_the_first_test(
    project: Project, model_server: ModelServer, workers: tuple[str, ...]
) -> None:
    environ = model_server.environ | {"OPENAI_API_KEY": "sk-wrong"}
    result = project.pytest(*AWAY, *workers, "-k", "meaning", **environ)
    assert result.status == 4
    assert result.err.startswith("ERROR: the model service did not accept the key\n")
    assert result.err.count("did not accept") == 1
    assert " passed" not in result.out


def test_outage_in_mid_run_is_an_error_not_a_bad_reply(project: Project, model_server: ModelServer) -> None:
    model_server.fail(Fault.UNAUTHORISED, times=9, after=1)
    project.write(
        "test_a.py",
        "def test_it(expect_reply, say): expect_reply(say('We open at nine.')).to_satisfy('name the hour')\n",
    )
    result = project.pytest(*AWAY, **model_server.environ)
    assert (result.status, result.outcomes) == (1, {"test_it": "error"})
    assert "reason:     the model service did not accept the key" in result.out
