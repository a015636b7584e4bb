"""The clinic over real HTTP: the order of events, what is refused, and streams that end early."""

import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest

from pages.demo.bugs import BUGS
from pages.demo.server import running
from tests.pages.demo.visitor import Visitor, custom, events, text_of, tools_of

MOVE = "Can I move my appointment to Thursday?"
SLOW = "?pauses=0.2-0.3"


def test_events_come_in_order(visitor: Visitor) -> None:
    conversation = visitor.begin("?seed=3")
    stream = visitor.say(conversation, MOVE)
    kinds = [kind for kind, _ in groupby(event.get("name", event["type"]) for event in stream)]
    call = ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"]
    bubble = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]
    assert kinds == ["RUN_STARTED", "route", *call, *call, *bubble, *bubble, "card", "RUN_FINISHED"]
    assert stream[0] == {"type": "RUN_STARTED", "threadId": conversation, "runId": "run-1"}
    assert custom(stream, "route") == {"skill": "booking"}
    assert tools_of(stream) == ["find_appointment", "move_appointment"]
    assert sum(event["type"] == "TEXT_MESSAGE_CONTENT" for event in stream) > 6
    assert stream[-1]["result"] == {
        "model": "riverside-rules-1",
        "usage": {"input_tokens": 7, "output_tokens": len(text_of(stream).split())},
    }


def test_tool_calls_carry_arguments_and_results(visitor: Visitor) -> None:
    stream = visitor.say(visitor.begin(), MOVE)
    arguments = [json.loads(event["delta"]) for event in stream if event["type"] == "TOOL_CALL_ARGS"]
    results = [json.loads(event["content"]) for event in stream if event["type"] == "TOOL_CALL_RESULT"]
    number = results[0][0]["id"]
    assert arguments[1] == {"id": number, "day": "Thursday", "date": "2026-12-03", "time": "10:00"}
    assert results[0][0]["day"] == "Tuesday"
    assert results[1]["day"] == "Thursday"
    assert results[1]["status"] == "unconfirmed"


def test_the_card_says_what_its_buttons_do_and_remembers_that_they_were_used(visitor: Visitor) -> None:
    conversation = visitor.begin()
    card = custom(visitor.say(conversation, MOVE), "card")
    assert card["title"] == "Appointment"
    assert dict(card["fields"]) == {
        "Day": "Thursday",
        "Date": "December 3, 2026",
        "Time": "10:00",
        "With": "Dr. Patel",
        "For": "Check-up",
    }
    assert card["image"]["alt"] == "Portrait of Dr. Patel"
    confirm, change = card["actions"]
    assert (confirm["name"], change["name"], len(change["suggest"])) == ("Confirm", "Change", 3)
    call = confirm["call"]
    assert call["method"] == "PATCH"
    assert call["body"]["day"] == "Thursday"
    answer = visitor.ask(call["method"], call["path"], call["body"])
    assert (answer.status, answer.json["status"]) == (200, "confirmed")
    (kept,) = [card for each in visitor.view(conversation)["messages"] for card in each["cards"]]
    assert kept == {**card, "state": "done"}


def test_a_new_appointment_is_booked_by_the_card(visitor: Visitor) -> None:
    card = custom(visitor.say(visitor.begin(), "Book a flu shot on Friday at 3pm"), "card")
    call = card["actions"][0]["call"]
    assert (call["method"], call["path"]) == ("POST", "/api/appointments")
    made = visitor.ask(call["method"], call["path"], call["body"])
    assert made.status == 201
    assert (made.json["day"], made.json["time"], made.json["with"]) == ("Friday", "15:00", "Dr. Okafor")
    assert [each["day"] for each in visitor.ask("GET", "/api/appointments").json] == ["Tuesday", "Friday"]


def test_a_card_gives_way_to_a_newer_one(visitor: Visitor) -> None:
    conversation = visitor.begin()
    visitor.say(conversation, MOVE)
    visitor.say(conversation, "Friday instead")
    cards = [card for each in visitor.view(conversation)["messages"] for card in each["cards"]]
    assert [card["state"] for card in cards] == ["replaced", "open"]


def test_a_conversation_is_given_back_as_it_was_said(visitor: Visitor) -> None:
    conversation = visitor.begin("?seed=5")
    said = text_of(visitor.say(conversation, "How much is a check-up?"))
    view = visitor.view(conversation)
    messages = [(each["role"], each["text"]) for each in view["messages"]]
    assert messages == [("user", "How much is a check-up?"), ("assistant", said)]
    assert view["suggestions"] == ["Book a check-up"]
    assert view["shown"] == 2


def test_the_seed_decides_the_wording_and_nothing_else(visitor: Visitor) -> None:
    question = "When are you open?"
    said = [text_of(visitor.say(visitor.begin(f"?seed={seed}"), question)) for seed in (1, 1, 2, 3, 4, 5)]
    assert said[0] == said[1]
    assert len(set(said)) == 3


def test_pieces_can_be_limited(visitor: Visitor) -> None:
    stream = visitor.say(visitor.begin("?tokens=4"), "When are you open?")
    assert sum(event["type"] == "TEXT_MESSAGE_CONTENT" for event in stream) <= 4


def test_every_answer_has_a_strict_policy(visitor: Visitor) -> None:
    for path in ("/", "/static/clinic.js", "/api/appointments", "/api/conversations/none", "/nowhere"):
        policy = visitor.ask("GET", path).headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("/api/chat", b"{", 400, "The request is not JSON."),
        ("/api/chat", b"\xff\xfe", 400, "The request is not JSON."),
        ("/api/chat", b"[" * 100_000, 400, "The request is not JSON."),
        ("/api/chat", [], 400, "The request is not a JSON object."),
        ("/api/chat", {}, 400, "The request is not an AG-UI run: threadId, runId and messages."),
        (
            "/api/chat",
            {"threadId": "x", "runId": "y", "messages": []},
            400,
            "The run has no message of a user.",
        ),
        ("/api/chat", {"a": "b" * 300_000}, 413, "That message is too long to be sent."),
        (
            "/api/conversations?bug=nope",
            None,
            400,
            (
                "there is no such bug\n"
                f"  expected: one of {', '.join(BUGS)}\n"
                "  seen:     'nope'\n"
                "  to fix:   `python -m pages demo --list-bugs` says what each does"
            ),
        ),
        (
            "/api/conversations?pauses=3-1",
            None,
            400,
            (
                "the query parameter pauses is not a range of seconds\n"
                "  seen:     '3-1'\n"
                "  to fix:   ?pauses=0.1-3"
            ),
        ),
        (
            "/api/conversations?tokens=0",
            None,
            400,
            (
                "the query parameter tokens is not a whole number above 0\n"
                "  seen:     '0'\n"
                "  to fix:   ?tokens=7"
            ),
        ),
        (
            "/api/appointments",
            {"service": "haircut"},
            400,
            (
                "there is no such service\n"
                "  expected: check-up, blood-test, flu-shot, skin-check, physiotherapy, eye-test\n"
                "  seen:     'haircut'"
            ),
        ),
        (
            "/api/appointments",
            {"service": "eye-test", "time": "10:00"},
            400,
            'the appointment has no day\n  to fix:   send "day": "Thursday" or "date": "2026-12-03"',
        ),
        (
            "/api/appointments",
            {"service": "eye-test", "time": "10:00", "day": "Thursday", "date": "2026-12-04"},
            400,
            "day and date do not agree\n  expected: Friday\n  seen:     Thursday",
        ),
        (
            "/api/appointments",
            {"service": "eye-test", "time": "10:00", "day": "Sunday"},
            400,
            (
                "no appointment begins then\n  expected: another day: the clinic is closed then\n"
                "  seen:     '10:00'"
            ),
        ),
        (
            "/api/appointments",
            {"service": "eye-test", "time": "10:00", "date": "2026-11-30"},
            400,
            "appointments begin tomorrow at the earliest\n  seen:     2026-11-30",
        ),
    ],
)
def test_bad_requests_are_told_what_is_wrong(
    visitor: Visitor, path: str, body: object, status: int, message: str
) -> None:
    answer = visitor.ask("POST", path, body)
    assert (answer.status, answer.json) == (status, {"error": message})


def test_a_second_run_in_one_conversation_has_to_wait(visitor: Visitor) -> None:
    conversation = visitor.begin(SLOW)
    with closing(visitor.connect()) as connection:
        stream = visitor.start(connection, "POST", "/api/chat", visitor.run(conversation, "Hello"))
        stream.read1(1)
        second = visitor.chat(conversation, "Hello")
        assert second.status == 409
        assert second.json == {"error": "The assistant is still answering in this conversation."}


def test_what_a_reader_had_seen_is_kept_when_they_stop(visitor: Visitor) -> None:
    conversation = visitor.begin(SLOW)
    with closing(visitor.connect()) as connection:
        stream = visitor.start(connection, "POST", "/api/chat", visitor.run(conversation, MOVE))
        seen = ""
        while "TEXT_MESSAGE_CONTENT" not in seen:
            seen += stream.read1().decode()
    shown = text_of(list(events(seen)))
    answer = visitor.ask(
        "POST", f"/api/conversations/{conversation}/stop", {"run": "run-1", "kept": [len(shown)]}
    )
    assert answer.json == {"stopped": True}
    reply = visitor.view(conversation)["messages"][-1]
    assert (reply["text"], reply["stopped"], reply["cards"]) == (shown, True, [])


def test_a_reader_who_hangs_up_ends_the_run(visitor: Visitor) -> None:
    conversation = visitor.begin("?pauses=60-90")

    def status() -> int:
        with closing(visitor.connect()) as connection:
            return visitor.start(connection, "POST", "/api/chat", visitor.run(conversation, "Hello")).status

    assert status() == 200
    deadline = time.monotonic() + 30
    while status() == 409:
        assert time.monotonic() < deadline


def test_many_talk_at_once(clinic: str) -> None:
    def talk(number: int) -> tuple[str, str]:
        visitor = Visitor(clinic)
        conversation = visitor.begin()
        visitor.say(conversation, f"My name is Visitor{number}")
        visitor.say(conversation, MOVE)
        return f"Visitor{number}", text_of(visitor.say(conversation, "What is my name?"))

    with ThreadPoolExecutor(12) as pool:
        for name, said in pool.map(talk, range(36)):
            assert name in said.replace(".", " ").split()


def test_a_failing_store_is_told_as_an_error_of_the_run(tmp_path: Path) -> None:
    file = tmp_path / "clinic.db"
    with running(db=file, pace=0) as url:
        visitor = Visitor(url)
        conversation = visitor.begin()
        with closing(sqlite3.connect(file)) as outside, outside:
            outside.execute("DROP TABLE appointments")
        stream = visitor.say(conversation, "When is my appointment?")
    assert [event["type"] for event in stream] == ["RUN_STARTED", "RUN_ERROR"]
    assert stream[1]["message"] == "Something went wrong on our side. Please try again."


def test_pauses_are_real(visitor: Visitor) -> None:
    conversation = visitor.begin("?pauses=0.2-0.2&tokens=4")
    started = time.monotonic()
    visitor.say(conversation, "When are you open?")
    assert time.monotonic() - started > 0.75
