"""The smallest Gradio chat that streams: it says back what it was told, and offers buttons when asked.

Runs in an environment of its own, where Gradio is: python -m tests.uis.gradio_app PORT
"""

import sys
import time
from collections.abc import Iterator

import gradio as gr

from tests.uis.echo import COLOURS, echo

PIECE_S, PAUSE_S = 0.03, 1.2


def answer(message: str, history: list[dict[str, object]]) -> Iterator[object]:
    """Word by word, with a pause in the middle that is longer than any quiet time."""
    if message == COLOURS:
        options = [{"value": "Red"}, {"value": "Blue"}]
        yield {"role": "assistant", "content": "Choose a colour:", "options": options}
        return
    words = echo(message, len(history) // 2 + 1).split(" ")
    for count in range(1, len(words) + 1):
        time.sleep(PAUSE_S if count == len(words) // 2 else PIECE_S)
        yield " ".join(words[:count])


if __name__ == "__main__":
    chat = gr.ChatInterface(answer, title="Echo")
    chat.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]))
