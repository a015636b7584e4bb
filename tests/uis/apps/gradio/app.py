"""Gradio's ChatInterface: python app.py PORT"""

import sys
from collections.abc import Iterator
from urllib.error import HTTPError

import gradio as gr

from tests.uis.bot import say
from tests.uis.script import BUTTONS, COLOURS, FAILED, QUESTION


def answer(message: str, _history: object, request: gr.Request) -> Iterator[object]:
    """Stream the bot's reply."""
    if message == COLOURS:
        options = [{"value": colour} for colour in BUTTONS]
        yield {"role": "assistant", "content": QUESTION, "options": options}
        return
    try:
        yield from say(request.session_hash, message)
    except HTTPError as error:
        raise gr.Error(f"{FAILED}: {error.code}") from error


if __name__ == "__main__":
    chat = gr.ChatInterface(answer, title="Gradio", examples=["hello", "colours"])
    chat.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]))
