"""The one scripted bot that every app here talks to: streams what `script.py` says, and serves plain pages.

`POST /say {"chat": id, "text": message}` is answered with server-sent events `{"text": piece}`; what an app
answers by itself, and sends along as `own`, with that.
"""

import json
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

from tests.uis.script import ERROR, SLOW, written

PIECE_S, PAUSE_S, SLOW_PIECE_S = 0.03, 1.5, 2.3
"""Between words; once in the middle, longer than any quiet time; between the words of the slow reply."""


class Bot(ThreadingHTTPServer):
    """`heard` is what it was told, in order: a message that was sent twice stands there twice."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.heard: list[str] = []
        self._turns: Counter[str] = Counter()
        self._lock = Lock()

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.server_port}"

    def hear(self, chat: str, text: str) -> int:
        """Note a message; which turn of its chat it is, counted from 1."""
        with self._lock:
            self.heard.append(text)
            self._turns[chat] += 1
            return self._turns[chat]


class Handler(SimpleHTTPRequestHandler):
    """One request."""

    server: Bot

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if asked.get("own"):
            self.tell([asked["own"]])
            return
        prompt = asked["text"].strip()
        turn = self.server.hear(asked["chat"], prompt)
        if prompt == ERROR:
            self.send_error(500, "the bot is out of order")
        else:
            self.tell({"text": piece} for piece in paced(prompt, turn))

    def tell(self, events: Iterable[object]) -> None:
        """Answer with these events."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        with suppress(ConnectionError):  # whoever asked may leave before the end
            for event in events:
                self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base class
        """Say nothing."""


def paced(prompt: str, turn: int) -> Iterator[str]:
    """The reply word by word, at its pace."""
    words = re.findall(r"\S+\s*", written(prompt, turn))
    for number, word in enumerate(words):
        middle = number == len(words) // 2
        time.sleep(SLOW_PIECE_S if prompt == SLOW else PAUSE_S if middle else PIECE_S)
        yield word


@contextmanager
def serving(folder: Path) -> Iterator[Bot]:
    """The bot on a free port; what is not `/say` is a file of `folder`."""
    with Bot(folder) as bot:
        Thread(target=bot.serve_forever, daemon=True).start()
        try:
            yield bot
        finally:
            bot.shutdown()
