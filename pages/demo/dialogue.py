"""The rules engine: one message and what is remembered in, a plan of the reply and what to remember out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from pages.demo import booking, facts, intents, slots, words
from pages.demo.desk import Desk
from pages.demo.plan import Line, Plan

Memory = dict[str, Any]
LONG = 1200
STARTERS = (
    "What are your opening hours?",
    "How much is a check-up?",
    "Can I move my appointment to Thursday?",
)
POLICIES = words.bag(
    "cancellation late insurance bring parking address languages children referral walk_in results "
    "prescription payment access contact human"
)
SMALL_TALK = words.bag("greeting thanks bye how_are_you identity abilities")
DECLINED = words.bag("emergency medical out_of_scope")
TASKS = words.bag("book move cancel list calendar")


@dataclass(frozen=True, kw_only=True)
class Heard:
    """A message and all that was understood of it."""

    message: str
    words: tuple[str, ...]
    intents: tuple[str, ...]
    service: str | None
    day: date | None
    time: str | None
    name: str | None
    order: int | None
    agrees: bool | None

    @property
    def intent(self) -> str | None:
        return self.intents[0] if self.intents else None


def hear(message: str, today: date) -> Heard:
    """Understand one message."""
    spoken = intents.mended(message)
    text = mended_text(message, spoken)
    return Heard(
        message=message,
        words=tuple(spoken),
        intents=tuple(intents.intents(spoken)),
        service=slots.service(text),
        day=slots.day(text, today),
        time=slots.time(text),
        name=slots.name(message, tuple(intents.KNOWN)),
        order=slots.order(text),
        agrees=slots.agrees(spoken),
    )


def mended_text(message: str, spoken: list[str]) -> str:
    """The plain text with its mended words in their places."""
    supply = iter(spoken)
    return words.WORD.sub(lambda _: next(supply), words.plain(message))


def respond(message: str, memory: Memory, desk: Desk) -> tuple[Plan, Memory]:
    """Answer one message. What the tools of the desk did stays done."""
    heard = hear(message, desk.today)
    memory = dict(memory)
    if heard.name:
        memory["name"] = heard.name
    plan = answer(heard, memory, desk)
    return replace(plan, tools=tuple(desk.used)), memory


def answer(heard: Heard, memory: Memory, desk: Desk) -> Plan:
    """The first that has something to say: odd input, declining, a task in hand, a new question."""
    if len(heard.message) > LONG:
        return talk("too_long")
    if heard.intent in DECLINED:
        return declined(heard.intent)
    if heard.intent == "name_question":
        return your_name(memory)
    if heard.intent == "orders":
        return order(heard, desk)
    if plan := task(heard, memory, desk):
        return plan
    if plan := question(heard, memory):
        return plan
    if heard.name:
        return talk("greeting_name" if "greeting" in heard.intents else "name_noted", name=heard.name)
    if heard.intent in SMALL_TALK:
        return talk(heard.intent)
    return talk("unclear" if heard.words else "nothing_said")


def received(plan: Plan, files: Sequence[str]) -> Plan:
    """The plan, with a word before it about the files that came along."""
    if not files:
        return plan
    names = " and ".join(filter(None, [", ".join(files[:-1]), files[-1]]))
    line = Line(key="files_received", facts={"files": names})
    unclear = plan.lines[0].key in ("unclear", "nothing_said")
    return talk(line.key, **line.facts) if unclear else replace(plan, lines=(line, *plan.lines))


def talk(key: str, **given: str) -> Plan:
    """A reply of one line that needs nothing but words."""
    return Plan(skill="smalltalk", lines=(Line(key=key, facts=given),), suggestions=STARTERS)


def declined(intent: str) -> Plan:
    """What the assistant does not do."""
    suggestions = (
        ("Book a check-up",) if intent == "medical" else () if intent == "emergency" else STARTERS[:2]
    )
    return Plan(skill="decline", lines=(Line(key=intent),), suggestions=suggestions)


def your_name(memory: Mapping[str, Any]) -> Plan:
    """The name the patient gave, whenever that was."""
    name = memory.get("name")
    line = Line(key="name_known", facts={"name": name}) if name else Line(key="name_unknown")
    return Plan(skill="smalltalk", lines=(line,))


def order(heard: Heard, desk: Desk) -> Plan:
    """Where an order is, and how to cancel it."""
    found = desk.order(heard.order)
    if found is None:
        line = Line(key="order_unknown", facts={"number": str(heard.order)})
        return Plan(skill="orders", lines=(line,), suggestions=("Where is my order?",))
    status = found.status(desk.today)
    given = {"number": str(found.number), "day": facts.weekday(found.expected)}
    lines = [Line(key=f"order_{status}", facts=given)]
    if status == "preparing" and not intents.GROUPS["cancel"].isdisjoint(heard.words):
        lines.append(Line(key="order_cancel_there"))
    return Plan(skill="orders", lines=tuple(lines), order=found)


def task(heard: Heard, memory: Memory, desk: Desk) -> Plan | None:
    """Carry on with the task in hand, or begin the one asked for."""
    kind = heard.intent if heard.intent in TASKS else None
    if kind == "book" and is_question_only(heard, memory):
        return None
    current = memory.get("task")
    if current and (kind is None or continues(kind, current)) and carries_on(heard, current):
        return booking.carry_on(heard, memory, desk)
    if kind is None and not current and heard.day and is_bare_day(heard):
        kind = "move" if desk.has_appointment() else "book"
    return booking.begin(kind, heard, memory, desk) if kind else None


def is_question_only(heard: Heard, memory: Memory) -> bool:
    """ "Are you open on Monday, can I come?" asks for hours first."""
    return "hours" in heard.intents and heard.intents[0] != "book" and not memory.get("task")


def continues(kind: str, current: Mapping[str, Any]) -> bool:
    """Is this the task in hand in other words? "Change it to Friday" while booking is still booking."""
    return kind == current["kind"] or (kind in ("book", "move") and current["kind"] in ("book", "move"))


def carries_on(heard: Heard, current: Mapping[str, Any]) -> bool:
    """Does the message belong to the task: a detail of it, a yes or no, or nothing else at all?"""
    detail = heard.service or heard.day or heard.time or heard.agrees is not None
    other = heard.intent not in (None, "book", "move", "cancel", "hours", "abilities", *SMALL_TALK)
    return not other and bool(detail or heard.intent == current["kind"])


def is_bare_day(heard: Heard) -> bool:
    """ "Is Thursday possible?" - a day, and no other matter."""
    asked = {"possible", "available", "free", "work", "works", "okay", "instead", "suit", "suits", "doable"}
    return heard.intent is None and not asked.isdisjoint(heard.words)


def question(heard: Heard, memory: Memory) -> Plan | None:
    """Opening hours, prices and policies; a bare detail continues the last topic ("and a flu shot?")."""
    known = [each for each in heard.intents if each in POLICIES or each in ("hours", "prices")]
    topic = known[0] if known else None
    if topic is None and not heard.intents and (heard.service or heard.day):
        topic = memory.get("topic")
    if topic is None:
        return None
    memory["topic"] = topic
    if topic == "hours":
        return opening_hours(heard)
    if topic == "prices":
        return prices(heard, memory)
    return Plan(skill="policies", lines=(Line(key=topic),), suggestions=("What are your opening hours?",))


def opening_hours(heard: Heard) -> Plan:
    """The whole week, or the day that was asked for."""
    if heard.day is None:
        return Plan(skill="hours", lines=(Line(key="hours"),), suggestions=("Are you open on Sunday?",))
    day = facts.weekday(heard.day)
    if facts.hours(heard.day) is None:
        return Plan(skill="hours", lines=(Line(key="closed_on", facts={"day": day}),))
    part = "saturday" if day == "Saturday" else "weekday"
    given = {"day": day, "opens": facts.FACTS[f"{part}_opens"], "closes": facts.FACTS[f"{part}_closes"]}
    return Plan(skill="hours", lines=(Line(key="open_on", facts=given),))


def prices(heard: Heard, memory: Memory) -> Plan:
    """One price, or the table; "how much is that?" means the service spoken of."""
    pointing = not {"that", "it", "this"}.isdisjoint(heard.words)
    key = heard.service or (memory.get("service") if pointing else None)
    if key is None:
        rows = "\n".join(f"| {each.name.capitalize()} | ${each.price} |" for each in facts.SERVICES)
        line = Line(key="prices", facts={"table": f"| Service | Price |\n| --- | ---: |\n{rows}"})
        return Plan(skill="prices", lines=(line,), suggestions=("Book a check-up",))
    memory["service"] = key
    kind = facts.service(key)
    line = Line(key="price", facts={"service": kind.name, "price": f"${kind.price}"})
    return Plan(skill="prices", lines=(line,), suggestions=(f"Book a {kind.name}",))
