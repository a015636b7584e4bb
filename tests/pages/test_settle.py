"""When a reply is finished: on a real page in a real browser, with a server that really streams."""

import re

import pytest

from evals.errors import (
    FirstTokenTimeoutError,
    IdleTimeoutError,
    ReplyError,
    StreamCutError,
    TotalTimeoutError,
)
from pages import ChatUI
from pages.settle import Limits
from tests.pages.conftest import Kept, OpenChat
from tests.pages.product import CUT, END, Step, event, serving

WHOLE = "Yes, we are open."
SLOW: list[Step] = ["Yes, ", 1.3, "we ", 0.1, "are ", 0.05, "open."]
"""A reply with a pause that is longer than any quiet time."""

AGUI = """
async function say(text) {
  add('user', text);
  const response = await post('/say', { text });
  const bubble = add('bot', '');
  let rest = '';
  for await (const piece of pieces(response)) {
    const frames = (rest + piece).split('\\n\\n');
    rest = frames.pop();
    for (const frame of frames) bubble.textContent += JSON.parse(frame.slice(6)).delta || '';
  }
}
"""
HIDDEN_STREAM = """
const worker = new Worker(URL.createObjectURL(new Blob([`
  onmessage = async ({ data }) => {
    const request = { method: 'POST', body: JSON.stringify(data.body) };
    const reader = (await fetch(data.url, request)).body.getReader(), decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      postMessage(done ? null : decoder.decode(value, { stream: true }));
      if (done) return;
    }
  };
`])));
function say(text) {
  add('user', text);
  MARK(true);
  let bubble;
  worker.onmessage = ({ data }) => {
    if (data === null) return MARK(false);
    bubble ||= add('bot', '');
    FIRST();
    bubble.textContent += data;
  };
  worker.postMessage({ url: new URL('/say', location).href, body: { text } });
}
"""
DOTS = """
const status = document.getElementById('status');
const MARK = on => { status.innerHTML = on ? '<span role="status" aria-label="Typing">...</span>' : ''; };
"""
PAGES = {
    "agui": AGUI,
    "busy": "const MARK = on => log.setAttribute('aria-busy', on), FIRST = () => {};" + HIDDEN_STREAM,
    "dots": DOTS + "const FIRST = () => {};" + HIDDEN_STREAM,
    "dots-until-first": DOTS + "const FIRST = () => MARK(false);" + HIDDEN_STREAM,
    "nothing": "const MARK = () => {}, FIRST = () => {};" + HIDDEN_STREAM,
    "json": """async function say(text) {
        add('user', text);
        add('bot', (await (await post('/json', { text })).json()).reply);
    }""",
    "lazy": """async function say(text) {
        add('user', text);
        const response = await post('/say', { text }), bubble = add('bot', '');
        for await (const piece of pieces(response)) bubble.textContent += piece;
        (await import('/chunks/outer.js')).show(bubble);
    }""",
    "given-up": """function say(text) {
        add('user', text);
        const xhr = new XMLHttpRequest();
        xhr.open('POST', '/say');
        xhr.onreadystatechange = () => { if (xhr.readyState === 2) { xhr.abort(); add('bot', 'Yes.'); } };
        xhr.send(JSON.stringify({ text }));
    }""",
    "leaves": "function say(text) { add('user', text); setTimeout(() => { location = '/p/nothing'; }, 50); }",
    "endless": """function say(text) {
        add('user', text);
        const bubble = add('bot', '');
        setInterval(() => bubble.append('x'), 50);
    }""",
}
PAGES |= {
    "unread": """function say(text) {
        add('user', text);
        add('bot', 'Yes.');
        post('/say', { text });  // nobody reads the answer
    }""",
    "stopped": """async function say(text) {
        add('user', text);
        const stop = new AbortController(), bubble = add('bot', '');
        const body = JSON.stringify({ text });
        const response = await fetch('/say', { method: 'POST', body, signal: stop.signal });
        try {
          for await (const piece of pieces(response)) {
            bubble.append(piece);
            stop.abort(new Error('enough'));
          }
        } catch { }
    }""",
    "shadow": """
    const root = document.createElement('div');
    log.replaceWith(root);
    root.attachShadow({ mode: 'open' }).innerHTML = '<div role="log"></div>';
    function say(text) {
        const bubble = document.createElement('div');
        root.shadowRoot.querySelector('[role=log]').append(bubble);
        const words = ['Yes, ', 'we ', 'are ', 'open.'];
        const writing = setInterval(() => bubble.append(words.shift()), 700);
        setTimeout(() => clearInterval(writing), 3000);
    }""",
}
DOTTED = ChatUI(name="dotted", busy=lambda root: root.get_by_role("status", name="Typing"))


def agui(*steps: Step) -> list[Step]:
    """A reply as an AG-UI stream."""
    return [
        event({"type": "RUN_STARTED", "threadId": "t7", "runId": "r1"}),
        *(step if isinstance(step, float) or step in (CUT, END) else event(delta(step)) for step in steps),
    ]


def test_a_request_that_the_page_gives_up_as_it_is_answered_holds_nothing(open_chat: OpenChat) -> None:
    with serving({"open?": SLOW}, PAGES) as product:
        reply = open_chat(f"{product.url}/p/given-up", limits=Limits(idle_s=5)).send("open?")
    assert (reply.text, reply.signals) == ("Yes.", ("stream closed",))


def test_waits_for_code_that_shows_a_part_of_the_reply(open_chat: OpenChat) -> None:
    with serving({"open?": [WHOLE]}, PAGES) as product:
        reply = open_chat(f"{product.url}/p/lazy").send("open?")
    assert (reply.text, reply.signals) == (f"{WHOLE} At nine.", ("stream closed",))


def delta(text: str) -> dict[str, str]:
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": text}


@pytest.mark.parametrize(
    ("where", "ui", "signals"),
    [
        ("", None, ("stream closed",)),
        ("p/busy", None, ("aria-busy gone",)),
        ("p/dots", DOTTED, ("busy marker gone",)),
    ],
)
def test_waits_for_the_end_through_a_long_pause(
    open_chat: OpenChat, where: str, ui: ChatUI | None, signals: tuple[str, ...]
) -> None:
    with serving({"open?": SLOW}, PAGES) as product:
        reply = open_chat(f"{product.url}/{where}", ui).send("open?")
    assert reply.text == WHOLE
    assert reply.signals == signals
    assert reply.first_token_s is not None
    assert reply.total_s is not None
    assert 0 < reply.first_token_s < reply.total_s


def test_run_finished_on_the_wire_is_a_signal(open_chat: OpenChat, kept: Kept) -> None:
    with serving({"open?": agui("Yes, ", 0.2, "we are open.", END)}, PAGES) as product:
        reply = open_chat(f"{product.url}/p/agui").send("open?")
    assert (reply.text, reply.conversation_id) == (WHOLE, "t7")
    assert reply.signals == ("stream closed", "run finished")
    assert kept.turns == [reply]


@pytest.mark.parametrize("where", ["p/nothing", "p/json"])
def test_without_any_signal_a_quiet_second_ends_the_reply(open_chat: OpenChat, where: str) -> None:
    with serving({"open?": ["Yes, ", "we are ", "open."]}, PAGES) as product:
        reply = open_chat(f"{product.url}/{where}").send("open?")
    assert reply.text == WHOLE
    assert reply.signals == ("quiet for 1 s",)


def test_a_reply_in_a_shadow_tree_is_seen_to_grow(open_chat: OpenChat) -> None:
    with serving({}, PAGES) as product:
        reply = open_chat(f"{product.url}/p/shadow").send("open?")
    assert reply.text == WHOLE


def test_a_stream_that_nobody_reads_does_not_hold_back_the_end(open_chat: OpenChat) -> None:
    with serving({"open?": ["noted"]}, PAGES) as product:
        reply = open_chat(f"{product.url}/p/unread", limits=Limits(idle_s=6)).send("open?")
    assert reply.text == "Yes."
    assert reply.signals == ("quiet for 1 s",)


def test_a_reply_that_the_page_itself_stopped_is_not_cut(open_chat: OpenChat) -> None:
    with serving({"open?": ["Yes, ", 0.3, "we are open.", 5.0]}, PAGES) as product:
        reply = open_chat(f"{product.url}/p/stopped").send("open?")
    assert reply.text == "Yes,"
    assert reply.signals == ("stream closed",)


def test_dots_that_give_way_to_the_first_word_do_not_end_the_reply(open_chat: OpenChat) -> None:
    with serving({"open?": ["Yes, ", 0.6, "we are open."]}, PAGES) as product:
        reply = open_chat(f"{product.url}/p/dots-until-first", DOTTED).send("open?")
    assert reply.text == WHOLE
    assert reply.signals == ("quiet for 1 s",)


def test_two_turns_are_told_apart(open_chat: OpenChat) -> None:
    with serving({"a": ["One."], "b": ["Two."]}, PAGES) as product:
        chat = open_chat(product.url)
        assert [chat.send(text).text for text in ("a", "b", "a")] == ["One.", "Two.", "One."]


def test_an_empty_reply_that_the_wire_calls_finished_is_an_empty_reply(open_chat: OpenChat) -> None:
    with serving({"open?": agui(0.1, END)}, PAGES) as product:
        reply = open_chat(f"{product.url}/p/agui").send("open?")
    assert (reply.text, reply.messages) == ("", ())


def failed(open_chat: OpenChat, url: str, ui: ChatUI | None = None) -> ReplyError:
    """The error of a turn under short limits."""
    limits = Limits(first_token_s=1.5, idle_s=1.2, total_s=3)
    with pytest.raises(ReplyError) as raised:
        open_chat(url, ui, limits).send("open?")
    return raised.value


def message(error: ReplyError) -> str:
    """The message, with the free port taken out."""
    return re.sub(r"http://127.0.0.1:\d+", "http://product", str(error))


def test_a_stream_that_the_server_cut_is_an_error_with_the_partial_text(
    open_chat: OpenChat, kept: Kept
) -> None:
    with serving({"open?": ["Yes, we ", 0.2, CUT]}, PAGES) as product:
        error = failed(open_chat, product.url)
    assert isinstance(error, StreamCutError)
    assert error.partial == "Yes, we"
    assert kept.failed == [("open?", error)]
    assert message(error) == (
        "the server broke the stream off in the middle of the reply\n"
        "  expected: a reply that ends\n"
        "  seen:     the partial text 'Yes, we'\n"
        "  where:    http://product/"
    )


def test_a_stream_that_ends_before_the_run_does_is_cut_too(open_chat: OpenChat) -> None:
    with serving({"open?": agui("Yes, we")}, PAGES) as product:
        error = failed(open_chat, f"{product.url}/p/agui")
    assert isinstance(error, StreamCutError)
    assert message(error) == (
        "the AG-UI stream ended before the product said that the reply was finished\n"
        "  expected: a reply that ends\n"
        "  seen:     the partial text 'Yes, we'\n"
        "  where:    http://product/p/agui"
    )


def test_nothing_within_the_first_token_limit(open_chat: OpenChat) -> None:
    with serving({"open?": [6.0, WHOLE]}, PAGES) as product:
        error = failed(open_chat, product.url)
    assert isinstance(error, FirstTokenTimeoutError)
    assert message(error) == (
        "no text of a reply within the first-token limit of 1.5 s\n"
        "  expected: a reply that ends\n"
        "  seen:     no text at all; 1 stream(s) still open\n"
        "  where:    http://product/\n"
        "  to fix:   look at the product; where it is only slow, raise --first-token-limit"
    )


def test_a_reply_that_stalls(open_chat: OpenChat) -> None:
    with serving({"open?": ["Yes, we ", 6.0, "are open."]}, PAGES) as product:
        error = failed(open_chat, f"{product.url}/p/dots", DOTTED)
    assert isinstance(error, IdleTimeoutError)
    assert message(error) == (
        "the reply stood still for the idle limit of 1.2 s without an end\n"
        "  expected: a reply that ends\n"
        "  seen:     the partial text 'Yes, we'; the UI's busy marker is still shown\n"
        "  where:    http://product/p/dots\n"
        "  to fix:   look at the product; where it is only slow, raise --idle-limit"
    )


def test_a_reply_without_end(open_chat: OpenChat) -> None:
    with serving({}, PAGES) as product:
        error = failed(open_chat, f"{product.url}/p/endless")
    assert isinstance(error, TotalTimeoutError)
    assert set(error.partial) == {"x"}
    assert message(error).replace(error.partial, "xxx") == (
        "the reply was not finished within the total limit of 3 s\n"
        "  expected: a reply that ends\n"
        "  seen:     the partial text 'xxx'; no sign of work\n"
        "  where:    http://product/p/endless\n"
        "  to fix:   look at the product; where it is only slow, raise --total-limit"
    )


def test_a_page_that_goes_away(open_chat: OpenChat) -> None:
    with serving({}, PAGES) as product:
        error = failed(open_chat, f"{product.url}/p/leaves")
    assert type(error) is ReplyError
    assert message(error).splitlines()[0] == "the page broke off while the message was sent or answered"
