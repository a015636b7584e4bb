"""The web side that is not about clinics: users by cookie, errors as JSON, event streams, headers."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evals.errors import UsageError
from pages.demo.feed import CutError
from pages.demo.run import Clinic

COOKIE = "clinic_user"
LARGEST_BODY = 256 * 1024
SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A request of a known user."""

    request: Request
    clinic: Clinic
    user: str

    async def body(self) -> dict[str, Any]:
        """The JSON object that was sent. Raises HttpError."""
        raw = await self.raw(LARGEST_BODY, "That message is too long to be sent.")
        try:
            value = json.loads(raw or b"{}")
        except (ValueError, RecursionError) as error:
            raise HttpError(400, "The request is not JSON.") from error
        if not isinstance(value, dict):
            raise HttpError(400, "The request is not a JSON object.")
        return value

    async def raw(self, most: int, too_long: str) -> bytes:
        """The bytes that were sent. Raises HttpError for more than `most`, once all have come."""
        raw, length = bytearray(), 0
        async for chunk in self.request.stream():
            length += len(chunk)
            raw += chunk[: most - len(raw)]
        if length > most:
            raise HttpError(413, too_long)
        return bytes(raw)

    def conversation(self, conversation: str) -> dict[str, Any]:
        """A conversation of this user. Raises HttpError."""
        return conversation_of(self.clinic, self.user, conversation)


class HttpError(Exception):
    """An answer that is not a success; `message` is for people."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


def conversation_of(clinic: Clinic, user: str, conversation: str) -> dict[str, Any]:
    """A conversation of that user. Raises HttpError."""
    row = clinic.store.conversation(user, conversation)
    if row is None:
        raise HttpError(404, "There is no such conversation.")
    return row


def endpoint(
    answer: Callable[[Visit], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Give an endpoint its user - a new one where the cookie names none - and its errors their form."""

    async def wrapped(request: Request) -> Response:
        clinic: Clinic = request.app.state.clinic
        known = request.cookies.get(COOKIE, "")
        user = known if clinic.store.knows(known) else clinic.store.new_user(clinic.day())
        try:
            response = await answer(Visit(request=request, clinic=clinic, user=user))
        except HttpError as error:
            response = JSONResponse({"error": error.message}, status_code=error.status)
        except UsageError as error:
            response = JSONResponse({"error": str(error)}, status_code=400)
        if user != known:
            response.set_cookie(COOKIE, user, httponly=True, samesite="lax", max_age=365 * 24 * 3600)
        return response

    return wrapped


class EventStream(Response):
    """Server-sent events; `gone` is called when the client goes away, and has to end the source.

    Where the source raises CutError the answer is left unfinished, and the server closes the connection.
    """

    media_type = "text/event-stream"

    def __init__(self, source: AsyncIterator[str], gone: Callable[[], None]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.source, self.gone = source, gone

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        watch = asyncio.create_task(self.watch(receive))
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        try:
            async for event in self.source:
                body = f"data: {event}\n\n".encode()
                await send({"type": "http.response.body", "body": body, "more_body": True})
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


class BrokenOff(Response):
    """An answer that announces a body and breaks off before it: the server closes the connection."""

    def __init__(self) -> None:
        super().__init__("{}", media_type="application/json")

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})


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
