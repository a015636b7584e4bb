"""Pages on which no chat is found: each says what was seen, and what to do."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from evals.errors import ReplywrightError
from pages import ChatPage
from pages.detect import Detector
from pages.drivers.auto import ui
from pages.settle import Limits
from pages.ui import TEMPLATE
from tests.pages.conftest import Kept, OpenChat
from tests.pages.product import serving

HEAD = "<!doctype html><meta charset=utf-8><title>x</title>"
SEARCH = '<input type="search" aria-label="Search this site">'
MESSAGE = '<textarea aria-label="Message"></textarea>'
CHAT = f'<section class="chat"><div role="log"></div>{MESSAGE}<button>Send</button></section>'
PAGES = {
    "nothing": HEAD + "<h1>Opening hours</h1>",
    "files": HEAD + '<div role="log"></div><input type="file" aria-label="Message"><button>Send</button>',
    "search": HEAD + SEARCH,
    "two": HEAD + CHAT + CHAT.replace("chat", "chat sales"),
    "frames": HEAD + CHAT + '<iframe src="/p/sales"></iframe>',
    "sales": HEAD + CHAT,
    "login": HEAD + "<form><input aria-label=E-mail><input type=password><button>Log in</button></form>",
    "captcha": HEAD + '<iframe src="/p/recaptcha"></iframe>',
    "recaptcha": HEAD,
}
LIMITS = Limits(ready_s=1)
ACME = TEMPLATE.format(name="acme").replace("\n", "\n" + " " * 12)
DRIVER = f"  to fix:   write pages/drivers/acme.py, and choose it with --chat-ui acme:\n            {ACME}"


@pytest.fixture
def failed(auto: OpenChat) -> Callable[[str], str]:
    """The message of a page, by its name."""

    def message(name: str) -> str:
        with serving({}, PAGES) as product, pytest.raises(ReplywrightError) as raised:
            auto(f"{product.url}/p/{name}", LIMITS)
        return re.sub(r"http://127\.0\.0\.1:\d+", "http://product", str(raised.value))

    return message


@pytest.mark.parametrize("name", ["nothing", "files"])
def test_a_page_without_a_place_to_type_into(failed: Callable[[str], str], name: str) -> None:
    assert failed(name) == (
        "no chat was found on the page\n"
        "  expected: one place to write a message to\n"
        "  seen:     no place to type into\n"
        f"  where:    http://product/p/{name}\n{DRIVER}"
    )


def test_a_place_that_is_no_composer_is_named_and_pictured(failed: Callable[[str], str], kept: Kept) -> None:
    picture = kept.folder / "1-candidates.png"
    assert failed("search") == (
        "no chat was found on the page\n"
        "  expected: one place to write a message to\n"
        "  seen:     these places to type into:\n"
        f"            1. {SEARCH} (-11 points: +1 takes a line, -6 its label speaks of something else, "
        "-6 searches)\n"
        f"  where:    http://product/p/search (picture: {picture})\n{DRIVER}"
    )
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_two_chats_are_both_named(failed: Callable[[str], str]) -> None:
    message = failed("two")
    assert message.startswith(
        "2 places on the page look like a composer\n  expected: one place to write a message to\n"
    )
    assert message.count(MESSAGE) == 2
    assert message.split("to fix:   ")[1].startswith(
        "choose one with --chat TEXT, a part of what is said of it above; or write pages/drivers/acme.py"
    )


def test_two_chats_in_two_frames_are_both_named(failed: Callable[[str], str]) -> None:
    message = failed("frames")
    assert message.startswith("2 places on the page look like a composer\n")
    assert f"1. {MESSAGE} (" in message
    assert f"2. {MESSAGE} in the frame http://product/p/sales (" in message


def test_one_of_two_chats_is_chosen(page: Page, kept: Kept) -> None:
    with serving({}, PAGES) as product:
        chat = ChatPage(page, ui, kept, LIMITS, product.url, detector=Detector("/p/sales"))
        chat.open("/p/frames")
        assert chat.composer.evaluate("node => node.ownerDocument.location.pathname") == "/p/sales"


def test_a_login(failed: Callable[[str], str]) -> None:
    assert failed("login") == (
        "the page asks to log in\n"
        "  expected: a chat\n"
        "  seen:     a field for a password\n"
        "  where:    http://product/p/login\n"
        "  to fix:   write a driver with `login` (pages/ui.py), or start from a saved `storage_state`"
    )


def test_a_captcha(failed: Callable[[str], str]) -> None:
    assert failed("captcha") == (
        "the page wants to know whether a person is there\n"
        "  expected: a chat\n"
        "  seen:     a captcha\n"
        "  where:    http://product/p/captcha\n"
        "  to fix:   switch it off for the preview, or let the tests in by a header or a cookie"
    )
