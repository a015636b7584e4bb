"""Limits of time: what is within, what is over, what was not measured, and what is no limit."""

from pathlib import Path

import pytest

from evals.errors import UsageError
from evals.expect.reply import ReplyChecks
from evals.record import read_run
from evals.score import Outcome
from tests.evals.scripted_judge import Bench


@pytest.fixture
def expect(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def timed(expect: Bench) -> ReplyChecks:
    return expect(first_token_s=0.4214, total_s=6.5, longest_gap_s=2.0)


def test_within_the_limits(expect: Bench, timed: ReplyChecks) -> None:
    timed.to_take_at_most(first_token_s=0.5, total_s=10, longest_gap_s=2)
    (test,) = read_run(expect.folder).tests
    assert [(v["check"], v["score"], v["reason"], v["evidence"]) for v in test.verdicts] == [
        (
            "to_take_at_most",
            1.0,
            "the first token took 0.421 s, the limit is 0.5 s",
            {"measured_s": 0.421, "limit_s": 0.5},
        ),
        (
            "to_take_at_most",
            1.0,
            "the whole reply took 6.5 s, the limit is 10 s",
            {"measured_s": 6.5, "limit_s": 10},
        ),
        (
            "to_take_at_most",
            1.0,
            "the longest gap in the reply took 2 s, the limit is 2 s",
            {"measured_s": 2.0, "limit_s": 2},
        ),
    ]


def test_over_a_limit(expect: Bench, timed: ReplyChecks) -> None:
    with pytest.raises(AssertionError) as caught:
        timed.to_take_at_most(first_token_s=0.421, total_s=10, longest_gap_s=1.5)
    assert str(caught.value) == (
        "the longest gap in the reply took 2 s, more than 1.5 s\n"
        "  asked:      When?\n"
        "  seen:       It is on Thursday.\n"
        "  expected:   the longest gap in the reply within 1.5 s\n"
        "  score:      0 (time; passes at 1)\n"
        "  reason:     the longest gap in the reply took 2 s, the limit is 1.5 s\n"
        "  evidence:   measured_s: 2\n"
        "              limit_s: 1.5\n"
        "  rerun:      pytest test_a.py::test_it --headed"
    )
    assert [outcome for _, outcome in expect.recorded] == ["pass", "pass", "fail"]


def test_what_was_not_measured_is_not_decided(expect: Bench) -> None:
    expect(total_s=1.0).to_take_at_most(total_s=2, first_token_s=1)
    assert expect.recorded == [("to_take_at_most", "inconclusive"), ("to_take_at_most", "pass")]
    (message,) = expect.recorder.not_passed[Outcome.INCONCLUSIVE]
    assert (
        "  reason:     the first token was not measured: this chat does not tell when what came\n" in message
    )


def test_no_limit(timed: ReplyChecks) -> None:
    with pytest.raises(UsageError) as caught:
        timed.to_take_at_most()
    assert str(caught.value) == (
        "to_take_at_most was given no limit\n"
        "  expected: seconds above 0 for one or more of first_token_s, total_s, longest_gap_s\n"
        "  to fix:   name it: to_take_at_most(total_s=10)"
    )


@pytest.mark.parametrize("limit", [0, -1.5, float("nan"), float("inf"), "10", True])
def test_what_is_no_limit(expect: Bench, timed: ReplyChecks, limit: float) -> None:
    with pytest.raises(UsageError) as caught:
        timed.to_take_at_most(first_token_s=1, total_s=limit)
    assert str(caught.value) == (
        "to_take_at_most was given what is no limit\n"
        "  expected: seconds above 0 for one or more of first_token_s, total_s, longest_gap_s\n"
        f"  seen:     total_s={limit!r}\n"
        "  to fix:   name it: to_take_at_most(total_s=10)"
    )
    assert expect.recorded == []
