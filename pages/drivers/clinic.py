"""The embedded product."""

from pages import ChatUI

ui = ChatUI(
    name="clinic",
    composer=lambda root: root.get_by_label("Message", exact=True),
    user_message=lambda root: root.locator("[data-role=user]"),
    reply=lambda root: root.locator("[data-role=assistant]"),
    busy=lambda root: root.get_by_role("button", name="Stop").or_(root.get_by_role("status", name="Typing")),
    suggestions=lambda root: root.get_by_role("group", name="Suggested replies"),
    options=lambda root: root.get_by_role("log").locator(".options"),
    error=lambda root: root.locator(".banner"),
    new_conversation=lambda root: root.get_by_role("button", name="New conversation"),
)
