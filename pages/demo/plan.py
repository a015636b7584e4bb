"""What the assistant is about to say and show, before it is put into words: plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from pages.demo import facts

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


@dataclass(frozen=True, kw_only=True)
class Line:
    """One bubble: a key of the wording table and the facts that it states.

    `negated` takes the opposite side of each `[so|not so]` in the wording; only a seeded bug does that.
    """

    key: str
    facts: Mapping[str, str] = field(default_factory=dict)
    negated: bool = False


@dataclass(frozen=True, kw_only=True)
class ToolUse:
    """A tool the assistant used for this reply."""

    name: str
    arguments: Mapping[str, object]
    result: object


@dataclass(frozen=True, kw_only=True)
class Appointment:
    """An appointment; `id` is None for one that is proposed and not yet booked. `time` is H:MM."""

    id: int | None = None
    service: str
    day: date
    time: str
    status: Literal["confirmed", "unconfirmed", "cancelled"] = "confirmed"

    def as_json(self) -> dict[str, object]:
        """As the API tells it."""
        kind = facts.service(self.service)
        return {
            "id": self.id,
            "service": self.service,
            "name": kind.name,
            "day": facts.weekday(self.day),
            "date": self.day.isoformat(),
            "time": self.time,
            "with": kind.clinician,
            "status": self.status,
        }


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A whole reply. With a `proposal` the page shows a card; `others` are the slots that Change offers."""

    skill: str
    lines: tuple[Line, ...] = ()
    tools: tuple[ToolUse, ...] = ()
    proposal: Appointment | None = None
    others: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()


def long_date(day: date) -> str:
    """December 3, 2026 - whatever the locale."""
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def card(plan: Plan, card_id: str) -> dict[str, object] | None:
    """The booking card of a plan as it goes over the wire, or None.

    Every action says itself what it does: `call` an endpoint, or `suggest` replies.
    """
    slot = plan.proposal
    if slot is None:
        return None
    kind = facts.service(slot.service)
    body = {"day": facts.weekday(slot.day), "date": slot.day.isoformat(), "time": slot.time}
    call = {
        "method": "POST" if slot.id is None else "PATCH",
        "path": "/api/appointments" if slot.id is None else f"/api/appointments/{slot.id}",
        "body": {**body, "service": slot.service, "card": card_id},
    }
    return {
        "id": card_id,
        "title": "Appointment",
        "image": {
            "src": f"/static/{kind.clinician.removeprefix('Dr. ').lower()}.svg",
            "alt": f"Portrait of {kind.clinician}",
        },
        "fields": [
            ["Day", facts.weekday(slot.day)],
            ["Date", long_date(slot.day)],
            ["Time", slot.time],
            ["With", kind.clinician],
            ["For", kind.name.capitalize()],
        ],
        "actions": [{"name": "Confirm", "call": call}, {"name": "Change", "suggest": list(plan.others)}],
        "state": "open",
    }
