"""What live regions give a screen reader to read."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from pages.scripts import READING, WATCHING, together
from tests.pages.conftest import OpenChat
from tests.pages.product import Script, serving

ALL_SCRIPTS = together(WATCHING + READING)
Announced = Callable[[str, str], list[str]]
RUN = """async ([html, script]) => {
  document.body.innerHTML = html;
  const { begin, heard } = window[Symbol.for('replywright.announcements')];
  begin();
  const log = document.querySelector('#log'), next = () => new Promise(done => setTimeout(done));
  const made = document.createRange();
  const add = (html, place = log) => place.append(made.createContextualFragment(html));
  const busy = (on, place = log) => place.setAttribute('aria-busy', on);
  const { constructor: AsyncFunction } = async () => {}, tools = { log, add, busy, next, begin };
  await new AsyncFunction(...Object.keys(tools), script)(...Object.values(tools));
  return heard();
}"""
LOG = '<div id="log" role="log"><p>Before</p></div>'
STATUS = '<div id="log" role="status">Before</div>'
HIDDEN = "position: absolute; width: 1px; height: 1px; overflow: hidden"

CASES: dict[str, tuple[str, str, list[str]]] = {
    "added": (LOG, "add('<p>One</p>'); await next(); add('<p>Two</p>')", ["One", "Two"]),
    "added with its parts": (
        LOG,
        "add('<div></div>'); add('<p>One</p><ol><li>Two</ol>', log.lastChild)",
        ["One\n\n1. Two"],
    ),
    "text that grows": (
        LOG,
        "const t = log.firstChild.firstChild; t.data += ' it'; await next(); t.data += ' was'",
        ["it", "was"],
    ),
    "text that is replaced": (
        LOG,
        "for (const t of ['One', 'One two']) { log.firstChild.textContent = t; await next(); }",
        ["One", "One two"],
    ),
    "held back while busy": (
        LOG,
        "busy(true); add('<p>On</p>'); await next(); log.lastChild.textContent = 'One'; busy(false)",
        ["One"],
    ),
    "busy goes with the last change": (
        LOG,
        "busy(true); add('<p>One</p>'); await next(); add('<p>Two</p>'); busy(false)",
        ["One", "Two"],
    ),
    "busy all the time": (LOG, "busy(true); add('<p>One</p>'); await next()", []),
    "a busy ancestor": (
        f"<main>{LOG}</main>",
        "busy(true, log.parentNode); add('<p>One</p>'); await next()",
        [],
    ),
    "a busy bubble": (
        LOG,
        "add('<p aria-busy=true>One</p>'); await next(); add('Two'); await next(); busy(0, log.children[1])",
        ["Two", "One"],
    ),
    "status is read whole": (
        f"{STATUS}",
        "log.innerHTML = 'Now <b>one</b>'; await next(); log.lastChild.textContent = 'two'",
        ["Now one", "Now two"],
    ),
    "status that is not atomic": (
        STATUS.replace("role", "aria-atomic=false role"),
        "add(' and <b>one</b>')",
        ["and", "one"],
    ),
    "atomic within a log": (
        LOG,
        "add('<p aria-atomic=true>A <b>b</b></p>'); await next(); log.lastChild.lastChild.textContent = 'c'",
        ["A b", "A c"],
    ),
    "an alert that comes": ('<div id="log"></div>', "add('<p>Hm</p><p role=alert>Failed</p>')", ["Failed"]),
    "a status that comes with its text": ('<div id="log"></div>', "add('<p role=status>Typing</p>')", []),
    "no region": ('<div id="log"></div>', "add('<p>One</p>')", []),
    "aria-live": ('<div id="log" aria-live="polite"></div>', "add('<p>One</p>')", ["One"]),
    "aria-live off": ('<div id="log" role="log" aria-live="off"></div>', "add('<p>One</p>')", []),
    "only text is relevant": (
        LOG.replace("role", "aria-relevant=text role"),
        "add('<p>One</p>'); log.firstChild.firstChild.data += ' two'",
        ["two"],
    ),
    "removals": (LOG, "log.firstChild.remove()", []),
    "gone again": (
        LOG,
        "busy(true); add('<p>One</p>'); await next(); log.lastChild.remove(); busy(false)",
        [],
    ),
    "for screen readers only": (
        f'<div id="log" role="status" style="{HIDDEN}"></div>',
        "log.textContent = 'One'",
        ["One"],
    ),
    "hidden": ('<div hidden><div id="log" role="log"></div></div>', "add('<p>One</p>')", []),
    "hidden from screen readers": (
        LOG,
        "add('<p>One<i aria-hidden=true>*</i></p><p aria-hidden=true>Two</p>')",
        ["One"],
    ),
    "in a shadow root": (
        '<div id="log"></div>',
        "let r = log.attachShadow({ mode: 'open' }); add('<b role=log>', r); begin(); add('1', r.lastChild)",
        ["1"],
    ),
}


@pytest.fixture(scope="module")
def announced(browser: Browser) -> Iterator[Announced]:
    """Plays a script on a page, and gives what was announced."""
    page = browser.new_page()
    page.evaluate(ALL_SCRIPTS)
    yield lambda html, script: page.evaluate(RUN, [html, script])
    page.close()


@pytest.mark.parametrize("case", CASES)
def test_announced(announced: Announced, case: str) -> None:
    html, script, said = CASES[case]
    assert announced(html, script) == said


SAY = """
async function say(text) {
  add('user', text);
  BUSY
  const response = await post('/say', { text });
  const bubble = add('bot', '');
  for await (const piece of pieces(response)) bubble.append(piece);
  FREE
}
"""
STREAMED = SAY.replace("BUSY", "").replace("FREE", "")
BUSY = SAY.replace("BUSY", "log.ariaBusy = 'true';").replace("FREE", "log.ariaBusy = 'false';")
SAYS: dict[str, Script] = {"hi": ["Hello ", 0.1, "there."], "more": ["More."]}


def test_a_turn_holds_its_own_announcements(open_chat: OpenChat) -> None:
    with serving(SAYS, {"streamed": STREAMED, "busy": BUSY}) as product:
        chat = open_chat(f"{product.url}/p/busy")
        busy = [chat.send(text).announced for text in ("hi", "more")]
        chat.open(f"{product.url}/p/streamed")
        streamed = chat.send("hi").announced
    assert busy == [("hi", "Hello there."), ("more", "More.")]
    assert streamed == ("hi", "Hello", "there.")
