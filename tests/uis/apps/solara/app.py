"""Solara's chat components: solara run app.py"""

from functools import partial
from urllib.error import HTTPError

import solara
import solara.lab

from tests.uis.bot import say
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
    QUESTION,
    ordered,
)

Messages = list[tuple[str, str]]
messages = solara.reactive([("assistant", "Welcome to Solara.")])
"""Who said what, for each visitor's page."""
OWN = {COLOURS: QUESTION, CARD: CARD_TEXT}


@solara.lab.task
def ask(text: str) -> None:
    """Show what the person says, then stream the bot's reply."""
    asked: Messages = [*messages.value, ("user", text)]
    if text in OWN:
        messages.value = [*asked, ("assistant", text)]
        return
    messages.value = [*asked, ("assistant", "")]
    try:
        for so_far in say(solara.get_kernel_id(), text):
            messages.value = [*asked, ("assistant", so_far)]
    except HTTPError:
        messages.value = asked
        raise


@solara.component
def offer() -> None:
    """Two buttons that say what is written on them."""
    with solara.Row():
        for colour in BUTTONS:
            solara.Button(colour, on_click=partial(ask, colour), classes=["text-none"])


@solara.component
def order() -> None:
    """A card whose button says what was typed into it."""
    note = solara.use_reactive("")
    with solara.Card(CARD_TITLE):
        solara.Markdown("\n".join(f"- **{item}**: {price}" for item, price in CARD_FIELDS.items()))
        solara.InputText(CARD_INPUT, value=note)
        with solara.CardActions():
            solara.Button(CARD_BUTTON, on_click=lambda: ask(ordered(note.value)), classes=["text-none"])


@solara.component
def message(role: str, text: str) -> None:
    """One message of either side."""
    with solara.lab.ChatMessage(user=role == "user", name="You" if role == "user" else "Bot"):
        own = role == "assistant" and text in OWN
        solara.Markdown(OWN[text] if own else text)
        if own and text == COLOURS:
            offer()
        elif own:
            order()


@solara.component
def Page() -> None:  # noqa: N802 - its name in Solara
    """The chat of one visitor."""
    with solara.Column(style={"height": "90vh"}):
        with solara.lab.ChatBox():
            for role, text in messages.value:
                message(role, text)
        if ask.pending:
            solara.Text("The bot is thinking...")
            solara.ProgressLinear()
        elif ask.error:
            solara.Error(f"{FAILED}: {ask.exception}")
        solara.lab.ChatInput(send_callback=ask, disabled=ask.pending)
