"""NiceGUI's chat messages, with a spinner while the bot writes: python app.py PORT"""

import sys
from functools import partial
from urllib.error import HTTPError
from uuid import uuid4

from nicegui import ui

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
    QUESTION,
    ordered,
)


class Chat:
    """One visitor's chat, on the page that is being built."""

    def __init__(self) -> None:
        self.person = uuid4().hex
        with ui.column().classes("w-full") as self.log:
            ui.chat_message("Welcome to NiceGUI.", name="Bot")
        with ui.footer():
            composer = ui.input(placeholder="Message").classes("w-full")
            self.composer = composer.on("keydown.enter", self.send)

    async def send(self) -> None:
        text, self.composer.value = self.composer.value, ""
        await self.ask(text)

    async def ask(self, text: str) -> None:
        with self.log:
            ui.chat_message(text, name="You", sent=True)
            if text == COLOURS:
                self.offer()
            elif text == CARD:
                self.card()
            else:
                await self.reply(text)

    def offer(self) -> None:
        with ui.chat_message(name="Bot"), ui.column():
            ui.label(QUESTION)
            with ui.row():
                for colour in BUTTONS:
                    ui.button(colour, on_click=partial(self.ask, colour)).props("no-caps")

    def card(self) -> None:
        with ui.chat_message(name="Bot"), ui.column():
            ui.label(CARD_TEXT)
            with ui.card():
                ui.label(CARD_TITLE).classes("text-h6").props("role=heading aria-level=3")
                with ui.element("dl"):
                    for item, price in CARD_FIELDS.items():
                        with ui.element("dt"):
                            ui.label(item)
                        with ui.element("dd"):
                            ui.label(price)
                note = ui.input(CARD_INPUT)
                ui.button(CARD_BUTTON, on_click=lambda: self.ask(ordered(note.value))).props("no-caps")

    async def reply(self, text: str) -> None:
        bubble, spinner = ui.chat_message(name="Bot"), ui.spinner("dots")
        with bubble:
            shown = ui.markdown()
        try:
            async for so_far in stream(self.person, text):
                shown.set_content(so_far)
        except HTTPError as error:
            bubble.delete()
            ui.notify(f"{FAILED}: {error.code}", type="negative")
        spinner.delete()


ui.page("/")(Chat)
ui.run(host="127.0.0.1", port=int(sys.argv[1]), title="NiceGUI", reload=False, show=False)
