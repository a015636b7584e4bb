"""Public chat UIs that nobody here wrote, driven in a real browser: every reply must be captured exactly."""

from collections.abc import Callable

import pytest

from pages import ChatPage
from tests.uis.catalog import APPS, App
from tests.uis.script import (
    BUTTONS,
    CARD,
    CARD_BUTTON,
    CARD_FIELDS,
    CARD_INPUT,
    CARD_TEXT,
    CARD_TITLE,
    COLOURS,
    ERROR,
    HELLO,
    MARKDOWN,
    QUESTION,
    SLOW,
    ordered,
)
from tests.uis.talk import Talk

pytestmark = pytest.mark.slow


def apps(can: Callable[[App], bool] = lambda _: True) -> pytest.MarkDecorator:
    """Run with each app of the catalog that can show what the test is about."""
    names = [
        pytest.param(app.name, marks=pytest.mark.xdist_group(app.name)) for app in APPS.values() if can(app)
    ]
    return pytest.mark.parametrize("app", names, indirect=True, scope="module")


PROMPTS = (
    HELLO,
    MARKDOWN,
    "hello to you",
    "hello to you",
    HELLO,
    "Grüße aus Köln, 你好 and ☕",
    "a < b & c > d",
    "50 % of it, or 1/2?",
    *(f"message {number}" for number in range(9, 20)),
    MARKDOWN,
)


@apps()
def test_twenty_turns(talk: Talk) -> None:
    for prompt in PROMPTS:
        talk.say(prompt)


@apps(lambda app: app.buttons)
def test_buttons(talk: Talk) -> None:
    offer = talk.chat.send(COLOURS)
    assert offer.text == QUESTION
    assert [action.name for action in offer.actions] == [talk.app.button.format(name) for name in BUTTONS]
    talk.choose(BUTTONS[1])
    talk.say(HELLO)


@apps(lambda app: app.card)
def test_card(talk: Talk) -> None:
    offer = talk.chat.send(CARD)
    (card,) = offer.cards
    assert offer.text == CARD_TEXT
    assert card.title == CARD_TITLE
    assert card.fields == CARD_FIELDS
    assert card.inputs == {CARD_INPUT: ""}
    assert [action.name for action in card.actions] == [CARD_BUTTON]
    shown = talk.chat.card(CARD_TITLE)
    shown.fill(CARD_INPUT, "no sugar")
    talk.asked(ordered("no sugar"))
    talk.heard(talk.chat.reply_to(shown.action(CARD_BUTTON).click, prompt=ordered("no sugar")))


@apps()
def test_error(talk: Talk) -> None:
    talk.say(HELLO)
    talk.tell(ERROR)
    failed = talk.chat.send(ERROR)
    assert failed.errors
    if not talk.app.goes_on:
        talk.chat.reload()
        talk.reloaded()
    talk.say(HELLO)


@apps()
def test_half_a_minute(talk: Talk) -> None:
    talk.say(SLOW)


@apps()
def test_reload(talk: Talk) -> None:
    chat = talk.chat
    talk.say(HELLO)
    before = chat.transcript()
    assert [message.role for message in before][-2:] == ["user", "assistant"]
    chat.reload()
    assert chat.transcript() == (before if talk.app.keeps_on_reload else before[:-2])
    talk.reloaded()
    talk.say(HELLO)


@apps()
def test_tabs(talk: Talk) -> None:
    talk.say(HELLO)
    other = beside(talk, talk.chat.second_tab())
    mine, its = talk.begin("the first tab"), other.begin("the second tab")
    other.heard(its)
    talk.heard(mine)
    other.say(HELLO)
    talk.say(HELLO)


def beside(talk: Talk, chat: ChatPage) -> Talk:
    """The same person in another tab; what is said there counts as well."""
    return Talk(chat, talk.app, talk.bot, talk.note, noted=talk.noted, said=talk.said)
