"""The web component deep-chat (seen with 2.4.2)."""

from pages import ChatUI

ui = ChatUI(
    name="deep_chat",
    fingerprint="deep-chat",
    composer=lambda root: root.locator("deep-chat #text-input"),
    user_message=lambda root: root.locator("deep-chat .user-message-text"),
    reply=lambda root: root.locator("deep-chat .ai-message-text"),
    busy=lambda root: root.locator("deep-chat").locator(".loading-message-text, .stop-icon"),
    card=lambda root: root.locator("deep-chat").get_by_role("article"),
    error=lambda root: root.locator("deep-chat .error-message-text"),
)
