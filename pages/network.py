"""The requests a page makes, kept with their answers, so that a test can say which call a button fired."""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, quote_plus, urlsplit

from playwright.sync_api import Error, Page, Request, Response

from evals.transcript import Call
from pages.chunks import Chunks

SECRET = re.compile(
    r"authorization|cookie|passw|secret|token(?!s)|api[-_]?key|credential|session[-_]?id", re.I
)
REDACTED = "[redacted]"
KINDS = ("fetch", "xhr")
SAFE = ("GET", "HEAD", "OPTIONS")
FORM = re.compile(r"application/x-www-form-urlencoded|multipart/form-data")
JSON = re.compile(r"application/([\w.-]+\+)?json")


@dataclass
class Seen:
    """A request while it is under way."""

    request: Request
    started_s: float
    ended_s: float | None = None
    response_json: object = None


@dataclass
class Watch:
    """The requests from a moment on; once it was left (`left_s`) the next click or message ends it."""

    seen: list[Seen] = field(default_factory=list)
    left_s: float | None = None


class Network:
    """Listens to one page, turn by turn."""

    def __init__(self, page: Page) -> None:
        self._seen: list[Seen] = []
        self._watches: list[Watch] = []
        self._begun_s = time.monotonic()
        self._text = ""
        self._click: tuple[str, int] | None = None
        self.chunks, self.sent = Chunks(page), Sent(page)
        page.on("request", self._started)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)

    def begin(self, text: str) -> None:
        """Begin a new turn, in which `text` is sent: forget the requests of the one before."""
        self._seen.clear()
        self.chunks.begin()
        self.sent.forget()
        self._begun_s = time.monotonic()
        self._text, self._click = text, None
        self._end_watches()

    def watch(self) -> Watch:
        """Note the requests from now on, across turns."""
        self._watches.append(Watch())
        return self._watches[-1]

    @property
    def carried(self) -> bool:
        """May a request of this turn, or does a frame of a web socket, carry its text?"""
        in_socket = any(contains(frame, self._text) for frame in self.sent.frames)
        return in_socket or any(may_carry(seen.request, self._text) for seen in self._seen)

    def clicked(self, what: str) -> None:
        """Note a click that is about to be made."""
        self._click = what, len(self._seen)
        self._end_watches()

    def since_click(self) -> str:
        """The last click of this turn, and the calls after it, in words; empty where there was none."""
        if self._click is None:
            return ""
        what, before = self._click
        calls = ", ".join(map(in_words, self._seen[before:])) or "none"
        return f"  clicked:    {what}\n  calls:      {calls}"

    def keep(self) -> None:
        """Read the answers now: the browser forgets them when the page is left."""
        for seen in self._seen:
            seen.response_json = response_json(seen)

    def calls(self) -> tuple[Call, ...]:
        """All calls of this turn, in order; times are seconds since it began."""
        return tuple(map(self.call, self._seen))

    def call(self, seen: Seen) -> Call:
        """A request as it stands now; times are seconds since the turn began."""
        seen.response_json = response_json(seen)
        return call(seen, self._begun_s)

    def _end_watches(self) -> None:
        self._watches = [watch for watch in self._watches if watch.left_s is None]

    def _started(self, request: Request) -> None:
        if request.resource_type not in KINDS and not submits(request):
            return
        seen = Seen(request=request, started_s=time.monotonic())
        for requests in (self._seen, *(watch.seen for watch in self._watches)):
            requests.append(seen)

    def _ended(self, request: Request) -> None:
        for requests in (self._seen, *(watch.seen for watch in self._watches)):
            for seen in requests:
                if seen.request == request:
                    seen.ended_s = time.monotonic()


class Sent:
    """The texts that a page sends, in requests and over web sockets, since it last forgot them."""

    def __init__(self, page: Page) -> None:
        self._bodies: list[str] = []  # in the order in which they were sent
        self.frames: list[str] = []
        page.on("request", lambda request: self._bodies.append(body_text(request)))
        page.on("websocket", lambda socket: socket.on("framesent", self._frame))

    def forget(self) -> None:
        """Begin anew."""
        self._bodies.clear()
        self.frames.clear()

    def all(self) -> list[str]:
        """Every text in what was sent, as JSON or as a form."""
        return [text for body in self._bodies for text in texts(body)]

    def _frame(self, payload: str | bytes) -> None:
        text = payload if isinstance(payload, str) else payload.decode("utf-8", "replace")
        self._bodies.append(text)
        self.frames.append(text)


def may_carry(request: Request, text: str) -> bool:
    """Is `text` in the request, or has this a body that nobody can read?"""
    body = body_text(request)
    if contains(request.url, text) or contains(body, text):
        return True
    return bool(body) and parsed(body) is None and not FORM.match(request.headers.get("content-type", ""))


def contains(sent: str, text: str) -> bool:
    """Is `text` in what was sent: as it is, in JSON, or in a form or an address?"""
    in_json = (json.dumps(text, ensure_ascii=escaped)[1:-1] for escaped in (True, False))
    return any(way in sent for way in (text, *in_json, quote(text), quote_plus(text)))


def submits(request: Request) -> bool:
    """Does it submit a form, and so leave the page?"""
    return request.resource_type == "document" and request.method not in SAFE


def call(seen: Seen, since_s: float) -> Call:
    """A frozen value out of a live request."""
    request = seen.request
    response = request.existing_response
    return Call(
        method=request.method,
        path=path_of(seen),
        status=response.status if response else None,
        request_json=redacted(request_json(seen)),
        response_json=redacted(seen.response_json),
        started_s=seen.started_s - since_s,
        ended_s=None if seen.ended_s is None else seen.ended_s - since_s,
    )


def path_of(seen: Seen) -> str:
    """The path of a request's address, without its query."""
    return urlsplit(seen.request.url).path


def in_words(seen: Seen) -> str:
    """A request and how it was answered, in a few words."""
    request, response = seen.request, seen.request.existing_response
    return f"{request.method} {path_of(seen)} {response.status if response else '(no answer)'}"


def request_json(seen: Seen) -> object:
    """The JSON that was sent, or None."""
    return parsed(body_text(seen.request))


def body_text(request: Request) -> str:
    """What was sent, as far as it is text."""
    return (request.post_data_buffer or b"").decode("utf-8", "replace")


def response_json(seen: Seen) -> object:
    """The body of a JSON response, or None; read once."""
    response = seen.request.existing_response
    if response is None or seen.response_json is not None or not JSON.match(content(response, "type")):
        return seen.response_json
    if seen.ended_s is None and not content(response, "length"):
        return None  # it may never end
    try:
        return parsed(response.text())
    except Error:  # the browser no longer holds it, after a navigation for example
        return None


def content(response: Response, what: str) -> str:
    """The header content-type or content-length, or nothing."""
    return response.headers.get(f"content-{what}", "")


def parsed(body: str | None) -> object:
    """JSON, or None for anything else."""
    try:
        return json.loads(body) if body else None
    except ValueError:
        return None


def redacted(value: object) -> object:
    """The same value without secrets: those are told by their keys."""
    if isinstance(value, dict):
        return {k: REDACTED if SECRET.search(str(k)) else redacted(v) for k, v in value.items()}
    if isinstance(value, list):
        return [redacted(item) for item in value]
    return value


def texts(body: str) -> Iterator[str]:
    """The texts in what was sent, as JSON or as a form."""
    value = parsed(body.lstrip("0123456789"))  # by which socket.io says what kind a frame is
    yield from leaves(value) if value is not None else (text for _, text in parse_qsl(body))


def leaves(value: object) -> Iterator[str]:
    """The texts in a JSON value, however deep."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from leaves(inner)
