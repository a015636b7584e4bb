"""Reading and filling the inputs of a card."""

import re
from collections.abc import Iterator
from datetime import date

import pytest
from playwright.sync_api import expect

from evals.errors import ActionError
from pages import ChatPage, ChatUI
from pages.handles import CardHandle, Value
from pages.settle import Limits
from tests.pages.conftest import OpenChat
from tests.pages.product import Script, serving

CARD = """
const SIGHTLESS = 'position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)';
function say(text) {
  add('user', text);
  add('bot', 'Please fill this in:').insertAdjacentHTML('beforeend', `<article aria-label="Visit"><form>
    <label for="name" style="${SIGHTLESS}">Name <span aria-hidden="true">*</span></label>
    <input id="name" value="Ana">
    <label>People <input type="number" value="2"></label>
    <span id="day">Day</span> <input type="date" aria-labelledby="day" value="2026-12-03">
    <label>Doctor
      <select><option value="1">Dr. Lee</option><option value="2">Dr. Patel</option></select></label>
    <label><input type="checkbox" checked> Send a reminder</label>
    <label><input type="checkbox" style="${SIGHTLESS}">First visit</label>
    <button type="button" role="switch" aria-checked="false" onclick="ariaChecked = true">Text me</button>
    <fieldset><legend>Time</legend>
      <label><input type="radio" name="time" checked> Morning</label>
      <label><input type="radio" name="time" style="${SIGHTLESS}"> Noon</label>
      <label><input type="radio" name="time"> Evening</label></fieldset>
    <div role="radiogroup" aria-label="Floor"><i role="radio" aria-checked="true" tabindex="0">Ground</i>
      <i role="radio" aria-checked="false" tabindex="0">First</i></div>
    <table><tr><td>Fee</td><td style="width: 10px"></td><td>80 euro</td></tr></table>
    <textarea placeholder="Notes">None</textarea>
    <input type="password" aria-label="PIN" value="1234">
    <input type="hidden" name="csrf" value="x"> <input type="file" aria-label="Photo">
    <input aria-label="Locked" value="no" disabled>
    <input aria-label="Late" style="display: none">
    <input aria-label="Phone" value="1"> <input aria-label="Phone" value="2"> <input value="bare">
    </form><button type="button" onclick="later()">Later</button> <button>Save</button>
    <a href="/terms">Terms</a></article>`);
  document.querySelectorAll('[role=radiogroup] i').forEach((one, _, all) => {
    one.onclick = () => all.forEach(other => { other.ariaChecked = String(one === other); });
  });
}
const show = () => { document.querySelector('[aria-label=Late]').style.display = ''; };
const later = () => setTimeout(show, 200);
"""
SCRIPTS: dict[str, Script] = {}
UI = ChatUI(
    name="cards", user_message=lambda root: root.locator(".user"), reply=lambda root: root.locator(".bot")
)
INPUTS = {
    "Name": "Ana",
    "People": "2",
    "Day": "2026-12-03",
    "Doctor": "Dr. Lee",
    "Send a reminder": "on",
    "First visit": "off",
    "Text me": "off",
    "Time": "Morning",
    "Floor": "Ground",
    "Notes": "None",
    "PIN": "[redacted]",
    "Locked": "no",
    "Phone (1)": "1",
    "Phone (2)": "2",
    "(no label)": "bare",
}
THERE = (
    "the card has 'Name', 'People', 'Day', 'Doctor' ('Dr. Lee', 'Dr. Patel'), 'Send a reminder', "
    "'First visit', 'Text me', 'Time' ('Morning', 'Noon', 'Evening'), 'Floor' ('Ground', 'First'), 'Notes', "
    "'PIN', 'Locked' (disabled), 'Phone (1)', 'Phone (2)', '(no label)'"
)


@pytest.fixture
def url() -> Iterator[str]:
    """A chat that answers with a card to fill in."""
    with serving(SCRIPTS, {"streaming": CARD}) as product:
        yield product.url


@pytest.fixture
def chat(open_chat: OpenChat, url: str) -> ChatPage:
    """The chat before anything is said."""
    return open_chat(url, UI)


@pytest.fixture
def visit(chat: ChatPage) -> CardHandle:
    """The card."""
    chat.send("hi")
    return chat.card("Visit")


@pytest.fixture
def hasty(open_chat: OpenChat, url: str) -> CardHandle:
    """The card, for what cannot be."""
    chat = open_chat(url, UI, Limits(act_s=0.7))
    chat.send("hi")
    return chat.card("Visit")


def test_the_inputs_are_read(chat: ChatPage) -> None:
    reply = chat.send("hi")
    (card,) = reply.cards
    assert card.inputs == INPUTS == chat.card("Visit").read().inputs
    assert [(action.name, action.kind) for action in card.actions] == [
        ("Later", "button"),
        ("Save", "button"),
        ("Terms", "link"),
    ]
    assert (reply.text, reply.actions) == ("Please fill this in:", ())
    assert "Morning" in card.text
    assert card.fields == {"Fee": "80 euro"}


def test_every_kind_of_input_is_filled(visit: CardHandle) -> None:
    filled: dict[str, Value] = {
        "Name": "Ben",
        "People": 3,
        "Day": date(2026, 12, 4),
        "Doctor": "Dr. Patel",
        "Send a reminder": False,
        "First visit": True,
        "Text me": True,
        "Time": "Noon",
        "Floor": "First",
        "Notes": "By the\nwindow",
        "Phone (2)": "3",
    }
    visit.fill(filled)
    visit.fill("Name", "Cleo")
    shown = {
        label: {"True": "on", "False": "off"}.get(str(value), str(value)) for label, value in filled.items()
    }
    assert visit.read().inputs == INPUTS | shown | {"Name": "Cleo"}
    expect(visit.locator.get_by_label("Doctor")).to_have_value("2")


def test_filling_what_is_so_already_changes_nothing(visit: CardHandle) -> None:
    visit.fill({"Send a reminder": True, "First visit": False, "Time": "Morning", "Doctor": "Dr. Lee"})
    assert visit.read().inputs == INPUTS


def test_an_input_that_comes_late(visit: CardHandle) -> None:
    visit.action("Later").click()
    visit.fill("Late", "yes")
    assert visit.read().inputs["Late"] == "yes"


def read(error: ActionError) -> str:
    """The message, with the free port taken out."""
    return re.sub(r"http://127.0.0.1:\d+", "http://product", str(error))


@pytest.mark.parametrize(
    ("label", "value", "what", "expected", "seen"),
    [
        ("Colour", "red", "the card 'Visit' has no input 'Colour'", "an input with the label 'Colour'", ""),
        ("Phone", "3", "the card 'Visit' has no input 'Phone'", "an input with the label 'Phone'", ""),
        (
            "Doctor",
            "Dr. No",
            "'Doctor' of the card 'Visit' could not be filled with 'Dr. No'",
            "one of 'Dr. Lee', 'Dr. Patel'",
            "ElementHandle.select_option: Timeout 700ms exceeded.\n            ",
        ),
        (
            "Time",
            "Night",
            "'Time' of the card 'Visit' could not be filled with 'Night'",
            "one of 'Morning', 'Noon', 'Evening'",
            "",
        ),
        (
            "First visit",
            "yes",
            "'First visit' of the card 'Visit' could not be filled with 'yes'",
            "True or False",
            "",
        ),
        (
            "Name",
            True,
            "'Name' of the card 'Visit' could not be filled with True",
            "a text, a number or a date",
            "",
        ),
        (
            "Locked",
            "yes",
            "'Locked' of the card 'Visit' is disabled",
            "an input that can be filled",
            "element is not enabled\n            ",
        ),
        (
            "Day",
            "Friday",
            "'Day' of the card 'Visit' could not be filled with 'Friday'",
            "an input that takes it",
            "it is empty after that\n            ",
        ),
    ],
)
def test_what_cannot_be_filled_says_what_is_there(
    hasty: CardHandle, label: str, value: str | bool, what: str, expected: str, seen: str
) -> None:
    with pytest.raises(ActionError) as raised:
        hasty.fill(label, value)
    assert read(raised.value) == (
        f"{what}\n  expected: {expected}\n  seen:     {seen}{THERE}\n  where:    http://product/"
    )
