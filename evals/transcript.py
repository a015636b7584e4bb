"""What was said and shown: frozen values, the same for every chat, with or without a browser.

All times are in seconds since the message was sent, unless a name says otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

Role = Literal["user", "assistant", "system"]


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message of a conversation, as a person reads it."""

    role: Role
    text: str


@dataclass(frozen=True, kw_only=True)
class Action:
    """Something a person can click; `kind` is `link` only for the links of a card."""

    name: str
    kind: Literal["button", "suggestion", "option", "link"] = "button"
    enabled: bool = True


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link in a reply; `href` is absolute, or empty where the link has no target."""

    text: str
    href: str


@dataclass(frozen=True, kw_only=True)
class Image:
    """An image in a reply; `loaded` is false where the browser shows it as broken."""

    alt: str
    src: str
    loaded: bool


@dataclass(frozen=True, kw_only=True)
class Card:
    """A structured part of a reply; `fields` and `inputs` are by label, a checkbox is "on" or "off"."""

    title: str
    text: str
    fields: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    images: tuple[Image, ...] = ()


FLAWS = {
    "raw markdown": "markdown as it was written: `**bold**`, `# heading`, a fence, a link, rows of a table",
    "broken table": "rows of differing width, a header and nothing else, or the line below one as text",
    "broken image": "an image that failed to load",
    "link without a target": "a link that leads nowhere: no `href`, `#` or `javascript:`",
    "markup that ran": "what no markdown makes (`script`, `iframe`, `onerror` ...), or an `alert` dialog",
    "clipped text": "text cut off where nobody can scroll, covered, or without a size or colour of its own",
    "mojibake": "UTF-8 read as another encoding (`cafÃ©`), or a replacement character",
    "half an emoji": "half a pair of surrogates, of a flag or a sequence; a skin tone of nobody",
    "wrong direction": "a paragraph of Hebrew or Arabic laid out from left to right",
}
"""The kinds of flaws, and what each is."""


@dataclass(frozen=True, kw_only=True)
class Flaw:
    """Something wrong with how a reply is shown: its kind (one of FLAWS), and where it is seen."""

    kind: str
    quote: str


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """A tool the product called while it answered, as the wire told it."""

    name: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    result: object = None
    started_s: float | None = None
    ended_s: float | None = None


@dataclass(frozen=True, kw_only=True)
class Usage:
    """Tokens the product said it spent on a reply."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, kw_only=True)
class Call:
    """One HTTP request of the page with its response; bodies are parsed JSON or None, secrets are redacted.

    `status` is None while no response came. Times are seconds since the turn's message was sent.
    """

    method: str
    path: str
    status: int | None
    request_json: object = None
    response_json: object = None
    started_s: float = 0.0
    ended_s: float | None = None


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One finished reply, as a person saw it, with what the wire and the browser told about it.

    `longest_gap_s` is the longest time that nothing moved between the first token and the end; `announced` is
    what live regions gave a screen reader to read, in order.
    """

    prompt: str
    text: str
    messages: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    actions: tuple[Action, ...] = ()
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    errors: tuple[str, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    announced: tuple[str, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    calls: tuple[Call, ...] = ()
    status: tuple[str, ...] = ()
    skill: str | None = None
    model: str | None = None
    usage: Usage | None = None
    conversation_id: str | None = None
    first_token_s: float | None = None
    longest_gap_s: float | None = None
    total_s: float | None = None
    signals: tuple[str, ...] = ()
    console: tuple[str, ...] = ()
    screenshot: Path | None = None


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """All that is shown, in reading order (welcome messages too), and the replies of this session."""

    id: str | None = None
    messages: tuple[Message, ...] = ()
    replies: tuple[Reply, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ChatState:
    """All that a person can see and use of a chat at one moment, in reading order.

    `actions` are the buttons of messages, the suggested replies and the options; those of a card are the
    card's. `errors` are the banners shown.
    """

    messages: tuple[Message, ...] = ()
    cards: tuple[Card, ...] = ()
    actions: tuple[Action, ...] = ()
    errors: tuple[str, ...] = ()


class Chat(Protocol):
    """Anything one can converse with."""

    def send(self, text: str) -> Reply:
        """Say `text` and return the whole reply. Raises ProductError."""

    @property
    def conversation(self) -> Conversation:
        """The conversation so far."""

    def reset(self) -> None:
        """Begin a new, empty conversation."""


class Recorder(Protocol):
    """Where a chat leaves what it saw; the fixture `recorder` is one."""

    def turn(self, reply: Reply) -> None:
        """Keep a finished reply."""

    def failed_turn(self, prompt: str, error: Exception) -> None:
        """Keep a turn that ended in an error."""

    def keep(self, name: str, data: bytes) -> Path | None:
        """Write a file called like `name`; None where that is impossible: no fault of the reply."""

    def artifact(self, name: str) -> Path:
        """A path, unique in this run, at which the caller may write a file called like `name`."""
