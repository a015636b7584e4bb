"""A page that was closed: one clear error, whatever is asked of it."""

import re
from collections.abc import Callable

import pytest

from evals.errors import PageClosedError
from pages import ChatPage
from tests.pages.conftest import OpenChat
from tests.pages.product import Script, serving

SCRIPTS: dict[str, Script] = {"hi": ["Hello ", 0.1, "there."]}
COMMANDS: dict[str, Callable[[ChatPage], object]] = {
    "open": lambda chat: chat.open(),
    "reload": lambda chat: chat.reload(),
    "back": lambda chat: chat.back(),
    "forward": lambda chat: chat.forward(),
    "second_tab": lambda chat: chat.second_tab(),
    "another_user": lambda chat: chat.another_user(),
    "reset": lambda chat: chat.reset(),
    "send": lambda chat: chat.send("hi"),
    "begin": lambda chat: chat.begin("hi"),
    "choose": lambda chat: chat.choose("Yes"),
    "reply_to": lambda chat: chat.reply_to(print),
    "conversation": lambda chat: chat.conversation,
    "composer": lambda chat: chat.composer,
    "draft": lambda chat: chat.draft,
    "messages": lambda chat: chat.messages,
    "transcript": lambda chat: chat.transcript(),
    "state": lambda chat: chat.state(),
    "expect_state": lambda chat: chat.expect_state("/", {}),
    "expect_accessible": lambda chat: chat.expect_accessible(),
    "watch_calls": lambda chat: chat.watch_calls(),
    "card": lambda chat: chat.card("Order"),
    "action": lambda chat: chat.action("Yes"),
    "attach": lambda chat: chat.attach(__file__),
}
TELL_WHAT_WAS = {"calls", "last_click"}


def read(error: PageClosedError) -> str:
    """The message, with the free port taken out."""
    return re.sub(r"http://127.0.0.1:\d+", "http://product", str(error))


def message(seen: str) -> str:
    return (
        "the page was closed, and nothing can be done on it any more\n"
        "  expected: a page that is open as long as the test uses it\n"
        f"  seen:     {seen}\n"
        "  where:    http://product/\n"
        "  to fix:   close it later, or open another one: chat.second_tab()"
    )


def test_every_command_says_so(open_chat: OpenChat) -> None:
    with serving(SCRIPTS) as product:
        chat = open_chat(product.url)
        chat.send("hi")
        chat.page.close()
        for name, command in COMMANDS.items():
            with pytest.raises(PageClosedError) as raised:
                command(chat)
            assert read(raised.value) == message(f"`{name}` after it was closed")
        assert [call.path for call in chat.calls] == ["/say"]
        assert chat.last_click == ""
    public = {name for name in vars(ChatPage) if not name.startswith("_")}
    assert public == set(COMMANDS) | TELL_WHAT_WAS


def test_what_was_found_before_says_so_too(open_chat: OpenChat) -> None:
    with serving(SCRIPTS) as product:
        chat = open_chat(product.url)
        with chat.watch_calls() as calls:
            turn, card, action = chat.begin("hi"), chat.card("Order"), chat.action("Yes")
        chat.page.close()
        for name, command in {
            "text": lambda: turn.text,
            "until": turn.until,
            "read": card.read,
            "fill": lambda: card.fill("Day", "Friday"),
            "click": action.click,
            "none": calls.none,
        }.items():
            with pytest.raises(PageClosedError) as raised:
                command()
            assert read(raised.value) == message(f"`{name}` after it was closed")


def test_a_page_that_is_closed_under_a_reply(open_chat: OpenChat) -> None:
    with serving(SCRIPTS) as product:
        chat = open_chat(product.url)
        with pytest.raises(PageClosedError) as raised:
            chat.reply_to(chat.page.close)
    assert read(raised.value) == message("it was closed while the message was sent or answered")


def test_a_page_that_is_closed_under_a_wait(open_chat: OpenChat) -> None:
    with serving(SCRIPTS) as product:
        chat = open_chat(product.url)
        turn = chat.begin("hi")

        def close(_text: str) -> bool:
            chat.page.close()
            return False

        with pytest.raises(PageClosedError) as raised:
            turn.until(close)
    assert read(raised.value) == message("it was closed during `until`")
