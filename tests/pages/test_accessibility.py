"""What axe finds is told: rule, impact, element, where to read about it."""

import re

import pytest

from evals.errors import UsageError
from pages import ChatPage, ChatUI
from tests.pages.conftest import OpenChat
from tests.pages.product import serving

CHAT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title>
<style>.faint { color: #aaa; background: #fff }</style>
<img src="data:,"><main><h1>Chat</h1>
<div ROLE><div class="bot">Hello <img src="data:,"> <button style="width: 30px; height: 30px"></button></div>
<div class="bot"><img src="data:,"><img src="data:,"></div></div>
<form><input aria-label="Message"><p class="faint">Enter sends</p></form></main></html>"""
CLEAN = re.sub(r"<img[^>]*>|<button.*?/button>| class=.faint.", "", CHAT).replace("ROLE", 'role="log"')
IN_FRAME = '<!doctype html><title>x</title><img src="data:,"><iframe title="Chat" src="/p/bad"></iframe>'
PAGES = {
    "bad": CHAT.replace("ROLE", 'role="log"'),
    "good": CLEAN,
    "unknown": CHAT.replace("ROLE", "").replace('class="bot"', ""),
    "frame": IN_FRAME,
}
BOTS = ChatUI(name="bots", reply=lambda root: root.locator(".bot"))
FRAMED = ChatUI(name="framed", frame="iframe")
HELP = re.compile(r"https://dequeuniversity\.com/rules/axe/[\d.]+/([\w-]+)\?application=\w+")


def seen(chat: ChatPage, ignore: tuple[str, ...] = ()) -> str:
    with pytest.raises(AssertionError) as raised:
        chat.expect_accessible(ignore=ignore)
    return HELP.sub(r"HELP/\1", str(raised.value))


def test_a_clean_chat(open_chat: OpenChat) -> None:
    with serving({}, PAGES) as product:
        open_chat(f"{product.url}/p/good").expect_accessible()


@pytest.mark.parametrize(("where", "ui"), [("bad", None), ("frame", FRAMED)], ids=["page", "frame"])
def test_violations_are_told(open_chat: OpenChat, where: str, ui: ChatUI | None) -> None:
    with serving({}, PAGES) as product:
        message = seen(open_chat(f"{product.url}/p/{where}", ui))
    assert message.replace(product.url, "URL") == (
        "the chat is not accessible: button-name, color-contrast, image-alt\n"
        "  expected: no violation of a rule of axe in the transcript, the composer, cards and suggestions\n"
        "  seen:     button-name (critical): Buttons must have discernible text\n"
        '              <button style="width: 30px; height: 30px"></button>: Element does not have inner text '
        "that is visible to screen readers\n"
        "              HELP/button-name\n"
        "            color-contrast (serious): Elements must meet minimum color contrast ratio thresholds\n"
        '              <p class="faint">Enter sends</p>: Element has insufficient color contrast of 2.32 '
        "(foreground color: #aaaaaa, background color: #ffffff, font size: 12.0pt (16px), font weight: "
        "normal). Expected contrast ratio of 4.5:1\n"
        "              HELP/color-contrast\n"
        "            image-alt (critical): Images must have alternative text\n"
        '              <img src="data:,">: Element does not have an alt attribute\n'
        '              <img src="data:,">: Element does not have an alt attribute\n'
        '              <img src="data:,">: Element does not have an alt attribute\n'
        "              HELP/image-alt\n"
        "  where:    URL/p/bad\n"
        '  to fix:   mend the page, or leave the rule out: expect_accessible(ignore=["button-name"])'
    )


def test_rules_can_be_left_out(open_chat: OpenChat) -> None:
    with serving({}, PAGES) as product:
        chat = open_chat(f"{product.url}/p/bad")
        chat.expect_accessible(ignore=("image-alt", "button-name", "color-contrast"))
        first = seen(chat, ignore=("image-alt", "button-name")).splitlines()[0]
        with pytest.raises(UsageError) as raised:
            chat.expect_accessible(ignore=("alt-text",))
    assert first == "the chat is not accessible: color-contrast"
    known = re.sub(r"(rules of axe: accesskeys, ).*(, video-caption)", r"\1...\2", str(raised.value))
    assert known == (
        "expect_accessible cannot ignore 'alt-text': axe has no such rule\n"
        "  expected: rules of axe: accesskeys, ..., video-caption\n"
        "  seen:     ignore=('alt-text',)"
    )


def test_one_element(open_chat: OpenChat) -> None:
    with serving({}, PAGES) as product:
        chat = open_chat(f"{product.url}/p/bad")
        chat.expect_accessible(within=chat.page.locator("h1"))
        with pytest.raises(AssertionError, match=r"^the chat is not accessible: color-contrast\n"):
            chat.expect_accessible(within=chat.page.locator("form"))


def test_the_whole_page_where_a_part_is_not_known(open_chat: OpenChat) -> None:
    with serving({}, PAGES) as product:
        message = seen(open_chat(f"{product.url}/p/unknown", BOTS))
    assert "  expected: no violation of a rule of axe in the page\n" in message
    assert "  and 1 more\n" in message
