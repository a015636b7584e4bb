"""All that the wire told about one reply, folded from its events."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evals.transcript import ToolCall, Usage
from evals.wire import agui, sse
from evals.wire.events import (
    Ended,
    Event,
    Failed,
    Started,
    TextDelta,
    Told,
    ToolArguments,
    ToolEnded,
    ToolStarted,
)


@dataclass(frozen=True, kw_only=True)
class WireTurn:
    """One reply as the wire told it. `format` is None where no decoder knew the stream."""

    format: str | None = None
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    status: tuple[str, ...] = ()
    skill: str | None = None
    model: str | None = None
    usage: Usage | None = None
    conversation_id: str | None = None
    first_token_s: float | None = None
    failure: str | None = None
    ended: bool = False


APART = "\x1e"
"""Stands between the packets that a poll of engine.io brings together."""
KIND = re.compile(r"^\d+-?(?:/[^,]*,)?\d*(?=[\[{])")
"""What socket.io writes before the JSON of a packet (its protocol, version 5)."""
ENDS = agui.ENDS
"""A regular expression of what the known formats send last, in the raw text; JavaScript reads it too."""


def read(chunks: Sequence[sse.Chunk], *, whole: bool = False) -> WireTurn:
    """Decode the chunks of one stream: server-sent events cut anywhere, or `whole` JSON messages.

    Unknown formats give an empty turn, never an error.
    """
    events = list(json_events(chunks if whole else sse.payloads(chunks)))
    if not any(agui.speaks(event) for _, event in events):
        return WireTurn()
    return fold("AG-UI", agui.decode(events))


def json_events(messages: Iterable[sse.Chunk]) -> Iterator[tuple[float, Mapping[str, Any]]]:
    """The JSON objects in messages, those inside lists and envelopes too; what is no JSON is passed over.

    So are packets of socket.io, of which several may come as one message.
    """
    for at_s, message in messages:
        for packet in message.split(APART):
            try:
                value = json.loads(KIND.sub("", packet))
            except ValueError:
                continue
            yield from ((at_s, each) for each in unwrapped(value))


def unwrapped(value: object) -> Iterator[Mapping[str, Any]]:
    """An event; or those in a list, or in the lists of an envelope that is none itself."""
    if isinstance(value, list):
        for each in value:
            yield from unwrapped(each)
    elif isinstance(value, Mapping):
        lists = [] if "type" in value else [v for v in value.values() if isinstance(v, list)]
        if lists:
            yield from unwrapped(lists)
        else:
            yield value


def fold(name: str, events: Iterable[Event]) -> WireTurn:
    """One turn out of its events, in order."""
    turn = WireTurn(format=name)
    calls: dict[str, ToolCall] = {}
    arguments: dict[str, str] = {}
    running = 0
    for event in events:
        match event:
            case TextDelta():
                first = event.at_s if turn.first_token_s is None else turn.first_token_s
                turn = replace(turn, text=turn.text + event.text, first_token_s=first)
            case ToolStarted():
                calls[event.id] = ToolCall(name=event.name, started_s=event.at_s)
            case ToolArguments():
                arguments[event.id] = arguments.get(event.id, "") + event.delta
            case ToolEnded() if event.id in calls:
                result = calls[event.id].result if event.result is None else event.result
                calls[event.id] = replace(calls[event.id], result=result, ended_s=event.at_s)
            case Told():
                turn = told(turn, event)
            case Failed():
                turn = replace(turn, failure=event.message)
            case Started():
                running += 1
                turn = replace(turn, ended=False)
            case Ended():
                running = max(0, running - 1)
                turn = replace(turn, ended=not running)
    tool_calls = tuple(
        replace(call, arguments=mapping(arguments.get(id_, ""))) for id_, call in calls.items()
    )
    return replace(turn, tool_calls=tool_calls)


def told(turn: WireTurn, event: Told) -> WireTurn:
    """Take over what was told, keep what was not."""
    return replace(
        turn,
        skill=event.skill or turn.skill,
        model=event.model or turn.model,
        usage=event.usage or turn.usage,
        conversation_id=event.conversation_id or turn.conversation_id,
        status=(*turn.status, event.phase) if event.phase else turn.status,
    )


def mapping(text: str) -> Mapping[str, object]:
    """Arguments as JSON; what is no JSON object stands under the key `unparsed`."""
    try:
        value = json.loads(text or "{}")
    except ValueError:
        value = text
    return value if isinstance(value, dict) else {"unparsed": value}
