"""What lasts: after a reload, in a second tab, a step back, for another user, and in the clinic's books."""

import pytest

from evals import ChatState
from pages import ChatPage

pytestmark = pytest.mark.embedded
ASK, HELLO = "Can I move my appointment to Thursday?", "Hello"


def state_of_a_new_conversation(chat: ChatPage) -> ChatState:
    """One that comes after another: by then it is known what messages look like here."""
    chat.send(HELLO)
    chat.reset()
    return chat.state()


def test_a_reload_changes_nothing(chat: ChatPage) -> None:
    chat.send(ASK)
    chat.card("Appointment").action("Confirm").click()
    before = chat.state()  # waits until the click has its effect
    chat.reload()

    assert chat.state() == before
    assert not any(action.enabled for card in before.cards for action in card.actions)


def test_a_second_tab_shows_the_same(chat: ChatPage) -> None:
    chat.send(ASK)
    tab = chat.second_tab()

    assert tab.state() == chat.state()


def test_a_new_conversation_is_empty_and_back_finds_the_old_one(chat: ChatPage) -> None:
    welcome = state_of_a_new_conversation(chat)
    chat.send(ASK)
    before = chat.state()
    chat.reset()
    assert chat.state() == welcome
    chat.back()
    assert chat.state() == before
    chat.forward()
    assert chat.state() == welcome


def test_another_user_sees_nothing_of_it(chat: ChatPage) -> None:
    welcome = state_of_a_new_conversation(chat)
    chat.send(ASK)
    chat.card("Appointment").action("Confirm").click()
    other = chat.another_user()

    assert other.state() == welcome
    other.expect_state("/api/conversations", [])
    chat.expect_state("/api/conversations", [{"title": ASK}, {"title": HELLO}])


def test_confirm_moves_the_appointment(chat: ChatPage) -> None:
    chat.expect_state("/api/appointments", [{"day": "Tuesday"}])
    chat.send(ASK)
    chat.card("Appointment").action("Confirm").click()

    chat.expect_state("/api/appointments", [{"day": "Thursday", "status": "confirmed"}])
