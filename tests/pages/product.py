"""A small real chat product for the tests: a streaming server with scripted replies, and pages to talk to it.

A script is a list of steps: a string is a piece of the reply, a number a pause in seconds, CUT breaks the
connection off, END tells AG-UI that the run is finished.
"""

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

CUT = "\0cut"
END = "\0end"
Step = str | float
Script = Sequence[Step]

PAGE = Path(__file__).with_name("chat.html").read_text(encoding="utf-8")

STREAMING = """
async function say(text) {
  add('user', text);
  const response = await post('/say', { text });
  const bubble = add('bot', '');
  for await (const piece of pieces(response)) bubble.textContent += piece;
}
"""


CHUNKS = {
    "outer": "import { words } from './inner.js'; export const show = bubble => bubble.append(words);",
    "inner": "export const words = ' At nine.';",
}
CHUNK_S = 0.5
"""How long a chunk of code takes to come."""


@dataclass
class Product:
    """What the server plays, and what it was asked."""

    scripts: Mapping[str, Script]
    pages: Mapping[str, str]
    asked: list[str] = field(default_factory=list)
    url: str = ""

    async def page(self, request: Request) -> Response:
        script = self.pages[request.path_params.get("name", "") or "streaming"]
        return HTMLResponse(script if script.startswith("<!doctype") else PAGE.replace("/* say */", script))

    async def chunk(self, request: Request) -> Response:
        await asyncio.sleep(CHUNK_S)
        return Response(CHUNKS[request.path_params["name"]], media_type="text/javascript")

    async def say(self, request: Request) -> Response:
        text = (await request.json())["text"]
        self.asked.append(text)
        script = self.scripts[text]
        kind = (
            "text/event-stream"
            if any(step == END or '"type"' in str(step) for step in script)
            else "text/plain"
        )
        return StreamingResponse(pieces(script), media_type=kind)

    async def json(self, request: Request) -> Response:
        text = (await request.json())["text"]
        self.asked.append(text)
        return JSONResponse({"reply": "".join(str(step) for step in self.scripts[text]), "token": "abc"})


async def pieces(script: Script) -> AsyncIterator[str]:
    """Play a script."""
    for step in script:
        if step == CUT:
            raise asyncio.CancelledError  # the server drops the connection without a last chunk
        if step == END:
            yield event({"type": "RUN_FINISHED", "threadId": "t1", "runId": "r1"})
        elif isinstance(step, str):
            yield step
        else:
            await asyncio.sleep(step)


def event(value: Mapping[str, Any]) -> str:
    """One server-sent event."""
    return f"data: {json.dumps(value)}\n\n"


@contextmanager
def serving(scripts: Mapping[str, Script], pages: Mapping[str, str] | None = None) -> Iterator[Product]:
    """Serve on a free port of 127.0.0.1."""
    product = Product(scripts=scripts, pages={"streaming": STREAMING, **(pages or {})})
    routes = [
        Route("/", product.page),
        Route("/p/{name}", product.page),
        Route("/chunks/{name}.js", product.chunk),
        Route("/say", product.say, methods=["POST"]),
        Route("/json", product.json, methods=["POST"]),
    ]
    anywhere = Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])
    with on_a_free_port(Starlette(routes=routes, middleware=[anywhere])) as product.url:
        yield product


@contextmanager
def on_a_free_port(app: Starlette) -> Iterator[str]:
    """Serve an application on a free port of 127.0.0.1; its URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
