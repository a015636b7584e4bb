"""What seeded bugs do to plans, texts, cards and conversations; `bugs.py` says which bug does what."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from pages.demo import facts
from pages.demo.plan import Line, Plan, long_date

Card = dict[str, Any]
View = dict[str, Any]
Texts = tuple[str, ...]
Change = Callable[[Line], Line]
OVERCHARGE = 17
"""Dollars; such that no raised price is the right one of another service."""
CLOSING = ("closes", "weekday_closes", "saturday_closes")
MARKS = re.compile(r"([*_`\[\]|#]|^-)", re.MULTILINE)


def each_line(change: Change) -> Callable[[Plan], Plan]:
    """Change every line."""
    return lambda plan: replace(plan, lines=tuple(map(change, plan.lines)))


def instead(keys: Mapping[str, str]) -> Callable[[Plan], Plan]:
    """Say another line in the place of those with these keys."""
    return each_line(lambda line: replace(line, key=keys.get(line.key, line.key)))


def only(key: str) -> Callable[[Plan], Plan]:
    """Say nothing but this, and show nothing."""
    return lambda plan: replace(
        plan, lines=(Line(key=key),), proposal=None, order=None, choice=None, suggestions=()
    )


def also(key: str, skills: Collection[str]) -> Callable[[Plan], Plan]:
    """Say one thing more, where one of these skills answers."""
    return lambda plan: replace(plan, lines=(*plan.lines, Line(key=key))) if plan.skill in skills else plan


def other_day(plan: Plan) -> Plan:
    """Text and card move on to the next day on which the clinic is open."""
    if plan.proposal is None:
        return plan
    wrong = facts.next_open_day(plan.proposal.day)
    lines = tuple(replace(line, facts={**line.facts, "day": facts.weekday(wrong)}) for line in plan.lines)
    return replace(plan, lines=lines, proposal=replace(plan.proposal, day=wrong))


def dearer(line: Line) -> Line:
    """Every amount of money that a sentence states is too high."""
    return with_facts(line, line.facts, lambda value: re.sub(r"\$(\d+)", raised, value))


def raised(match: "re.Match[str]") -> str:
    return f"${int(match[1]) + OVERCHARGE}"


def later(line: Line) -> Line:
    """The clinic closes an hour later than it does."""
    stated = {key: value for key, value in {**facts.FACTS, **line.facts}.items() if key in CLOSING}
    return with_facts(line, stated, lambda value: re.sub(r"\d+", lambda m: str(int(m[0]) + 1), value))


def with_facts(line: Line, stated: Mapping[str, str], change: Callable[[str], str]) -> Line:
    """The line with these facts changed."""
    return replace(line, facts={**line.facts, **{key: change(value) for key, value in stated.items()}})


def each_text(change: Callable[[str], str]) -> Callable[[Texts], Texts]:
    """Change the text of every bubble."""
    return lambda texts: tuple(map(change, texts))


def misread(text: str) -> str:
    """The text, with an ellipsis at its end, as UTF-8 that was read as Windows-1252."""
    return f"{text.rstrip('.!')}…".encode().decode("cp1252")


def unformatted(text: str) -> str:
    """The text with its marks of formatting escaped, so that they are shown as they are."""
    return MARKS.sub(r"\\\1", text)


def with_markup(text: str) -> str:
    """The text with an element that a careless page takes for its own."""
    return f'{text}\n\n<img src="/static/none.svg" alt="" onerror="document.title = \'owned\'">'


def each_call(change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> Callable[[Card], Card]:
    """Change the call that each action makes."""

    def changed(card: Card) -> Card:
        actions = [{**each, "call": each.get("call") and change(each["call"])} for each in card["actions"]]
        return {**card, "actions": actions}

    return changed


def next_day(call: dict[str, Any]) -> dict[str, Any]:
    """The call books the day after the one that the card shows."""
    if "date" not in call["body"]:
        return call
    wrong = facts.next_open_day(date.fromisoformat(call["body"]["date"]))
    return {**call, "body": {**call["body"], "day": facts.weekday(wrong), "date": wrong.isoformat()}}


def singular(call: dict[str, Any]) -> dict[str, Any]:
    """The call goes to a path that is not there."""
    return {**call, "path": call["path"].replace("/appointments", "/appointment")}


def stale(card: Card) -> Card:
    """The card shows the day after the one that the text names and the button books."""
    days = [each["call"]["body"].get("date") for each in card["actions"] if each.get("call")]
    if not days or not days[0]:
        return card
    wrong = facts.next_open_day(date.fromisoformat(days[0]))
    shown = {"Day": facts.weekday(wrong), "Date": long_date(wrong)}
    return {**card, "fields": [[name, shown.get(name, value)] for name, value in card["fields"]]}


def without_image(card: Card) -> Card:
    """The card's image is not there."""
    return {**card, "image": {**card["image"], "src": "/static/none.svg"}}


def doubled(view: View) -> View:
    """The last turn is there twice."""
    messages = view["messages"]
    return {**view, "messages": [*messages, *messages[-2:]], "shown": len(messages) + len(messages[-2:])}


def reordered(view: View) -> View:
    """The messages come in the wrong order."""
    return {**view, "messages": view["messages"][::-1]}


def reopened(view: View) -> View:
    """Cards that are done can be used again."""
    messages = [
        {**each, "cards": [{**card, "state": "open"} for card in each["cards"]]} for each in view["messages"]
    ]
    return {**view, "messages": messages}
