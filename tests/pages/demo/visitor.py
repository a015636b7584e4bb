"""A visitor of the clinic over plain HTTP, with a cookie jar of their own."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

Event = dict[str, Any]


@dataclass
class Answer:
    """A response that was read to its end; `cut` says that it broke off before that."""

    status: int
    headers: dict[str, str]
    text: str
    cut: bool = False

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever the server says
        return json.loads(self.text)


@dataclass
class Visitor:
    """Remembers the cookie it is given."""

    url: str
    cookie: str = ""
    runs: int = field(default=0)

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=10)

    def start(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: object = None
    ) -> http.client.HTTPResponse:
        headers = {"cookie": self.cookie} if self.cookie else {}
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection.request(method, path, raw, headers)
        response = connection.getresponse()
        if given := response.getheader("set-cookie"):
            self.cookie = given.split(";")[0]
        return response

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        with closing(self.connect()) as connection:
            response = self.start(connection, method, path, body)
            headers = {name.lower(): value for name, value in response.getheaders()}
            try:
                return Answer(response.status, headers, response.read().decode(errors="replace"))
            except http.client.IncompleteRead as error:
                return Answer(response.status, headers, error.partial.decode(), cut=True)

    def begin(self, query: str = "") -> str:
        """A new conversation."""
        made: str = self.ask("POST", f"/api/conversations{query}").json["id"]
        return made

    def run(self, conversation: str, text: str, **props: object) -> dict[str, Any]:
        """The body of a run that says `text`; `props` are what the clinic's own page sends along."""
        self.runs += 1
        message = {"id": f"m{self.runs}", "role": "user", "content": text}
        run = {"threadId": conversation, "runId": f"run-{self.runs}", "messages": [message]}
        return {**run, "forwardedProps": props}

    def chat(self, conversation: str, text: str, **props: object) -> Answer:
        return self.ask("POST", "/api/chat", self.run(conversation, text, **props))

    def say(self, conversation: str, text: str, **props: object) -> list[Event]:
        """The events of a whole reply."""
        answer = self.chat(conversation, text, **props)
        assert answer.status == 200, answer.text
        assert not answer.cut
        return list(events(answer.text))

    def view(self, conversation: str) -> dict[str, Any]:
        shown: dict[str, Any] = self.ask("GET", f"/api/conversations/{conversation}").json
        return shown


def events(stream: str) -> Iterator[Event]:
    """The JSON of each frame."""
    for frame in stream.split("\n\n"):
        if frame.startswith("data: "):
            yield json.loads(frame.removeprefix("data: "))


def text_of(stream: list[Event]) -> str:
    """What the reply says, bubbles apart."""
    bubbles: dict[str, str] = {}
    for event in stream:
        if event["type"] == "TEXT_MESSAGE_START":
            bubbles[event["messageId"]] = ""
        if event["type"] == "TEXT_MESSAGE_CONTENT":
            bubbles[event["messageId"]] += event["delta"]
    return "\n\n".join(bubbles.values())


def custom(stream: list[Event], name: str) -> Any:  # noqa: ANN401 - whatever the event holds
    """The value of the custom event of that name, or None."""
    return next((event["value"] for event in stream if event.get("name") == name), None)


def tools_of(stream: list[Event]) -> list[str]:
    """The tools called, in order."""
    return [event["toolCallName"] for event in stream if event["type"] == "TOOL_CALL_START"]
