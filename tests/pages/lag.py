"""How late the end of a reply was known, on the pages that are made of `chat.html`."""

from evals.transcript import Reply
from pages import ChatPage
from pages.settle import WATCH

QUIET_S, QUIET_MOST_S = 1.0, 1.2
"""What the end may take where nothing but silence tells it."""


def lag_s(chat: ChatPage, reply: Reply) -> float:
    """Seconds between the last change that could be seen and the moment the reply was taken for whole."""
    page = chat.composer.element_handle().owner_frame()
    assert page is not None
    sent_ms, shown_ms = page.evaluate(f"() => [{WATCH}.origin(), shownAt]")
    assert reply.total_s is not None
    return float(sent_ms / 1000 + reply.total_s - shown_ms / 1000)
