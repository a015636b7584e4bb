"""The page in a real browser: as people use it, with mouse, keyboard, and after a reload."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from pages.demo.server import running
from tests.pages.demo.conftest import TODAY

MOVE = "Can I move my appointment to Thursday?"
ENDED = """async (turn) => {
  const limit = performance.now() + 30000;
  while (window.clinic.turns.length < turn) {
    if (performance.now() > limit) throw new Error("the reply did not end");
    await new Promise(requestAnimationFrame);
  }
  return window.clinic.ended;
}"""


@pytest.fixture
def strict(page: Page, clinic: str) -> Iterator[Page]:
    """A page that must not reach any other host and must not throw."""
    problems: list[str] = []

    def look(request: Request) -> None:
        if not request.url.startswith((clinic, "blob:", "data:")):
            problems.append(request.url)

    page.on("request", look)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type != "log" else None)
    yield page
    assert problems == []


def say(page: Page, text: str, turn: int = 1) -> dict[str, Any]:
    """Send by keyboard and wait for the true end."""
    composer = page.get_by_label("Message")
    composer.fill(text)
    composer.press("Enter")
    ended: dict[str, Any] = page.evaluate(ENDED, turn)
    return ended


def bubbles(page: Page) -> list[str]:
    return page.locator("[data-role]").all_inner_texts()


def test_move_confirm_reload(strict: Page, clinic: str) -> None:
    strict.goto(f"{clinic}/?seed=1")
    ended = say(strict, MOVE)
    assert bubbles(strict)[0] == MOVE
    assert "Thursday" in bubbles(strict)[1]
    assert ended["text"] == "\n\n".join(bubbles(strict)[1:])
    card = strict.get_by_role("article", name="Appointment")
    image = card.get_by_role("img", name="Portrait of Dr. Patel")
    expect(image).to_have_js_property("complete", True)
    with strict.expect_response("**/api/appointments/*") as response:
        card.get_by_role("button", name="Confirm").click()
    assert response.value.status == 200
    asked: dict[str, Any] = response.value.request.post_data_json or {}
    assert asked["day"] == "Thursday"
    expect(card).to_contain_text("Confirmed")
    before = strict.get_by_role("log").inner_text()
    strict.reload()
    expect(card.get_by_role("button", name="Confirm")).to_be_disabled()
    expect(card.get_by_role("button", name="Change")).to_be_disabled()
    assert strict.get_by_role("log").inner_text() == before


def test_change_offers_other_slots_that_send_themselves(strict: Page, clinic: str) -> None:
    strict.goto(clinic)
    say(strict, MOVE)
    strict.get_by_role("button", name="Change").click()
    offered = strict.get_by_role("group", name="Suggested replies").get_by_role("button")
    expect(offered).to_have_text(
        ["Thursday at 9:00 instead", "Thursday at 12:00 instead", "Friday at 10:00 instead"]
    )
    expect(offered.first).to_be_focused()
    offered.nth(2).press("Enter")
    strict.evaluate(ENDED, 2)
    assert "Friday" in "".join(bubbles(strict)[4:])
    cards = strict.get_by_role("article", name="Appointment")
    expect(cards.first.get_by_role("button", name="Confirm")).to_be_disabled()
    expect(cards.first).to_contain_text("No longer current")
    expect(cards.last.get_by_role("button", name="Confirm")).to_be_enabled()


def test_conversations_are_listed_and_found_again(strict: Page, clinic: str) -> None:
    strict.goto(clinic)
    say(strict, "When are you open?")
    strict.get_by_role("button", name="New conversation").click()
    expect(strict.get_by_role("heading", name="How can we help?")).to_be_visible()
    assert bubbles(strict) == []
    say(strict, "Hello", turn=2)
    listed = strict.get_by_role("navigation", name="Conversations").get_by_role("link")
    expect(listed).to_have_text(["Hello", "When are you open?"])
    listed.last.click()
    expect(strict.locator("[data-role=user]")).to_have_text(["When are you open?"])
    strict.go_back()
    expect(strict.locator("[data-role=user]")).to_have_text(["Hello"])


def test_what_is_sent_while_the_page_loads_is_not_lost(strict: Page, clinic: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    strict.route("**/api/conversations", hold)  # the list, without which the page does not go on
    strict.goto(clinic)
    composer = strict.get_by_label("Message")
    composer.fill("When are you open?")
    composer.press("Enter")
    expect(strict.locator("[data-role=user]")).to_have_text(["When are you open?"])
    while not held:
        strict.evaluate("undefined")
    held[0].continue_()
    strict.evaluate(ENDED, 1)
    assert bubbles(strict)[0] == "When are you open?"
    assert "9 am" in bubbles(strict)[1]


def test_stop_keeps_what_was_shown(strict: Page, clinic: str) -> None:
    strict.goto(f"{clinic}/?pauses=1-1")
    strict.get_by_label("Message").fill("When are you open?")
    strict.get_by_role("button", name="Send").click()
    expect(strict.locator("[data-role=assistant]")).to_have_text(re.compile(r"\w"))
    expect(strict.get_by_role("log")).to_have_attribute("aria-busy", "true")
    strict.get_by_role("button", name="Stop").click()
    strict.evaluate(ENDED, 1)
    shown = bubbles(strict)
    expect(strict.get_by_role("log")).to_have_attribute("aria-busy", "false")
    expect(strict.get_by_role("group", name="Assistant, reply stopped")).to_be_visible()
    expect(strict.get_by_label("Message")).to_be_focused()
    strict.reload()
    expect(strict.locator("[data-role=assistant][data-stopped]")).to_have_count(1)
    assert bubbles(strict) == shown


def test_typing_is_shown_until_the_first_token(strict: Page, clinic: str) -> None:
    strict.goto(f"{clinic}/?pauses=0.05-0.1")
    strict.evaluate("""() => {
      window.states = new Set();
      const look = () => {
        const typing = Boolean(document.querySelector("[role=status][aria-label=Typing]"));
        const begun = Boolean(document.querySelector("[data-role=assistant]")?.innerText);
        if (document.querySelector("[data-role=user]")) window.states.add(`${typing} ${begun}`);
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true });
    }""")
    say(strict, "Hello")
    assert strict.evaluate("[...window.states]") == ["true false", "false true"]


@pytest.mark.parametrize("left", ["busy", "typing", "stop", "stream"])
def test_a_signal_left_alone_spans_the_whole_reply(strict: Page, clinic: str, left: str) -> None:
    hidden = ",".join(name for name in ("busy", "typing", "stop", "stream") if name != left)
    strict.goto(f"{clinic}/?hide={hidden}&pauses=0.05-0.1&tokens=5")
    strict.evaluate("""() => {
      const fetched = window.fetch;
      window.streams = 0;
      window.fetch = (url, ...rest) => {
        window.streams += String(url).includes("/chat");
        return fetched(url, ...rest);
      };
      window.seen = new Set();
      window.gaps = 0;
      const signals = () => ({
        busy: document.querySelector("[aria-busy=true]"),
        typing: document.querySelector("[role=status]"),
        stop: document.querySelector("button[aria-label=Stop]:not([hidden])"),
      });
      const look = () => {
        const now = Object.entries(signals()).filter(([, on]) => on).map(([name]) => name);
        now.forEach((name) => window.seen.add(name));
        const writing = document.querySelector("[data-role=user]") && !window.clinic.ended;
        if (writing && !now.length) window.gaps += 1;
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    }""")
    say(strict, MOVE)
    seen = strict.evaluate("[...window.seen]")
    assert seen == ([left] if left != "stream" else [])
    assert strict.evaluate("window.streams") == (1 if left == "stream" else 0)
    assert strict.evaluate("window.gaps") == 0 or left == "stream"
    assert "Thursday" in bubbles(strict)[1]


def test_dead_button_calls_nothing(strict: Page, clinic: str) -> None:
    strict.goto(f"{clinic}/?bug=dead-button")
    say(strict, MOVE)
    calls: list[str] = []
    strict.on("request", lambda request: calls.append(request.url))
    strict.get_by_role("button", name="Confirm").click()
    strict.get_by_role("button", name="Change").click()
    expect(strict.get_by_role("group", name="Suggested replies")).to_be_visible()
    assert calls == []
    expect(strict.get_by_role("button", name="Confirm")).to_be_enabled()


def test_reload_loses_history(strict: Page, clinic: str) -> None:
    strict.goto(f"{clinic}/?bug=reload-loses-history")
    say(strict, "Hello")
    with strict.expect_response("**/api/conversations/*") as response:
        strict.reload()
    assert len(response.value.json()["messages"]) == 2
    expect(strict.get_by_role("heading", name="How can we help?")).to_be_visible()
    assert bubbles(strict) == []


def test_a_cut_stream_is_told(page: Page, clinic: str) -> None:
    page.goto(f"{clinic}/?bug=truncated-stream")
    say(page, "When are you open?")
    expect(page.get_by_role("alert")).to_have_text("The connection was lost, and the reply is incomplete.")
    assert bubbles(page)[1]
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_bad_address_is_told_and_a_new_conversation_helps(page: Page, clinic: str) -> None:
    page.goto(f"{clinic}/?conversation=none")
    expect(page.get_by_role("alert")).to_have_text("There is no such conversation.")
    page.get_by_role("button", name="New conversation").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    say(page, "Hello")
    assert len(bubbles(page)) == 2


def test_a_clinic_that_is_gone_is_told(page: Page) -> None:
    with running(pace=0, today=TODAY) as url:
        page.goto(url)
        say(page, MOVE)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("alert")).to_have_text("The clinic could not be reached.")
    expect(page.get_by_role("button", name="Confirm")).to_be_enabled()


def test_markup_in_a_message_stays_text(strict: Page, clinic: str) -> None:
    hostile = "<img src=x onerror=alert(1)> **bold** <script>alert(2)</script>"
    strict.goto(clinic)
    say(strict, hostile)
    assert bubbles(strict)[0] == hostile
    assert strict.get_by_role("log").locator("img, script").count() == 0


def test_while_a_reply_is_written_the_next_message_waits_in_the_composer(strict: Page, clinic: str) -> None:
    strict.goto(f"{clinic}/?pauses=60-90")
    composer, stop = strict.get_by_label("Message"), strict.get_by_role("button", name="Stop")
    for text in ("Hello", "Thanks"):
        composer.fill(text)
        composer.press("Enter")
    expect(composer).to_have_value("Thanks")
    expect(composer).to_have_accessible_description("The assistant is still answering.")
    stop.click()
    strict.evaluate(ENDED, 1)
    composer.press("Enter")
    expect(strict.locator("[data-role=user]")).to_have_text(["Hello", "Thanks"])
    stop.click()
    strict.evaluate(ENDED, 2)
    assert bubbles(strict) == ["Hello", "Thanks"]


def test_it_fits_a_narrow_phone(strict: Page, clinic: str) -> None:
    strict.set_viewport_size({"width": 320, "height": 560})
    strict.goto(clinic)
    say(strict, "What are your prices?")
    say(strict, MOVE, turn=2)
    assert strict.evaluate("document.documentElement.scrollWidth") == 320
    expect(strict.get_by_role("button", name="Confirm")).to_be_in_viewport()
    menu = strict.get_by_role("button", name="Conversations")
    menu.click()
    expect(menu).to_have_attribute("aria-expanded", "true")
    expect(strict.get_by_role("link", name="What are your prices?")).to_be_visible()
    strict.keyboard.press("Escape")
    expect(strict.get_by_role("link", name="What are your prices?")).to_be_hidden()
    expect(menu).to_be_focused()


def test_it_can_be_used_with_the_keyboard_alone(strict: Page, clinic: str) -> None:
    strict.goto(clinic)
    say(strict, MOVE)
    for tool in ("Attach a file", "Bad reply", "Good reply", "Regenerate", "Copy", "Change"):
        strict.keyboard.press("Shift+Tab")
        expect(strict.get_by_role("button", name=tool)).to_be_focused()
    strict.keyboard.press("Shift+Tab")
    strict.keyboard.press("Enter")
    expect(strict.get_by_role("button", name="Confirm")).to_be_disabled()
    expect(strict.get_by_role("article", name="Appointment")).to_be_focused()
