"""Cards as they go over the wire. A card says itself what its inputs are, what its actions do, and what it
becomes once it is done."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from pages.demo import facts
from pages.demo.plan import Appointment, Order, Plan, long_date

REMINDERS: Mapping[str, str] = {"none": "No reminder", "hour": "An hour before", "day": "The day before"}
LONGEST_NOTE = 200
STATUSES: Mapping[str, str] = {
    "preparing": "Being prepared",
    "sent": "On its way",
    "delivered": "Delivered",
    "cancelled": "Cancelled",
}


def card(plan: Plan, card_id: str, today: date) -> dict[str, Any] | None:
    """The card of a plan, or None.

    An action can `call` an endpoint, `suggest` replies, or lead to an `href`; `inputs` go along with a call.
    """
    if plan.proposal:
        return appointment(plan.proposal, plan.others, card_id)
    return order(plan.order, card_id, today) if plan.order else None


def appointment(slot: Appointment, others: tuple[str, ...], card_id: str) -> dict[str, Any]:
    """A slot to be confirmed."""
    kind = facts.service(slot.service)
    body = {"day": facts.weekday(slot.day), "date": slot.day.isoformat(), "time": slot.time}
    call = {
        "method": "POST" if slot.id is None else "PATCH",
        "path": "/api/appointments" if slot.id is None else f"/api/appointments/{slot.id}",
        "body": {**body, "service": slot.service, "card": card_id},
    }
    return {
        "id": card_id,
        "kind": "appointment",
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
        "inputs": [
            {"name": "note", "label": "Note for the clinic", "value": slot.note, "longest": LONGEST_NOTE},
            {"name": "reminder", "label": "Remind me", "value": slot.reminder, "options": dict(REMINDERS)},
        ],
        "actions": [{"name": "Confirm", "call": call}, {"name": "Change", "suggest": list(others)}],
        "done": {"note": "Confirmed"},
        "state": "open",
    }


def order(one: Order, card_id: str, today: date) -> dict[str, Any]:
    """Where an order is; it can be cancelled until it is sent."""
    status, path = one.status(today), f"/orders/{one.number}"
    body = {"status": "cancelled", "card": card_id}
    cancel = {"name": "Cancel order", "call": {"method": "PATCH", "path": f"/api{path}", "body": body}}
    return {
        "id": card_id,
        "kind": f"order {one.number}",
        "title": f"Order {one.number}",
        "image": {"src": "/static/parcel.svg", "alt": "Parcel of the clinic"},
        "fields": [
            ["Status", STATUSES[status]],
            [
                "Expected",
                "–" if one.cancelled else f"{facts.weekday(one.expected)}, {long_date(one.expected)}",
            ],
            ["Items", one.items],
        ],
        "inputs": [],
        "actions": [
            {"name": "Track", "href": path},
            {"name": "Receipt", "href": f"{path}/receipt", "download": True},
            *([cancel] if status == "preparing" else []),
        ],
        "done": {"note": "Cancelled", "fields": {"Status": STATUSES["cancelled"], "Expected": "–"}},
        "state": "open",
    }


def filled(shown: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """The card with what was put into its inputs when its action was carried out."""
    inputs = [{**each, "value": asked.get(each["name"], each["value"])} for each in shown["inputs"]]
    return {**shown, "inputs": inputs}
