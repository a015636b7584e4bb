"""Driving a chat: said once, captured whole, clicked, reloaded - against pages that make it hard."""

import re
import socket
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha1

import pytest
from playwright.sync_api import Page, expect

from evals.errors import ActionError, ChatUIError, ReplywrightError, SendError, UnreachableError
from evals.transcript import Action, Card, Link, Message
from pages import ChatUI
from pages.settle import Limits
from pages.ui import TEMPLATE
from pages.visit import below
from tests.pages.conftest import OpenChat
from tests.pages.product import STREAMING, Script, serving

BOTS = ChatUI(
    name="bots",
    user_message=lambda root: root.locator(".user"),
    reply=lambda root: root.locator(".bot"),
    suggestions=lambda root: root.get_by_role("group", name="Suggestions"),
)
LATE = """
// The page comes alive after somebody tried to send, and wipes then what was typed.
const asleep = event => {
  event.preventDefault();
  event.stopImmediatePropagation();
  setTimeout(() => { window.removeEventListener('submit', asleep, true); box.value = ''; }, 50);
};
window.addEventListener('submit', asleep, true);
"""
DEAF = """
const ignore = event => { event.preventDefault(); event.stopImmediatePropagation(); };
window.addEventListener('submit', ignore, true);
"""
SOCKET = """
// Sends through a socket, keeps what was typed, shows no message of the person's, and answers late.
const socket = new WebSocket(new URLSearchParams(location.search).get('to'));
window.sent = 0;
window.addEventListener('submit', event => {
  event.preventDefault();
  event.stopImmediatePropagation();
  socket.send(JSON.stringify({ message: box.value }));
  window.sent++;
  setTimeout(() => add('bot', 'Hello there.'), 1500);
}, true);
"""
FORGETFUL = "box.addEventListener('input', () => { box.value = ''; }, { once: true });"
COVERED = """
// Sends as soon as the pointer is over the button, and covers it: the click can never be made.
const button = document.createElement('button');
button.textContent = 'Send';
document.querySelector('main').append(button);
button.addEventListener('mouseenter', () => {
  const cover = document.createElement('div');
  cover.style = 'position: fixed; inset: 0';
  document.body.append(cover);
  const text = box.value;
  box.value = '';
  say(text);
}, { once: true });
"""
WIPED = """
const button = document.createElement('button');
button.textContent = 'Send';
document.getElementById('form').append(button);
button.addEventListener('mousedown', () => { box.value = ''; }, { once: true });
document.getElementById('form').addEventListener('submit', event => {
  if (!box.value) event.stopImmediatePropagation();
  event.preventDefault();
}, true);
"""
TRACKED = """
box.addEventListener('keydown', event => {
  event.preventDefault();
  post('/json', { text: 'track' });
}, { once: true });
"""
RICH = """
function say(text) {
  add('user', text);
  const bot = add('bot', '');
  bot.innerHTML = `<p>See <a href="/prices">our prices</a> and <a>nothing</a>.</p>
    <img alt="A map" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>">
    <img alt="Gone" src="/gone.png"> <button aria-label="Copy reply">C</button>
    <article aria-label="Order"><h3>Order 7</h3><p>On its way</p>
      <table><tr><th>Status</th><td>Shipped</td></tr></table>
      <button onclick="post('/json', { text: 'track' })">Track</button>
      <button disabled>Cancel</button></article>`;
  const chips = '<div role="group" aria-label="Suggestions"><button>Yes</button></div>';
  log.insertAdjacentHTML('beforeend', chips);
  console.error('a complaint');
  setTimeout(() => { throw new Error('a bug'); });
}
"""
BANNER = """function say(text) {
  add('user', text);
  const status = document.getElementById('status');
  status.innerHTML = '<p role="alert">Something went wrong <button>Retry</button></p>';
}"""
STORED = """
async function say(text) {
  add('user', text);
  const response = await post('/say', { text });
  const bubble = add('bot', '');
  for await (const piece of pieces(response)) bubble.textContent += piece;
  localStorage.setItem('log', log.innerHTML);
}
box.disabled = true;
setTimeout(() => { log.innerHTML = localStorage.getItem('log') || ''; box.disabled = false; }, 300);
document.getElementById('status').innerHTML = '<button>New</button>';
document.querySelector('button').onclick = () => { localStorage.removeItem('log'); log.innerHTML = ''; };
"""
SEARCH, MESSAGE = '<input aria-label="Search">', '<input aria-label="Message">'
DOCUMENT = "<!doctype html><meta charset=utf-8><title>x</title>"
PAGES = {
    "late": STREAMING + LATE,
    "forgetful": STREAMING + FORGETFUL,
    "covered": STREAMING + COVERED,
    "tracked": STREAMING + TRACKED,
    "wiped": STREAMING + WIPED,
    "rich": RICH,
    "banner": BANNER,
    "stored": STORED,
    "deaf": DEAF,
    "socket": SOCKET,
    "wipes": "box.addEventListener('input', () => setTimeout(() => { box.value = ''; }));",
    "disabled": "box.disabled = true;",
    "frame": DOCUMENT + SEARCH + '<iframe title="Chat" src="/"></iframe>',
    "no-composer": DOCUMENT + "<h1>Sign in</h1>",
    "two": DOCUMENT + '<div role="log"></div>' + SEARCH + MESSAGE,
}
SCRIPTS: dict[str, Script] = {"hi": ["Hello ", 0.05, "there."], "more": ["More."], "track": ["ok"]}


HASTY = Limits(ready_s=4, act_s=0.7)
QUICK = Limits(act_s=0.7)
"""For a page that takes what time it needs to be ready."""


@contextmanager
def socket_server() -> Iterator[str]:
    """A web socket that listens and says nothing: the handshake of RFC 6455, then silence."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def shake_hands() -> None:
            with listener.accept()[0] as peer:
                asked = peer.recv(4096).decode()
                key = re.findall(r"Sec-WebSocket-Key: (\S+)", asked)[0]
                accept = b64encode(
                    sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
                ).decode()
                head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade"
                peer.sendall(f"{head}\r\nSec-WebSocket-Accept: {accept}\r\n\r\n".encode())
                while peer.recv(4096):
                    pass

        threading.Thread(target=shake_hands, daemon=True).start()
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}"


def read(error: ReplywrightError) -> str:
    """The message, with the free port taken out."""
    return re.sub(r"http://127.0.0.1:\d+", "http://product", str(error))


def test_a_conversation(open_chat: OpenChat) -> None:
    with serving(SCRIPTS) as product:
        chat = open_chat(product.url, BOTS)
        replies = (chat.send("hi"), chat.send("more"))
        assert chat.conversation.replies == replies
        assert chat.conversation.messages == (
            Message(role="user", text="hi"),
            Message(role="assistant", text="Hello there."),
            Message(role="user", text="more"),
            Message(role="assistant", text="More."),
        )
        expect(chat.messages).to_have_text(["hi", "Hello there.", "more", "More."])
        assert [(c.method, c.path, c.status, c.request_json) for c in chat.calls] == [
            ("POST", "/say", 200, {"text": "more"})
        ]
    assert replies[1].calls[0].ended_s is not None


@pytest.mark.parametrize(("where", "note"), [("late", "sent again"), ("forgetful", "retyped")])
def test_a_page_that_comes_alive_late_is_told_once(open_chat: OpenChat, where: str, note: str) -> None:
    with serving(SCRIPTS, PAGES) as product:
        reply = open_chat(f"{product.url}/p/{where}", BOTS, Limits(act_s=1)).send("hi")
    assert reply.text == "Hello there."
    assert reply.signals == (note, "stream closed")
    assert product.asked == ["hi"]


def test_a_message_in_a_socket_is_not_sent_again(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product, socket_server() as to:
        chat = open_chat(f"{product.url}/p/socket?to={to}", BOTS, Limits(act_s=0.7))
        reply = chat.send('say "hi"')
        assert chat.page.evaluate("window.sent") == 1
    assert (reply.text, reply.signals) == ("Hello there.", ("quiet for 1 s",))


def test_a_click_that_times_out_after_the_message_went_out_is_not_repeated(open_chat: OpenChat) -> None:
    ui = ChatUI(name="covered", send=lambda root: root.get_by_role("button", name="Send"))
    with serving(SCRIPTS, PAGES) as product:
        reply = open_chat(f"{product.url}/p/covered", ui).send("hi")
    assert reply.text == "Hello there."
    assert product.asked == ["hi"]


def test_all_that_a_reply_shows_is_captured(open_chat: OpenChat, page: Page) -> None:
    with serving(SCRIPTS, PAGES) as product:
        reply = open_chat(f"{product.url}/p/rich", BOTS).send("hi")
    assert reply.text == "See our prices and nothing."
    assert reply.links == (
        Link(text="our prices", href=f"{product.url}/prices"),
        Link(text="nothing", href=""),
    )
    assert [(image.alt, image.loaded) for image in reply.images] == [("A map", True), ("Gone", False)]
    assert reply.actions == (Action(name="Copy reply"), Action(name="Yes", kind="suggestion"))
    assert reply.cards == (
        Card(
            title="Order 7",
            text="Order 7\n\nOn its way\n\nStatus | Shipped",
            fields={"Status": "Shipped"},
            actions=(Action(name="Track"), Action(name="Cancel", enabled=False)),
        ),
    )
    assert "error: a complaint" in reply.console
    assert "page error: a bug" in reply.console
    assert reply.screenshot is not None
    assert reply.screenshot.read_bytes().startswith(b"\x89PNG")
    assert page.url.endswith("/p/rich")


def test_a_card_is_found_by_title_or_label_and_its_call_is_seen(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = open_chat(f"{product.url}/p/rich", BOTS)
        chat.send("hi")
        assert chat.card("Order").read() == chat.card("Order 7").read()
        with chat.page.expect_response("**/json"):
            chat.card("Order 7").action("Track").click()
        call = chat.calls[-1]
    assert (call.method, call.path, call.status) == ("POST", "/json", 200)
    assert call.response_json == {"reply": "ok", "token": "[redacted]"}


def test_what_cannot_be_clicked_says_what_is_there(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = open_chat(f"{product.url}/p/rich", BOTS, QUICK)
        chat.send("hi")
        with pytest.raises(ActionError) as disabled:
            chat.card("Order 7").action("Cancel").click()
        with pytest.raises(ActionError) as missing:
            chat.card("Invoice").read()
        with pytest.raises(ActionError) as nowhere:
            chat.action("Maybe").click()
    assert read(disabled.value) == (
        "'Cancel' in the card 'Order 7' is disabled\n"
        "  expected: one that can be clicked within 0.7 s\n"
        "  seen:     the card has 'Track', 'Cancel' (disabled)\n"
        "  where:    http://product/p/rich"
    )
    assert read(missing.value) == (
        "there is no card 'Invoice'\n"
        "  expected: a card with the title 'Invoice'\n"
        "  seen:     the cards 'Order 7'\n"
        "  where:    http://product/p/rich"
    )
    assert read(nowhere.value) == (
        "there is no 'Maybe' in the transcript\n"
        "  expected: a button, link or option called 'Maybe'\n"
        "  seen:     the latest turn has 'our prices', 'Copy reply', 'Track' in the card 'Order 7', "
        "'Cancel' in the card 'Order 7' (disabled), 'Yes'\n"
        "  where:    http://product/p/rich"
    )


def test_an_error_banner_is_part_of_the_reply(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        reply = open_chat(f"{product.url}/p/banner").send("hi")
    assert (reply.text, reply.errors) == ("", ("Something went wrong",))


def test_reload_and_reset(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        ui = ChatUI(name="stored", new_conversation=lambda root: root.get_by_role("button", name="New"))
        chat = open_chat(f"{product.url}/p/stored", ui)
        chat.send("hi")
        before = chat.transcript()
        chat.reload()
        assert chat.transcript() == before != ()
        chat.reset()
        assert chat.conversation.messages == ()
        assert chat.send("more").text == "More."


def test_without_a_button_a_new_conversation_is_that_of_a_new_person(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = open_chat(f"{product.url}/p/stored", ChatUI(name="stored", path=f"{product.url}/p/stored"))
        chat.send("hi")
        chat.reset()
        assert chat.transcript() == ()
        assert chat.send("hi").text == "Hello there."


def test_a_chat_in_a_frame(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = open_chat(f"{product.url}/p/frame", ChatUI(name="framed", frame="iframe[title=Chat]"))
        reply = chat.send("hi")
    assert (reply.text, reply.signals) == ("Hello there.", ("stream closed",))
    assert reply.screenshot is not None


@pytest.mark.parametrize(
    ("base_url", "path", "url"),
    [
        ("https://host", "/", "https://host/"),
        ("https://host/?key=1", "/", "https://host/?key=1"),
        ("https://host/?key=1", "/chat", "https://host/chat?key=1"),
        ("https://host/", "/chat?seed=1", "https://host/chat?seed=1"),
        ("https://host/pr-12/", "/", "https://host/pr-12/"),
        ("https://host/pr-12/", "/chat", "https://host/pr-12/chat"),
        ("https://host/pr-12", "https://other/chat", "https://other/chat"),
        ("", "/chat", "/chat"),
    ],
)
def test_a_path_stands_below_the_base_url(base_url: str, path: str, url: str) -> None:
    assert below(base_url, path) == url


def test_nothing_answers(open_chat: OpenChat) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
    with pytest.raises(UnreachableError) as raised:
        open_chat(url)
    assert str(raised.value) == (
        "the page cannot be reached\n"
        "  expected: a chat\n"
        f"  seen:     net::ERR_CONNECTION_REFUSED at {url}/\n"
        "  to fix:   is the deployment up, and --base-url right?"
    )


def test_not_found(open_chat: OpenChat) -> None:
    with serving(SCRIPTS) as product, pytest.raises(UnreachableError) as raised:
        open_chat(f"{product.url}/nowhere")
    assert read(raised.value) == (
        "the page answers 404\n"
        "  expected: a chat\n"
        "  seen:     HTTP 404\n"
        "  where:    http://product/nowhere\n"
        "  to fix:   is the deployment up, and --base-url right?"
    )


@pytest.mark.parametrize(
    ("where", "seen"),
    [
        ("no-composer", "none was shown; textboxes on the page: none"),
        ("two", f"2 fit; textboxes on the page:\n{'':12}{SEARCH}\n{'':12}{MESSAGE}"),
    ],
)
def test_a_page_without_one_composer_prints_a_chat_ui_to_fill_in(
    open_chat: OpenChat, where: str, seen: str
) -> None:
    with serving(SCRIPTS, PAGES) as product, pytest.raises(ChatUIError) as raised:
        open_chat(f"{product.url}/p/{where}", limits=HASTY)
    template = TEMPLATE.format(name="acme").replace("\n", "\n" + " " * 12)
    assert read(raised.value) == (
        "no composer was found on the page with the chat UI 'test'\n"
        "  expected: one textbox to type into\n"
        f"  seen:     {seen}\n"
        f"  where:    http://product/p/{where}\n"
        "  to fix:   write pages/drivers/acme.py, and choose it with --chat-ui acme:\n"
        f"            {template}"
    )


def test_a_composer_that_was_wiped_before_the_click_was_not_taken(open_chat: OpenChat) -> None:
    ui = ChatUI(name="wiped", send=lambda root: root.get_by_role("button", name="Send"))
    with serving(SCRIPTS, PAGES) as product:
        reply = open_chat(f"{product.url}/p/wiped", ui, QUICK).send("hi")
    assert (reply.text, product.asked) == ("Hello there.", ["hi"])
    assert reply.signals[0] == "sent again"


def test_a_request_about_something_else_carries_no_message(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        reply = open_chat(f"{product.url}/p/tracked", limits=QUICK).send("hi")
    assert (reply.text, product.asked) == ("Hello there.", ["track", "hi"])
    assert reply.signals[0] == "sent again"


def test_a_message_that_does_not_go_out(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product, pytest.raises(SendError) as raised:
        open_chat(f"{product.url}/p/deaf", limits=QUICK).send("hi")
    assert read(raised.value) == (
        "the message did not go out\n"
        "  expected: the person's own message in the transcript, or a request that carries it\n"
        "  seen:     neither, 4 times for 0.7 s\n"
        "  where:    http://product/p/deaf\n"
        "  to fix:   check `composer`, `send` and `user_message` (it tells what was sent) of the ChatUI"
    )


def test_a_composer_that_keeps_nothing(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product, pytest.raises(SendError) as raised:
        open_chat(f"{product.url}/p/wipes", limits=QUICK).send("hi")
    assert read(raised.value) == (
        "the composer does not keep what is typed\n"
        "  expected: 'hi'\n"
        "  seen:     ''\n"
        "  where:    http://product/p/wipes"
    )


def test_a_composer_that_is_disabled(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product, pytest.raises(SendError) as raised:
        open_chat(f"{product.url}/p/disabled", limits=HASTY).send("hi")
    assert read(raised.value) == (
        "nothing can be typed into the composer\n"
        "  expected: one textbox that is shown and enabled\n"
        "  seen:     Locator.fill: Timeout 4000ms exceeded.\n"
        "  where:    http://product/p/disabled"
    )


def test_an_empty_message(open_chat: OpenChat) -> None:
    with serving(SCRIPTS) as product, pytest.raises(SendError) as raised:
        open_chat(product.url).send(" ")
    assert str(raised.value) == "an empty message cannot be sent\n  expected: some text\n  seen:     ' '"
