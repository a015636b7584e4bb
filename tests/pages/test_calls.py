"""Which calls an action fired: how often, with what body, and that nothing else was called."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route

from evals.errors import Unexpected
from pages import ChatPage, ChatUI
from pages.calls import fits
from pages.settle import Limits
from tests.pages.conftest import OpenChat
from tests.pages.product import Script, serving

CARD = """
const call = (path, body = { text: 'yes' }) => post(path, body);
const late = (ms, then) => setTimeout(then, ms);
function say(text) {
  add('user', text);
  const card = add('bot', '');
  const buttons = Object.keys(ACTS).map(name => `<button>${name}</button>`).join('');
  card.innerHTML = `<article aria-label="Visit">${buttons}</article>`;
  card.querySelectorAll('button').forEach(button => { button.onclick = ACTS[button.textContent]; });
}
const ACTS = {
  Book: () => call('/json', { text: 'yes', visit: { day: 'Friday', hours: [9, 10] }, token: 'abc' }),
  Twice: () => { call('/json'); late(150, () => call('/json')); },
  Late: () => late(700, () => call('/json')),
  Dead: () => {},
  More: async () => { await call('/json'); fetch('/?log=1'); },
  Elsewhere: () => call('/nowhere'),
  Fails: () => call('/json', {}),
  Sent: () => fetch('/moved', { method: 'POST', body: '{"text": "yes"}' }),
  Slow: () => call('/say', { text: 'slow' }),
  Form: () => {
    document.body.insertAdjacentHTML('beforeend', '<form id="old" method="post" action="/nowhere"></form>');
    document.getElementById('old').submit();
  },
};
"""
SCRIPTS: dict[str, Script] = {"yes": ["ok"], "slow": ["a", 3.0, "b"]}
UI = ChatUI(
    name="calls", user_message=lambda root: root.locator(".user"), reply=lambda root: root.locator(".bot")
)


@pytest.fixture
def url() -> Iterator[str]:
    """A chat that shows a card with a button for each kind of trouble."""
    with serving(SCRIPTS, {"streaming": CARD}) as product:
        yield product.url


@pytest.fixture
def chat(open_chat: OpenChat, url: str) -> ChatPage:
    """With the card."""
    return opened(open_chat, url, Limits())


@pytest.fixture
def hasty(open_chat: OpenChat, url: str) -> ChatPage:
    """With the card, for what never comes."""
    return opened(open_chat, url, Limits(act_s=1.5))


def opened(open_chat: OpenChat, url: str, limits: Limits) -> ChatPage:
    chat = open_chat(url, UI, limits)
    chat.send("hi")
    return chat


def read(error: Unexpected) -> str:
    """The message, with the free port taken out."""
    return re.sub(r"http://127.0.0.1:\d+", "http://product", str(error))


def click(chat: ChatPage, name: str) -> None:
    chat.card("Visit").action(name).click()


def test_a_call_that_fired_once(chat: ChatPage) -> None:
    with chat.watch_calls() as calls:
        click(chat, "Book")
    call = calls.once("post", "/js*", json={"visit": {"day": "Friday"}})
    assert (call.method, call.path, call.status) == ("POST", "/json", 200)
    assert call.response_json == {"reply": "ok", "token": "[redacted]"}
    assert calls.only("POST", "**/json") == call


def test_a_call_that_comes_late(chat: ChatPage) -> None:
    with chat.watch_calls() as calls:
        click(chat, "Late")
    assert calls.only("POST", "/json").status == 200


def test_a_call_that_is_answered_with_an_error(chat: ChatPage) -> None:
    with chat.watch_calls() as calls:
        click(chat, "Fails")
    assert calls.once("POST", "/json").status == 500


def test_what_fired_twice(chat: ChatPage) -> None:
    with chat.watch_calls() as calls:
        click(chat, "Twice")
    with pytest.raises(Unexpected) as twice:
        calls.once("POST", "/json", json={"text": "yes"})
    assert read(twice.value) == (
        "POST /json was called twice\n"
        "  expected: one call POST /json, body: {'text': 'yes'}\n"
        "  seen:     POST /json 200\n"
        "            POST /json 200\n"
        "  where:    http://product/"
    )


def test_a_call_that_never_comes(hasty: ChatPage) -> None:
    with hasty.watch_calls() as calls:
        click(hasty, "Dead")
    with pytest.raises(Unexpected) as never:
        calls.once("POST", "/json")
    with hasty.watch_calls() as calls:
        click(hasty, "Elsewhere")
    with pytest.raises(Unexpected) as elsewhere:
        calls.once("POST", "/json")
    assert read(never.value) == (
        "POST /json was not called\n"
        "  expected: one call POST /json within 1.5 s\n"
        "  seen:     no call at all\n"
        "  where:    http://product/"
    )
    assert read(elsewhere.value) == (
        "POST /json was not called\n"
        "  expected: one call POST /json within 1.5 s\n"
        "  seen:     POST /nowhere 404\n"
        "  where:    http://product/"
    )


def test_another_body(hasty: ChatPage) -> None:
    with hasty.watch_calls() as calls:
        click(hasty, "Book")
    with pytest.raises(Unexpected) as other:
        calls.once("POST", "/json", json={"visit": {"day": "Thursday", "at": 9}, "token": "xyz"})
    assert read(other.value) == (
        "POST /json was called with another body\n"
        "  expected: one call POST /json, body: {'visit': {'day': 'Thursday', 'at': 9}, "
        "'token': [redacted]} within 1.5 s\n"
        "  seen:     POST /json 200, visit.day: expected 'Thursday', seen 'Friday'\n"
        "  where:    http://product/"
    )


def test_something_else_that_fired(chat: ChatPage) -> None:
    with chat.watch_calls() as calls:
        click(chat, "More")
    assert calls.once("POST", "/json").status == 200
    with pytest.raises(Unexpected) as more:
        calls.only("POST", "/json")
    assert read(more.value) == (
        "more was called than POST /json\n"
        "  expected: no other call\n"
        "  seen:     POST /json 200\n"
        "            GET / 200\n"
        "  where:    http://product/"
    )


def test_what_does_not_matter(chat: ChatPage) -> None:
    with chat.watch_calls(ignore="/") as calls:
        click(chat, "More")
    assert calls.only("POST", "/json").status == 200


def test_nothing_fired(chat: ChatPage) -> None:
    with chat.watch_calls() as calls:
        click(chat, "Dead")
    calls.none()
    with chat.watch_calls() as calls:
        click(chat, "Twice")
    with pytest.raises(Unexpected) as something:
        calls.none()
    assert read(something.value) == (
        "something was called\n"
        "  expected: no call at all\n"
        "  seen:     POST /json 200\n"
        "            POST /json 200\n"
        "  where:    http://product/"
    )


def test_a_call_without_an_answer(hasty: ChatPage) -> None:
    with hasty.watch_calls() as calls:
        click(hasty, "Slow")
    with pytest.raises(Unexpected) as slow:
        calls.once("POST", "/say")
    assert read(slow.value) == (
        "POST /say was called, and not answered\n"
        "  expected: one call POST /say within 1.5 s\n"
        "  seen:     POST /say 200\n"
        "  where:    http://product/"
    )


def test_a_form_that_leaves_the_page(chat: ChatPage) -> None:
    with chat.watch_calls() as calls:
        click(chat, "Form")
    assert calls.once("POST", "/nowhere").status == 404


def test_the_next_click_ends_what_is_watched(chat: ChatPage) -> None:
    with chat.watch_calls() as calls:
        click(chat, "Book")
    calls.only("POST", "/json")
    click(chat, "Elsewhere")
    chat.page.wait_for_load_state()
    assert calls.only("POST", "/json").status == 200


def test_beside_expect_response(chat: ChatPage) -> None:
    with chat.watch_calls() as calls, chat.page.expect_response("**/json") as response:
        click(chat, "Book")
    assert response.value.status == calls.once("POST", "/json").status == 200


def test_beside_route(chat: ChatPage) -> None:
    def answer(route: Route) -> None:
        route.fulfill(status=503, json={"detail": "full"})

    chat.page.route("**/json", answer)
    with chat.watch_calls() as calls:
        click(chat, "Book")
    call = calls.only("POST", "/json")
    assert (call.status, call.response_json) == (503, {"detail": "full"})
    chat.page.route("**/json", lambda route: route.abort())
    with chat.watch_calls() as calls:
        click(chat, "Book")
    assert calls.only("POST", "/json").status is None


@pytest.mark.parametrize(
    ("path", "pattern", "same"),
    [
        ("/api/visits/7", "/api/visits/*", True),
        ("/api/visits/7/notes", "/api/visits/*", False),
        ("/pr-12/api/visits/7", "**/visits/*", True),
        ("/visits/7", "**/visits/*", True),
        ("/api/visits", "/api/visits", True),
        ("/api.visits", "/api/visits", False),
        ("/apixvisits", "/api.visits", False),
    ],
)
def test_patterns_of_paths(path: str, pattern: str, same: bool) -> None:
    assert fits(path, pattern) == same
