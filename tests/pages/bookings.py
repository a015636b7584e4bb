"""A small real product that remembers: conversations and bookings of each of its users, behind a slow API."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from pages import ChatUI
from tests.pages.product import on_a_free_port

PAGE = Path(__file__).with_name("bookings.html").read_text(encoding="utf-8")
FRAME = '<!doctype html><meta charset=utf-8><title>x</title><iframe title="Chat" src="/"></iframe>'
PORTRAIT = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
SLOW_S = 0.2
UI = ChatUI(
    name="bookings",
    user_message=lambda root: root.locator(".user"),
    reply=lambda root: root.locator(".bot"),
    suggestions=lambda root: root.get_by_role("group", name="Suggestions"),
    new_conversation=lambda root: root.get_by_role("button", name="New"),
)


@dataclass
class Bookings:
    """The server. `forgets` is what it leaves out when a conversation is asked for again."""

    forgets: str = ""
    url: str = ""
    views: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    booked: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    users: Iterator[int] = field(default_factory=lambda: count(1))

    async def page(self, request: Request) -> Response:
        response = HTMLResponse(FRAME if request.url.path == "/frame" else PAGE)
        if "user" not in request.cookies:
            response.set_cookie("user", f"u{next(self.users)}")
        return response

    async def view(self, request: Request) -> Response:
        await asyncio.sleep(SLOW_S)
        view = self.view_of(request)
        shown = {**view, self.forgets: []} if self.forgets else view
        return JSONResponse(shown, headers={"cache-control": "no-store"})  # else a step back shows an old one

    async def say(self, request: Request) -> Response:
        view, text = self.view_of(request), (await request.json())["text"]
        view["messages"] += [{"role": "user", "text": text}, {"role": "bot", "text": "Thursday is free."}]
        view["cards"] = [{"day": "Thursday", "done": False}]
        view["suggestions"] = ["Another day"]
        return JSONResponse(view)

    async def confirm(self, request: Request) -> Response:
        await asyncio.sleep(SLOW_S)
        view = self.view_of(request)
        view["cards"][0]["done"] = True
        booked = {"id": 1, "day": "Thursday", "status": "pending", "session_token": "swordfish"}
        self.booked[request.cookies["user"]] = [booked]
        asyncio.get_running_loop().call_later(SLOW_S, booked.update, {"status": "confirmed"})
        return JSONResponse(view)

    async def appointments(self, request: Request) -> Response:
        return JSONResponse(self.booked.get(request.cookies.get("user", ""), []))

    async def portrait(self, _request: Request) -> Response:
        await asyncio.sleep(SLOW_S)
        return Response(PORTRAIT, media_type="image/svg+xml")

    async def poll(self, _request: Request) -> Response:
        await asyncio.sleep(60)
        return JSONResponse({})

    async def broken(self, _request: Request) -> Response:
        return JSONResponse({"error": "no more", "api_key": "swordfish"}, status_code=503)

    async def private(self, _request: Request) -> Response:
        return RedirectResponse("/?login=1")

    def view_of(self, request: Request) -> dict[str, Any]:
        key = request.cookies["user"], request.query_params.get("c", "")
        return self.views.setdefault(key, {"messages": [], "cards": [], "suggestions": [], "error": ""})


@contextmanager
def serving_bookings(forgets: str = "") -> Iterator[Bookings]:
    """Serve on a free port of 127.0.0.1."""
    product = Bookings(forgets=forgets)
    routes = [
        Route("/", product.page),
        Route("/frame", product.page),
        Route("/portrait", product.portrait),
        Route("/api/view", product.view),
        Route("/api/say", product.say, methods=["POST"]),
        Route("/api/confirm", product.confirm, methods=["POST"]),
        Route("/api/appointments", product.appointments),
        Route("/api/poll", product.poll),
        Route("/api/broken", product.broken),
        Route("/api/private", product.private),
    ]
    with on_a_free_port(Starlette(routes=routes)) as product.url:
        yield product
