"""chatscope's chat-ui-kit-react (seen with 2.1.1 and the styles 1.4)."""

from pages import ChatUI

ui = ChatUI(
    name="chatscope",
    fingerprint=".cs-message-input__content-editor",
    composer=lambda root: root.locator(".cs-message-input__content-editor"),
    user_message=lambda root: root.locator(".cs-message--outgoing .cs-message__content"),
    reply=lambda root: root.locator(".cs-message--incoming .cs-message__content"),
    busy=lambda root: root.locator(".cs-typing-indicator"),
    keeps_on_reload=False,
)
