"""A failing test says what it clicked last and which calls came of it."""

import re
from pathlib import Path

from pages import ChatUI
from tests.evals.project import Project
from tests.pages.conftest import OpenChat
from tests.pages.product import Script, serving

BUTTONS = """
function say(text) {
  add('user', text);
  add('bot', '').innerHTML = `<article aria-label="Visit"><button>Dead</button>
    <button onclick="post('/json', { text: 'yes' })">Alive</button></article>`;
}
"""
SCRIPTS: dict[str, Script] = {"yes": ["ok"]}
UI = ChatUI(
    name="clicks", user_message=lambda root: root.locator(".user"), reply=lambda root: root.locator(".bot")
)
TEST = """
import pytest
from playwright.sync_api import TimeoutError


def test_it(chat):
    chat.send("hi")
    button = chat.card("Visit").action("Dead")
    with chat.page.expect_response("**/json", timeout=500):
        button.click()
"""


def test_calls_after_the_last_click(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, {"streaming": BUTTONS}) as product:
        chat = open_chat(product.url, UI)
        assert chat.last_click == ""
        chat.send("hi")
        assert chat.last_click == ""
        chat.card("Visit").action("Dead").click()
        assert chat.last_click == "  clicked:    'Dead' in the card 'Visit'\n  calls:      none"
        with chat.page.expect_response("**/json"):
            chat.action("Alive").click()
        assert chat.last_click == "  clicked:    'Alive' in the transcript\n  calls:      POST /json 200"
        chat.send("hi again")
        assert chat.last_click == ""


def test_failure_names_the_button_and_its_calls(tmp_path: Path) -> None:
    project = Project(tmp_path, 'pytest_plugins = ["pages.plugin", "evals.plugin"]\n')
    project.write("test_a.py", TEST)
    with serving(SCRIPTS, {"streaming": BUTTONS}) as product:
        (test,) = project.pytest("--base-url", product.url).run.tests
    assert test.result
    said = re.sub(r"=+( logs =+)?\n", "", test.result["message"])
    assert said.startswith(
        "playwright._impl._errors.TimeoutError: Page.expect_response: "
        'Timeout 500ms exceeded while waiting for event "response"\n'
        'waiting for response "**/json"\n'
        "  asked:      hi\n"
    )
    assert said.endswith("\n  clicked:    'Dead' in the card 'Visit'\n  calls:      none")
