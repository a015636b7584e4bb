"""Panel's ChatInterface: panel serve app.py"""

from collections.abc import AsyncIterator
from uuid import uuid4

import panel as pn

from tests.uis.bot import stream
from tests.uis.script import (
    BUTTONS,
    CARD,
    CARD_BUTTON,
    CARD_FIELDS,
    CARD_INPUT,
    CARD_TEXT,
    CARD_TITLE,
    COLOURS,
    QUESTION,
    ordered,
)

pn.extension()
person = uuid4().hex


def ask(chat: pn.chat.ChatInterface, text: str) -> None:
    """A button says this for the person."""
    chat.send(text, user="User", respond=True)


def offer(chat: pn.chat.ChatInterface) -> pn.Column:
    """Two buttons that say what is written on them."""
    buttons = [
        pn.widgets.Button(name=colour, on_click=lambda _, colour=colour: ask(chat, colour))
        for colour in BUTTONS
    ]
    return pn.Column(QUESTION, pn.Row(*buttons))


def order(chat: pn.chat.ChatInterface) -> pn.Column:
    """A card whose button says what was typed into it."""
    note = pn.widgets.TextInput(name=CARD_INPUT)
    confirm = pn.widgets.Button(name=CARD_BUTTON, on_click=lambda _: ask(chat, ordered(note.value)))
    fields = "".join(f"<dt>{item}</dt><dd>{price}</dd>" for item, price in CARD_FIELDS.items())
    card = pn.Card(pn.pane.HTML(f"<dl>{fields}</dl>"), note, confirm, title=CARD_TITLE, collapsible=False)
    return pn.Column(CARD_TEXT, card)


OWN = {COLOURS: offer, CARD: order}


async def reply(text: str, _user: str, chat: pn.chat.ChatInterface) -> AsyncIterator[object]:
    """Stream the bot's reply."""
    if text in OWN:
        yield OWN[text](chat)
        return
    async for so_far in stream(person, text):
        yield so_far


chat = pn.chat.ChatInterface(callback=reply, callback_user="Bot")
chat.send("Welcome to Panel.", user="Bot", respond=False)
chat.servable()
