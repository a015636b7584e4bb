"""Any chat UI: its parts are found by what they are, and by what changes when something is said."""

from pages import ChatUI
from pages.detect import part

ui = ChatUI(
    name="auto",
    detected=True,
    composer=part("composer"),
    user_message=part("user"),
    reply=part("reply"),
    busy=part("busy"),
    card=part("card"),
    suggestions=part("suggestion"),
    error=part("error"),
    new_conversation=part("new"),
    keeps_on_reload=None,
)
