"""NiceGUI's `ui.chat_message`, with the composer in the footer and a spinner at work (seen with 3.18)."""

from pages import ChatUI

ui = ChatUI(
    name="nicegui",
    fingerprint=".nicegui-content",
    composer=lambda root: root.locator(".q-footer").get_by_role("textbox"),
    user_message=lambda root: root.locator(".q-message-sent .q-message-text"),
    reply=lambda root: root.locator(".q-message-received .q-message-text"),
    busy=lambda root: root.locator(".q-spinner"),
    card=lambda root: root.locator(".q-message .q-card"),
    error=lambda root: root.locator(".q-notification"),
    keeps_on_reload=False,
)
