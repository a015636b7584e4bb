"""Finds out what a chat does when one talks to it: few clicks, and none that looks as if it did any harm."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from evals.transcript import Reply
from pages.chat import ChatPage

HELLO, FOLLOW_UP = "Hello", "Can you tell me more?"
STARTERS, SUGGESTIONS = 2, 1
"""How many starter prompts, and suggested replies, are tried."""
HARM = re.compile(
    r"\b(delete|remove|cancel|clear|reset|log ?out|sign ?out|log ?in|sign ?in|buy|pay|order|book|confirm|"
    r"submit|send|call|phone|e-?mail|human|agent|person|representative|upload|download|share|report|"
    r"unsubscribe)\b",
    re.I,
)
"""Names of what is never clicked: it looks as if it changed something, or called somebody."""


@dataclass(frozen=True, kw_only=True)
class Heard:
    """One exchange: what was clicked, if anything, what was really sent, and the reply."""

    clicked: str | None
    sent: str
    reply: Reply


@dataclass(frozen=True, kw_only=True)
class Explored:
    """What a few turns showed."""

    heard: tuple[Heard, ...]
    follow_up: Heard
    keeps_on_reload: bool


def explore(chat: ChatPage, look: Callable[[], object]) -> Explored:
    """Say hello, try suggested replies and starter prompts, ask once more, and reload. The chat is open.

    `look` is called after each turn.
    """
    starters = harmless(action.name for action in chat.state().actions)
    heard = [said(chat, HELLO)]
    look()
    for name in offered(heard[0].reply)[:SUGGESTIONS]:
        heard.append(clicked(chat, name))
        look()
    tried = {one.clicked for one in heard}
    for name in [name for name in starters if name not in tried][:STARTERS]:
        chat.reset()
        heard.append(clicked(chat, name))
        look()
    follow_up = said(chat, FOLLOW_UP)
    look()
    before = chat.transcript()
    chat.reload()
    return Explored(heard=tuple(heard), follow_up=follow_up, keeps_on_reload=chat.transcript() == before)


def said(chat: ChatPage, text: str) -> Heard:
    """Say something."""
    return Heard(clicked=None, sent=text, reply=chat.send(text))


def clicked(chat: ChatPage, name: str) -> Heard:
    """Click what sends a message, and see which one: it need not be its label."""
    reply = chat.choose(name)
    texts = [message.text for message in chat.transcript() if message.role == "user"]
    return Heard(clicked=name, sent=texts[-1] if texts else name, reply=reply)


def offered(reply: Reply) -> Sequence[str]:
    """The suggested replies that may be tried."""
    return harmless(a.name for a in reply.actions if a.kind == "suggestion" and a.enabled)


def harmless(names: Iterable[str]) -> Sequence[str]:
    """Those that look as if they did nothing but ask."""
    return [name for name in names if name and not HARM.search(name)]
