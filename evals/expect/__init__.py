"""What a test says about a reply or a conversation: score -> verdict -> record -> message."""

from evals.expect.conversation import ExpectConversation
from evals.expect.reply import ExpectReply

__all__ = ["ExpectConversation", "ExpectReply"]
