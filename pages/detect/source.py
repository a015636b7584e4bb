"""The `ChatUI` that a detected chat comes to, as Python to be kept in a driver."""

import json
from collections.abc import Sequence
from typing import TypedDict

Found = tuple[str, str]
"""A method of a frame and what it takes: `("get_by_label", "Message")`."""


class Told(TypedDict):
    """What the page's scripts say of the parts; None where no selector tells a part from the others."""

    composer: Found | None
    send: Found | None
    user: str | None
    reply: str | None
    busy: list[str]
    card: str | None
    suggestions: Found | None
    error: str | None
    anew: Found | None
    why: list[str]


def source(name: str, told: Told, *, path: str, frame: str | None, button: bool, keeps: bool) -> str:
    """The source of a driver called `name`; `button`: a click sends; `keeps`: a reload keeps all."""
    fields = [f"name={quoted(name)}"]
    fields += [f"path={quoted(path)}"] if path != "/" else []
    fields += [f"frame={quoted(frame)}"] if frame else []
    parts = {
        "composer": call(told["composer"]),
        "send": call(told["send"]) if button else None,
        "user_message": located(told["user"]),
        "reply": located(told["reply"]),
        "busy": busy(told["busy"]),
        "card": located(told["card"]),
        "suggestions": call(told["suggestions"]),
        "error": located(told["error"]),
        "new_conversation": call(told["anew"]),
    }
    fields += [f"{part}=lambda root: {code}" for part, code in parts.items() if code]
    fields += [] if keeps else ["keeps_on_reload=False"]
    lines = "".join(f"    {field},\n" for field in fields)
    return f"from pages import ChatUI\n\nui = ChatUI(\n{lines})\n"


def call(found: Sequence[str] | None) -> str | None:
    """How a single element is found."""
    if found is None:
        return None
    method, argument = found
    exact = ", exact=True" if method == "get_by_label" else ""
    return f"root.{method}({quoted(argument)}{exact})"


def located(css: str | None) -> str | None:
    return f"root.locator({quoted(css)})" if css else None


def busy(names: Sequence[str]) -> str | None:
    """Any of the markers that were seen."""
    buttons = [name.removeprefix("button:") for name in names if name.startswith("button:")]
    found = [f'root.get_by_role("button", name={quoted(name)}, exact=True)' for name in buttons]
    css = ", ".join(name for name in names if not name.startswith("button:"))
    found += [f"root.locator({quoted(css)})"] if css else []
    return found[0] + "".join(f".or_({other})" for other in found[1:]) if found else None


def quoted(text: str) -> str:
    """A Python string, with the quotes that need no escape."""
    return repr(text) if '"' in text else json.dumps(text, ensure_ascii=False)
