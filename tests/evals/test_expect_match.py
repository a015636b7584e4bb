"""Everything a golden fills, wrong use, and checks on a conversation."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evals.errors import JudgementError, UsageError
from evals.expect import ExpectConversation
from evals.goldens import Golden, Turn
from evals.judge.port import Case
from evals.transcript import Conversation, Reply, ToolCall
from tests.evals.scripted_judge import Bench, Judge


@pytest.fixture
def expect(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


TURN = Turn(
    user="When?",
    expected=("On Thursday.",),
    should=("be kind",),
    sections=("the day",),
    mention=("Thursday",),
    not_mention=("money",),
    skill="booking",
    tools=("find", "move"),
    refuse=False,
    context="Open on Thursdays.",
)


def test_match_checks_every_field(expect: Bench) -> None:
    judge = Judge(refuses=0.0)
    calls = (ToolCall(name="find"), ToolCall(name="other"), ToolCall(name="move"))
    expect(judge=judge, skill="booking", tool_calls=calls).to_match(Golden(id="a", turns=(TURN,)))
    assert expect.recorded == [
        (check, "pass")
        for check in ("mention", "not_mention", "skill", "tools", "refuse", "expected", "should", "should")
    ]
    case = Case(
        prompt="When?",
        reply="It is on Thursday.",
        expected=("On Thursday.",),
        context="Open on Thursdays.",
    )
    assert judge.asked == [case, case, (case, ("be kind", "cover this: the day"))]


def test_match_lists_all_that_failed_worst_first(expect: Bench) -> None:
    with pytest.raises(JudgementError) as caught:
        expect("It costs $85.", judge=Judge(0.0, refuses=ConnectionError("nobody answers"))).to_match(TURN)
    lines = str(caught.value).splitlines()
    assert lines[0] == "of 8 checks 1 could not be judged, 6 failed, 1 not decided"
    assert [line for line in lines if line.startswith("- ")] == [
        "- refuse could not be judged: an error, not a bad reply",
        "- the reply does not mention 'Thursday'",
        "- the reply mentions 'money'",
        "- the tools were not called as expected: called were none",
        "- the reply does not mean what was expected",
        "- the reply should be kind, and does not",
        "- the reply should cover this: the day, and does not",
        "- skill was not decided",
    ]
    assert len(expect.recorded) == 8


@pytest.mark.parametrize("outcome", [True, False])
def test_match_of_a_refusal(expect: Bench, outcome: bool) -> None:
    expect(judge=Judge(float(outcome))).to_match(Turn(user="x", refuse=outcome))
    with pytest.raises(AssertionError):
        expect(judge=Judge(float(not outcome))).to_match(Turn(user="x", refuse=outcome))


def test_match_of_nothing_is_a_usage_error(expect: Bench) -> None:
    with pytest.raises(UsageError) as caught:
        expect().to_match(Golden(id="a", turns=(Turn(user="Hi", context="x"),), source="a.yaml:3"))
    assert str(caught.value) == (
        "there is nothing to check in the turn 'Hi'\n"
        "  expected: one of expected, should, sections, mention, not_mention, skill, tools, refuse\n"
        "  where:    a.yaml:3"
    )
    assert expect.recorded == []


def test_turn_without_checks_only_leads_up_to_the_next(expect: Bench) -> None:
    expect().to_match(Turn(user="Hi, I'm Ana"))
    assert expect.recorded == []


def test_checks_of_nothing_are_usage_errors(expect: Bench) -> None:
    checks = expect()
    wrong: list[Callable[[], None]] = [
        lambda: checks.to_mean(""),
        lambda: checks.to_mean([]),
        lambda: checks.not_to_mean([" "]),
        lambda: checks.to_mention(),
        lambda: checks.not_to_mention(""),
        lambda: checks.to_satisfy(),
        lambda: checks.to_route_to(""),
        lambda: checks.to_mean(Golden(id="a", turns=(TURN,))),  # type: ignore[arg-type]
        lambda: ExpectConversation(expect.recorder)(Conversation()).to_call_tools(),
    ]
    for check in wrong:
        with pytest.raises(UsageError):
            check()
    with pytest.raises(UsageError) as caught:
        checks.to_mention()
    assert str(caught.value) == (
        "to_mention was given nothing to check\n"
        "  expected: a text that is not blank, or several\n"
        "  seen:     ()\n"
        "  to fix:   give to_mention a text; for all that a golden fills, use to_match(golden)"
    )


def conversation(*tools: tuple[str, ...]) -> Conversation:
    replies = (
        Reply(prompt=f"turn {n}", text=f"reply {n}", tool_calls=tuple(ToolCall(name=name) for name in names))
        for n, names in enumerate(tools, start=1)
    )
    return Conversation(replies=tuple(replies))


def test_tools_in_order_over_all_replies(expect: Bench) -> None:
    checks = ExpectConversation(expect.recorder)(conversation(("log", "find"), (), ("log", "move")))
    checks.to_call_tools("find", "move")
    checks.to_call_tools("log", "log")
    with pytest.raises(AssertionError) as caught:
        checks.to_call_tools("move", "find")
    assert str(caught.value) == (
        "the tools were not called as expected: called were log, find, log, move\n"
        "  asked:      turn 1 / turn 2 / turn 3\n"
        "  seen:       reply 3\n"
        "  expected:   move, then find\n"
        "  score:      0 (tool calls; passes at 1)\n"
        "  reason:     'find' was not called, or not in this order\n"
        "  evidence:   called: log, find, log, move\n"
        "              wanted: move, find\n"
        "  rerun:      pytest test_a.py::test_it --headed"
    )
    assert expect.recorded == [("to_call_tools", "pass")] * 2 + [("to_call_tools", "fail")]


def test_no_reply_called_no_tool(expect: Bench) -> None:
    with pytest.raises(AssertionError, match="called were none"):
        ExpectConversation(expect.recorder)(Conversation()).to_call_tools("find")
