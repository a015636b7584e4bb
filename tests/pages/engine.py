"""A small socket.io server (engine.io 4): polling that may become a WebSocket, and pings all the time."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

PING_S = 0.3
"""How often it pings: far more often than a real one, so that a quiet time never is without a ping."""
OPEN = '0{"sid":"s1","upgrades":["websocket"],"pingInterval":300,"pingTimeout":20000,"maxPayload":1000000}'
CONNECTED = '40{"sid":"c1"}'
NOTHING = "6"
APART = "\x1e"
"""Stands between packets in the body of a poll."""
Messages = Callable[[str], AsyncIterator[str]]
"""The messages of the reply to a text, as JSON."""

CLIENT = """
const engine = '/socket.io/?EIO=4', apart = '\\x1e';
let emit, upgraded = false;
const request = (method, body, loaded) => {
  const xhr = new XMLHttpRequest();
  xhr.open(method, `${engine}&transport=polling&sid=s1&t=${Math.random()}`);
  xhr.onload = () => loaded?.(xhr.responseText);
  xhr.send(body);
};
const poll = () => request('GET', null, body => { body.split(apart).forEach(hear); if (!upgraded) poll(); });
const polling = packet => request('POST', packet);
const hear = packet => {
  if (packet === '2') emit('3');
  if (packet.startsWith('42')) take(JSON.parse(packet.slice(2))[1]);
};
const upgrade = () => {
  const socket = new WebSocket(`ws://${location.host}${engine}&transport=websocket&sid=s1`);
  socket.onopen = () => socket.send('2probe');
  socket.onmessage = ({ data }) => {
    if (data !== '3probe') return hear(data);
    [emit, upgraded] = [packet => socket.send(packet), true];
    socket.send('5');
  };
};
emit = polling;
(async () => {
  await (await fetch(`${engine}&transport=polling`)).text();
  request('POST', '40', poll);
  UPGRADE
})();
const say = text => { begin(text); emit('42' + JSON.stringify(['say', { text }])); };
"""
SAY = {
    "socket.io": CLIENT.replace("UPGRADE", "upgrade();"),
    "engine.io polling": CLIENT.replace("UPGRADE", ""),
}
"""The pages that speak to it: one that upgrades, and one that goes on polling."""


@dataclass
class Engine:
    """One session of one page."""

    messages: Messages
    packets: "asyncio.Queue[str]" = field(default_factory=asyncio.Queue)
    upgraded: bool = False
    tasks: set["asyncio.Task[None]"] = field(default_factory=set)

    def routes(self) -> list[BaseRoute]:
        """Where a socket.io client looks for it."""
        path = "/socket.io/"
        return [
            Route(path, self.poll),
            Route(path, self.post, methods=["POST"]),
            WebSocketRoute(path, self.socket),
        ]

    async def poll(self, request: Request) -> Response:
        """A poll; like those of other servers it has no content-length."""
        if "sid" not in request.query_params:
            self.start(self.ping())
            return StreamingResponse(iter([OPEN]), media_type="text/plain")
        if self.upgraded:
            return PlainTextResponse(NOTHING)
        packets, following = self.packets, [await self.packets.get()]
        following += drained(packets)
        return StreamingResponse(iter([APART.join(following)]), media_type="text/plain")

    async def post(self, request: Request) -> Response:
        """Packets of a client that polls."""
        self.hear((await request.body()).decode())
        return PlainTextResponse("ok")

    async def socket(self, socket: WebSocket) -> None:
        """The same session over a WebSocket."""
        await socket.accept()
        sending = None
        try:
            async for packet in socket.iter_text():
                if packet == "2probe":
                    await socket.send_text("3probe")
                elif packet == "5":
                    self.upgrade()
                    sending = asyncio.create_task(self.send(socket))
                else:
                    self.hear(packet)
        finally:
            if sending:
                sending.cancel()

    def upgrade(self) -> None:
        """Keep for the socket what was not told yet, and end the last poll."""
        polled, self.packets, self.upgraded = self.packets, asyncio.Queue(), True
        for packet in drained(polled):
            self.packets.put_nowait(packet)
        polled.put_nowait(NOTHING)

    async def send(self, socket: WebSocket) -> None:
        """Send what there is to tell."""
        while True:
            await socket.send_text(await self.packets.get())

    def hear(self, packet: str) -> None:
        """Take what the page says."""
        if packet == "40":
            self.packets.put_nowait(CONNECTED)
        elif packet.startswith("42"):
            self.start(self.tell(json.loads(packet[2:])[1]["text"]))

    async def tell(self, text: str) -> None:
        """Tell a reply, an event for each of its messages."""
        async for message in self.messages(text):
            self.packets.put_nowait(f'42["token",{message}]')

    async def ping(self) -> None:
        """Ask again and again whether the client is there."""
        while True:
            await asyncio.sleep(PING_S)
            self.packets.put_nowait("2")

    def start(self, task: Coroutine[None, None, None]) -> None:
        """Run beside the requests."""
        self.tasks.add(asyncio.create_task(task))


def drained(packets: "asyncio.Queue[str]") -> list[str]:
    """What is left in a queue."""
    return [packets.get_nowait() for _ in range(packets.qsize())]
