"""Streamlit's chat elements, a form being a card (seen with 1.67).

Code is a skeleton until the script that draws it is there.
"""

from pages import ChatUI

MESSAGE = "[data-testid=stChatMessageContent]"
FROM_USER = ":is([aria-label$='from user'], [aria-label$='from human'])"
AT_WORK = ("[data-test-script-state=running]", "[data-test-script-state=rerunRequested]")

ui = ChatUI(
    name="streamlit",
    fingerprint="[data-testid=stChatInputTextArea]",
    composer=lambda root: root.get_by_test_id("stChatInputTextArea"),
    user_message=lambda root: root.locator(f"{MESSAGE}{FROM_USER}"),
    reply=lambda root: root.locator(f"{MESSAGE}:not({FROM_USER})"),
    busy=lambda root: root.locator(", ".join((*AT_WORK, f"{MESSAGE} [data-testid=stSkeleton]"))),
    card=lambda root: root.locator(MESSAGE).get_by_test_id("stForm"),
    error=lambda root: root.locator("[data-testid=stAlertContentError], [data-testid=stException]"),
    keeps_on_reload=False,
)
