"""What the chat does when something breaks: it says so, loses nothing, and goes on."""

import pytest

from evals import ExpectReply
from pages import ChatPage

pytestmark = pytest.mark.embedded
HOURS = "When are you open?"


def test_a_service_that_is_down_is_told_and_retried(chat: ChatPage, expect_reply: ExpectReply) -> None:
    chat.send("Hello")
    before = chat.transcript()
    chat.page.route("**/api/chat", lambda route: route.fulfill(status=503, json={"error": "Busy."}), times=1)
    failed = chat.send(HOURS)
    assert failed.errors == ("Busy.",)

    reply = chat.reply_to(chat.action("Retry").click, prompt=HOURS)

    expect_reply(reply).to_mention("Saturday", "2 pm")
    assert [message.role for message in chat.transcript()[len(before) :]] == ["user", "assistant"]


def test_stop_keeps_what_was_read(chat: ChatPage) -> None:
    chat.open("/?pauses=0.3-0.5")  # slow enough to be stopped
    turn = chat.begin("What are your prices?")
    turn.until(lambda text: len(text) > 10)
    chat.action("Stop").click()
    stopped = turn.reply()

    chat.reload()

    assert chat.transcript()[-1].text == stopped.text
    assert chat.send("Hello").text


def test_an_api_that_fails_leaves_the_button_usable(chat: ChatPage) -> None:
    chat.send("Can I move my appointment to Thursday?")
    confirm = chat.card("Appointment").action("Confirm")
    down = {"status": 500, "json": {"error": "The calendar is down."}}
    chat.page.route("**/api/appointments/*", lambda route: route.fulfill(**down), times=1)

    confirm.click()
    assert chat.state().errors == ("The calendar is down.",)

    with chat.watch_calls() as calls:
        confirm.click()
    assert calls.only("PATCH", "/api/appointments/*").status == 200
    chat.expect_state("/api/appointments", [{"day": "Thursday", "status": "confirmed"}])
