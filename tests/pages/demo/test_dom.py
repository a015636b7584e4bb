"""The variants of the page in a real browser: each does what it says, and the clinic goes on working."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from evals.errors import UsageError
from pages.demo.dom import DOMS, HOST, PLAIN, STATIC
from pages.demo.server import running
from tests.pages.demo.conftest import TODAY
from tests.pages.demo.visitor import Visitor

MOVE = "Can I move my appointment to Thursday?"
PRICES = "What are your prices?"
SLOWLY = "pauses=0.03-0.05&tokens=12"
OPENED = """() => {
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function () { return attach.call(this, { mode: "open" }); };
}"""
LOOK = """node => {
  const part = node.closest("div, textarea"), { x, y, width } = part.getBoundingClientRect();
  return [x, y, width, getComputedStyle(part).backgroundColor];
}"""
ENDED = """async turn => {
  while (window.clinic.turns.length < turn) await new Promise(requestAnimationFrame);
  const shown = [...document.querySelectorAll("[data-role]")].map(node => node.innerText);
  return [shown.join("\\n"), document.querySelectorAll("article").length];
}"""
Root = Page | FrameLocator
OpenPage = Callable[..., Root]


@pytest.fixture
def at(page: Page, clinic: str) -> Iterator[OpenPage]:
    """Opens a variant as a person does, up to where one can write; nothing in the page may throw."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type != "log" else None)

    def opened(dom: str, query: str = "") -> Root:
        if dom == "hydration":
            hold_time(page)
        page.goto(f"{clinic}/?dom={dom}&seed=1&{query}")
        if dom == "hydration":
            come_alive(page)
        return begin(page, dom)

    yield opened
    assert problems == []


def begin(page: Page, dom: str) -> Root:
    """Get past what is in the way, and wait until one can write."""
    if dom == "modal" and page.get_by_role("dialog").count():
        page.get_by_role("button", name="Got it").click()
        page.get_by_role("button", name="Accept all").click()
    if dom == HOST:
        with page.expect_response("**/api/conversations*"):  # the frame is alive
            page.get_by_role("button", name="Chat with us").click()
    root = page.frame_locator("iframe") if dom == HOST else page
    expect(composer(root)).to_be_visible()
    return root


def hold_time(page: Page) -> None:
    """Let no timer of the page fire for now."""
    page.clock.install(time=0)
    page.clock.pause_at(1)


def come_alive(page: Page) -> None:
    """Let the longest time pass that a page takes to come alive, and then time run on."""
    page.clock.run_for(3000)
    page.clock.resume()


def composer(root: Root) -> Locator:
    """Where one writes."""
    return root.locator("textarea, [contenteditable]")


def say(root: Root, text: str) -> None:
    """Write and send, by hand."""
    composer(root).fill(text)
    composer(root).press("Enter")
    if composer(root).evaluate("field => (field.value ?? field.innerText).trim()"):
        root.locator("form .send").click()


def ended(page: Page, turn: int = 1) -> tuple[str, int]:
    """What is shown, text and number of cards, as soon as the network has told all of that reply."""
    text, cards = page.evaluate(ENDED, turn)
    return text, cards


def bubbles(page: Page) -> Locator:
    return page.locator("[data-role]")


def top(locator: Locator) -> float:
    return float(locator.evaluate("node => node.getBoundingClientRect().top"))


# ---- every variant -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dom", DOMS)
def test_a_conversation(at: OpenPage, page: Page, dom: str) -> None:
    if dom == "closed-shadow":
        page.add_init_script(f"({OPENED})()")
    root = at(dom)
    say(root, MOVE)
    confirm = root.get_by_role("button", name="Confirm")
    with page.expect_response("**/api/appointments/*") as response:
        confirm.click()
    assert (response.value.request.post_data_json or {})["day"] == "Thursday"
    expect(confirm).to_be_disabled()
    page.reload()
    root = begin(page, dom)
    expect(root.get_by_text(MOVE, exact=True).locator("visible=true").last).to_be_visible()
    expect(root.get_by_role("button", name="Confirm")).to_be_disabled()


@pytest.mark.parametrize("dom", DOMS)
def test_it_is_the_clinics_own_or_the_querys(dom: str, visitor: Visitor) -> None:
    with running(today=TODAY, pace=0, dom=dom) as url:
        own = Visitor(url).ask("GET", "/").text
    assert own == visitor.ask("GET", f"/?dom={dom}").text
    assert (own == visitor.ask("GET", "/").text) == (dom == PLAIN)


def test_an_unknown_variant_is_one_clear_error(visitor: Visitor) -> None:
    message = (
        "there is no such variant of the page\n"
        f"  expected: one of {', '.join(DOMS)}\n"
        "  seen:     'broth'\n"
        "  to fix:   `python -m pages demo --list-doms` says what each does"
    )
    answer = visitor.ask("GET", "/?dom=broth")
    assert (answer.status, answer.json) == (400, {"error": message})
    with pytest.raises(UsageError) as raised, running(dom="broth"):
        pass
    assert str(raised.value) == message


def test_every_file_is_served_as_what_it_is(visitor: Visitor) -> None:
    types = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
    for file in (STATIC / "dom").iterdir():
        answer = visitor.ask("GET", f"/static/dom/{file.name}")
        assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, types[file.suffix])


# ---- each variant ------------------------------------------------------------------------------------------


IN_PLACE = """() => Promise.allSettled(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < Infinity).map(one => one.finished))"""


def test_soup_leaves_nothing_to_hold_on_to_and_looks_the_same(at: OpenPage, page: Page) -> None:
    looks = []
    for dom in (PLAIN, "soup"):
        at(dom)
        say(page, "Hello")
        ended(page)
        page.evaluate(IN_PLACE)
        shown = page.get_by_text("Hello", exact=True).last, page.locator("p").filter(has_text="help").last
        looks.append([part.evaluate(LOOK) for part in (*shown, composer(page))])
    assert looks[0] == looks[1]
    told = page.locator(
        "[role=log], [role=group], [role=status], [data-role], article, main, nav, header, label"
    )
    assert told.count() == 0
    assert page.locator("div[aria-label], div[id], textarea[id], textarea[aria-label]").count() == 0
    names = page.evaluate("() => [...document.querySelectorAll('[class]')].map(e => e.getAttribute('class'))")
    assert [name for name in names if not re.fullmatch(r"(css-[0-9a-z]{6} ?)+", name)] == []


def test_soup_tells_screen_readers_the_reply(at: OpenPage, page: Page) -> None:
    at("soup")
    say(page, "When are you open?")
    ended(page)
    expect(page.locator("[aria-live]")).to_contain_text("Monday")


def test_closed_shadow_lets_nobody_in(page: Page, clinic: str) -> None:
    page.goto(f"{clinic}/?dom=closed-shadow")
    assert page.evaluate("document.querySelector('clinic-chat').shadowRoot") is None
    assert page.get_by_role("textbox").count() == 0
    assert page.evaluate("document.body.innerText.trim()") == ""


def test_contenteditable_has_no_role_and_no_name(at: OpenPage, page: Page) -> None:
    at("contenteditable")
    assert page.locator("textarea, [role=textbox]").count() == 0
    assert page.get_by_role("textbox").count() == 0
    told = composer(page).evaluate("node => node.getAttributeNames()")
    assert told == ["class", "contenteditable", "data-placeholder"]
    composer(page).press_sequentially("When are")
    composer(page).press("Shift+Enter")
    composer(page).press_sequentially("you open?")
    composer(page).press("Enter")
    expect(bubbles(page).first).to_have_text("When are you open?")
    assert composer(page).inner_text().strip() == ""


def test_icon_send_has_no_name_and_enter_does_not_send(at: OpenPage, page: Page) -> None:
    at("icon-send")
    composer(page).fill("Hello")
    composer(page).press("Enter")
    composer(page).press("Control+Enter")
    expect(composer(page)).to_have_value("Hello\n")
    assert bubbles(page).count() == 0
    icon = page.locator("form .send")
    assert icon.inner_text() == ""
    assert icon.evaluate("node => node.getAttributeNames()") == ["type", "class", "tabindex", "aria-hidden"]
    assert page.get_by_role("button", name="Send").count() == 0
    icon.click()
    expect(bubbles(page).first).to_have_text("Hello")


def test_reordered_is_read_from_the_end(at: OpenPage, page: Page) -> None:
    at("reordered")
    say(page, "Hello")
    ended(page)
    assert [each.get_attribute("data-role") for each in bubbles(page).all()] == ["assistant", "user"]
    assert top(bubbles(page).last) < top(bubbles(page).first)


def test_newest_first_is_read_from_the_top(at: OpenPage, page: Page) -> None:
    at("newest-first")
    say(page, "Hello")
    ended(page)
    assert [each.get_attribute("data-role") for each in bubbles(page).all()] == ["assistant", "user"]
    assert top(composer(page)) < top(bubbles(page).first) < top(bubbles(page).last)


def test_virtualised_keeps_few_rows_and_uses_their_nodes_again(at: OpenPage, page: Page) -> None:
    at("virtualised")
    said = [f"My name is Ana {'I' * number}" for number in range(1, 7)]
    held: list[str] = []
    for turn, text in enumerate(said, 1):
        say(page, text)
        ended(page, turn)
        if turn == 1:
            page.evaluate("() => { window.first = document.querySelector('[data-role=user]'); }")
        held.append(page.evaluate("window.first.innerText"))
    assert page.get_by_role("log").locator("> *").count() == 8 + 2  # rows, and what stands for the others
    first, last = (page.get_by_role("log").get_by_text(text, exact=True) for text in (said[0], said[-1]))
    assert first.count() == 0
    assert len(set(held)) > 1
    bubbles(page).first.hover()
    page.mouse.wheel(0, -9000)
    expect(first).to_be_visible()
    assert last.count() == 0


def test_rerender_makes_every_node_anew(at: OpenPage, page: Page) -> None:
    at("rerender", SLOWLY)
    page.evaluate("""() => {
      window.nodes = new Set();
      const look = () => window.nodes.add(document.querySelector("[data-role=user]"));
      new MutationObserver(look).observe(document, { subtree: true, childList: true });
    }""")
    say(page, PRICES)
    ended(page)
    assert page.evaluate("window.nodes.size") > 10


def test_typewriter_goes_on_when_the_network_is_done(at: OpenPage, page: Page) -> None:
    at("typewriter", SLOWLY)
    say(page, MOVE)
    shown, cards = ended(page)
    assert cards == 0
    page.get_by_role("article").wait_for()
    whole = "\n".join(bubbles(page).all_inner_texts())
    assert whole.startswith(shown)
    assert len(whole) > len(shown)


def test_skeleton_stands_until_the_chunk_has_come(at: OpenPage, page: Page) -> None:
    at("skeleton")
    page.evaluate("""() => {
      window.seen = [];
      const count = what => document.querySelectorAll(what).length;
      const look = () => window.seen.push(`${count(".skeleton")} ${count("table")}`);
      new MutationObserver(look).observe(document, { subtree: true, childList: true });
    }""")
    say(page, PRICES)
    page.get_by_role("table").wait_for()
    seen = list(dict.fromkeys(page.evaluate("window.seen")))
    assert seen == ["0 0", "1 0", "0 1"]


def test_doubled_has_every_message_twice(at: OpenPage, page: Page) -> None:
    at("doubled")
    say(page, "When are you open?")
    ended(page)
    spoken = page.get_by_role("log")
    texts = [spoken.locator("> *").nth(at_).text_content() or "" for at_ in range(2)]
    assert texts[0] == "You said: When are you open?"
    assert texts[1] == f"Assistant said: {bubbles(page).last.inner_text()}"
    assert spoken.evaluate("node => node.getBoundingClientRect().width") == 1
    assert spoken.locator("[data-role]").count() == 0


def test_hydration_wipes_what_was_typed(page: Page, clinic: str) -> None:
    hold_time(page)
    page.goto(f"{clinic}/?dom=hydration")
    composer(page).fill("Hello")
    composer(page).press("Enter")
    page.locator("button[type=submit]").click()
    assert bubbles(page).count() == 0
    expect(composer(page)).to_have_value(re.compile("Hello"))
    come_alive(page)
    expect(composer(page)).to_have_value("")
    say(page, "Hello")
    expect(bubbles(page).first).to_have_text("Hello")


def test_modal_is_in_the_way_until_it_is_answered(page: Page, clinic: str) -> None:
    page.goto(f"{clinic}/?dom=modal")
    on_top = """field => {
      const { x, y, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === field;
    }"""
    assert not composer(page).evaluate(on_top)
    page.get_by_role("button", name="Got it").click()
    assert not composer(page).evaluate(on_top)
    page.get_by_role("button", name="Only what is needed").click()
    assert composer(page).evaluate(on_top)
    page.reload()
    assert composer(page).evaluate(on_top)


def test_launcher_iframe_is_a_page_of_its_own(page: Page, clinic: str) -> None:
    page.goto(f"{clinic}/?dom={HOST}")
    assert page.locator("iframe").count() == 0
    expect(page.get_by_role("searchbox")).to_be_visible()
    expect(page.get_by_label("Leave a review")).to_be_visible()
    root = begin(page, HOST)
    say(root, "Hello")
    expect(root.locator("[data-role=user]")).to_have_text("Hello")
    expect(page).to_have_url(re.compile(r"[?&]conversation=\w"))
    tab = page.context.new_page()
    tab.goto(page.url)
    expect(begin(tab, HOST).locator("[data-role=user]")).to_have_text("Hello")


def test_ticker_never_stands_still(at: OpenPage, page: Page) -> None:
    at("ticker")
    assert (
        page.evaluate("""async () => {
      let moves = 0;
      const count = new MutationObserver(records => { moves += records.length; });
      count.observe(document, { subtree: true, childList: true });
      const quiet = [];
      for (let round = 0; round < 5; round++) {
        const before = moves;
        await new Promise(done => setTimeout(done, 300));
        if (moves === before) quiet.push(round);
      }
      return quiet;
    }""")
        == []
    )


def test_rtl_turns_the_page_round_but_not_the_replies(at: OpenPage, page: Page) -> None:
    at("rtl")
    say(page, MOVE)
    ended(page)
    left = "node => node.getBoundingClientRect().left"
    assert bubbles(page).first.evaluate(left) < bubbles(page).last.evaluate(left)
    assert "Thursday" in bubbles(page).nth(1).inner_text()
    assert page.locator("header").inner_text().isascii() is False
    assert page.evaluate("document.documentElement.dir") == "rtl"


def test_history_stands_above(at: OpenPage, page: Page) -> None:
    at("history")
    assert bubbles(page).count() == 2000
    say(page, MOVE)
    ended(page)
    assert bubbles(page).count() == 2000 + 1 + page.evaluate(
        "window.clinic.ended.text.split('\\n\\n').length"
    )
    assert bubbles(page).nth(2000).inner_text() == MOVE
    expect(bubbles(page).last).to_be_in_viewport()
