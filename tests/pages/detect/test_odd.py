"""Chats that nobody described and that do something odd: each is handled, or has an error of its own."""

from contextlib import suppress

import pytest
from playwright.sync_api import Error

from evals.errors import ReplyError, ReplywrightError, TotalTimeoutError
from pages import ChatPage
from pages.settle import Limits
from tests.pages.conftest import OpenChat
from tests.pages.product import STREAMING, Product, Script, serving

ON: list[str | float] = [0.2, "on "]
SCRIPTS: dict[str, Script] = {
    "hi": ["Hello ", 0.1, "there."],
    "more": ["More."],
    "endless": ["so ", *(ON * 40)],
}
PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='90'/>"
PAGES = {
    "streaming": STREAMING,
    "asleep": STREAMING
    + """
    const start = document.createElement('button');
    start.textContent = 'Start a conversation';
    start.onclick = () => { box.disabled = false; start.remove(); };
    box.disabled = true;
    document.body.append(start);
    """,
    "picture": f"""
    async function say(text) {{
      add('user', text);
      await (await post('/say', {{ text }})).text();
      const image = document.createElement('img');
      [image.alt, image.src] = ['A map', "{PICTURE}"];
      add('bot', '').append(image);
    }}
    """,
    "reloads": STREAMING.replace("const bubble", "setTimeout(() => location.reload(), 50); const bubble"),
    "asks": STREAMING.replace("add('user', text);", "add('user', text); alert('Really?');"),
    "pops": STREAMING.replace("add('user', text);", "add('user', text); window.open('/p/help');"),
    "slotted": """
    customElements.define('chat-message', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' });
        root.innerHTML =
          '<section><div><slot></slot></div><footer><slot name="offers"></slot></footer></section>';
      }
    });
    const show = (sender, text) => {
      const message = document.createElement('chat-message');
      message.setAttribute('sender', sender);
      message.textContent = text;
      log.append(message);
      return message;
    };
    async function say(text) {
      show('me', text);
      const response = await post('/say', { text }), bubble = show('bot', '');
      for await (const piece of pieces(response)) bubble.append(piece);
      if (text !== 'hi') return;
      bubble.insertAdjacentHTML('beforeend', '<div slot="offers"><button>more</button></div>');
      bubble.querySelector('button').onclick = () => say('more');
    }
    """,
    "stuck": STREAMING.replace(
        "add('user', text);",
        """add('user', text);
        const dots = document.createElement('div');
        [dots.className, dots.textContent] = ['typing-indicator', '...'];
        dots.animate([{ opacity: 1 }, { opacity: 0.3 }], { duration: 300, iterations: Infinity });
        log.append(dots);""",
    ),
    "silent": """
    function say(text) {
      add('user', text);
      const words = ['Hello ', 'there.'];
      const bubble = add('bot', '');
      const writing = setInterval(() => {
        if (words.length) bubble.append(words.shift());
        else clearInterval(writing);
      }, 800);
    }
    """,
    "starters": STREAMING
    + """
    for (const words of ['more', 'hi']) {
      const starter = document.createElement('button');
      starter.textContent = `Ask for number ${words.length}`;
      starter.onclick = () => say(words);
      document.getElementById('form').before(starter);
    }
    """,
    "overlaid": STREAMING
    + """
    const style = document.createElement('style');
    style.textContent = `
      #log { padding: 90vh 0 0; }
      .user, .bot { height: 30px; margin: 0; }
      .bot { margin-top: 60px; }
      #form { position: sticky; bottom: 0; background: white; }
    `;
    document.head.append(style);
    """,
    "help": "<!doctype html><title>Help</title><textarea aria-label='Message'></textarea>",
}


def opened(auto: OpenChat, product: Product, name: str, limits: Limits | None = None) -> ChatPage:
    """The chat on a page."""
    return auto(f"{product.url}/p/{name}", limits)


@pytest.mark.parametrize("name", ["asleep", "asks", "pops"])
def test_it_is_answered_all_the_same(auto: OpenChat, name: str) -> None:
    with serving(SCRIPTS, PAGES) as product:
        assert opened(auto, product, name).send("hi").text == "Hello there."
        assert product.asked == ["hi"]


def test_a_marker_of_work_that_never_goes(auto: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        reply = opened(auto, product, "stuck").send("hi")
    assert (reply.text, reply.signals) == ("Hello there.", ("stream closed", "quiet for 1 s"))


def test_nothing_that_tells_the_end(auto: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        reply = opened(auto, product, "silent").send("hi")
    assert (reply.text, reply.signals) == ("Hello there.", ("quiet for 1 s",))


def test_a_reply_that_nobody_scrolled_to(auto: OpenChat) -> None:
    """The composer stays at the bottom of the window, over it."""
    with serving(SCRIPTS, PAGES) as product:
        chat = opened(auto, product, "overlaid")
        assert [chat.send(text).text for text in ("hi", "more", "hi", "more")] == [
            "Hello there.",
            "More.",
        ] * 2


def test_a_starter_says_something_else_than_its_label(auto: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = opened(auto, product, "starters")
        assert chat.choose("Ask for number 4").text == "More."
        assert chat.choose("Ask for number 2").text == "Hello there."
        assert [(message.role, message.text) for message in chat.transcript()] == [
            ("user", "more"),
            ("assistant", "More."),
            ("user", "hi"),
            ("assistant", "Hello there."),
        ]


def test_messages_that_fill_slots(auto: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = opened(auto, product, "slotted")
        first = chat.send("hi")
        assert (first.text, [action.name for action in first.actions]) == ("Hello there.", ["more"])
        assert chat.choose("more").text == "More."
        assert [message.text for message in chat.transcript() if message.role == "user"] == ["hi", "more"]


def test_a_reply_of_only_a_picture(auto: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        reply = opened(auto, product, "picture").send("hi")
    assert reply.text == ""
    assert [image.alt for image in reply.images] == ["A map"]


def test_a_page_that_reloads_itself(auto: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product, pytest.raises(ReplyError) as raised:
        opened(auto, product, "reloads").send("hi")
    assert raised.value.what == "the page broke off while the message was sent or answered"


def test_a_tab_that_crashes(auto: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = opened(auto, product, "streaming")
        turn = chat.begin("endless")
        turn.until(lambda text: "so" in text)
        with suppress(Error):
            chat.page.goto("chrome://crash", timeout=5000)
        with pytest.raises(ReplywrightError) as raised:
            turn.reply()
    assert raised.value.what == "the page broke off while the message was sent or answered"


def test_an_endless_reply(auto: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product, pytest.raises(TotalTimeoutError) as raised:
        opened(auto, product, "streaming", Limits(total_s=3)).send("endless")
    assert raised.value.what == "the reply was not finished within the total limit of 3 s"
    assert raised.value.partial.startswith("so on")
