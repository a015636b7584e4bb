"""Chainlit (seen with 2.12), for chats that begin with a message or with starters.

What is said before those are there goes out before the session has begun. Its widget needs a `launcher`
beside this: `#chainlit-copilot-button`.
"""

from pages import ChatUI

CHAT = ":is(#root, #chainlit-copilot-chat):has(.step, #starters)"
BUBBLE = ".ai-message{} > div:has(> .message-content)"

ui = ChatUI(
    name="chainlit",
    fingerprint="#chat-input",
    composer=lambda root: root.locator(f"{CHAT} #chat-input"),
    user_message=lambda root: root.locator("[data-step-type=user_message] .message-content"),
    reply=lambda root: root.locator(BUBBLE.format("")),
    busy=lambda root: root.locator("#stop-button"),
    card=lambda root: root.locator(".inline-custom > *"),
    error=lambda root: root.locator(BUBBLE.format(":has(.lucide-circle-alert)")),
    unsaid=lambda root: root.locator(".ai-message").locator("div:has(+ div > pre), button:has(.lucide-copy)"),
    keeps_on_reload=False,
)
