"""Every golden, played through the chat UI: turn by turn, in one conversation."""

from evals import ExpectReply, Golden
from pages import ChatPage


def test_golden(chat: ChatPage, golden: Golden, expect_reply: ExpectReply) -> None:
    for turn in golden.turns:
        reply = chat.send(turn.user)
        expect_reply(reply).to_match(turn)
