"""Chainlit, with actions and a custom element: chainlit run app.py"""

from urllib.error import HTTPError

import chainlit as cl

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
    FAILED,
    ORDERED,
    QUESTION,
)

ORDER = {
    "title": CARD_TITLE,
    "fields": CARD_FIELDS,
    "label": CARD_INPUT,
    "button": CARD_BUTTON,
    "ordered": ORDERED,
}


@cl.on_chat_start
async def welcome() -> None:
    """Speak first."""
    await cl.Message("Welcome to Chainlit.").send()


@cl.on_message
async def hear(message: cl.Message) -> None:
    """Answer what was typed."""
    await answer(message.content)


@cl.action_callback("choose")
async def choose(action: cl.Action) -> None:
    """Answer a button."""
    await answer(action.payload["colour"])


async def answer(text: str) -> None:
    """Offer buttons or a card, or stream the bot's reply."""
    if text == COLOURS:
        actions = [cl.Action(name="choose", payload={"colour": colour}, label=colour) for colour in BUTTONS]
        await cl.Message(QUESTION, actions=actions).send()
    elif text == CARD:
        await cl.Message(CARD_TEXT, elements=[cl.CustomElement(name="Order", props=ORDER)]).send()
    else:
        await reply(text)


async def reply(text: str) -> None:
    """Stream the bot's reply."""
    message, shown = cl.Message(""), ""
    try:
        async for so_far in stream(cl.user_session.get("id"), text):
            await message.stream_token(so_far.removeprefix(shown))
            shown = so_far
        await message.update()
    except HTTPError as error:
        await cl.ErrorMessage(f"{FAILED}: {error.code}").send()
