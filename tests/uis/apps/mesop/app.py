"""The chat of Mesop Labs: mesop app.py"""

from collections.abc import Iterator
from uuid import uuid4

import mesop as me
import mesop.labs as mel

from tests.uis.bot import say


@me.stateclass
class Visitor:
    """Who talks on this page."""

    person: str


def load(_: me.LoadEvent) -> None:
    """Each page that is loaded is a conversation of its own."""
    me.state(Visitor).person = uuid4().hex


def reply(text: str, _history: list[mel.ChatMessage]) -> Iterator[str]:
    """The bot's reply piece by piece."""
    shown = ""
    for so_far in say(me.state(Visitor).person, text):
        yield so_far.removeprefix(shown)
        shown = so_far


@me.page(path="/", title="Mesop", on_load=load)
def page() -> None:
    """The chat of one visitor."""
    mel.chat(reply, title="Mesop", bot_user="Bot")
