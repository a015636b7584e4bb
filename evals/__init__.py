"""Replywright, the assertion layer: judges captured replies. Knows no browser."""
