"""The ways in which a reply reaches the page. Each follows the run's feed; the events are the same on all."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from ag_ui.core import RunAgentInput, RunErrorEvent, RunStartedEvent
from pydantic import ValidationError
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.demo.feed import CutError, Feed
from pages.demo.run import Clinic, Run, Said
from pages.demo.web import (
    COOKIE,
    BrokenOff,
    EventStream,
    HttpError,
    Visit,
    conversation_of,
    endpoint,
)

HOLD_S = 20.0
"""How long a poll is held where there is nothing to tell."""


def begin(clinic: Clinic, user: str, body: dict[str, Any]) -> Run:
    """Start a run that answers its last message (AG-UI RunAgentInput). Raises HttpError."""
    try:
        asked = RunAgentInput.model_validate(body)
    except ValidationError as error:
        raise HttpError(400, "The request is not an AG-UI run: threadId, runId and messages.") from error
    said = [each.content for each in asked.messages if each.role == "user"]
    if not said or not isinstance(said[-1], str):
        raise HttpError(400, "The run has no message of a user.")
    row = conversation_of(clinic, user, asked.thread_id)
    before = clinic.runs.get(row["id"])
    message = Said(text=said[-1], **props(asked))
    if not all(clinic.store.files.get(user, each) for each in message.files):
        raise HttpError(400, "There is no such attachment.")
    if before and not before.done.is_set():
        if before.id != message.replaces:
            raise HttpError(409, "The assistant is still answering in this conversation.")
        before.stop.set()
    run = Run(store=clinic.store, conversation=row["id"], id=asked.run_id)
    clinic.begin(row, run, user, message)
    return run


def props(asked: RunAgentInput) -> dict[str, Any]:
    """What this product's own page sends with a run: the run that it replaces, the ids of files."""
    given = asked.forwarded_props if isinstance(asked.forwarded_props, dict) else {}
    replaces, files = given.get("replaces"), given.get("attachments")
    return {
        "replaces": str(replaces) if replaces else None,
        "files": tuple(map(str, files)) if isinstance(files, list) else (),
    }


async def chat(visit: Visit) -> Response:
    """fetch, xhr: a run, told in the answer to the request that starts it. Who hangs up stops it."""
    run = begin(visit.clinic, visit.user, await visit.body())
    return EventStream(run.feed.follow(), gone=run.stop.set)


async def start(visit: Visit) -> Response:
    """eventsource, polling, shared: start a run that is told elsewhere."""
    run = begin(visit.clinic, visit.user, await visit.body())
    return JSONResponse({"run": run.id}, status_code=202)


async def events(visit: Visit) -> Response:
    """eventsource: one run. Who hangs up stops it."""
    run = latest(visit)
    return EventStream(run.feed.follow(), gone=run.stop.set)


async def poll(visit: Visit) -> Response:
    """polling: what a run tells from `after` on, held until there is something or the run is over."""
    feed, given = latest(visit).feed, visit.request.query_params.get("after", "0")
    if not given.isdecimal():
        raise HttpError(400, "after is not a whole number from 0 up.")
    try:
        told = await asyncio.wait_for(feed.after(int(given)), HOLD_S)
    except TimeoutError:
        told = []
    except CutError:
        return BrokenOff()
    following = int(given) + len(told)
    over = feed.over and following >= len(feed.events)
    body = f'{{"events": [{", ".join(told)}], "next": {following}, "over": {json.dumps(over)}}}'
    return Response(body, media_type="application/json")


async def listen(visit: Visit) -> Response:
    """shared: every run of a conversation that begins from now on. It cannot be told whose run to stop."""
    clinic, conversation = visit.clinic, visit.conversation(visit.request.path_params["id"])["id"]
    begun: asyncio.Queue[Run | None] = asyncio.Queue()
    clinic.listeners.setdefault(conversation, set()).add(begun)

    async def every() -> AsyncIterator[str]:
        try:
            while run := await begun.get():
                async for event in run.feed.follow():
                    yield event
        finally:
            clinic.listeners[conversation].discard(begun)

    return EventStream(every(), gone=lambda: begun.put_nowait(None))


def latest(visit: Visit) -> Run:
    """The run that the path names, while it is the latest of its conversation. Raises HttpError."""
    row = visit.conversation(visit.request.path_params["id"])
    run = visit.clinic.runs.get(row["id"])
    if run is None or run.id != visit.request.path_params["run"]:
        raise HttpError(404, "There is no such run.")
    return run


async def socket(connection: WebSocket) -> None:
    """websocket: every run that is asked for on it, one after the other. Who hangs up stops the last one."""
    clinic, user = connection.app.state.clinic, connection.cookies.get(COOKIE, "")
    if not is_own(connection) or not clinic.store.knows(user):
        await connection.close()
        return
    await connection.accept()
    feeds: asyncio.Queue[Feed | None] = asyncio.Queue()
    hearing = asyncio.create_task(hear(connection, clinic, user, feeds))
    try:
        while feed := await feeds.get():
            async for event in feed.follow():
                await connection.send_text(event)
    except (CutError, WebSocketDisconnect):
        return  # without a word: the server closes the connection
    finally:
        hearing.cancel()


async def hear(connection: WebSocket, clinic: Clinic, user: str, feeds: "asyncio.Queue[Feed | None]") -> None:
    """Take what the page says on its socket: a run to start, or `stop` and a run's id."""
    run: Run | None = None
    async for text in connection.iter_text():
        asked = parsed(text)
        if run and asked.get("stop") == run.id:
            run.stop.set()
        if "stop" in asked:
            continue
        try:
            run = begin(clinic, user, asked)
            feeds.put_nowait(run.feed)
        except HttpError as error:
            feeds.put_nowait(refusal(asked, error.message))
    if run:
        run.stop.set()
    feeds.put_nowait(None)


def is_own(connection: WebSocket) -> bool:
    """Does the socket come from a page of this server? A browser lets any page open one."""
    return urlsplit(connection.headers.get("origin", "")).netloc == connection.headers.get("host")


def parsed(text: str) -> dict[str, Any]:
    """A JSON object; anything else is an empty one."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def refusal(asked: dict[str, Any], message: str) -> Feed:
    """A run that fails as soon as it begins."""
    feed = Feed()
    feed.add(RunStartedEvent(thread_id=str(asked.get("threadId")), run_id=str(asked.get("runId"))))
    feed.add(RunErrorEvent(message=message, code="refused"))
    feed.end()
    return feed


def routes() -> list[BaseRoute]:
    """Where each transport is found."""
    run = "/api/conversations/{id}/runs/{run}"
    return [
        Route("/api/chat", endpoint(chat), methods=["POST"]),
        Route("/api/runs", endpoint(start), methods=["POST"]),
        Route(f"{run}/events", endpoint(events), methods=["GET"]),
        Route(f"{run}/poll", endpoint(poll), methods=["GET"]),
        Route("/api/conversations/{id}/events", endpoint(listen), methods=["GET"]),
        WebSocketRoute("/api/socket", socket),
    ]
