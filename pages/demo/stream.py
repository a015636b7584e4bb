"""A plan as AG-UI events (docs.ag-ui.com, package ag-ui-protocol), with the pauses of a live reply."""

import json
import math
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from ag_ui.core import (
    BaseEvent,
    CustomEvent,
    RunFinishedEvent,
    RunStartedEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)

from pages.demo.plan import Plan, ToolUse

MODEL = "riverside-rules-1"
PIECE = re.compile(r"\s*\S+|\s+$")
THINKING_S = (0.15, 0.4)
BETWEEN_S = (0.008, 0.06)
MOST_PIECES = 32


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How a reply is cut into pieces, and how long each is waited for."""

    rng: random.Random
    factor: float = 1.0
    range_s: tuple[float, float] | None = None
    pieces: int = MOST_PIECES

    def pause(self, usual_s: tuple[float, float]) -> float:
        """Seconds, drawn log-uniformly; a range of its own is not scaled."""
        low, high = self.range_s or usual_s
        drawn = math.exp(self.rng.uniform(math.log(low), math.log(high)))
        return drawn if self.range_s else drawn * self.factor

    def cut(self, text: str, most: int) -> list[str]:
        """The text in at most `most` pieces of whole words; together they are the text."""
        words = PIECE.findall(text)
        size = math.ceil(len(words) / max(1, most)) or 1
        return ["".join(words[start : start + size]) for start in range(0, len(words), size)]


@dataclass(frozen=True, kw_only=True)
class Script:
    """All that one run sends."""

    thread: str
    run: str
    plan: Plan
    texts: tuple[str, ...]
    message_ids: tuple[str, ...]
    card: dict[str, Any] | None
    choice: dict[str, Any] | None = None
    input_tokens: int
    model: str = MODEL

    @property
    def words(self) -> int:
        """How many words the text has."""
        return sum(len(text.split()) for text in self.texts)


def events(script: Script, pace: Pace) -> Iterator[tuple[float, BaseEvent]]:
    """Every event with the seconds to wait before it."""
    yield 0, RunStartedEvent(thread_id=script.thread, run_id=script.run)
    yield route(script)
    for use in script.plan.tools:
        yield from tool_events(use)
    spoken = 0
    for message, text in zip(script.message_ids, script.texts, strict=True):
        pieces = pace.cut(text, pace.pieces // len(script.texts) or 1)
        spoken += len(pieces)
        yield from text_events(message, pieces, pace, first=message == script.message_ids[0])
    yield from closing_events(script, spoken)


def route(script: Script) -> tuple[float, BaseEvent]:
    """Which skill answers."""
    return 0, CustomEvent(name="route", value={"skill": script.plan.skill})


def tool_events(use: ToolUse) -> Iterator[tuple[float, BaseEvent]]:
    """One tool call: start, arguments, end, result."""
    call = uuid4().hex
    yield 0, ToolCallStartEvent(tool_call_id=call, tool_call_name=use.name)
    yield 0, ToolCallArgsEvent(tool_call_id=call, delta=json.dumps(use.arguments))
    yield 0, ToolCallEndEvent(tool_call_id=call)
    yield 0, ToolCallResultEvent(message_id=uuid4().hex, tool_call_id=call, content=json.dumps(use.result))


def text_events(
    message: str, pieces: list[str], pace: Pace, *, first: bool
) -> Iterator[tuple[float, BaseEvent]]:
    """One bubble, piece by piece."""
    for index, piece in enumerate(pieces):
        wait_s = pace.pause(THINKING_S if first and index == 0 else BETWEEN_S)
        if index == 0:
            yield wait_s, TextMessageStartEvent(message_id=message, role="assistant")
            wait_s = 0
        yield wait_s, TextMessageContentEvent(message_id=message, delta=piece)
    if not pieces:
        yield pace.pause(THINKING_S), TextMessageStartEvent(message_id=message, role="assistant")
    yield 0, TextMessageEndEvent(message_id=message)


def closing_events(script: Script, spoken: int) -> Iterator[tuple[float, BaseEvent]]:
    """Card, options, suggestions, and the end."""
    if script.card:
        yield 0, CustomEvent(name="card", value=script.card)
    if script.choice:
        yield 0, CustomEvent(name="options", value=script.choice)
    if script.plan.suggestions:
        yield 0, CustomEvent(name="suggestions", value=list(script.plan.suggestions))
    usage = {"input_tokens": script.input_tokens, "output_tokens": spoken}
    result = {"model": script.model, "usage": usage}
    yield 0, RunFinishedEvent(thread_id=script.thread, run_id=script.run, result=result)
