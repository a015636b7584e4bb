"""The end of a reply over each transport: by the product's word or the connection's end, never too early."""

import re

import pytest

from evals.errors import StreamCutError
from pages import ChatUI
from tests.pages.conftest import OpenChat
from tests.pages.product import CUT
from tests.pages.transports import SAY, Reply, telling

UI = ChatUI(
    name="bots", user_message=lambda root: root.locator(".user"), reply=lambda root: root.locator(".bot")
)
REPLIES: dict[str, Reply] = {
    "hi": ["Hello ", 1.6, "there, ", 0.2, "Ana."],
    "steady": ["Hello ", 0.8, "there, ", 0.4, "Ana."],
    "more": ["More."],
    "cut": ["Hello ", 0.2, CUT],
}
PER_TURN = ("xhr", "eventsource", "xhr-aborted-when-done", "through-a-service-worker", "streams-in-turn")


def signals_of(transport: str) -> set[str]:
    """What may tell the end where the format is known."""
    return {"run finished", "stream closed"} if transport in PER_TURN else {"run finished"}


@pytest.mark.parametrize("transport", SAY)
def test_the_end_by_the_products_word(open_chat: OpenChat, transport: str) -> None:
    with telling(REPLIES, agui=True) as (url, asked):
        chat = open_chat(f"{url}/p/{transport}", UI)
        replies = [chat.send("hi"), chat.send("more")]
    assert asked == ["hi", "more"]
    assert [reply.text for reply in replies] == ["Hello there, Ana.", "More."]
    assert [set(reply.signals) for reply in replies] == [signals_of(transport)] * 2
    assert replies[0].longest_gap_s is not None
    assert 1.4 < replies[0].longest_gap_s < 10


@pytest.mark.parametrize("transport", SAY)
def test_the_end_where_the_format_is_not_known(open_chat: OpenChat, transport: str) -> None:
    with telling(REPLIES, agui=False) as (url, asked):
        chat = open_chat(f"{url}/p/{transport}", UI)
        replies = [chat.send(text) for text in ("steady", "more", "more")]
    assert asked == ["steady", "more", "more"]
    assert [reply.text for reply in replies] == ["Hello there, Ana.", "More.", "More."]
    told_by = "stream closed" if transport in PER_TURN else "quiet for 1 s"
    assert [reply.signals for reply in replies] == [(told_by,)] * 3


@pytest.mark.parametrize("transport", [*PER_TURN, "websocket"])
def test_a_connection_that_breaks_is_no_short_reply(open_chat: OpenChat, transport: str) -> None:
    with telling(REPLIES, agui=True) as (url, _):
        chat = open_chat(f"{url}/p/{transport}", UI)
        with pytest.raises(StreamCutError) as raised:
            chat.send("cut")
    assert raised.value.partial == "Hello"
    message = re.sub(r"127.0.0.1:\d+", "product", str(raised.value))
    assert re.fullmatch(
        r"(the server broke the stream off in the middle of the reply|"
        r"the AG-UI stream ended before the product said that the reply was finished)\n"
        r"  expected: a reply that ends\n"
        r"  seen:     the partial text 'Hello'\n"
        rf"  where:    http://product/p/{transport}",
        message,
    )


def test_the_page_finds_its_own_connections_unchanged(open_chat: OpenChat) -> None:
    with telling(REPLIES, agui=True) as (url, _):
        page = open_chat(f"{url}/p/websocket", UI).page
        assert page.evaluate(
            """() => {
              class Own extends WebSocket {}
              const socket = new WebSocket(`ws://${location.host}/socket`), own = new Own(socket.url);
              const source = new EventSource('/events');
              const seen = [
                socket instanceof WebSocket, own instanceof Own, own instanceof WebSocket,
                WebSocket.OPEN === 1,
                Object.getPrototypeOf(socket) === WebSocket.prototype, WebSocket.name, EventSource.name,
                source instanceof EventSource, EventSource.CLOSED === 2,
              ];
              [socket, own, source].forEach(each => each.close());
              return [...seen, source.readyState === 2, socket.readyState >= 2];
            }"""
        ) == [True, True, True, True, True, "WebSocket", "EventSource", True, True, True, True]
