"""What the assistant is about to say and show, before it is put into words: plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Literal

from pages.demo import facts

Reminder = Literal["none", "hour", "day"]
Status = Literal["preparing", "sent", "delivered", "cancelled"]
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
    note: str = ""
    reminder: Reminder = "none"

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
            "note": self.note,
            "reminder": self.reminder,
        }


@dataclass(frozen=True, kw_only=True)
class Order:
    """Goods that were ordered, `expected` on a day. Numbers are counted for each patient."""

    number: int
    goods: str
    quantity: int
    expected: date
    cancelled: bool = False

    def status(self, today: date) -> Status:
        """Where it is; the courier takes a day."""
        if self.cancelled:
            return "cancelled"
        if today >= self.expected:
            return "delivered"
        return "sent" if today >= self.expected - timedelta(days=1) else "preparing"

    @property
    def items(self) -> str:
        """What was ordered, for people."""
        return f"{self.quantity} × {facts.goods(self.goods).name}"

    def as_json(self, today: date) -> dict[str, object]:
        """As the API tells it."""
        return {
            "number": self.number,
            "status": self.status(today),
            "expected": self.expected.isoformat(),
            "items": self.items,
            "total": self.quantity * facts.goods(self.goods).price,
        }


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What the reply asks the person to choose; an option is said as a message when it is chosen."""

    label: str
    options: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A whole reply. `proposal` and `order` are shown as cards; Change offers the slots `others`."""

    skill: str
    lines: tuple[Line, ...] = ()
    tools: tuple[ToolUse, ...] = ()
    proposal: Appointment | None = None
    others: tuple[str, ...] = ()
    order: Order | None = None
    choice: Choice | None = None
    suggestions: tuple[str, ...] = ()


def long_date(day: date) -> str:
    """December 3, 2026 - whatever the locale."""
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
