"""The tools of the desk as a chat model calls them: described by schema, checked, and done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from evals.errors import UsageError
from pages.demo import appointments, facts
from pages.demo.desk import Desk
from pages.demo.plan import Appointment, Order

SERVICE = {"type": "string", "enum": [each.key for each in facts.SERVICES]}
DATE = {"type": "string", "description": "YYYY-MM-DD"}
TIME = {"type": "string", "description": "H:MM, 24 hours, as find_slots gives it"}
NUMBER = {"type": "integer"}


@dataclass(kw_only=True)
class Clerk:
    """Does what the model asks for. A `proposal` or an `order` is to be shown as a card."""

    desk: Desk
    proposal: Appointment | None = None
    order: Order | None = None

    def use(self, name: str, asked: Mapping[str, Any]) -> object:
        """The result of a tool, for the model to read; what is wrong with the request is a result too."""
        before = len(self.desk.used)
        try:
            TOOLS[name].do(self, asked)
        except (UsageError, KeyError, ValueError, TypeError) as error:
            what = str(error) if isinstance(error, UsageError) else f"cannot be done: {error!r}"
            del self.desk.used[before:]
            self.desk.note(name, dict(asked), {"error": what})
        return self.desk.used[-1].result

    def find_appointment(self, asked: Mapping[str, Any]) -> None:
        self.desk.find(asked.get("service"))

    def find_slots(self, asked: Mapping[str, Any]) -> None:
        self.desk.slots(facts.service(asked["service"]).key, date.fromisoformat(asked["date"]))

    def hold_slot(self, asked: Mapping[str, Any]) -> None:
        self.proposal = appointments.new(asked, self.desk.today)
        self.desk.hold(self.proposal)

    def move_appointment(self, asked: Mapping[str, Any]) -> None:
        to = appointments.changed(self.own(asked), {**asked, "status": None}, self.desk.today)
        self.proposal = replace(to, status="unconfirmed")
        self.desk.move(self.proposal)

    def cancel_appointment(self, asked: Mapping[str, Any]) -> None:
        self.desk.cancel(self.own(asked))

    def find_order(self, asked: Mapping[str, Any]) -> None:
        number = asked.get("number")
        self.order = self.desk.order(int(number) if number is not None else None)

    def own(self, asked: Mapping[str, Any]) -> Appointment:
        """The patient's appointment that is meant. Raises UsageError."""
        found = self.desk.store.appointment(self.desk.user, int(asked["id"]))
        if found is None:
            raise UsageError("there is no such appointment", fix="call find_appointment for its id")
        return found


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool as the model is told of it."""

    says: str
    do: Callable[[Clerk, Mapping[str, Any]], None]
    takes: Mapping[str, object]
    needs: tuple[str, ...] = ()

    def as_json(self, name: str) -> dict[str, Any]:
        """The function as the chat completions API takes it."""
        schema = {"type": "object", "properties": dict(self.takes), "required": list(self.needs)}
        return {
            "type": "function",
            "function": {"name": name, "description": self.says, "parameters": schema},
        }


TOOLS: Mapping[str, Tool] = {
    "find_appointment": Tool(
        says="The patient's appointments, of one service where it is given.",
        do=Clerk.find_appointment,
        takes={"service": SERVICE},
    ),
    "find_slots": Tool(
        says="The times at which an appointment can begin on a day.",
        do=Clerk.find_slots,
        takes={"service": SERVICE, "date": DATE},
        needs=("service", "date"),
    ),
    "hold_slot": Tool(
        says="Propose a new appointment. The patient then confirms it on a card.",
        do=Clerk.hold_slot,
        takes={"service": SERVICE, "date": DATE, "time": TIME},
        needs=("service", "date", "time"),
    ),
    "move_appointment": Tool(
        says="Move an appointment to another day or time. The patient then confirms it on a card.",
        do=Clerk.move_appointment,
        takes={"id": NUMBER, "date": DATE, "time": TIME},
        needs=("id",),
    ),
    "cancel_appointment": Tool(
        says="Cancel an appointment, after the patient has said yes to that.",
        do=Clerk.cancel_appointment,
        takes={"id": NUMBER},
        needs=("id",),
    ),
    "find_order": Tool(
        says="An order, the latest one without a number. The patient then sees a card with its status.",
        do=Clerk.find_order,
        takes={"number": NUMBER},
    ),
}


def offered() -> list[dict[str, Any]]:
    """All tools, for the model."""
    return [tool.as_json(name) for name, tool in TOOLS.items()]
