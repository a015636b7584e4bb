"""One reply as the wire told it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from evals.transcript import ToolCall, Usage
from evals.wire import Chunk, WireTurn, read

RUN: list[tuple[float, Mapping[str, Any]]] = [
    (0.0, {"type": "RUN_STARTED", "threadId": "t1", "runId": "r1"}),
    (0.1, {"type": "CUSTOM", "name": "route", "value": {"skill": "booking"}}),
    (0.1, {"type": "STEP_STARTED", "stepName": "searching"}),
    (0.2, {"type": "TOOL_CALL_START", "toolCallId": "c1", "toolCallName": "find_appointment"}),
    (0.2, {"type": "TOOL_CALL_START", "toolCallId": "c2", "toolCallName": "find_slots"}),
    (0.3, {"type": "TOOL_CALL_ARGS", "toolCallId": "c2", "delta": '{"day": "Thu'}),
    (0.3, {"type": "TOOL_CALL_ARGS", "toolCallId": "c1", "delta": "{}"}),
    (0.3, {"type": "TOOL_CALL_ARGS", "toolCallId": "c2", "delta": 'rsday"}'}),
    (0.4, {"type": "TOOL_CALL_END", "toolCallId": "c1"}),
    (0.4, {"type": "TOOL_CALL_END", "toolCallId": "c2"}),
    (0.6, {"type": "TOOL_CALL_RESULT", "toolCallId": "c1", "messageId": "m0", "content": '[{"id": 1}]'}),
    (0.7, {"type": "TOOL_CALL_RESULT", "toolCallId": "c2", "messageId": "m0", "content": "none free"}),
    (0.8, {"type": "TEXT_MESSAGE_START", "messageId": "m1", "role": "assistant"}),
    (0.9, {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "It is on "}),
    (1.0, {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "Thursday."}),
    (1.0, {"type": "TEXT_MESSAGE_END", "messageId": "m1"}),
    (1.0, {"type": "SOMETHING_NEW", "value": 1}),
    (
        1.1,
        {
            "type": "RUN_FINISHED",
            "threadId": "t1",
            "runId": "r1",
            "result": {"model": "rules-1", "usage": {"input_tokens": 7, "output_tokens": 4}},
        },
    ),
]
WHOLE = WireTurn(
    format="AG-UI",
    text="It is on Thursday.",
    tool_calls=(
        ToolCall(name="find_appointment", arguments={}, result=[{"id": 1}], started_s=0.2, ended_s=0.6),
        ToolCall(
            name="find_slots", arguments={"day": "Thursday"}, result="none free", started_s=0.2, ended_s=0.7
        ),
    ),
    status=("searching",),
    skill="booking",
    model="rules-1",
    usage=Usage(input_tokens=7, output_tokens=4),
    conversation_id="t1",
    first_token_s=0.9,
    ended=True,
)


def frames(*events: tuple[float, Mapping[str, Any]]) -> list[Chunk]:
    return [(at_s, f"data: {json.dumps(event)}\n\n") for at_s, event in events]


def test_a_whole_run() -> None:
    assert read(frames(*RUN)) == WHOLE


def test_a_run_cut_at_every_character_tells_the_same() -> None:
    chunks = [(at_s, char) for at_s, frame in frames(*RUN) for char in frame]
    assert read(chunks) == WHOLE


def test_a_run_that_stopped_is_not_ended() -> None:
    turn = read(frames(*RUN[:14]))
    assert (turn.ended, turn.text, turn.tool_calls) == (False, "It is on ", WHOLE.tool_calls)


def test_a_run_that_failed() -> None:
    turn = read(frames(RUN[0], (0.2, {"type": "RUN_ERROR", "message": "no model"})))
    assert (turn.failure, turn.ended) == ("no model", False)


@pytest.mark.parametrize(
    "stream",
    [
        "",
        "Just some text.",
        "data: not json\n\n",
        'data: {"choices": []}\n\n',
        "data: [1]\n\n",
        "data: [DONE]\n\n",
    ],
)
def test_a_format_that_nobody_knows_tells_nothing(stream: str) -> None:
    assert read([(0.0, stream)]) == WireTurn()


@pytest.mark.parametrize("broken", ['{"day": "Th', '"Thursday"', "Thursday"])
def test_arguments_that_are_no_object_are_kept_as_they_came(broken: str) -> None:
    turn = read(
        frames(
            RUN[0],
            RUN[3],
            (0.3, {"type": "TOOL_CALL_ARGS", "toolCallId": "c1", "delta": broken}),
        )
    )
    (call,) = turn.tool_calls
    assert call.arguments == {
        "unparsed": json.loads(broken) if broken.endswith('"') and broken[0] == '"' else broken
    }


def test_a_broken_frame_is_passed_over() -> None:
    chunks = frames(*RUN)
    chunks.insert(5, (0.25, 'data: {"type": "TOOL\n\n'))
    assert read(chunks) == WHOLE


@pytest.mark.parametrize("kind", ["42", "42/chat,", "42/chat,17", "451-"])
def test_packets_of_socket_io(kind: str) -> None:
    packets = [(at_s, f"{kind}{json.dumps(['told', event])}") for at_s, event in RUN]
    polled = [(1.1, "\x1e".join(["2", *(packet for _, packet in packets), "6"]))]
    assert read(packets, whole=True) == WHOLE
    assert read(polled, whole=True).text == WHOLE.text
