"""Booking, moving, cancelling and listing appointments over as many turns as it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from pages.demo import facts
from pages.demo.desk import Desk
from pages.demo.plan import Appointment, Choice, Line, Plan

if TYPE_CHECKING:
    from pages.demo.dialogue import Heard

Memory = dict[str, Any]
OFFERED = 3
"""How many suggested replies are offered at a time."""
LISTED = 6
"""How many times are listed to choose from."""


def begin(kind: str, heard: "Heard", memory: Memory, desk: Desk) -> Plan:
    """Start a task, whatever was in hand before."""
    memory.pop("task", None)
    if kind == "list":
        return show(desk)
    if kind == "calendar":
        return calendar(heard.service, desk)
    memory["task"] = {"kind": kind}
    return work_on(heard, memory, desk)


def carry_on(heard: "Heard", memory: Memory, desk: Desk) -> Plan:
    """The task in hand goes on: a yes or a no without any detail is about what was proposed."""
    task = memory["task"]
    if heard.agrees is not None and not (heard.service or heard.day or heard.time):
        if heard.agrees is False:
            return leave(memory, desk)
        if task.get("proposed"):
            return reply("press_confirm")
    return work_on(heard, memory, desk)


def leave(memory: Memory, desk: Desk) -> Plan:
    """Drop the task; an appointment that was moved without being confirmed goes back."""
    task = memory.pop("task")
    if before := task.get("before"):
        found = [each for each in desk.find() if each.id == before["id"]]
        back = [replace(each, day=date.fromisoformat(before["day"]), time=before["time"]) for each in found]
        if back and found[0].status == "unconfirmed":
            desk.move(replace(back[0], status="confirmed"))
            return reply("moved_back", when_said(back[0]))
    return reply("left_alone")


def work_on(heard: "Heard", memory: Memory, desk: Desk) -> Plan:
    """Take in what the message adds, then do the task or ask for what is still missing."""
    task = memory["task"]
    task |= {"service": heard.service} if heard.service else {}
    task |= {"time": heard.time} if heard.time else {}
    if task["kind"] == "cancel":
        return cancel(heard, memory, desk)
    if heard.day:
        if heard.day <= desk.today:
            return reply("day_past", suggestions=("Tomorrow",))
        if facts.hours(heard.day) is None:
            return reply("day_closed", {"day": facts.weekday(heard.day)}, day_names(heard.day))
        task["day"] = heard.day.isoformat()
    return book(memory, desk) if task["kind"] == "book" else move(memory, desk)


def book(memory: Memory, desk: Desk) -> Plan:
    """A new appointment needs a service, a day and a time."""
    task = memory["task"]
    if not task.get("service"):
        return ask("ask_service", "Which service?", [each.name.capitalize() for each in facts.SERVICES])
    memory["service"] = task["service"]
    if not task.get("day"):
        return reply("ask_day", suggestions=day_names(desk.today))
    day = date.fromisoformat(task["day"])
    free = desk.slots(task["service"], day)
    if task.get("time") not in free:
        return ask_time(task, day, free)
    slot = Appointment(service=task["service"], day=day, time=task["time"])
    desk.hold(slot)
    task["proposed"] = True
    line = Line(key="offer", facts={**when_said(slot), "service": facts.service(slot.service).name})
    return propose(slot, (line,))


def ask_time(task: Memory, day: date, free: tuple[str, ...]) -> Plan:
    """Ask for a time; one that is not to be had is named and forgotten."""
    refused, given = task.pop("time", None), {"day": facts.weekday(day)}
    offered = spread(free, LISTED)
    if refused:
        return ask("time_closed", "Which time?", offered, given | {"time": refused})
    return ask("ask_time", "Which time?", offered, given)


def move(memory: Memory, desk: Desk) -> Plan:
    """Move an appointment to another day, another time, or both."""
    task = memory["task"]
    chosen = choose(memory, desk)
    if isinstance(chosen, Plan):
        return chosen
    if not task.get("day") and not task.get("time"):
        return reply("ask_move_day", suggestions=day_names(chosen.day))
    day = date.fromisoformat(task["day"]) if task.get("day") else chosen.day
    key = "moved_day_time" if task.get("time") else "moved_day"
    to = replace(chosen, day=day, time=task.get("time") or chosen.time, status="unconfirmed")
    if (to.day, to.time) == (chosen.day, chosen.time) and not task.get("proposed"):
        del memory["task"]
        return reply("already_there", when_said(to))
    if to.time not in facts.slots(day):
        task["time"] = to.time
        return ask_time(task, day, desk.slots(to.service, day))
    desk.move(to)
    task.pop("time", None)
    before = {"id": chosen.id, "day": chosen.day.isoformat(), "time": chosen.time}
    memory["task"] = {"before": before, "proposed": True, **task}
    return propose(to, (Line(key=key, facts=when_said(to)), Line(key="please_confirm")))


def cancel(heard: "Heard", memory: Memory, desk: Desk) -> Plan:
    """Cancel an appointment, after a yes."""
    task = memory["task"]
    chosen = choose(memory, desk)
    if isinstance(chosen, Plan):
        return chosen
    given = {**when_said(chosen), "service": facts.service(chosen.service).name}
    if task.get("asked") and heard.agrees:
        desk.cancel(chosen)
        del memory["task"]
        return reply("cancelled", given)
    task["asked"] = True
    return reply("ask_cancel", given, ("Yes, cancel it", "No, keep it"))


def choose(memory: Memory, desk: Desk) -> Appointment | Plan:
    """The appointment that is meant, or the question which one it is."""
    task = memory["task"]
    found = desk.find(task.get("service"))
    if before := task.get("before"):
        found = [each for each in found if each.id == before["id"]] or found
    if not found:
        del memory["task"]
        return reply("no_appointment", suggestions=("Book a check-up",))
    if len(found) > 1:
        names = dict.fromkeys(facts.service(each.service).name for each in found)
        return (
            ask("ask_which", "Which appointment?", [f"The {name}" for name in names])
            if len(names) > 1
            else found[0]
        )
    return found[0]


def show(desk: Desk) -> Plan:
    """All appointments of this user."""
    found = desk.find()
    if not found:
        return reply("no_appointment", suggestions=("Book a check-up",))
    if len(found) == 1:
        return reply("appointment", described(found[0]), ("Move my appointment", "Cancel my appointment"))
    items = [
        f"- **{each['service']}** on {each['day']} at {each['time']} with {each['clinician']}"
        for each in map(described, found)
    ]
    return reply("appointments", {"list": "\n".join(items)})


def calendar(service: str | None, desk: Desk) -> Plan:
    """An appointment as an iCalendar entry (RFC 5545), in a block of code."""
    found = desk.find(service)
    if not found:
        return reply("no_appointment", suggestions=("Book a check-up",))
    one, kind = found[0], facts.service(found[0].service)
    start = f"{one.day:%Y%m%d}T{one.time.replace(':', '').zfill(4)}00"
    title = f"{kind.name.capitalize()} with {kind.clinician}"
    entry = f"BEGIN:VEVENT\nSUMMARY:{title}\nDTSTART:{start}\nEND:VEVENT"
    return reply("calendar", {"service": kind.name, "entry": entry})


def described(one: Appointment) -> dict[str, str]:
    """An appointment as facts for a sentence."""
    kind = facts.service(one.service)
    return {"service": kind.name, "clinician": kind.clinician, **when_said(one)}


def when_said(slot: Appointment) -> dict[str, str]:
    """Day and time as facts for a sentence."""
    return {"day": facts.weekday(slot.day), "time": slot.time}


def propose(slot: Appointment, lines: tuple[Line, ...]) -> Plan:
    """Show a card for the slot; Change offers other times of that day and the day after."""
    day, later = facts.weekday(slot.day), facts.next_open_day(slot.day)
    times = [time for time in spread(facts.slots(slot.day)) if time != slot.time][:2]
    others = (*(f"{day} at {time} instead" for time in times), f"{facts.weekday(later)} at 10:00 instead")
    return Plan(skill="booking", lines=lines, proposal=slot, others=others)


def spread(times: tuple[str, ...], most: int = OFFERED) -> tuple[str, ...]:
    """A few of the times, spread over the day."""
    return tuple(times[len(times) * n // most] for n in range(most)) if len(times) > most else times


def day_names(after: date) -> tuple[str, ...]:
    """The next few open days by name."""
    days = [facts.next_open_day(after)]
    while len(days) < OFFERED:
        days.append(facts.next_open_day(days[-1]))
    return tuple(facts.weekday(day) for day in days)


def reply(key: str, given: Mapping[str, str] | None = None, suggestions: tuple[str, ...] = ()) -> Plan:
    """A reply of one line of the booking skill."""
    return Plan(skill="booking", lines=(Line(key=key, facts=given or {}),), suggestions=suggestions)


def ask(key: str, label: str, options: Sequence[str], given: Mapping[str, str] | None = None) -> Plan:
    """A question with a list to choose from."""
    return replace(reply(key, given), choice=Choice(label=label, options=tuple(options)))
