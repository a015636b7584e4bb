"""A real product that tells its replies over each transport: one page for each, one server for all.

A reply is a list of steps: a string is a piece of text, a number a pause in seconds, CUT drops the
connection. `agui` tells it as AG-UI events, else as messages of no known format.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tests.pages import engine
from tests.pages.product import CUT, on_a_free_port

PAGE = Path(__file__).with_name("chat.html").read_text(encoding="utf-8")
Reply = Sequence[str | float]

TAKE = """
let bubble = null;
const begin = text => { add('user', text); bubble = null; };
const take = message => {
  const piece = message.delta;
  if (piece) (bubble ??= add('bot', '')).textContent += piece;
  return message.type === 'RUN_FINISHED' || message.over === true;
};
"""
BINARY = """
const socket = new WebSocket(`ws://${location.host}/binary`), kind = '%s';
socket.binaryType = kind;
const words = new TextDecoder();
let heard = Promise.resolve();
socket.onmessage = ({ data }) => {
  const text = kind === 'blob' ? data.text() : words.decode(data);
  heard = heard.then(async () => take(JSON.parse(await text)));
};
const say = text => {
  begin(text);
  const body = JSON.stringify({ text });
  socket.send(kind === 'blob' ? new Blob([body]) : new TextEncoder().encode(body).buffer);
};
"""
TOLD = """
const told = async (text, tell) => {
  const body = JSON.stringify({ text }), headers = { 'content-type': 'application/json' };
  const response = await fetch(`${location.origin}/say`, { method: 'POST', headers, body });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\\n\\n');
    rest = lines.pop();
    lines.forEach(line => tell(JSON.parse(line.replace('data: ', ''))));
  }
};
"""
SERVICE = (
    TOLD
    + """
onactivate = event => event.waitUntil(clients.claim());
onmessage = ({ data, source }) => told(data, message => source.postMessage(message));
onfetch = event => { if (event.request.url.endsWith('/say')) event.respondWith(fetch(event.request)); };
"""
)
"""Tells a page that asks, and stands between a page and its server."""
SERVED = """
navigator.serviceWorker.register('/service.js');
const service = navigator.serviceWorker.ready.then(({ active }) => new Promise(done => {
  if (navigator.serviceWorker.controller) done(active);
  navigator.serviceWorker.addEventListener('controllerchange', () => done(active));
}));
"""
WORKER = f"""
const TOLD = {json.dumps(TOLD)};
const made = code => URL.createObjectURL(new Blob([TOLD + code], {{ type: 'text/javascript' }}));
"""
SAY: Mapping[str, str] = {
    "worker": WORKER
    + """
const worker = new Worker(made('onmessage = ({ data }) => told(data, message => postMessage(message));'));
worker.onmessage = ({ data }) => take(data);
const say = text => { begin(text); worker.postMessage(text); };
""",
    "shared-worker": WORKER
    + """
const { port } = new SharedWorker(made(
  'onconnect = ({ ports: [port] }) => {' +
  ' port.onmessage = ({ data }) => told(data, message => port.postMessage(JSON.stringify(message))); };'
));
port.onmessage = ({ data }) => take(JSON.parse(data));
const say = text => { begin(text); port.postMessage(text); };
""",
    "another-tab": WORKER
    + """
const tabs = new BroadcastChannel('replies');
const tab = new Worker(made(
  "const tabs = new BroadcastChannel('replies');" +
  ' onmessage = ({ data }) => told(data, message => tabs.postMessage(message));'
));
tabs.onmessage = ({ data }) => take(data);
const say = text => { begin(text); tab.postMessage(text); };
""",
    "service-worker": SERVED
    + """
navigator.serviceWorker.onmessage = ({ data }) => take(data);
const say = async text => { begin(text); (await service).postMessage(text); };
""",
    "through-a-service-worker": SERVED
    + TOLD
    + "const say = async text => { begin(text); await service; await told(text, take); };",
    "streams-in-turn": """
const say = async text => {
  begin(text);
  const { turn } = await (await post('/turns', { text })).json();
  for await (const none of pieces(await fetch(`/part?turn=${turn}&of=nothing`))) ;
  let rest = '';
  for await (const piece of pieces(await fetch(`/part?turn=${turn}`))) {
    const lines = (rest + piece).split('\\n\\n');
    rest = lines.pop();
    lines.forEach(line => take(JSON.parse(line.replace('data: ', ''))));
  }
};
""",
    "xhr": """
function say(text) {
  begin(text);
  const xhr = new XMLHttpRequest();
  let read = 0;
  xhr.open('POST', '/say');
  xhr.onprogress = () => {
    const lines = xhr.responseText.slice(read).split('\\n\\n');
    lines.slice(0, -1).forEach(line => { read += line.length + 2; take(JSON.parse(line.slice(6))); });
  };
  xhr.send(JSON.stringify({ text }));
}""",
    "xhr-aborted-when-done": """
function say(text) {
  begin(text);
  const xhr = new XMLHttpRequest();
  let seen = 0;
  xhr.open('POST', '/say');
  xhr.setRequestHeader('content-type', 'application/json');
  xhr.onreadystatechange = () => {
    if (xhr.readyState < 3) return;
    for (let end; (end = xhr.responseText.indexOf('\\n\\n', seen)) >= 0; seen = end + 2) {
      take(JSON.parse(xhr.responseText.slice(seen + 6, end)));
    }
    if (xhr.readyState === 4) xhr.abort();
  };
  xhr.send(JSON.stringify({ text }));
}
""",
    "eventsource": """
async function say(text) {
  begin(text);
  const { turn } = await (await post('/turns', { text })).json();
  const source = new EventSource(`/events/${turn}`);
  source.addEventListener('told', ({ data }) => { if (take(JSON.parse(data))) source.close(); });
  source.onerror = () => source.close();
}""",
    "shared": """
const source = new EventSource('/events');
source.onmessage = ({ data }) => take(JSON.parse(data));
const say = text => { begin(text); post('/turns', { text }); };
""",
    "websocket": """
const socket = new WebSocket(`ws://${location.host}/socket`);
socket.onmessage = ({ data }) => take(JSON.parse(data));
const say = text => { begin(text); socket.send(JSON.stringify({ text })); };
""",
    "blob": BINARY % "blob",
    "arraybuffer": BINARY % "arraybuffer",
    **engine.SAY,
    "polling": """
const say = text => { begin(text); post('/turns', { text }); };
(async () => {
  for (let after = 0; ;) {
    const { events, next } = await (await fetch(`/poll?after=${after}`)).json();
    events.forEach(take);
    after = next;
  }
})();
""",
}


ASK_FOR_THEIR_TURN = ("/p/eventsource", "/p/streams-in-turn")
"""The pages that ask for the reply to what they said; the others are told of all turns."""


@dataclass
class Hub:
    """What was told so far, and those who wait for more."""

    replies: Mapping[str, Reply]
    agui: bool
    told: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    more: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: set["asyncio.Task[None]"] = field(default_factory=set)

    async def page(self, request: Request) -> Response:
        return HTMLResponse(PAGE.replace("/* say */", TAKE + SAY[request.path_params["name"]]))

    async def service(self, _request: Request) -> Response:
        return Response(SERVICE, media_type="text/javascript")

    async def messages(self, text: str) -> AsyncIterator[str]:
        """The messages of one reply."""
        self.asked.append(text)
        if self.agui:
            yield json.dumps({"type": "RUN_STARTED", "threadId": "t", "runId": "r"})
        for step in self.replies[text]:
            if step == CUT:
                raise asyncio.CancelledError  # the server drops the connection
            if isinstance(step, str):
                kind = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m"} if self.agui else {}
                yield json.dumps({**kind, "delta": step})
            else:
                await asyncio.sleep(step)
        yield json.dumps({"type": "RUN_FINISHED", "runId": "r"} if self.agui else {"over": True})

    async def say(self, request: Request) -> Response:
        text = (await request.json())["text"]
        return StreamingResponse(events(self.messages(text)), media_type="text/event-stream")

    async def begin(self, request: Request) -> Response:
        """Take a message; those who listen to all of this server's messages are told the reply."""
        text = (await request.json())["text"]
        self.turns.append(text)
        if not request.headers["referer"].endswith(ASK_FOR_THEIR_TURN):
            task = asyncio.create_task(self.tell(text))
            self.tasks.add(task)
        return JSONResponse({"turn": len(self.turns) - 1})

    async def tell(self, text: str) -> None:
        async for message in self.messages(text):
            self.told.append(message)
            self.more.set()
            self.more = asyncio.Event()

    async def turn(self, request: Request) -> Response:
        messages = self.messages(self.turns[request.path_params["turn"]])
        return StreamingResponse(events(messages, name="told"), media_type="text/event-stream")

    async def part(self, request: Request) -> Response:
        """One of several streams of a turn: all but the last are over at once, and say nothing."""
        if "of" in request.query_params:
            return StreamingResponse(iter(["data: {}\n\n"]), media_type="text/event-stream")
        messages = self.messages(self.turns[int(request.query_params["turn"])])
        return StreamingResponse(events(messages), media_type="text/event-stream")

    async def all(self, _request: Request) -> Response:
        async def every() -> AsyncIterator[str]:
            for at in range(10**6):
                while at >= len(self.told):
                    await self.more.wait()
                yield self.told[at]

        return StreamingResponse(events(every()), media_type="text/event-stream")

    async def poll(self, request: Request) -> Response:
        after = int(request.query_params["after"])
        if after >= len(self.told):
            await asyncio.wait({asyncio.create_task(self.more.wait())}, timeout=20)
        found = [json.loads(message) for message in self.told[after:]]
        return JSONResponse({"events": found, "next": len(self.told)})

    async def socket(self, socket: WebSocket) -> None:
        await socket.accept()
        async for asked in socket.iter_text():
            async for message in self.messages(json.loads(asked)["text"]):
                await socket.send_text(message)

    async def binary(self, socket: WebSocket) -> None:
        await socket.accept()
        async for asked in socket.iter_bytes():
            async for message in self.messages(json.loads(asked)["text"]):
                await socket.send_bytes(message.encode())


async def events(messages: AsyncIterator[str], name: str = "message") -> AsyncIterator[str]:
    """Server-sent events."""
    async for message in messages:
        yield (f"event: {name}\n" if name != "message" else "") + f"data: {message}\n\n"


@contextmanager
def telling(replies: Mapping[str, Reply], *, agui: bool) -> Iterator[tuple[str, list[str]]]:
    """Serve on a free port: its URL (the pages are `/p/<transport>` below it), and what was asked."""
    hub = Hub(replies=replies, agui=agui)
    routes = [
        Route("/p/{name}", hub.page),
        Route("/service.js", hub.service),
        Route("/say", hub.say, methods=["POST"]),
        Route("/turns", hub.begin, methods=["POST"]),
        Route("/events", hub.all),
        Route("/events/{turn:int}", hub.turn),
        Route("/part", hub.part),
        Route("/poll", hub.poll),
        WebSocketRoute("/socket", hub.socket),
        WebSocketRoute("/binary", hub.binary),
        *engine.Engine(hub.messages).routes(),
    ]
    with on_a_free_port(Starlette(routes=routes)) as url:
        yield url, hub.asked
