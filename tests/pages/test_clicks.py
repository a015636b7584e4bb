"""Clicking what a reply offers, found by name or told apart; a failing test says what it clicked last."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from evals.errors import ActionError
from evals.transcript import Action
from pages import ChatPage, ChatUI
from pages.settle import Limits
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
OFFERS = """
// A message is the name of what to show.
const cover = '<div id="cover" style="position: fixed; inset: 0"></div>';
const SHOWS = {
  one: '<button>Copy</button><article aria-label="Visit"><p>On Monday</p><button>Confirm</button></article>',
  cards: '<article aria-label="Visit"><button>Confirm</button></article>' +
    '<article aria-label="Order"><button>Confirm</button></article>',
  same: '<article aria-label="Visit">On Monday</article><article aria-label="Visit">On Friday</article>',
  twice: '<article aria-label="Visit"><button>Confirm</button><button>Confirm</button></article>',
  copies: '<button>Copy</button> and <button>Copy</button>',
  opens: '<button disabled id="opens">Open</button>',
  covered: '<button>Under</button>',
  vanishes: '<button onclick="this.remove()">Once</button>',
  listbox: '<p id="l">Whom?</p><ul role="listbox" aria-labelledby="l"><li role="option">Dr. Lee</li>' +
    '<li role="option" aria-disabled="true">Dr. Patel</li></ul>',
  radios: '<fieldset><legend>Time</legend><label><input type="radio" name="t"> Noon</label>' +
    '<label><input type="radio" name="t" style="position: absolute; opacity: 0; width: 1px">' +
    'Night</label></fieldset>',
  group: '<div role="group" aria-label="Choose a room"><button>Red</button><button>Blue</button></div>',
  links: '<a href="/p/page">Page</a> <a href="/p/page" target="_blank">Tab</a> ' +
    '<a href="data:text/plain,nine" download="hours.txt">Hours</a>',
};
function say(text) {
  add('user', text);
  add('bot', text === 'Red' ? 'The red one.' : 'Here:').insertAdjacentHTML('beforeend', SHOWS[text] || '');
  if (text === 'opens') setTimeout(() => { document.getElementById('opens').disabled = false; }, 300);
  if (text === 'covered') document.body.insertAdjacentHTML('beforeend', cover);
  if (text === 'group') log.querySelector('[role=group] button').onclick = () => say('Red');
}
"""
PLACES = {"streaming": OFFERS, "page": "<!doctype html><title>Page</title><h1>Prices</h1>"}
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


def offered(open_chat: OpenChat, url: str, *said: str, act_s: float = 5) -> ChatPage:
    """A chat to which all that was said."""
    chat = open_chat(url, UI, Limits(act_s=act_s))
    for text in said:
        chat.send(text)
    return chat


def test_of_two_turns_the_latest_is_meant(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url, "cards", "one")
        chat.action("Confirm").click()
        chat.card("Visit").action("Confirm").click()
        assert chat.card("Visit").read().text == "On Monday"
        chat.card("Order").action("Confirm").click()  # of the turn before: there is no other


@pytest.mark.parametrize(
    ("said", "name", "card", "seen", "fix"),
    [
        (
            "cards",
            "Confirm",
            None,
            "the latest turn has 'Confirm' in the card 'Visit', 'Confirm' in the card 'Order'",
            "chat.card('Visit').action('Confirm')",
        ),
        (
            "twice",
            "Confirm",
            "Visit",
            "the card has 'Confirm', 'Confirm'",
            "chat.card('Visit').action('Confirm').locator.nth(0)",
        ),
        (
            "copies",
            "Copy",
            None,
            "the latest turn has 'Copy', 'Copy'",
            "chat.messages.last.get_by_role('button', name='Copy').nth(0)",
        ),
    ],
    ids=["cards", "twice", "copies"],
)
def test_two_of_one_name(
    open_chat: OpenChat, said: str, name: str, card: str | None, seen: str, fix: str
) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url, "one", said)
        with pytest.raises(ActionError) as raised:
            (chat.card(card) if card else chat).action(name).click()
        eval(fix, {"chat": chat}).click()  # what the message says works
    assert read(raised.value) == (
        f"2 in {f'the card {card!r}' if card else 'the transcript'} are called {name!r}\n"
        "  expected: one in the latest turn\n"
        f"  seen:     {seen}\n"
        "  where:    http://product/\n"
        f"  to fix:   choose: {fix}"
    )


def test_two_cards_of_one_title(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url, "one", "same")
        with pytest.raises(ActionError) as raised:
            chat.card("Visit").read()
    assert read(raised.value) == (
        "2 cards of one turn are called 'Visit'\n"
        "  expected: one\n"
        "  seen:     1. 'On Monday'\n"
        "            2. 'On Friday'\n"
        "  where:    http://product/\n"
        "  to fix:   choose with a locator of Playwright's: "
        "chat.page.get_by_role('article').filter(has_text=...)"
    )


def test_what_is_disabled_for_a_while_is_waited_for(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        offered(open_chat, product.url, "opens").action("Open").click()


def test_what_is_covered(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url, "covered", act_s=0.7)
        with pytest.raises(ActionError) as raised:
            chat.action("Under").click()
    assert read(raised.value) == (
        "'Under' in the transcript is covered\n"
        "  expected: one that can be clicked within 0.7 s\n"
        '  seen:     <div id="cover" style="position: fixed; inset: 0"> lies over it\n'
        "            the latest turn has 'Under'\n"
        "  where:    http://product/"
    )


def test_what_is_gone(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url, "one", "vanishes", act_s=0.7)
        once = chat.action("Once")
        once.click()
        with pytest.raises(ActionError) as action:
            once.click()
        chat.page.evaluate("document.querySelector('article').remove()")
        with pytest.raises(ActionError) as card:
            chat.card("Visit").action("Confirm").click()
    assert read(action.value) == (
        "'Once' is gone from the transcript\n"
        "  expected: a button, link or option called 'Once'\n"
        "  seen:     the latest turn has 'Copy', 'Confirm' in the card 'Visit'\n"
        "  where:    http://product/"
    )
    assert read(card.value) == (
        "the card 'Visit' is gone\n"
        "  expected: a card with the title 'Visit'\n"
        "  seen:     no card at all\n"
        "  where:    http://product/"
    )


@pytest.mark.parametrize(
    ("said", "text", "options"),
    [
        ("listbox", "Here:\n\nWhom?", ["Dr. Lee", "Dr. Patel"]),
        ("radios", "Here:\nTime", ["Noon", "Night"]),
        ("group", "Here:", ["Red", "Blue"]),
    ],
)
def test_a_list_of_options(open_chat: OpenChat, said: str, text: str, options: list[str]) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url)
        reply = chat.send(said)
        assert reply.text == text
        assert reply.actions == tuple(
            Action(name=name, kind="option", enabled=name != "Dr. Patel") for name in options
        )
        chat.action(options[0]).click()


def test_a_radio_that_is_hidden_below_its_label(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url, "radios")
        chat.action("Night").click()
        expect(chat.action("Night").locator).to_be_checked()


def test_an_option_that_is_answered(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        assert offered(open_chat, product.url, "group").choose("Red").text == "The red one."


def test_links_open_as_playwright_tells(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url, "links")
        with chat.page.expect_download() as download:
            chat.action("Hours").click()
        assert download.value.suggested_filename == "hours.txt"
        with chat.page.expect_popup() as tab:
            chat.action("Tab").click()
        expect(tab.value.get_by_role("heading")).to_have_text("Prices")
        chat.action("Page").click()
        expect(chat.page).to_have_title("Page")
        chat.page.go_back()
        expect(chat.composer).to_be_visible()
        assert chat.send("one").text == "Here:"


def read(error: ActionError) -> str:
    """The message, with the free port taken out."""
    return re.sub(r"http://127.0.0.1:\d+", "http://product", str(error))


def test_where_there_is_nothing_to_click_at_all(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PLACES) as product:
        chat = offered(open_chat, product.url, "nothing", act_s=0.5)
        with pytest.raises(ActionError) as error:
            chat.action("Confirm").click()
    assert str(error.value) == (
        "there is no 'Confirm' in the transcript\n"
        "  expected: a button, link or option called 'Confirm'\n"
        "  seen:     the latest turn has nothing to click\n"
        f"  where:    {product.url}/"
    )
