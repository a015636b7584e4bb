"""What can be said of the parts of a detected chat: in words, and as a driver to keep."""

from typing import Any, cast

from playwright.sync_api import Page

from pages.detect.detector import BUTTON, DETECT, Detector, frame_selector
from pages.detect.source import Told, call, source


class Description:
    """Of the chat that a detector drives. `look` after a turn adds what that showed."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._told: dict[str, Any] = {}
        self._selector: str | None = None

    def look(self, page: Page) -> None:
        """Note what can be said of the parts after this turn, beside what was noted after those before."""
        frame = self._detector.frame(page)
        now: dict[str, Any] = frame.evaluate(f"() => {DETECT}.told()")
        self._selector = None if frame == page.main_frame else frame_selector(frame)
        self._told = {part: found or self._told.get(part) or found for part, found in now.items()}

    def findings(self, page: Page) -> list[str]:
        """Where the chat was found, and why that is its composer, a line each."""
        told, frame = self._noted, self._detector.frame(page)
        lines = [f"composer:     {call(told['composer']) or '(no selector of its own)'}"]
        lines += [f"{'':<14}{why}" for why in told["why"]]
        lines += [f"sent by:      {self._detector.sends_by}"]
        return lines + ([f"frame:        {frame.url}"] if frame != page.main_frame else [])

    def source(self, name: str, path: str, *, keeps: bool = True) -> str:
        """A driver for the chat as `look` saw it; `keeps` says that a reload keeps the conversation."""
        button = self._detector.sends_by == BUTTON
        return source(name, self._noted, path=path, frame=self._selector, button=button, keeps=keeps)

    def undescribed(self) -> list[str]:
        """Why a driver has to leave the chat to the detector; nothing where its parts can be named."""
        told = self._noted
        found = {
            "the composer": told["composer"],
            "the person's messages": told["user"],
            "the replies": told["reply"],
        }
        unnamed = [part for part, selector in found.items() if selector is None]
        why = [f"Nothing that lasts tells {part} from the rest of the page" for part in unnamed]
        opened = self._detector.was_opened
        return why + (["Something has to be clicked before one can type"] if opened else [])

    @property
    def _noted(self) -> Told:
        return cast("Told", self._told)
