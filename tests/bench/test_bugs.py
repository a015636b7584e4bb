"""The seeded bugs are caught: a miss, or a control that is not green, fails the harness's own tests."""

import re
from pathlib import Path

import pytest

from evals.record.run import TestRun
from pages.demo.bugs import BUGS
from tests.bench.bugs import Attempt, attempts
from tests.bench.flows import SEEDS
from tests.bench.messages import HOLDS


def test_every_bug_has_its_flow() -> None:
    assert set(HOLDS) == set(BUGS)


@pytest.mark.slow
@pytest.mark.parametrize("bug", HOLDS)
def test_bug_is_caught_and_its_control_is_green(bug: str, tmp_path: Path) -> None:
    done = list(attempts([bug], tmp_path))
    assert [attempt.seed for attempt in done] == list(SEEDS)
    for attempt in done:
        assert attempt.caught, f"{attempt}\n{attempt.message}"
        assert attempt.green, str(attempt)


def ended(outcome: str, message: str = "") -> TestRun:
    return TestRun(id="t", result={"outcome": outcome, "message": message})


DAY = "the reply does not mean what was expected\n  reason: expected Thursday, the reply says Friday"


@pytest.mark.parametrize(
    ("seeded", "clean", "caught", "line"),
    [
        (ended("fail", DAY), ended("pass"), True, "caught: reason: expected Thursday, the reply says Friday"),
        (ended("pass"), ended("pass"), False, "missed: pass"),
        (
            ended("error", "nothing answers"),
            ended("error", "nothing answers\nat all"),
            False,
            f"missed: error: nothing answers; the message lacks {HOLDS['wrong-day'][0]}; the control",
        ),
        (ended("inconclusive", DAY), ended("pass"), False, "missed: inconclusive: the reply does not mean"),
    ],
)
def test_only_a_failure_that_says_why_is_a_catch(
    seeded: TestRun, clean: TestRun, caught: bool, line: str
) -> None:
    attempt = Attempt(bug="wrong-day", seed=2, seeded=seeded, clean=clean)
    assert attempt.caught is caught
    assert re.match(r"wrong-day +seed 2 +" + re.escape(line), str(attempt))


def test_a_session_that_breaks_says_what_pytest_said(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"pytest ended with 4 too early:\n(.|\n)*test_no_such"):
        list(attempts(["no-such"], tmp_path))
