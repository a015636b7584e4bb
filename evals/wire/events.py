"""What a product's wire tells about one reply, whatever its format. Times are seconds since the send."""

from dataclasses import dataclass

from evals.transcript import Usage


@dataclass(frozen=True, kw_only=True)
class TextDelta:
    """A piece of the answer."""

    text: str
    at_s: float


@dataclass(frozen=True, kw_only=True)
class ToolStarted:
    """The product began to call a tool."""

    id: str
    name: str
    at_s: float


@dataclass(frozen=True, kw_only=True)
class ToolArguments:
    """A piece of a tool call's arguments, as JSON text."""

    id: str
    delta: str


@dataclass(frozen=True, kw_only=True)
class ToolEnded:
    """A tool call was complete; `result` is None where the wire did not tell it (yet)."""

    id: str
    at_s: float
    result: object = None


@dataclass(frozen=True, kw_only=True)
class Told:
    """Facts about the reply as a whole; what is None was not told here."""

    skill: str | None = None
    model: str | None = None
    usage: Usage | None = None
    conversation_id: str | None = None
    phase: str | None = None


@dataclass(frozen=True, kw_only=True)
class Started:
    """The product began to work on the reply; it may do so more than once, and says `Ended` as often."""


@dataclass(frozen=True, kw_only=True)
class Failed:
    """The product said that it failed."""

    message: str
    at_s: float


@dataclass(frozen=True, kw_only=True)
class Ended:
    """The product said that the reply is whole."""

    at_s: float


Event = TextDelta | ToolStarted | ToolArguments | ToolEnded | Told | Started | Failed | Ended
