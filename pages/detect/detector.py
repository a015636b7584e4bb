"""Finds the chat on a page, the way to it, and its parts, by the scripts beside this file."""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Frame, Page, Playwright

from evals.errors import ReplywrightError
from pages import scripts, settle
from pages.detect.lost import Candidate, lost
from pages.ui import ChatUI, Find

DETECT = "window[Symbol.for('replywright.detect')]"
ENGINE = "replywright"
"""The name of the selector engine: `replywright=reply` finds every reply."""
FINDS = f"""{{
  query: (root, part) => {DETECT}?.all(part)[0] ?? null,
  queryAll: (root, part) => {DETECT}?.all(part) ?? [],
}}"""
REST_MS, LOOK_AGAIN_MS = 1000, 50
BUTTON = "the button beside the composer"
SENDS = ("Enter", BUTTON, "Control+Enter")
"""How a message may be sent where nobody told it, in the order in which it is tried."""
STEPS = 5
"""How many clicks may lead to the composer: consents, news, a launcher, a start."""


def register(playwright: Playwright) -> None:
    """Teach Playwright the selectors `replywright=<part>`; once a run, and again does no harm."""
    try:
        playwright.selectors.register(ENGINE, f"({FINDS})")
    except Error as error:
        if "already registered" not in error.message:
            raise


def part(name: str) -> Find:
    """Finds a part of a detected UI by its name."""
    return lambda root: root.locator(f"{ENGINE}={name}")


class Detector:
    """Finds the frame of a chat and the way to it, and remembers what its messages look like.

    `chat` is a part of the composer's HTML, or of its frame's URL, where the page shows several chats.
    `was_opened`: something had to be clicked on the way.
    """

    def __init__(self, chat: str = "") -> None:
        self._chat = chat
        self._profile: dict[str, Any] | None = None
        self._sends_by = 0
        self.was_opened = False

    @property
    def sends_by(self) -> str:
        """How a message is sent, as far as is known: one of SENDS."""
        return SENDS[self._sends_by % len(SENDS)]

    def send_otherwise(self) -> None:
        """That way sent nothing: take the next."""
        self._sends_by += 1

    def send_by(self, way: str) -> None:
        """That way, one of SENDS, is known to send."""
        self._sends_by = SENDS.index(way)

    @property
    def profile(self) -> dict[str, Any] | None:
        """What the messages look like, for a page that knows nothing of it yet."""
        return self._profile

    def frame(self, page: Page) -> Frame:
        """The frame with the likeliest composer; the main frame where there is none."""
        scores = {frame: score(frame, self._chat) for frame in page.frames}
        frame = max(scores, key=lambda one: scores[one])
        if scores[frame] <= 0:
            frame = page.main_frame
        frame.evaluate(f"profile => {DETECT}.use(profile)", self._profile)
        return frame

    def enter(self, page: Page, limit_s: float) -> None:
        """Wait for a composer, and open the way to it: close what covers it, open what holds it.

        Returns also where there is none, or more than one: then `lost` says so.
        """
        until_s, steps = time.monotonic() + limit_s, 0
        while time.monotonic() < until_s:
            rested = bool(page.evaluate(f"limitMs => {settle.WATCH}.rest(limitMs)", REST_MS))
            ways = {frame: way(frame, self._chat) for frame in page.frames}
            if "here" in ways.values():
                return
            frame = next((frame for frame in ways if ways[frame] == "click"), None)
            if rested and frame and steps < STEPS:
                part("way")(frame).click(timeout=1000 * limit_s)
                steps += 1
                self.was_opened = True
            else:
                page.wait_for_timeout(LOOK_AGAIN_MS)

    def recognised(self, page: Page, known: Iterable[ChatUI]) -> ChatUI | None:
        """The one of the known UIs that this is, for a chat that is there without a click; then leave it."""
        frame = self.frame(page)
        for ui in known if not self.was_opened else ():
            if ui.fingerprint and frame.locator(ui.fingerprint).count() and ui.composer(frame).count() == 1:
                frame.evaluate(f"() => {DETECT}.leave()")
                return replace(ui, frame=None if frame == page.main_frame else frame_selector(frame))
        return None

    def outline(self, page: Page) -> None:
        """Draw a named frame around each part."""
        self.frame(page).evaluate(f"() => {DETECT}.outline()")

    def alone(self, page: Page) -> bool:
        """Is there one composer on the page, and none that is as likely?"""
        likely: list[int] = [ask(frame, f"() => {DETECT}.likely()", 0) for frame in page.frames]
        return sum(likely) == 1

    def lost(self, page: Page, keep: Callable[[str, bytes], Path | None]) -> ReplywrightError:
        """The error that fits a page on which no chat is found, with a picture of what might be one."""
        candidates: list[Candidate] = []
        for frame in page.frames:
            ask(frame, f"before => {DETECT}.outlineCandidates(before)", None, len(candidates))
            candidates += ask(frame, f"() => {DETECT}.candidates()", [])
        picture = keep("candidates.png", page.screenshot()) if candidates else None
        for frame in page.frames:
            ask(frame, f"() => {DETECT}.clear()", None)
        least = float(page.main_frame.evaluate(f"() => {DETECT}.least"))
        return lost(page, self.frame(page), candidates, least, picture)

    def begin(self, frame: Frame, prompt: str) -> None:
        """Note what stands there before `prompt` is said."""
        frame.evaluate(f"prompt => {DETECT}.begin(prompt)", prompt)

    def sent(self, frame: Frame, texts: Sequence[str]) -> None:
        """What was sent since the turn began: a button may say something else than its label."""
        frame.evaluate(f"texts => {DETECT}.sent(texts)", list(texts))

    def learn(self, frame: Frame) -> None:
        """Keep what a turn showed of the messages."""
        self._profile = frame.evaluate(f"() => {DETECT}.profile()")


def frame_selector(frame: Frame) -> str:
    """The iframe that holds a frame, as a selector."""
    element = frame.frame_element()
    named = ((name, element.get_attribute(name)) for name in ("title", "name", "id"))
    return next((f"iframe[{name}={json.dumps(value)}]" for name, value in named if value), "iframe")


def score(frame: Frame, chat: str) -> float:
    """How likely the likeliest composer of a frame is, in points."""
    return float(ask(frame, f"chat => {DETECT}.score(chat)", 0, chat))


def way(frame: Frame, chat: str) -> str:
    """`here` where the composer of a frame can be used, `click` where a click may lead to it."""
    return str(ask(frame, f"chat => {DETECT}.way(chat)", "", chat))


def ask(frame: Frame, script: str, otherwise: Any, argument: object = None) -> Any:  # noqa: ANN401 - JSON
    """What a script in a frame says; `otherwise` where the frame is being replaced, or lets no script run."""
    try:
        scripts.bring(frame, detecting=True)
        return frame.evaluate(script, argument)
    except Error:
        return otherwise
