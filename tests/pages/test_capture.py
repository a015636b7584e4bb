"""Which messages belong to a turn: on pages that rebuild, replace, repeat and forget what they show."""

from dataclasses import replace

import pytest

from evals.transcript import Message
from pages import ChatUI
from tests.pages.conftest import OpenChat
from tests.pages.product import Script, serving

BOTS = ChatUI(
    name="bots",
    user_message=lambda root: root.locator(".user"),
    reply=lambda root: root.locator(".bot"),
)
DRAWN = """
// Draws the whole transcript anew at each change, as a page without keyed nodes does.
const all = [['bot', 'Welcome!']], KEPT = 99, WELCOME = true;
const draw = () => {
  log.innerHTML = '';
  for (const [role, text] of all.slice(-KEPT)) add(role, text);
};
async function say(text) {
  if (!WELCOME && all[0][1] === 'Welcome!') all.shift();
  all.push(['user', text]);
  draw();
  const response = await post('/say', { text });
  const bubble = ['bot', ''];
  all.push(bubble);
  for await (const piece of pieces(response)) { bubble[1] += piece; draw(); }
}
draw();
"""
OFFERS = """
// What holds the suggested replies stays, and is empty while a reply is written.
const status = document.getElementById('status');
let turns = 0;
status.innerHTML = '<button type=button>Hello</button>';
async function say(text) {
  status.innerHTML = '';
  add('user', text);
  const response = await post('/say', { text });
  const bubble = add('bot', '');
  for await (const piece of pieces(response)) bubble.textContent += piece;
  status.innerHTML = `<button type=button>${text} ${++turns}</button>`;
}
"""
PAGES = {
    "drawn": DRAWN,
    "window": DRAWN.replace("KEPT = 99", "KEPT = 4"),
    "replaced": DRAWN.replace("WELCOME = true", "WELCOME = false"),
}
SCRIPTS: dict[str, Script] = {
    "a": ["One ", 0.1, "reply."],
    "b": ["Two."],
    "c": ["Two."],
    "echo": ["ec", 0.05, "ho"],
}


@pytest.mark.parametrize("ui", [BOTS, None], ids=["described", "default"])
@pytest.mark.parametrize("where", PAGES)
def test_a_turn_holds_its_own_reply(open_chat: OpenChat, where: str, ui: ChatUI | None) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = open_chat(f"{product.url}/p/{where}", ui)
        replies = [chat.send(text).messages for text in ("a", "b", "c", "b", "echo", "a")]
    assert product.asked == ["a", "b", "c", "b", "echo", "a"]
    assert replies == [("One reply.",), ("Two.",), ("Two.",), ("Two.",), ("echo",), ("One reply.",)]


def test_a_reply_equal_to_the_prompt(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = open_chat(f"{product.url}/")
        assert [chat.send("echo").text for _ in range(2)] == ["echo", "echo"]
        assert [m.role for m in chat.transcript()] == ["user", "assistant"] * 2


def test_a_welcome_that_goes_is_no_part_of_the_transcript(open_chat: OpenChat) -> None:
    with serving(SCRIPTS, PAGES) as product:
        chat = open_chat(f"{product.url}/p/replaced", BOTS)
        assert chat.transcript() == (Message(role="assistant", text="Welcome!"),)
        chat.send("b")
        assert chat.transcript() == (Message(role="user", text="b"), Message(role="assistant", text="Two."))


AGAIN = """
// "Again" says the last message once more and drops the old reply; a bar in a reply begins another bubble.
let last;
async function say(text, again) {
  if (!again) add('user', last = text);
  if (again) log.querySelectorAll('.bot').forEach(node => node.remove());
  const response = await post('/say', { text });
  let bubble = add('bot', '');
  for await (const piece of pieces(response)) {
    const [first, ...more] = piece.split('|');
    bubble.textContent += first;
    for (const line of more) bubble = add('bot', line);
  }
}
const button = document.createElement('button');
button.textContent = 'Again';
button.onclick = () => say(last + '!', true);
document.querySelector('main').append(button);
"""


@pytest.mark.parametrize(
    ("first", "second"),
    [("Yes.", "Yes."), ("Yes.", "No."), ("On", "On Monday.|Please come."), ("On Monday.|Please come.", "On")],
)
def test_a_reply_that_takes_the_place_of_another(open_chat: OpenChat, first: str, second: str) -> None:
    scripts: dict[str, Script] = {"a": [first], "a!": [0.05, second]}
    with serving(scripts, {"again": AGAIN}) as product:
        chat = open_chat(f"{product.url}/p/again", BOTS)
        assert chat.send("a").messages == tuple(first.split("|"))
        reply = chat.reply_to(chat.page.get_by_role("button", name="Again").click, prompt="a")
    assert reply.messages == tuple(second.split("|"))


NAMED = """
// A bubble with a name, and code with a bar above it.
function say(text) {
  add('user', text);
  add('bot', '').innerHTML = '<i class="name">Bot</i><p>Run this:</p>' +
    '<div class="bar">python <button>Copy</button></div><pre>x = 1</pre><button>Retry</button>';
}
"""


def test_what_stands_in_a_bubble_without_being_said(open_chat: OpenChat) -> None:
    ui = replace(BOTS, unsaid=lambda root: root.locator(".name, .bar"))
    with serving({}, {"named": NAMED}) as product:
        chat = open_chat(f"{product.url}/p/named", ui)
        replies = [chat.send("code"), chat.send("code")]
        assert [message.text for message in chat.transcript()] == ["code", "Run this:\n\nx = 1"] * 2
    assert [reply.text for reply in replies] == ["Run this:\n\nx = 1"] * 2
    assert [action.name for action in replies[1].actions] == ["Retry"]


def test_suggested_replies_that_take_the_place_of_others(open_chat: OpenChat) -> None:
    ui = replace(BOTS, suggestions=lambda root: root.locator("#status"))
    with serving(SCRIPTS, {"offers": OFFERS}) as product:
        chat = open_chat(f"{product.url}/p/offers", ui)
        first = chat.send("a")
        second = chat.send("a")
    assert [[action.name for action in reply.actions] for reply in (first, second)] == [["a 1"], ["a 2"]]
