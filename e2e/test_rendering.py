"""How replies are shown: as they are meant to be read, to everybody, and never as the person's own markup."""

import pytest
from playwright.sync_api import expect

from evals import ExpectReply
from pages import ChatPage

pytestmark = pytest.mark.embedded


def test_a_reply_with_a_table_is_shown_well(chat: ChatPage, expect_reply: ExpectReply) -> None:
    reply = chat.send("What are your prices?")

    expect_reply(reply).to_render_well()
    expect(chat.messages.get_by_role("table")).to_be_visible()


def test_a_reply_is_announced_once(chat: ChatPage, expect_reply: ExpectReply) -> None:
    reply = chat.send("Can I move my appointment to Thursday?")

    expect_reply(reply).to_be_announced_once()


def test_markup_of_the_person_is_text(chat: ChatPage, expect_reply: ExpectReply) -> None:
    markup = "My name is <img src=x onerror=alert(1)>"
    reply = chat.send(markup)

    assert chat.transcript()[-2].text == markup
    expect_reply(reply).to_render_well()
    expect(chat.messages.locator("img")).to_have_count(0)


def test_the_chat_is_accessible(chat: ChatPage) -> None:
    chat.send("Can I move my appointment to Thursday?")

    chat.expect_accessible()


def test_the_card_of_an_appointment(chat: ChatPage) -> None:
    chat.send("Can I move my appointment to Thursday?")

    expect(chat.card("Appointment").locator).to_match_aria_snapshot("""
        - img
        - heading "Appointment" [level=3]
        - term: Day
        - definition: Thursday
        - button "Confirm"
        - button "Change"
    """)
