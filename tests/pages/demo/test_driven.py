"""The page as `ChatPage` drives it: what replaces a reply is captured like any other."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from pages import ChatPage
from pages.settle import Limits
from pages.ui import load
from tests.pages.conftest import Kept

MOVE = "Can I move my appointment to Thursday?"
DRIVERS = Path(__file__).parents[3] / "pages" / "drivers"


@pytest.fixture
def chat(page: Page, clinic: str, kept: Kept) -> ChatPage:
    """A chat with the clinic."""
    opened = ChatPage(page, load("clinic", DRIVERS), kept, Limits())
    opened.open(f"{clinic}/?seed=2")
    return opened


def test_a_reply_is_the_same_with_tools_around_it(chat: ChatPage) -> None:
    reply = chat.send(MOVE)
    assert len(reply.messages) == 2
    assert [action.name for action in reply.actions] == []
    assert [card.title for card in reply.cards] == ["Appointment"]
    assert [message.role for message in chat.transcript()] == ["user", "assistant", "assistant"]
    assert chat.transcript()[0].text == MOVE


def test_regenerate_gives_a_reply_of_its_own(chat: ChatPage) -> None:
    first = chat.send(MOVE)
    again = chat.reply_to(chat.action("Regenerate").click, prompt=MOVE)
    assert len(again.messages) == len(first.messages) == 2
    assert again.cards[0].fields == first.cards[0].fields
    assert [message.role for message in chat.transcript()] == ["user", "assistant", "assistant"]


def test_retry_after_a_cut_stream_gives_the_whole_reply(chat: ChatPage) -> None:
    cut = re.compile("/api/chat")
    chat.page.route(cut, lambda route: route.abort(), times=1)
    chat.page.get_by_label("Message", exact=True).fill(MOVE)
    chat.page.keyboard.press("Enter")
    reply = chat.reply_to(chat.action("Retry").click, prompt=MOVE)
    assert len(reply.messages) == 2
    assert not reply.errors


def test_an_edited_message_gets_a_reply_of_its_own(chat: ChatPage) -> None:
    chat.send(MOVE)
    chat.action("Edit").click()
    reply = chat.send("How much is a check-up?")
    assert "$80" in reply.text
    assert not reply.cards
    assert [message.role for message in chat.transcript()] == ["user", "assistant"]


def test_an_option_is_chosen_and_its_card_filled_and_confirmed_once(chat: ChatPage) -> None:
    asked = chat.send("I'd like to make an appointment")
    assert {action.kind for action in asked.actions} == {"option"}
    chat.choose("Eye test")
    chat.send("Friday")
    assert chat.choose("10:30").cards[0].fields["Day"] == "Friday"
    card = chat.card("Appointment")
    card.fill({"Note for the clinic": "My left eye", "Remind me": "The day before"})
    with chat.watch_calls() as calls:
        card.action("Confirm").click()
    booked = {"note": "My left eye", "reminder": "day"}
    assert calls.only("POST", "/api/appointments", json=booked).status == 201
    assert card.read().inputs == {"Note for the clinic": "My left eye", "Remind me": "The day before"}
