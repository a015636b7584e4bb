"""The detector on every variant of the clinic's page: nothing of it was described."""

from collections.abc import Iterator

import pytest

from evals.transcript import Message, Reply
from pages import ChatPage
from pages.demo.dom import DOMS
from pages.demo.server import running
from tests.bench.replies import compared
from tests.pages.conftest import OpenChat

MOVE, HOURS = "Can I move my appointment to Thursday?", "When are you open?"
SEED = 4
"""With it no two replies to HOURS are the same."""


@pytest.fixture(scope="module")
def clinic() -> Iterator[str]:
    """One server for all variants."""
    with running(pace=0.1) as url:
        yield url


def differences(chat: ChatPage, url: str, reply: Reply) -> list[str]:
    """What the reply shows otherwise than the product says it was sent."""
    sent = chat.page.request.get(f"{url}/api/conversations/{reply.conversation_id}").json()
    return list(compared(reply, sent))


@pytest.mark.parametrize("dom", DOMS)
def test_a_conversation_is_captured_exactly(auto: OpenChat, clinic: str, dom: str) -> None:
    chat = auto(f"{clinic}/?dom={dom}&seed={SEED}")
    said: list[Message] = []
    for prompt in (MOVE, HOURS, HOURS):
        reply = chat.send(prompt)
        assert differences(chat, clinic, reply) == []
        said += [Message(role="user", text=prompt)]
        said += [Message(role="assistant", text=text) for text in reply.messages]
    shown = chat.transcript()
    both = min(len(shown), len(said))
    assert shown[-both:] == tuple(said)[-both:]
    assert both == len(said) or dom == "virtualised"
    assert both == len(shown) or dom == "history"
