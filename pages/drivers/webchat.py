"""Bot Framework Web Chat (seen with botframework-webchat 4.18).

A message's label for screen readers says who speaks from its first word on, and what only after its last one.
"""

import re

from playwright.sync_api import Frame, Locator

from pages import ChatUI

BUBBLE = ".webchat__stacked-layout{} .webchat__bubble__content"
NOTHING_SAID_YET = re.compile(r"^[^:]*:\s*$")


def unfinished(root: Frame) -> Locator:
    """Dots before the first word; then the message that is being written."""
    label = root.locator(".webchat__basic-transcript__activity-active-descendant", has_text=NOTHING_SAID_YET)
    message = root.locator(".webchat__basic-transcript__activity").filter(has=label)
    return message.or_(root.locator(".webchat__typing-indicator"))


ui = ChatUI(
    name="webchat",
    fingerprint="[data-id=webchat-sendbox-input]",
    composer=lambda root: root.locator("[data-id=webchat-sendbox-input]"),
    user_message=lambda root: root.locator(BUBBLE.format("--from-user")),
    reply=lambda root: root.locator(BUBBLE.format(":not(.webchat__stacked-layout--from-user)")),
    busy=unfinished,
    card=lambda root: root.locator(".webchat__bubble__content .ac-adaptiveCard"),
    suggestions=lambda root: root.locator(".webchat__suggested-actions"),
    error=lambda root: root.locator(".webchat__toast--error"),
    keeps_on_reload=False,
)
