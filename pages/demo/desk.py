"""The tools of the assistant: what it looks up and what it does for a patient."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from pages.demo import facts
from pages.demo.plan import Appointment, Order, ToolUse
from pages.demo.store import Change, Store


@dataclass(kw_only=True)
class Desk:
    """The tools of one turn, for one user; `used` is what was called, `changes` what came of it."""

    store: Store
    user: str
    today: date
    used: list[ToolUse] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    def note(self, name: str, arguments: Mapping[str, object], result: object) -> None:
        self.used.append(ToolUse(name=name, arguments=arguments, result=result))

    def has_appointment(self) -> bool:
        """Is there anything to move? Asking this is no tool call."""
        return bool(self.store.appointments(self.user))

    def find(self, service: str | None = None) -> list[Appointment]:
        """This user's appointments, of that service where there are some."""
        found = self.store.appointments(self.user)
        found = [each for each in found if each.service == service] or found
        self.note(
            "find_appointment", {"service": service} if service else {}, [each.as_json() for each in found]
        )
        return found

    def slots(self, service: str, day: date) -> tuple[str, ...]:
        """When that service can begin on that day."""
        times = facts.slots(day)
        self.note("find_slots", {"service": service, "date": day.isoformat()}, list(times))
        return times

    def hold(self, slot: Appointment) -> None:
        """Keep a slot until the patient confirms."""
        self.note("hold_slot", {"service": slot.service, **when(slot)}, {"held": True})

    def move(self, to: Appointment) -> None:
        """Move it; the patient still has to confirm."""
        self.change(to)
        self.note("move_appointment", {"id": to.id, **when(to)}, to.as_json())

    def change(self, to: Appointment) -> None:
        """Write it, and note what to undo where the message is asked again."""
        before = self.store.appointment(self.user, to.id or 0)
        self.store.change_appointment(self.user, to)
        self.changes += [(before, to)] if before else []

    def cancel(self, one: Appointment) -> None:
        """Cancel it."""
        gone = replace(one, status="cancelled")
        self.change(gone)
        self.note("cancel_appointment", {"id": one.id}, gone.as_json())

    def names(self, files: Sequence[str]) -> list[str]:
        """What the files are called that a message came with. Asking this is no tool call."""
        return [file.name for file in (self.store.files.get(self.user, each) for each in files) if file]

    def order(self, number: int | None) -> Order | None:
        """The order of that number, or the latest one."""
        found = [each for each in self.store.orders.all(self.user) if number in (None, each.number)]
        order = found[-1] if found else None
        self.note(
            "find_order", {"number": number} if number else {}, order.as_json(self.today) if order else None
        )
        return order


def when(slot: Appointment) -> dict[str, object]:
    """Day, date and time for the arguments of a tool."""
    return {"day": facts.weekday(slot.day), "date": slot.day.isoformat(), "time": slot.time}
