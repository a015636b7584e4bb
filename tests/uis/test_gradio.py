"""A public chat UI that nobody here wrote, through the same fixtures: 20 turns and a button.

Needs a Gradio that runs tests/uis/gradio_app.py: `python -m tests.bench gradio` starts one.
"""

import pytest
from playwright.sync_api import expect

from pages import ChatPage
from tests.uis.echo import COLOURS, echo


@pytest.fixture(autouse=True)
def gradio(pytestconfig: pytest.Config) -> None:
    """Gradio is not among the dependencies."""
    if pytestconfig.getoption("replywright_chat_ui") != "gradio":
        pytest.skip("no Gradio is running: `python -m tests.bench gradio` installs and starts one")


def test_twenty_turns_are_captured_exactly(chat: ChatPage) -> None:
    replies = [chat.send(f"message {turn}") for turn in range(1, 21)]
    assert [reply.text for reply in replies] == [echo(reply.prompt, i) for i, reply in enumerate(replies, 1)]


def test_a_button_sends_its_label(chat: ChatPage) -> None:
    reply = chat.send(COLOURS)
    assert [action.name for action in reply.actions] == ["Red", "Blue"]
    chat.action("Blue").click()
    expect(chat.ui.reply(chat.page.main_frame).last).to_have_text(echo("Blue", 2))
