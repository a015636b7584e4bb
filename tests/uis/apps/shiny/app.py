"""Shiny's chat: shiny run app.py"""

from collections.abc import AsyncIterator
from uuid import uuid4

from shiny import App, Inputs, Outputs, Session, reactive, ui

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

page = ui.page_fillable(ui.chat_ui("chat", messages=["Welcome to Shiny."]), title="Shiny")
SUGGESTED = " ".join(f'<span class="suggestion submit">{colour}</span>' for colour in BUTTONS)


def order() -> ui.Tag:
    """A card whose button says what was typed into it."""
    fields = [part for item, price in CARD_FIELDS.items() for part in (ui.tags.dt(item), ui.tags.dd(price))]
    return ui.card(
        ui.card_header(CARD_TITLE),
        ui.tags.dl(*fields),
        ui.input_text("note", CARD_INPUT),
        ui.input_action_button("order", CARD_BUTTON),
    )


async def pieces(person: str, text: str) -> AsyncIterator[str]:
    """The bot's reply piece by piece."""
    shown = ""
    async for so_far in stream(person, text):
        yield so_far.removeprefix(shown)
        shown = so_far


def server(input: Inputs, _output: Outputs, _session: Session) -> None:  # noqa: A002 - its name in Shiny
    """One visitor."""
    chat, person = ui.Chat("chat"), uuid4().hex

    @chat.on_user_submit
    async def answer(text: str) -> None:
        if text == COLOURS:
            await chat.append_message(f"{QUESTION}\n\n{SUGGESTED}")
        elif text == CARD:
            await chat.append_message(ui.TagList(ui.p(CARD_TEXT), order()))
        else:
            await chat.append_message_stream(pieces(person, text))

    @reactive.effect
    @reactive.event(input.order)
    def confirm() -> None:
        chat.update_user_input(value=ordered(input.note()), submit=True)


app = App(page, server)
