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
@pytest.mark.parametrize("half", [0, 1])
def test_every_bug_is_caught_and_its_control_is_green(half: int, tmp_path: Path) -> None:
    bugs = list(HOLDS)[half::2]
    done = list(attempts(bugs, tmp_path, seeds=SEEDS[:1]))
    assert sorted(attempt.bug for attempt in done) == sorted(bugs)
    bad = [f"{attempt}\n{attempt.message}" for attempt in done if not (attempt.caught and attempt.green)]
    assert not bad, "\n\n".join(bad)


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
