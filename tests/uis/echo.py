"""What the small chats in this folder answer, known to the app and to the test."""

COLOURS = "colours"
"""The message that is answered with buttons."""


def echo(message: str, turn: int) -> str:
    """The reply to `message` in the turn counted from 1."""
    return f"You said {message!r} in turn {turn}, and this ends the reply."
