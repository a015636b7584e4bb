"""What the appointment endpoints accept: JSON in, a checked appointment out."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from evals.errors import UsageError
from pages.demo import cards, facts
from pages.demo.plan import Appointment


def new(asked: Mapping[str, Any], today: date) -> Appointment:
    """A new appointment: service, time, and day (a weekday's name) or date. Raises UsageError."""
    key = asked.get("service")
    if key not in {each.key for each in facts.SERVICES}:
        raise UsageError(
            "there is no such service",
            expected=", ".join(each.key for each in facts.SERVICES),
            seen=repr(key),
        )
    day = day_of(asked, today)
    if day is None:
        raise UsageError("the appointment has no day", fix='send "day": "Thursday" or "date": "2026-12-03"')
    slot = Appointment(service=str(key), day=day, time=str(asked.get("time", "")))
    return wished(checked(slot, today), asked)


def changed(current: Appointment, asked: Mapping[str, Any], today: date) -> Appointment:
    """The appointment with another day or time, confirmed; or cancelled. Raises UsageError."""
    if asked.get("status") == "cancelled":
        return replace(current, status="cancelled")
    if current.status == "cancelled":
        raise UsageError("the appointment is cancelled", fix="book a new one with POST /api/appointments")
    day = day_of(asked, today) or current.day
    time = str(asked.get("time", current.time))
    return wished(checked(replace(current, day=day, time=time, status="confirmed"), today), asked)


def wished(slot: Appointment, asked: Mapping[str, Any]) -> Appointment:
    """The appointment with the note and the reminder that were asked for. Raises UsageError."""
    note, reminder = asked.get("note", slot.note), asked.get("reminder", slot.reminder)
    if not isinstance(note, str) or len(note) > cards.LONGEST_NOTE:
        raise UsageError("note is not a short text", expected=f"at most {cards.LONGEST_NOTE} characters")
    if reminder not in cards.REMINDERS:
        raise UsageError(
            "there is no such reminder", expected=", ".join(cards.REMINDERS), seen=repr(reminder)
        )
    return replace(slot, note=note, reminder=reminder)


def day_of(asked: Mapping[str, Any], today: date) -> date | None:
    """The day that was sent; where both name and date are there, they have to agree."""
    name, iso = asked.get("day"), asked.get("date")
    if name is not None and name not in facts.WEEKDAYS:
        raise UsageError(
            "day is not the name of a weekday", expected=", ".join(facts.WEEKDAYS), seen=repr(name)
        )
    if iso is None:
        return facts.next_weekday(str(name), today) if name else None
    try:
        day = date.fromisoformat(str(iso))
    except ValueError as error:
        raise UsageError("date is not a date", expected="YYYY-MM-DD", seen=repr(iso)) from error
    if name and facts.weekday(day) != name:
        raise UsageError("day and date do not agree", expected=facts.weekday(day), seen=str(name))
    return day


def checked(slot: Appointment, today: date) -> Appointment:
    """The slot, where the clinic can keep it: after today, at a time at which appointments begin."""
    if slot.day <= today:
        raise UsageError("appointments begin tomorrow at the earliest", seen=slot.day.isoformat())
    times = facts.slots(slot.day)
    if slot.time not in times:
        expected = f"one of {', '.join(times)}" if times else "another day: the clinic is closed then"
        raise UsageError("no appointment begins then", expected=expected, seen=repr(slot.time))
    return slot
