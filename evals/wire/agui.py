"""AG-UI events (docs.ag-ui.com, "Events") -> wire events."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from evals.transcript import Usage
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

TYPES = ("RUN_", "TEXT_MESSAGE_", "TOOL_CALL_", "STEP_", "STATE_", "MESSAGES_", "CUSTOM", "RAW")

ENDS = r'"type"\s*:\s*"RUN_(?:FINISHED|ERROR)"'


def speaks(event: Mapping[str, Any]) -> bool:
    """Is this an AG-UI event?"""
    return str(event.get("type", "")).startswith(TYPES)


def decode(events: Iterable[tuple[float, Mapping[str, Any]]]) -> Iterator[Event]:
    """Wire events of one run; what is unknown is passed over."""
    for at_s, e in events:
        if str(e.get("type", "")).startswith("TOOL_CALL_"):
            yield from tool(at_s, e, str(e.get("toolCallId")))
        else:
            yield from run(at_s, e)


def tool(at_s: float, e: Mapping[str, Any], call_id: str) -> Iterator[Event]:
    """The steps of one tool call."""
    match e["type"]:
        case "TOOL_CALL_START":
            yield ToolStarted(id=call_id, name=str(e.get("toolCallName")), at_s=at_s)
        case "TOOL_CALL_ARGS":
            yield ToolArguments(id=call_id, delta=str(e.get("delta", "")))
        case "TOOL_CALL_END":
            yield ToolEnded(id=call_id, at_s=at_s)
        case "TOOL_CALL_RESULT":
            yield ToolEnded(id=call_id, at_s=at_s, result=parsed(e.get("content")))


def run(at_s: float, e: Mapping[str, Any]) -> Iterator[Event]:
    """Text, phases, the route, and how the run ended."""
    match e.get("type"):
        case "RUN_STARTED":
            yield Started()
            yield Told(conversation_id=e.get("threadId"))
        case "STEP_STARTED":
            yield Told(phase=e.get("stepName"))
        case "CUSTOM" if e.get("name") == "route" and isinstance(e.get("value"), Mapping):
            yield Told(skill=e["value"].get("skill"))
        case "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK" if e.get("delta"):
            yield TextDelta(text=str(e["delta"]), at_s=at_s)
        case "RUN_ERROR":
            yield Failed(message=str(e.get("message", "")), at_s=at_s)
        case "RUN_FINISHED":
            yield from told(e.get("result"))
            yield Ended(at_s=at_s)


def told(result: object) -> Iterator[Told]:
    """Model and usage, where a product puts them into the result of its run."""
    if not isinstance(result, Mapping):
        return
    usage = result.get("usage")
    yield Told(
        model=result.get("model"),
        usage=Usage(input_tokens=int(usage["input_tokens"]), output_tokens=int(usage["output_tokens"]))
        if isinstance(usage, Mapping) and {"input_tokens", "output_tokens"} <= usage.keys()
        else None,
    )


def parsed(content: object) -> object:
    """JSON where it is JSON, else as it came."""
    try:
        return json.loads(content) if isinstance(content, str) else content
    except ValueError:
        return content
