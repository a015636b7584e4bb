"""Seeded bugs: each is one entry here, and changes one thing on its way out.

A bug acts on the plan (before it is put into words, so that a run with the same seed and without the bug
differs in nothing else), on the card, on the stream, or on a conversation as it is given back to the page.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from evals.errors import UsageError
from pages.demo import facts
from pages.demo.plan import Line, Plan

Card = dict[str, Any]
View = dict[str, Any]
OVERCHARGE = 17
"""Dollars; such that no raised price is the right one of another service."""
T = TypeVar("T")


def as_it_is(value: T) -> T:
    """No change."""
    return value


@dataclass(frozen=True, kw_only=True)
class Bug:
    """A way for the product to be wrong. `share_sent` is how much of the text is sent before the cut."""

    sentence: str
    plan: Callable[[Plan], Plan] = as_it_is
    card: Callable[[Card], Card] = as_it_is
    view: Callable[[View], View] = as_it_is
    share_sent: float = 1.0


def other_day(plan: Plan) -> Plan:
    """Text and card move on to the next day on which the clinic is open."""
    if plan.proposal is None:
        return plan
    wrong = facts.next_open_day(plan.proposal.day)
    lines = tuple(replace(line, facts={**line.facts, "day": facts.weekday(wrong)}) for line in plan.lines)
    return replace(plan, lines=lines, proposal=replace(plan.proposal, day=wrong))


def dearer(plan: Plan) -> Plan:
    """Every amount of money that a sentence states is too high."""
    return each_line(
        plan, lambda line: replace(line, facts={key: raised(value) for key, value in line.facts.items()})
    )


def raised(value: str) -> str:
    """The text with its dollar amounts raised."""
    return re.sub(r"\$(\d+)", lambda match: f"${int(match[1]) + OVERCHARGE}", value)


def each_line(plan: Plan, change: Callable[[Line], Line]) -> Plan:
    """The plan with every line changed."""
    return replace(plan, lines=tuple(map(change, plan.lines)))


BUGS: dict[str, Bug] = {
    "wrong-day": Bug(
        sentence="the text and the card of a booking name another day than the one asked for",
        plan=other_day,
    ),
    "wrong-price": Bug(
        sentence=f"the price of every service is ${OVERCHARGE} too high",
        plan=dearer,
    ),
    "negated-policy": Bug(
        sentence="policies are stated as their opposite",
        plan=lambda plan: each_line(plan, lambda line: replace(line, negated=True)),
    ),
    "off-topic": Bug(
        sentence="every reply is about something nobody asked for, and comes without a card",
        plan=lambda plan: replace(plan, lines=(Line(key="off_topic"),), proposal=None, suggestions=()),
    ),
    "truncated-stream": Bug(
        sentence="the server closes the connection in the middle of the text",
        share_sent=0.5,
    ),
    "empty-reply": Bug(
        sentence="the reply is an empty bubble",
        plan=lambda plan: replace(plan, lines=(Line(key="nothing"),), proposal=None, suggestions=()),
    ),
    "dead-button": Bug(
        sentence="Confirm does nothing: no call is made",
        card=lambda card: {**card, "actions": [{**action, "call": None} for action in card["actions"]]},
    ),
    "reload-loses-history": Bug(
        sentence="after a reload the page shows an empty timeline although the server has the conversation",
        view=lambda view: {**view, "shown": 0},
    ),
}


def find(names: Iterable[str]) -> tuple[Bug, ...]:
    """The bugs of these names. Raises UsageError."""
    for name in names:
        if name not in BUGS:
            raise UsageError(
                "there is no such bug",
                expected="one of " + ", ".join(BUGS),
                seen=repr(name),
                fix="`python -m pages demo --list-bugs` says what each does",
            )
    return tuple(BUGS[name] for name in dict.fromkeys(names))
