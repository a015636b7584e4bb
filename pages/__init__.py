"""Replywright, the page objects: drive a real chat UI and capture what it shows."""

from pages.chat import ChatPage
from pages.handles import CardHandle
from pages.ui import ChatUI

__all__ = ["CardHandle", "ChatPage", "ChatUI"]
