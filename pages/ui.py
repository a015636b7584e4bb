"""One product's chat UI: where its parts are, and how it behaves. A driver is one `ui = ChatUI(...)`."""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Frame, Locator, Page

from evals.errors import ChatUIError

Find = Callable[[Frame], Locator]
"""Finds a part below a root: the page's main frame, or the frame that `ChatUI.frame` names."""


def nothing(root: Frame) -> Locator:
    """A part that this UI does not have."""
    return root.locator(":not(*)")


def children_of_log(root: Frame) -> Locator:
    """What stands directly in the transcript (`role=log`)."""
    return root.get_by_role("log").locator("> *")


@dataclass(frozen=True, kw_only=True)
class ChatUI:
    """Locators and rules of one chat UI.

    Only `name` must be given: the defaults fit a page with one transcript (`role=log`), whose children are
    the messages, and one textbox. Parts that the UI does not have stay at their defaults.
    """

    name: str
    fingerprint: str | None = None
    """A selector of what no other UI shows: where it fits and no UI was named, this driver is chosen."""
    path: str = "/"
    """Where the chat is, below the base URL."""
    frame: str | None = None
    """A selector of the iframe that holds the chat."""
    launcher: Find | None = None
    """The button of the page that opens the chat; it is clicked wherever the chat is not open yet."""
    composer: Find = lambda root: root.get_by_role("textbox")
    """Where one types; it must be one element."""
    send: Find | None = None
    """The button that sends; None presses Enter."""
    user_message: Find = nothing
    """Each of the person's own messages; where not given they are told by their text."""
    reply: Find = children_of_log
    """Each bubble of the assistant (it may match the person's too)."""
    busy: Find | None = None
    """Everything shown only while a reply is being written: typing dots, a Stop button."""
    card: Find = lambda root: root.get_by_role("log").get_by_role("article")
    suggestions: Find = nothing
    """The container of suggested replies."""
    options: Find = nothing
    """The container of a list of options; one inside a bubble is also known by its role or its label."""
    error: Find = lambda root: root.get_by_role("alert")
    """Error banners."""
    unsaid: Find = nothing
    """What stands in a bubble without being said: the language above code, a name, the time."""
    attach: Find = lambda root: root.locator("input[type=file]")
    """The input of files, or the button that opens the browser's dialogue for them."""
    new_conversation: Find | None = None
    """The button that begins a new conversation; None clears the browser's state instead."""
    keeps_on_reload: bool | None = True
    """Does a reload bring the conversation back? None where nobody said so: then both are right."""
    login: Callable[[Page], None] | None = None
    """Called after opening, before the chat is used."""
    detected: bool = False
    """Are its parts found by the page's own scripts? Only so for the UI that nobody described."""
    quiet_s: float = 1.0
    """How long a reply must stand still where the UI gives no sign of its end; at least 1 second."""

    def __post_init__(self) -> None:
        if self.quiet_s < 1:
            raise ChatUIError(
                f"ChatUI {self.name!r}: quiet_s is too short",
                expected="at least 1 second: models pause that long within a sentence",
                seen=str(self.quiet_s),
                fix="leave it out, or give the UI a `busy` locator so that no quiet time is needed",
            )


TEMPLATE = """\
from pages import ChatUI

ui = ChatUI(
    name="{name}",
    # path="/support",                                          # where the chat is, below --base-url
    # frame="iframe[title=Chat]",                               # where the chat is in an iframe
    composer=lambda root: root.get_by_placeholder("Message"),   # where one types
    user_message=lambda root: root.locator(".user"),            # each of the person's own messages
    reply=lambda root: root.locator(".assistant"),              # each bubble of the assistant
    busy=lambda root: root.get_by_label("Typing"),              # shown only while a reply is being written
    keeps_on_reload=True,                                       # does a reload bring the conversation back?
)"""


def known(drivers: Path) -> list[ChatUI]:
    """Every ChatUI in a folder of drivers that has a fingerprint. Raises ChatUIError as `load` does."""
    uis = (load(path.stem, drivers) for path in sorted(drivers.glob("*.py")) if path.stem != "__init__")
    return [ui for ui in uis if ui.fingerprint]


def load(name: str, drivers: Path) -> ChatUI:
    """The ChatUI called `name`: `drivers/<name>.py` must define `ui`.

    Raises ChatUIError for an unknown name or a driver without a `ui`.
    """
    path = drivers / f"{name}.py"
    known = sorted(p.stem for p in drivers.glob("*.py") if p.stem != "__init__")
    if name not in known:
        raise ChatUIError(
            f"there is no chat UI called {name!r}",
            expected=f"one of {', '.join(known)}" if known else "a driver file",
            seen=f"--chat-ui {name}",
            where=str(drivers),
            fix=f"write {path.name} there:\n{TEMPLATE.format(name=name)}",
        )
    spec = importlib.util.spec_from_file_location(f"replywright_driver_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    ui = getattr(module, "ui", None)
    if not isinstance(ui, ChatUI):
        raise ChatUIError(
            f"the driver {name!r} defines no chat UI",
            expected="a variable `ui` that holds a ChatUI",
            seen=f"ui = {ui!r}",
            where=str(path),
        )
    return ui
