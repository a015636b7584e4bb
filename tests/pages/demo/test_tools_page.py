"""Options, inputs, and what can be done with a message, in the browser."""

import re

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, Route, expect

from tests.pages.demo.test_page import ENDED, MOVE, bubbles, say

SCAN: FilePayload = {"name": "scan.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 a scan"}
OTHER: FilePayload = {**SCAN, "name": "other.pdf"}
TOOLS = {"Copy", "Regenerate", "Good reply", "Bad reply", "Edit"}


def test_options_are_chosen_once(page: Page, clinic: str) -> None:
    page.goto(clinic)
    say(page, "I'd like to make an appointment")
    services = page.get_by_role("group", name="Which service?").get_by_role("button")
    expect(services).to_have_count(6)
    services.filter(has_text="Eye test").click()
    page.evaluate(ENDED, 2)
    assert bubbles(page)[2] == "Eye test"
    say(page, "Thursday", turn=3)
    times = page.get_by_role("group", name="Which time?").get_by_role("button")
    for _ in range(2):
        for option in services.all():
            expect(option).to_be_disabled()
        expect(services.and_(page.locator("[aria-pressed=true]"))).to_have_text(["Eye test"])
        expect(times.first).to_be_enabled()
        page.reload()
    times.filter(has_text="12:00").click()
    card = page.get_by_role("article", name="Appointment")
    expect(card).to_contain_text("12:00")


def test_inputs_of_a_card_are_sent_and_kept(page: Page, clinic: str) -> None:
    page.goto(clinic)
    say(page, MOVE)
    card = page.get_by_role("article", name="Appointment")
    note, remind = card.get_by_label("Note for the clinic"), card.get_by_label("Remind me")
    note.fill("My knee hurts")
    remind.select_option(label="The day before")
    with page.expect_response("**/api/appointments/*") as response:
        card.get_by_role("button", name="Confirm").click()
    body = response.value.request.post_data_json or {}
    assert (body["note"], body["reminder"]) == ("My knee hurts", "day")
    expect(note).to_be_disabled()
    page.reload()
    expect(note).to_have_value("My knee hurts")
    expect(remind).to_have_value("day")
    expect(remind).to_be_disabled()


def test_an_order_is_followed_saved_and_cancelled(page: Page, context: BrowserContext, clinic: str) -> None:
    page.goto(clinic)
    say(page, "Where is my order?")
    card = page.get_by_role("article", name="Order 1042")
    expect(card.get_by_role("img", name="Parcel of the clinic")).to_have_js_property("complete", True)
    with context.expect_page() as opened:
        card.get_by_role("link", name="Track").click()
    expect(opened.value.get_by_role("heading", name="Order 1042")).to_be_visible()
    expect(opened.value).to_have_url(f"{clinic}/orders/1042")
    opened.value.close()
    with page.expect_download() as saved:
        card.get_by_role("link", name="Receipt").click()
    assert saved.value.suggested_filename == "receipt-1042.txt"
    card.get_by_role("button", name="Cancel order").click()
    for _ in range(2):
        expect(card.get_by_role("definition").first).to_have_text("Cancelled")
        expect(card.get_by_role("button", name="Cancel order")).to_be_disabled()
        expect(card.get_by_role("link", name="Track")).to_be_visible()
        page.reload()


def test_a_cut_stream_can_be_asked_again(page: Page, clinic: str) -> None:
    page.goto(f"{clinic}/?bug=truncated-stream")
    say(page, MOVE)
    expect(page.get_by_role("alert")).to_have_text("The connection was lost, and the reply is incomplete.")
    page.get_by_role("button", name="Retry").click()
    page.evaluate(ENDED, 2)
    expect(page.locator("[data-role=user]")).to_have_text([MOVE])
    expect(page.get_by_role("alert")).to_have_count(1)
    shown = bubbles(page)
    page.reload()
    expect(page.locator("[data-role=user]")).to_have_text([MOVE])
    assert bubbles(page) == shown


@pytest.mark.parametrize("failure", ["refused", "error", "gone"])
def test_a_failed_request_can_be_asked_again(page: Page, clinic: str, failure: str) -> None:
    left = [failure]

    def fail(route: Route) -> None:
        if not left:
            route.continue_()
        elif left.pop() == "gone":
            route.abort()
        elif failure == "refused":
            route.fulfill(status=503, json={"error": "We are full."})
        else:
            route.fulfill(
                content_type="text/event-stream", body='data: {"type":"RUN_ERROR","message":"Oh no."}\n\n'
            )

    page.goto(clinic)
    page.route("**/api/chat*", fail)
    say(page, "When are you open?")
    expect(page.get_by_role("alert")).to_have_count(1)
    page.get_by_role("button", name="Retry").press("Enter")
    page.evaluate(ENDED, 2)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(bubbles(page)) == 2
    assert "9 am" in bubbles(page)[1]


def test_regenerate_replaces_the_last_reply(page: Page, clinic: str) -> None:
    page.goto(f"{clinic}/?seed=1")
    say(page, "Hello")
    say(page, MOVE, turn=2)
    regenerate = page.get_by_role("button", name="Regenerate")
    expect(regenerate).to_have_count(1)
    regenerate.click()
    page.evaluate(ENDED, 3)
    expect(page.locator("[data-role=user]")).to_have_text(["Hello", MOVE])
    expect(page.get_by_role("article", name="Appointment")).to_have_count(1)
    shown = bubbles(page)
    assert len(shown) == 5
    page.reload()
    expect(page.get_by_role("article", name="Appointment")).to_have_count(1)
    assert bubbles(page) == shown


def test_the_last_message_is_edited_in_the_composer(page: Page, clinic: str) -> None:
    page.goto(clinic)
    composer, edit = page.get_by_label("Message", exact=True), page.get_by_role("button", name="Edit")
    say(page, "When are you open?")
    edit.click()
    expect(composer).to_have_value("When are you open?")
    composer.press("Escape")
    expect(composer).to_have_value("")
    edit.press("Enter")
    expect(composer).to_be_focused()
    say(page, "How much is a check-up?", turn=2)
    expect(page.get_by_text("Editing your last message")).to_be_hidden()
    expect(page.locator("[data-role=user]")).to_have_text(["How much is a check-up?"])
    assert "$80" in bubbles(page)[1]
    expect(page.get_by_role("navigation").get_by_role("link")).to_have_text(["How much is a check-up?"])
    say(page, "Hello", turn=3)
    expect(page.locator("[data-role=user]")).to_have_text(["How much is a check-up?", "Hello"])


def test_what_is_thought_of_a_reply_is_found_again(page: Page, clinic: str) -> None:
    page.goto(clinic)
    say(page, "Hello")
    good, bad = (page.get_by_role("button", name=f"{name} reply") for name in ("Good", "Bad"))
    for pressed, other in ((good, bad), (bad, good)):
        with page.expect_response("**/api/feedback"):
            pressed.click()
        for _ in range(2):
            expect(pressed).to_have_attribute("aria-pressed", "true")
            expect(other).to_have_attribute("aria-pressed", "false")
            page.reload()
    with page.expect_response("**/api/feedback"):
        bad.click()
    expect(bad).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("allowed", [True, False])
def test_a_reply_is_copied(page: Page, context: BrowserContext, clinic: str, allowed: bool) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=clinic)
    page.goto(clinic)
    if not allowed:
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    say(page, MOVE)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "\n\n".join(bubbles(page)[1:])
    expect(page.get_by_role("button", name="Copy", exact=True)).to_have_text("")


def test_files_go_along_with_a_message(page: Page, clinic: str) -> None:
    page.goto(clinic)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Attach a file").press("Enter")
    chooser.value.set_files([SCAN, OTHER])
    chosen = page.get_by_role("list", name="Attached files").get_by_role("listitem")
    expect(chosen).to_have_count(2)
    page.get_by_role("button", name="Remove other.pdf").click()
    expect(chosen).to_have_count(1)
    with page.expect_response("**/api/attachments?name=scan.pdf") as response:
        say(page, "What are your opening hours?")
    assert response.value.status == 201
    expect(chosen).to_have_count(0)
    assert "scan.pdf" in bubbles(page)[1]
    for _ in range(2):
        link = page.get_by_role("group", name="You").get_by_role("link", name="scan.pdf")
        with page.expect_download() as saved:
            link.click()
        assert saved.value.suggested_filename == "scan.pdf"
        assert saved.value.path().read_bytes() == SCAN["buffer"]
        page.reload()


def test_files_stay_with_a_message_that_is_asked_again_or_edited(page: Page, clinic: str) -> None:
    page.goto(clinic)
    left = ["fail"]
    page.route(
        "**/api/attachments*", lambda route: route.abort() if left and left.pop() else route.continue_()
    )
    page.locator("input[type=file]").set_input_files(SCAN)
    page.get_by_role("button", name="Send").click()
    page.evaluate(ENDED, 1)
    page.get_by_role("button", name="Retry").click()
    page.evaluate(ENDED, 2)
    mine = page.get_by_role("group", name="You")
    page.get_by_role("button", name="Regenerate").click()
    page.evaluate(ENDED, 3)
    for turn in (4, 5):
        expect(mine.get_by_role("link", name="scan.pdf")).to_have_count(1)
        page.get_by_role("button", name="Edit").click()
        say(page, "Here you are", turn=turn)
    expect(mine).to_have_count(1)
    page.reload()
    expect(mine).to_contain_text("Here you are")
    expect(mine.get_by_role("link", name="scan.pdf")).to_have_count(1)


def test_a_file_that_is_too_large_is_refused_at_once(page: Page, clinic: str) -> None:
    page.goto(clinic)
    page.locator("input[type=file]").set_input_files({**SCAN, "buffer": b"x" * (2 * 1024 * 1024 + 1)})
    expect(page.get_by_role("alert")).to_have_text("scan.pdf: too large, at most 2 MB can be attached.")
    expect(page.get_by_role("list", name="Attached files").get_by_role("listitem")).to_have_count(0)


def test_tools_are_buttons_with_names_and_no_text(page: Page, clinic: str) -> None:
    page.goto(clinic)
    say(page, "Hello")
    say(page, "Thanks", turn=2)
    tools = page.locator(".tool")
    assert {tool.get_attribute("aria-label") for tool in tools.all()} == TOOLS
    assert tools.all_inner_texts() == [""] * tools.count()
    expect(page.get_by_role("button", name=re.compile("Edit|Regenerate"))).to_have_count(2)
