"""Replywright, the assertion layer: judges captured replies. Knows no browser."""

from evals.errors import ReplywrightError
from evals.expect import ExpectConversation, ExpectReply
from evals.goldens.model import Golden
from evals.score import Outcome, Score, Verdict
from evals.transcript import Action, Card, Chat, ChatState, Conversation, Flaw, Message, Reply, ToolCall

__all__ = [
    "Action",
    "Card",
    "Chat",
    "ChatState",
    "Conversation",
    "ExpectConversation",
    "ExpectReply",
    "Flaw",
    "Golden",
    "Message",
    "Outcome",
    "Reply",
    "ReplywrightError",
    "Score",
    "ToolCall",
    "Verdict",
]
