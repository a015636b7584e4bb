"""The rules engine: what it understands, and what it plans, whatever the wording."""

import itertools
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from evals.facts import find
from evals.goldens import Golden, Turn
from evals.goldens.load import load_file
from evals.judge.local import local_judge
from evals.judge.port import Case
from evals.models import local, numerals
from pages.demo import dialogue, wording
from pages.demo.desk import Desk
from pages.demo.plan import Plan
from pages.demo.store import Store

MONDAY = date(2026, 11, 30)
FOLDER = Path(__file__).parents[3] / "data" / "goldens"
GOLDENS = [
    item for file in sorted(FOLDER.glob("clinic*.yaml")) for g in load_file(file) for item in g.items()
]
JUDGE = local_judge(local.load())


def converse(*said: str, today: date = MONDAY) -> Iterator[Plan]:
    """The plan of each reply to a new patient."""
    with closing(Store()) as store:
        user = store.new_user(today)
        memory: dialogue.Memory = {}
        for message in said:
            plan, memory = dialogue.respond(message, memory, Desk(store=store, user=user, today=today))
            yield plan


def last(*said: str, today: date = MONDAY) -> Plan:
    """The plan of the last reply."""
    return list(converse(*said, today=today))[-1]


def keys(plan: Plan) -> list[str]:
    return [line.key for line in plan.lines]


def tools(plan: Plan) -> list[str]:
    return [use.name for use in plan.tools]


@pytest.mark.parametrize("played", GOLDENS, ids=lambda golden: golden.item)
def test_every_wording_fulfils_the_golden(played: Golden) -> None:
    for turn, plan in zip(played.turns, converse(*(turn.user for turn in played.turns)), strict=True):
        assert turn.skill in (None, plan.skill)
        called = iter(tools(plan))
        assert all(tool in called for tool in turn.tools)
        for texts in itertools.product(*map(wording.variants, plan.lines)):
            fulfils(turn, "\n\n".join(texts).replace("**", ""))


def fulfils(turn: Turn, reply: str) -> None:
    """The reply passes every check of the turn, as the local judge sees it."""
    case = Case(prompt=turn.user, reply=reply, expected=turn.expected)
    assert not turn.expected or JUDGE.correctness(case).value == 1, reply
    assert turn.refuse is None or JUDGE.refusal(case).value == float(turn.refuse), reply
    assert all(find(reply, fact, numerals.digits) for fact in turn.mention), reply
    assert not any(find(reply, fact, numerals.digits) for fact in turn.not_mention), reply


def test_there_are_goldens_enough() -> None:
    assert len({golden.id for golden in GOLDENS}) >= 30


@pytest.mark.parametrize("offset", range(7))
def test_moving_to_thursday_works_on_every_day_of_the_week(offset: int) -> None:
    today = MONDAY + timedelta(days=offset)
    plan = last("Can I move my appointment to Thursday?", today=today)
    assert keys(plan) == ["moved_day", "please_confirm"]
    assert tools(plan) == ["find_appointment", "move_appointment"]
    assert plan.proposal
    assert plan.proposal.day > today
    assert plan.proposal.day.strftime("%w") == "4"


@pytest.mark.parametrize(
    ("message", "key"),
    [
        ("Whats ur cancelation polcy", "cancellation"),
        ("is there a fee for cancelling late", "cancellation"),
        ("do u take insurrance", "insurance"),
        ("I might be 10 minutes late", "late"),
        ("how do I get there by car, is there a garage", "parking"),
        ("Do I need a referral to book?", "referral"),
        ("Can I come without an appointment?", "walk_in"),
        ("I'd like to talk to a human", "human"),
        ("are you a robot", "identity"),
        ("what can you do", "abilities"),
        ("thanks a lot!", "thanks"),
        ("Tell me a joke", "out_of_scope"),
        ("What is the capital of France?", "out_of_scope"),
        ("should I take ibuprofen for my headache", "medical"),
        ("My father is unconscious", "emergency"),
        ("qwertz asdf", "unclear"),
        ("   ", "nothing_said"),
        ("🙂", "nothing_said"),
        ("x" * 5000, "too_long"),
        ("book a check-up today", "day_past"),
        ("book a check-up on Sunday at 10", "day_closed"),
        ("What is my name?", "name_unknown"),
        ("move my appointment to Tuesday", "already_there"),
        ("Is Thursday possible?", "moved_day"),
    ],
)
def test_understands(message: str, key: str) -> None:
    assert keys(last(message))[0] == key


def test_asks_for_what_is_missing_in_turn() -> None:
    plans = list(converse("I want to book something", "eye test", "Friday", "at 10:30"))
    assert [keys(plan)[0] for plan in plans] == ["ask_service", "ask_day", "ask_time", "offer"]
    assert [plan.proposal is not None for plan in plans] == [False, False, False, True]
    assert [plan.choice and plan.choice.label for plan in plans] == [
        "Which service?",
        None,
        "Which time?",
        None,
    ]
    assert plans[1].suggestions == ("Tuesday", "Wednesday", "Thursday")


def test_a_proposal_can_still_be_changed() -> None:
    plan = last("Book an eye test on Friday at 10:30", "Monday at 11:00 instead")
    assert plan.proposal
    assert (plan.proposal.day, plan.proposal.time) == (date(2026, 12, 7), "11:00")


def test_a_no_puts_an_unconfirmed_move_back() -> None:
    plans = list(converse("Move my appointment to Friday", "no", "When is my appointment?"))
    assert [keys(plan)[0] for plan in plans] == ["moved_day", "moved_back", "appointment"]
    assert plans[2].lines[0].facts["day"] == "Tuesday"


def test_a_question_between_does_not_end_the_task() -> None:
    plan = last("Book a blood test", "Where are you?", "Thursday at 9:00")
    assert keys(plan) == ["offer"]
    assert plan.lines[0].facts["service"] == "blood test"


def test_a_name_that_looks_like_a_template_stays_a_name() -> None:
    plan = last("My name is {price}", "Call me Zed{0}", "What is my name?")
    assert wording.variants(plan.lines[0])[0] == "Your name is Zed."


def test_long_and_hostile_input_is_answered_quickly() -> None:
    for message in ("a " * 600, "(" * 1200, "1" * 1200, "wednesdya " * 120, "<" * 1200, "\x00\u202e" * 400):
        assert last(message).lines
