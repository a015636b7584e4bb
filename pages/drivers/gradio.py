"""Gradio's ChatInterface (seen with 6.31).

After an error the Stop button stays for ever, below the cover that tells of it.
"""

from pages import ChatUI

COVER = "[data-testid=status-tracker] > .error"

ui = ChatUI(
    name="gradio",
    fingerprint=".gradio-container",
    composer=lambda root: root.get_by_test_id("textbox"),
    user_message=lambda root: root.get_by_test_id("user"),
    reply=lambda root: root.get_by_test_id("bot"),
    busy=lambda root: root.locator(f"body:not(:has({COVER})) :is(.stop-button, .pending)"),
    suggestions=lambda root: root.locator(".options"),
    error=lambda root: root.locator(".toast-body.error"),
    new_conversation=lambda root: root.get_by_role("button", name="Clear"),
    keeps_on_reload=False,
)
