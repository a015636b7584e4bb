"""A chat that is opened by a button of the page, in the page or in a frame, and again after a reload."""

import pytest

from evals.errors import ChatUIError
from pages import ChatUI
from pages.settle import Limits
from tests.pages.conftest import OpenChat
from tests.pages.product import STREAMING, Script, serving

LAUNCHER = """
const main = document.querySelector('main'), open = document.createElement('button');
open.textContent = 'Chat with us';
document.body.append(open);
"""
HERE = "main.hidden = true; open.onclick = () => { main.hidden = false; };"
FRAME = """
main.remove();
open.onclick = () => { open.outerHTML = '<iframe src="/" title="Chat"></iframe>'; };
"""
PAGES = {
    "here": STREAMING + LAUNCHER + HERE,
    "frame": LAUNCHER + FRAME,
    "deaf": STREAMING + LAUNCHER + "main.hidden = true; setTimeout(() => {" + HERE + "}, 700);",
    "open": STREAMING + LAUNCHER + "open.onclick = () => { main.hidden = true; };",
    "dead": LAUNCHER + "main.remove();",
}
SCRIPTS: dict[str, Script] = {"hi": ["Hello."]}


def launched(frame: str | None = None) -> ChatUI:
    """A UI with a launcher."""
    return ChatUI(
        name="launched",
        frame=frame,
        launcher=lambda root: root.get_by_role("button", name="Chat with us"),
        user_message=lambda root: root.locator(".user"),
        reply=lambda root: root.locator(".bot"),
        keeps_on_reload=False,
    )


@pytest.mark.parametrize(
    ("where", "frame"), [("here", None), ("deaf", None), ("frame", "iframe[title=Chat]"), ("open", None)]
)
def test_a_chat_is_opened_where_it_is_not_open(open_chat: OpenChat, where: str, frame: str | None) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = open_chat(f"{product.url}/p/{where}", launched(frame), Limits(act_s=2))
        assert chat.send("hi").text == "Hello."
        chat.reload()
        assert chat.send("hi").text == "Hello."


def test_a_launcher_that_opens_nothing(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product, pytest.raises(ChatUIError, match="no composer was found"):
        open_chat(f"{product.url}/p/dead", launched(), Limits(ready_s=0.5, act_s=0.5))
