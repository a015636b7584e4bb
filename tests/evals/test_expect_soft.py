"""Soft checks: inside `with` all are made and recorded, and its end raises once for all that did not pass."""

# ruff: noqa: PT012 - it is the end of a block that raises

from pathlib import Path

import pytest

from evals.errors import JudgementError, UsageError
from evals.expect import ExpectConversation
from evals.score import Outcome
from evals.transcript import Conversation, Reply, ToolCall
from tests.evals.project import Project
from tests.evals.scripted_judge import Bench, Judge, headline


@pytest.fixture
def expect(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_all_that_failed_is_in_one_message(expect: Bench) -> None:
    with pytest.raises(AssertionError) as caught, expect(judge=Judge(0.0), total_s=12.0) as it:
        it.to_mean("On Friday.")
        it.to_mention("Thursday", "$85")
        it.to_take_at_most(total_s=10)
    assert str(caught.value) == (
        "of 4 checks 3 failed\n"
        "  asked:      When?\n"
        "  seen:       It is on Thursday.\n"
        "- the reply does not mean what was expected\n"
        "  expected:   On Friday.\n"
        "  score:      0 (scripted judge; passes at 1)\n"
        "  reason:     as told\n"
        "- the reply does not mention '$85'\n"
        "  expected:   a mention of $85\n"
        "  score:      0 (facts; passes at 1)\n"
        "  reason:     '$85' is nowhere in the reply\n"
        "- the whole reply took 12 s, more than 10 s\n"
        "  expected:   the whole reply within 10 s\n"
        "  score:      0 (time; passes at 1)\n"
        "  reason:     the whole reply took 12 s, the limit is 10 s\n"
        "  evidence:   measured_s: 12\n"
        "              limit_s: 10\n"
        "  rerun:      pytest test_a.py::test_it --headed"
    )
    assert [outcome for _, outcome in expect.recorded] == ["fail", "pass", "fail", "fail"]
    assert expect.recorder.not_passed == {Outcome.FAIL: [str(caught.value)]}


def test_each_check_is_recorded_before_the_block_ends(expect: Bench) -> None:
    with pytest.raises(AssertionError), expect() as it:
        it.to_mention("Friday")
        assert expect.recorded == [("to_mention", "fail")]
        it.to_mention("Thursday")
        assert expect.recorded == [("to_mention", "fail"), ("to_mention", "pass")]


def test_an_error_is_worse_than_a_failure(expect: Bench) -> None:
    with (
        pytest.raises(JudgementError) as caught,
        expect(judge=Judge(ConnectionError("nobody answers"))) as it,
    ):
        it.to_mention("Friday")
        it.to_refuse()
        it.to_route_to("booking")
    lines = str(caught.value).splitlines()
    assert lines[0] == "of 3 checks 1 could not be judged, 1 failed, 1 not decided"
    assert [line for line in lines if line.startswith("- ")] == [
        "- to_refuse could not be judged: an error, not a bad reply",
        "- the reply does not mention 'Friday'",
        "- to_route_to was not decided",
    ]


def test_what_was_not_decided_does_not_raise(expect: Bench) -> None:
    with expect() as it:
        it.to_route_to("booking")
        it.to_mention("Thursday")
    assert list(expect.recorder.not_passed) == [Outcome.INCONCLUSIVE]


def test_all_passed_says_nothing(expect: Bench) -> None:
    with expect() as it:
        it.to_mean("x")
        it.to_mention("Thursday")
    assert expect.recorder.not_passed == {}


def test_checks_are_hard_again_after_the_block_and_without_one(expect: Bench) -> None:
    checks = expect()
    with checks:
        checks.to_mention("Thursday")
    with pytest.raises(AssertionError):
        checks.to_mention("Friday")
    with pytest.raises(AssertionError), checks:
        checks.to_mention("Monday")
    with pytest.raises(AssertionError) as caught:
        checks.to_mention("Sunday")
    assert headline(caught.value) == "the reply does not mention 'Sunday'"


def test_the_tests_own_exception_comes_out_and_tells_what_was_judged(expect: Bench) -> None:
    with pytest.raises(ZeroDivisionError) as caught, expect() as it:
        it.to_mention("Friday")
        it.to_mention("Thursday")
        print(1 / 0)
    (note,) = caught.value.__notes__
    assert note == (
        "judged before that, in the same block:\n"
        "the reply does not mention 'Friday'\n"
        "  asked:      When?\n"
        "  seen:       It is on Thursday.\n"
        "  expected:   a mention of Friday\n"
        "  score:      0 (facts; passes at 1)\n"
        "  reason:     'Friday' is nowhere in the reply\n"
        "  rerun:      pytest test_a.py::test_it --headed"
    )
    assert list(expect.recorder.not_passed) == [Outcome.FAIL]
    with pytest.raises(ZeroDivisionError) as unnoted, expect() as it:
        it.to_mention("Thursday")
        print(1 / 0)
    assert not hasattr(unnoted.value, "__notes__")


def test_a_check_that_asks_nothing_is_told_at_once(expect: Bench) -> None:
    with pytest.raises(UsageError, match="to_mention was given nothing to check"), expect() as it:
        it.to_mention()
    assert expect.recorded == []


def test_blocks_of_two_replies_stand_inside_each_other(expect: Bench) -> None:
    with pytest.raises(AssertionError) as caught, expect("Monday") as outer:
        outer.to_mention("Friday")
        with expect("Tuesday") as inner:
            inner.to_mention("Sunday")
    assert headline(caught.value) == "the reply does not mention 'Sunday'"
    assert "the reply does not mention 'Friday'" in caught.value.__notes__[0]


def test_a_block_inside_itself_says_so(expect: Bench) -> None:
    with pytest.raises(UsageError) as caught, expect() as it, it:
        pass
    assert str(caught.value) == (
        "a `with` block of checks was begun inside itself\n"
        "  to fix:   begin it once; a block of its own for another reply may stand inside it"
    )


def test_conversations_are_judged_softly_too(expect: Bench) -> None:
    reply = Reply(prompt="When?", text="Thursday.", tool_calls=(ToolCall(name="find"),))
    checks = ExpectConversation(expect.recorder)(Conversation(replies=(reply,)))
    with pytest.raises(AssertionError) as caught, checks as it:
        it.to_call_tools("move")
        it.to_call_tools("find")
        it.to_call_tools("book")
    assert headline(caught.value) == "of 3 checks 2 failed"
    assert [outcome for _, outcome in expect.recorded] == ["fail", "pass", "fail"]


SOFT = """\
import contextlib

import pytest

def test_two_fail(expect_reply, say):
    with expect_reply(say("0 no")) as it:
        it.to_mean("yes")
        it.to_mention("Friday")

def test_error(expect_reply, say):
    with expect_reply(say("down")) as it:
        it.to_mean("yes")
        it.to_mention("Friday")

def test_open(expect_reply, say):
    with expect_reply(say("open")) as it:
        it.to_mean("yes")
        it.to_mention("open")

def test_caught(expect_reply, say):
    with contextlib.suppress(AssertionError), expect_reply(say("0 no")) as it:
        it.to_mention("Friday")

def test_own_exception(expect_reply, say):
    with expect_reply(say("0 no")) as it:
        it.to_mention("Friday")
        raise ValueError("mine")

def test_own_exception_caught(expect_reply, say):
    with contextlib.suppress(ValueError), expect_reply(say("0 no")) as it:
        it.to_mention("Friday")
        raise ValueError("mine")

def test_skips(expect_reply, say):
    with expect_reply(say("0 no")) as it:
        it.to_mention("Friday")
        pytest.skip("not today")

def test_never_ended(expect_reply, say):
    expect_reply(say("0 no")).__enter__().to_mention("Friday")

def test_nothing_in_it(expect_reply, say):
    with expect_reply(say("0 no")):
        pass

def test_good(expect_reply, say):
    with expect_reply(say("1 yes")) as it:
        it.to_mean("yes")
"""


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["serial", "two workers"])
def test_a_block_with_a_failed_check_is_never_green(tmp_path: Path, workers: tuple[str, ...]) -> None:
    project = Project(tmp_path)
    project.write("test_a.py", SOFT)
    result = project.pytest(*workers)
    assert result.status == 1
    assert result.outcomes == {
        "test_two_fail": "fail",
        "test_error": "error",
        "test_open": "inconclusive",
        "test_caught": "fail",
        "test_own_exception": "fail",
        "test_own_exception_caught": "fail",
        "test_skips": "fail",
        "test_never_ended": "fail",
        "test_nothing_in_it": "fail",
        "test_good": "pass",
    }
    assert "of 2 checks 2 failed\n" in result.out
    assert "ValueError: mine\n" in result.out
    assert "judged before that, in the same block:\n" in result.out
    assert (
        "a check did not pass, and the test then skipped itself\n\nthe reply does not mention" in result.out
    )
    assert (
        "a check did not pass in a `with` block that was never ended\n"
        "  expected: with expect_reply(reply) as it: ...\n"
        "  to fix:   leave it to `with` to begin and to end the block\n"
    ) in result.out
