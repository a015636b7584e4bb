"""The clinic's web application: one page, its chat endpoint, conversations and appointments."""

import asyncio
import json
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import reduce
from pathlib import Path
from typing import Any

from ag_ui.core import RunAgentInput, RunErrorEvent, RunStartedEvent
from ag_ui.encoder import EventEncoder
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evals.errors import UsageError
from pages.demo import appointments, bugs, stream
from pages.demo.booking import Desk
from pages.demo.options import Options
from pages.demo.run import CutError, Run, compose
from pages.demo.store import Store

STATIC = Path(__file__).parent / "static"
COOKIE = "clinic_user"
LARGEST_BODY = 256 * 1024
SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}
FAILED = "Something went wrong on our side. Please try again."


@dataclass(kw_only=True)
class Clinic:
    """All that the endpoints share."""

    store: Store
    seed: int | None = None
    today: date | None = None
    pace: float = 1.0
    bugs: tuple[str, ...] = ()
    runs: dict[str, Run] = field(default_factory=dict)

    def day(self) -> date:
        """Today, unless another day was chosen."""
        return self.today or date.today()

    def stop_all(self) -> None:
        """End every reply that is being streamed."""
        for run in list(self.runs.values()):
            run.stop.set()


class HttpError(Exception):
    """An answer that is not a success; `message` is for people."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class EventStream(Response):
    """Server-sent events that end early when the client goes away.

    Where the source raises CutError, the answer is left unfinished, and the server closes the connection.
    """

    def __init__(self, source: AsyncIterator[str], gone: Callable[[], None]) -> None:
        super().__init__(media_type="text/event-stream")
        del self.headers["content-length"]
        self.source, self.gone = source, gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watch = asyncio.create_task(self.watch(receive))
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        try:
            async for chunk in self.source:
                await send({"type": "http.response.body", "body": chunk.encode(), "more_body": True})
        except CutError:
            return
        finally:
            watch.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def watch(self, receive: Receive) -> None:
        """Wait for the client to hang up."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.gone()


class SecurityHeaders:
    """ASGI middleware that adds the same headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(name.encode(), value.encode()) for name, value in SECURITY.items()]
                message = {**message, "headers": [*message["headers"], *headers]}
            await send(message)

        await self.app(scope, receive, send_with_headers)


def clinic_of(request: Request) -> Clinic:
    """What the endpoints share."""
    clinic: Clinic = request.app.state.clinic
    return clinic


def endpoint(
    answer: Callable[[Request, Clinic, str], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Give an endpoint its user - a new one where the cookie names none - and its errors their form."""

    async def wrapped(request: Request) -> Response:
        clinic, known = clinic_of(request), request.cookies.get(COOKIE, "")
        user = known if clinic.store.knows(known) else clinic.store.new_user(clinic.day())
        try:
            response = await answer(request, clinic, user)
        except HttpError as error:
            response = JSONResponse({"error": error.message}, status_code=error.status)
        except UsageError as error:
            response = JSONResponse({"error": str(error)}, status_code=400)
        if user != known:
            response.set_cookie(COOKIE, user, httponly=True, samesite="lax", max_age=365 * 24 * 3600)
        return response

    return wrapped


async def body(request: Request) -> dict[str, Any]:
    """The JSON object that was sent. Raises HttpError."""
    raw = b""
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > LARGEST_BODY:
            raise HttpError(413, "That message is too long to be sent.")
    try:
        value = json.loads(raw or b"{}")
    except (UnicodeDecodeError, ValueError) as error:
        raise HttpError(400, "The request is not JSON.") from error
    if not isinstance(value, dict):
        raise HttpError(400, "The request is not a JSON object.")
    return value


async def page(request: Request, clinic: Clinic, user: str) -> Response:
    """The one page."""
    return FileResponse(STATIC / "index.html", media_type="text/html")


async def new_conversation(request: Request, clinic: Clinic, user: str) -> Response:
    """Begin a conversation; the query says its seed, bugs and pace."""
    query = {name: request.query_params.getlist(name) for name in request.query_params}
    options = Options.from_query(query)
    seed = options.seed if options.seed is not None else clinic.seed
    seed = seed if seed is not None else random.SystemRandom().getrandbits(32)
    options = replace(options, seed=seed, bugs=(*clinic.bugs, *options.bugs))
    id = clinic.store.new_conversation(user, options.as_json())
    return JSONResponse({"id": id}, status_code=201)


async def conversations(request: Request, clinic: Clinic, user: str) -> Response:
    """All conversations of this user in which something was said."""
    return JSONResponse(clinic.store.conversations(user))


def owned(clinic: Clinic, user: str, id: str) -> dict[str, Any]:
    """A conversation of this user. Raises HttpError."""
    row = clinic.store.conversation(user, id)
    if row is None:
        raise HttpError(404, "There is no such conversation.")
    return row


async def conversation(request: Request, clinic: Clinic, user: str) -> Response:
    """One conversation with all that was said and shown; the page shows the last `shown` messages at first."""
    row = owned(clinic, user, request.path_params["id"])
    messages = clinic.store.messages(row["id"])
    view = {"id": row["id"], "title": row["title"], "messages": messages, "shown": len(messages)}
    found = bugs.find(row["options"]["bugs"])
    view = reduce(lambda changed, bug: bug.view(changed), found, view | {"suggestions": row["suggestions"]})
    return JSONResponse(view)


async def chat(request: Request, clinic: Clinic, user: str) -> Response:
    """Answer the last message of a run (AG-UI RunAgentInput) as a stream of events."""
    try:
        asked = RunAgentInput.model_validate(await body(request))
    except ValidationError as error:
        raise HttpError(400, "The request is not an AG-UI run: threadId, runId and messages.") from error
    said = [each.content for each in asked.messages if each.role == "user"]
    if not said or not isinstance(said[-1], str):
        raise HttpError(400, "The run has no message of a user.")
    row = owned(clinic, user, asked.thread_id)
    if row["id"] in clinic.runs:
        raise HttpError(409, "The assistant is still answering in this conversation.")
    run = Run(store=clinic.store, conversation=row["id"], id=asked.run_id)
    clinic.runs[row["id"]] = run
    return EventStream(reply(clinic, row, run, user, said[-1]), gone=run.stop.set)


async def reply(clinic: Clinic, row: dict[str, Any], run: Run, user: str, message: str) -> AsyncIterator[str]:
    """Keep the message, plan the answer and stream it; a failure is told as RUN_ERROR."""
    options = Options.from_json(row["options"])
    found = bugs.find(options.bugs)
    pace = stream.Pace(
        rng=random.Random(f"{options.seed}/pauses/{run.id}"),
        factor=clinic.pace,
        range_s=options.pauses_s,
        pieces=options.tokens or stream.MOST_PIECES,
    )
    try:
        clinic.store.add_message(row["id"], run=run.id, role="user", text=message)
        desk = Desk(store=clinic.store, user=user, today=clinic.day())
        script = compose(clinic.store, row, run.id, message, desk, found)
        async for chunk in run.play(
            script, pace, share_sent=min([bug.share_sent for bug in found], default=1.0)
        ):
            yield chunk
    except sqlite3.Error:
        encoder = EventEncoder()
        yield encoder.encode(RunStartedEvent(thread_id=row["id"], run_id=run.id))
        yield encoder.encode(RunErrorEvent(message=FAILED, code="storage"))
    finally:
        clinic.runs.pop(row["id"], None)
        run.done.set()


async def stop(request: Request, clinic: Clinic, user: str) -> Response:
    """The reader stopped a reply; `kept` is how many characters of each bubble they had seen."""
    row, asked = owned(clinic, user, request.path_params["id"]), await body(request)
    kept, run = asked.get("kept"), str(asked.get("run", ""))
    if not isinstance(kept, list) or not all(isinstance(count, int) and count >= 0 for count in kept):
        raise HttpError(400, "kept is not a list of numbers of characters.")
    live = clinic.runs.get(row["id"])
    if live and live.id == run:
        live.stop.set()
        await live.done.wait()
    clinic.store.trim_reply(row["id"], run, kept)
    return JSONResponse({"stopped": True})


async def list_appointments(request: Request, clinic: Clinic, user: str) -> Response:
    """This user's appointments."""
    return JSONResponse([each.as_json() for each in clinic.store.appointments(user)])


async def book(request: Request, clinic: Clinic, user: str) -> Response:
    """Book a new appointment."""
    asked = await body(request)
    made = clinic.store.add_appointment(user, appointments.new(asked, clinic.day()))
    clinic.store.finish_card(user, str(asked.get("card", "")))
    return JSONResponse(made.as_json(), status_code=201)


async def change(request: Request, clinic: Clinic, user: str) -> Response:
    """Move, confirm or cancel an appointment."""
    asked, id = await body(request), request.path_params["id"]
    current = clinic.store.appointment(user, id)
    if current is None:
        raise HttpError(404, "There is no such appointment.")
    changed = appointments.changed(current, asked, clinic.day())
    clinic.store.change_appointment(user, changed)
    clinic.store.finish_card(user, str(asked.get("card", "")))
    return JSONResponse(changed.as_json())


def create(clinic: Clinic) -> Starlette:
    """The application; it does not own the store."""
    bugs.find(clinic.bugs)
    routes = [
        Route("/", endpoint(page)),
        Route("/api/chat", endpoint(chat), methods=["POST"]),
        Route("/api/conversations", endpoint(conversations), methods=["GET"]),
        Route("/api/conversations", endpoint(new_conversation), methods=["POST"]),
        Route("/api/conversations/{id}", endpoint(conversation), methods=["GET"]),
        Route("/api/conversations/{id}/stop", endpoint(stop), methods=["POST"]),
        Route("/api/appointments", endpoint(list_appointments), methods=["GET"]),
        Route("/api/appointments", endpoint(book), methods=["POST"]),
        Route("/api/appointments/{id:int}", endpoint(change), methods=["PATCH"]),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(SecurityHeaders)])
    app.state.clinic = clinic
    return app
