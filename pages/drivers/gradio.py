"""Gradio's ChatInterface (seen with 6.31)."""

from pages import ChatUI

ui = ChatUI(
    name="gradio",
    composer=lambda root: root.get_by_test_id("textbox"),
    user_message=lambda root: root.get_by_test_id("user"),
    reply=lambda root: root.get_by_test_id("bot"),
    busy=lambda root: root.locator(".stop-button, .pending"),
    suggestions=lambda root: root.locator(".options"),
    new_conversation=lambda root: root.get_by_role("button", name="Clear"),
    keeps_on_reload=False,
)
