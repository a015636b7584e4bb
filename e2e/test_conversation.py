"""Several turns: what was said before counts, can be taken back, and does not get into each other's way."""

import pytest

from evals import ExpectConversation, ExpectReply
from pages import ChatPage

pytestmark = pytest.mark.embedded


def test_a_name_is_remembered(chat: ChatPage, expect_reply: ExpectReply) -> None:
    chat.send("Hi, I'm Ana")
    chat.send("How much is a flu shot?")
    reply = chat.send("What is my name?")

    expect_reply(reply).to_mention("Ana")


def test_booking_by_options(
    chat: ChatPage, expect_reply: ExpectReply, expect_conversation: ExpectConversation
) -> None:
    chat.send("I'd like to make an appointment")
    chat.choose("Blood test")
    chat.send("Monday")
    reply = chat.choose("9:00")

    expect_reply(reply).to_mention("Monday", "9:00")
    expect_conversation(chat.conversation).to_call_tools("find_slots", "hold_slot")
    assert reply.cards[0].fields["For"] == "Blood test"


def test_an_edited_message_takes_the_place_of_what_was_said(
    chat: ChatPage, expect_reply: ExpectReply
) -> None:
    chat.send("How much is a check-up?")
    before = chat.transcript()[:-2]
    chat.action("Edit").click()
    reply = chat.send("How much is a flu shot?")

    expect_reply(reply).to_mean("A flu shot costs $30.")
    assert [message.role for message in chat.transcript()[len(before) :]] == ["user", "assistant"]


def test_a_draft_survives_the_reply(chat: ChatPage) -> None:
    turn = chat.begin("What can you do?")
    chat.composer.fill("And on Sund")
    turn.reply()

    assert chat.draft == "And on Sund"
