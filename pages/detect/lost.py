"""What is said where no chat could be found on a page."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from playwright.sync_api import Error, Frame, Page

from evals.errors import ChatUIError, ProductError, ReplywrightError
from pages.ui import TEMPLATE

CAPTCHA = re.compile(r"captcha|turnstile|challenge-platform", re.I)
PASSWORD = "input[type=password]"
CHOOSE = "choose one with --chat TEXT, a part of what is said of it above; or "


class Candidate(TypedDict):
    """A place to type into, how likely it is a composer, in points, and the URL of its frame, if any."""

    html: str
    score: float
    why: list[str]
    url: str


def lost(
    page: Page, frame: Frame, candidates: Sequence[Candidate], least: float, picture: Path | None
) -> ReplywrightError:
    """The error that fits a page without a chat: a login, a captcha, no place to type into, or several."""
    if any(CAPTCHA.search(one.url) for one in page.frames[1:]):
        return ProductError(
            "the page wants to know whether a person is there",
            expected="a chat",
            seen="a captcha",
            where=page.url,
            fix="switch it off for the preview, or let the tests in by a header or a cookie",
        )
    if visible(frame, PASSWORD):
        return ProductError(
            "the page asks to log in",
            expected="a chat",
            seen="a field for a password",
            where=page.url,
            fix="write a driver with `login` (pages/ui.py), or start from a saved `storage_state`",
        )
    likely = [one for one in candidates if one["score"] >= least]
    listed = "".join(f"\n{number}. {shown(one)}" for number, one in enumerate(candidates, start=1))
    return ChatUIError(
        f"{len(likely)} places on the page look like a composer"
        if likely
        else "no chat was found on the page",
        expected="one place to write a message to",
        seen=f"these places to type into:{listed}" if listed else "no place to type into",
        where=page.url + (f" (picture: {picture})" if picture else ""),
        fix=f"{CHOOSE if len(likely) > 1 else ''}write pages/drivers/acme.py, and choose it with "
        f"--chat-ui acme:\n{TEMPLATE.format(name='acme')}",
    )


def shown(one: Candidate) -> str:
    """A candidate in a line."""
    frame = f" in the frame {one['url']}" if one["url"] else ""
    why = ", ".join(one["why"]) or "nothing speaks for it"
    return f"{one['html']}{frame} ({one['score']:g} points: {why})"


def visible(frame: Frame, selector: str) -> bool:
    """Is any such element shown?"""
    try:
        return any(element.is_visible() for element in frame.locator(selector).all())
    except Error:
        return False
