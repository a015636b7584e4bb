"""Parts of the product's own code that it loads while a reply is written: what they show belongs to it."""

import time

from playwright.sync_api import Error, Frame, Page, Request
from playwright.sync_api import TimeoutError as PlaywrightTimeout

HELD_S = 2.0
"""How long they may hold back the end of one reply, in all."""
ARRIVED = "() => window[Symbol.for('replywright')].arrived()"


class Chunks:
    """The scripts that a page asks for, turn by turn."""

    def __init__(self, page: Page) -> None:
        self._page, self._left_s = page, HELD_S
        self._under_way: set[Request] = set()
        page.on("request", self._started)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)

    def begin(self) -> None:
        """Begin a new turn: what is under way has nothing to do with it."""
        self._under_way.clear()
        self._left_s = HELD_S

    def arrive(self, frame: Frame) -> bool:
        """Wait for those of a frame that are under way; false where there was nothing to wait for."""
        begun_s, waited = time.monotonic(), False
        while self._asked_by(frame) and (left_s := self._left_s - time.monotonic() + begun_s) > 0:
            waited = True
            try:
                self._page.wait_for_event("requestfinished", timeout=1000 * left_s)
            except PlaywrightTimeout:
                break
        if waited:
            self._left_s -= time.monotonic() - begun_s
            frame.evaluate(ARRIVED)
        return waited

    def _asked_by(self, frame: Frame) -> bool:
        return any(frame_of(request) == frame for request in self._under_way)

    def _started(self, request: Request) -> None:
        if request.resource_type == "script":
            self._under_way.add(request)

    def _ended(self, request: Request) -> None:
        self._under_way.discard(request)


def frame_of(request: Request) -> Frame | None:
    """The frame that asks; None for a service worker."""
    try:
        return request.frame
    except Error:
        return None
