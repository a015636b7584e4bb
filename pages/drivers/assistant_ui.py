"""assistant-ui, with the class names of its templates (seen with 0.15.22)."""

from pages import ChatUI

ui = ChatUI(
    name="assistant_ui",
    fingerprint=".aui-composer-input",
    composer=lambda root: root.locator(".aui-composer-input:not([aria-hidden=true])"),
    user_message=lambda root: root.locator(".aui-user-message-content"),
    reply=lambda root: root.locator(".aui-assistant-message-content"),
    busy=lambda root: root.locator("[data-status=running]").or_(
        root.get_by_role("button", name="Stop", exact=True)
    ),
    card=lambda root: root.locator(".aui-assistant-message-content").get_by_role("article"),
    error=lambda root: root.locator(".aui-message-error-root"),
    keeps_on_reload=False,
)
