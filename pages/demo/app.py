"""The clinic's web application: one page, its chat endpoint, conversations and appointments."""

import random
from dataclasses import replace
from functools import reduce
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pages.demo import appointments, bugs, dom, files, orders, transports
from pages.demo.options import Options, transport
from pages.demo.plan import Order
from pages.demo.run import Clinic
from pages.demo.tracking import tracking
from pages.demo.web import HttpError, SecurityHeaders, Visit, endpoint


async def page(visit: Visit) -> Response:
    """The one page, in the variant and with the transport that the query names, or else the clinic's."""
    name = visit.request.query_params.get("dom", visit.clinic.dom)
    return HTMLResponse(dom.page(name, chosen_transport(visit)))


async def widget(visit: Visit) -> Response:
    """The chat for a frame of another page."""
    return HTMLResponse(dom.framed(chosen_transport(visit)))


def chosen_transport(visit: Visit) -> str:
    """The query's transport, or else the clinic's. Raises UsageError."""
    return transport(visit.request.query_params.get("transport", visit.clinic.transport))


async def new_conversation(visit: Visit) -> Response:
    """Begin a conversation; the query says its seed, bugs and pace."""
    clinic, given = visit.clinic, visit.request.query_params
    options = Options.from_query({name: given.getlist(name) for name in given})
    seed = options.seed if options.seed is not None else clinic.seed
    seed = seed if seed is not None else random.SystemRandom().getrandbits(32)
    options = replace(options, seed=seed, bugs=(*clinic.bugs, *options.bugs))
    made = clinic.store.new_conversation(visit.user, options.as_json())
    return JSONResponse({"id": made, "faults": bugs.in_page(options.bugs)}, status_code=201)


async def conversations(visit: Visit) -> Response:
    """All conversations of this user in which something was said."""
    return JSONResponse(visit.clinic.store.conversations(visit.user))


async def conversation(visit: Visit) -> Response:
    """One conversation with all that was said; the page shows the last `shown` messages at first."""
    asked = visit.request.path_params["id"]
    row = open_to_all(visit, asked) or visit.conversation(asked)
    messages = visit.clinic.store.messages(row["id"])
    view = {
        "id": row["id"],
        "title": row["title"],
        "messages": messages,
        "shown": len(messages),
        "suggestions": row["suggestions"],
        "faults": bugs.in_page(row["options"]["bugs"]),
    }
    found = bugs.find(row["options"]["bugs"])
    return JSONResponse(reduce(lambda changed, bug: bug.view(changed), found, view))


def open_to_all(visit: Visit, asked: str) -> dict[str, Any] | None:
    """The conversation, where a bug lets anybody read it."""
    row = visit.clinic.store.any_conversation(asked)
    return row if row and any(bug.shared for bug in bugs.find(row["options"]["bugs"])) else None


def refuse(visit: Visit, card: str) -> None:
    """Fail, where a bug of the card's conversation says so. Raises HttpError."""
    row = visit.clinic.store.conversation_of(card)
    if row and any(bug.refuses for bug in bugs.find(row["options"]["bugs"])):
        raise HttpError(500, "The calendar of the clinic does not answer.")


async def stop(visit: Visit) -> Response:
    """The reader stopped a reply; `kept` is how many characters of each bubble they had seen."""
    row, asked = visit.conversation(visit.request.path_params["id"]), await visit.body()
    kept, run = asked.get("kept"), str(asked.get("run", ""))
    if not isinstance(kept, list) or not all(isinstance(count, int) and count >= 0 for count in kept):
        raise HttpError(400, "kept is not a list of numbers of characters.")
    live = visit.clinic.runs.get(row["id"])
    if live and live.id == run:
        live.stop.set()
        await live.done.wait()
    visit.clinic.store.trim_reply(row["id"], run, kept)
    return JSONResponse({"stopped": True})


async def feedback(visit: Visit) -> Response:
    """What a user thinks of a reply: `value` is up, down, or null to take it back."""
    asked = await visit.body()
    value = asked.get("value")
    if value not in ("up", "down", None):
        raise HttpError(400, "value is not up, down or null.")
    if not visit.clinic.store.rate(visit.user, str(asked.get("message")), value):
        raise HttpError(404, "There is no such reply.")
    return JSONResponse({"value": value})


async def attach(visit: Visit) -> Response:
    """Take a file, which a message is going to name."""
    data = await visit.raw(files.LARGEST, files.TOO_LARGE)
    name = files.plain_name(visit.request.query_params.get("name", ""))
    made = visit.clinic.store.files.add(visit.user, files.File(name=name, data=data))
    return JSONResponse({"id": made, "name": name}, status_code=201)


async def attachment(visit: Visit) -> Response:
    """A file that was attached, to be saved."""
    file = visit.clinic.store.files.get(visit.user, visit.request.path_params["id"])
    if file is None:
        raise HttpError(404, "There is no such file.")
    saved = {"content-disposition": file.disposition}
    return Response(file.data, media_type="application/octet-stream", headers=saved)


async def list_appointments(visit: Visit) -> Response:
    """This user's appointments."""
    return JSONResponse([each.as_json() for each in visit.clinic.store.appointments(visit.user)])


async def book(visit: Visit) -> Response:
    """Book a new appointment."""
    asked, store = await visit.body(), visit.clinic.store
    refuse(visit, str(asked.get("card", "")))
    made = store.add_appointment(visit.user, appointments.new(asked, visit.clinic.day()))
    store.finish_card(visit.user, asked)
    return JSONResponse(made.as_json(), status_code=201)


async def change(visit: Visit) -> Response:
    """Move, confirm or cancel an appointment."""
    asked, store = await visit.body(), visit.clinic.store
    refuse(visit, str(asked.get("card", "")))
    current = store.appointment(visit.user, visit.request.path_params["id"])
    if current is None:
        raise HttpError(404, "There is no such appointment.")
    changed = appointments.changed(current, asked, visit.clinic.day())
    store.change_appointment(visit.user, changed)
    store.finish_card(visit.user, asked)
    return JSONResponse(changed.as_json())


def known_order(visit: Visit) -> Order:
    """The order of this user that the address names. Raises HttpError."""
    found = visit.clinic.store.orders.get(visit.user, visit.request.path_params["number"])
    if found is None:
        raise HttpError(404, "There is no such order.")
    return found


async def list_orders(visit: Visit) -> Response:
    """This user's orders."""
    day = visit.clinic.day()
    return JSONResponse([each.as_json(day) for each in visit.clinic.store.orders.all(visit.user)])


async def one_order(visit: Visit) -> Response:
    """One order."""
    return JSONResponse(known_order(visit).as_json(visit.clinic.day()))


async def change_order(visit: Visit) -> Response:
    """Cancel an order."""
    asked, day = await visit.body(), visit.clinic.day()
    refuse(visit, str(asked.get("card", "")))
    changed = orders.changed(known_order(visit), asked, day)
    visit.clinic.store.orders.change(visit.user, changed)
    visit.clinic.store.finish_card(visit.user, asked)
    return JSONResponse(changed.as_json(day))


async def order_page(visit: Visit) -> Response:
    """Where an order is, as a page of its own."""
    return HTMLResponse(tracking(known_order(visit), visit.clinic.day()))


async def receipt(visit: Visit) -> Response:
    """The receipt of an order, to be saved."""
    order = known_order(visit)
    saved = {"content-disposition": f'attachment; filename="receipt-{order.number}.txt"'}
    return PlainTextResponse(orders.receipt(order), headers=saved)


def create(clinic: Clinic) -> Starlette:
    """The application; it does not own the store.

    Raises UsageError for an unknown bug, transport or variant of the page.
    """
    bugs.find(clinic.bugs)
    transport(clinic.transport)
    dom.dom(clinic.dom)
    routes = [
        Route("/", endpoint(page)),
        Route("/widget", endpoint(widget)),
        *transports.routes(),
        Route("/api/conversations", endpoint(conversations), methods=["GET"]),
        Route("/api/conversations", endpoint(new_conversation), methods=["POST"]),
        Route("/api/conversations/{id}", endpoint(conversation), methods=["GET"]),
        Route("/api/conversations/{id}/stop", endpoint(stop), methods=["POST"]),
        Route("/api/feedback", endpoint(feedback), methods=["POST"]),
        Route("/api/attachments", endpoint(attach), methods=["POST"]),
        Route("/api/attachments/{id}", endpoint(attachment), methods=["GET"]),
        Route("/api/appointments", endpoint(list_appointments), methods=["GET"]),
        Route("/api/appointments", endpoint(book), methods=["POST"]),
        Route("/api/appointments/{id:int}", endpoint(change), methods=["PATCH"]),
        Route("/api/orders", endpoint(list_orders), methods=["GET"]),
        Route("/api/orders/{number:int}", endpoint(one_order), methods=["GET"]),
        Route("/api/orders/{number:int}", endpoint(change_order), methods=["PATCH"]),
        Route("/orders/{number:int}", endpoint(order_page)),
        Route("/orders/{number:int}/receipt", endpoint(receipt)),
        Mount("/static", StaticFiles(directory=dom.STATIC)),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(SecurityHeaders)])
    app.state.clinic = clinic
    return app
