"""Finds the chat on a page, the way to it, and its parts, by the scripts beside this file."""

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Error, Frame, Page, Playwright

from evals.errors import ReplywrightError
from pages import scripts, settle
from pages.detect.lost import Candidate, lost
from pages.detect.source import Told, call, source
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
    """

    def __init__(self, chat: str = "") -> None:
        self._chat = chat
        self._profile: dict[str, Any] | None = None
        self._told: dict[str, Any] = {}
        self._selector: str | None = None
        self._sends_by = 0
        self._was_opened = False

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
                self._was_opened = True
            else:
                page.wait_for_timeout(LOOK_AGAIN_MS)

    def recognised(self, page: Page, known: Iterable[ChatUI]) -> ChatUI | None:
        """The one of the known UIs that this is, for a chat that is there without a click; then leave it."""
        frame = self.frame(page)
        for ui in known if not self._was_opened else ():
            if ui.fingerprint and frame.locator(ui.fingerprint).count() and ui.composer(frame).count() == 1:
                frame.evaluate(f"() => {DETECT}.leave()")
                return replace(ui, frame=None if frame == page.main_frame else frame_selector(frame))
        return None

    def look(self, page: Page) -> None:
        """Note what can be said of the parts after this turn, beside what was noted after those before."""
        frame = self.frame(page)
        now: dict[str, Any] = frame.evaluate(f"() => {DETECT}.told()")
        self._selector = None if frame == page.main_frame else frame_selector(frame)
        self._told = {part: found or self._told.get(part) or found for part, found in now.items()}

    @property
    def told(self) -> Told:
        """What was noted of the parts; to be asked for after `look`."""
        return cast("Told", self._told)

    def findings(self, page: Page) -> list[str]:
        """Where the chat was found, and why that is its composer, a line each."""
        told, frame = self.told, self.frame(page)
        lines = [f"composer:     {call(told['composer']) or '(no selector of its own)'}"]
        lines += [f"{'':<14}{why}" for why in told["why"]]
        lines += [f"sent by:      {self.sends_by}"]
        return lines + ([f"frame:        {frame.url}"] if frame != page.main_frame else [])

    def source(self, name: str, path: str, *, keeps: bool = True) -> str:
        """A driver for the chat as `look` saw it; `keeps` says that a reload keeps the conversation."""
        button = self.sends_by == BUTTON
        return source(name, self.told, path=path, frame=self._selector, button=button, keeps=keeps)

    def undescribed(self) -> list[str]:
        """Why a driver has to leave the chat to the detector; nothing where its parts can be named."""
        told = self.told
        found = {
            "the composer": told["composer"],
            "the person's messages": told["user"],
            "the replies": told["reply"],
        }
        unnamed = [part for part, selector in found.items() if selector is None]
        why = [f"Nothing that lasts tells {part} from the rest of the page" for part in unnamed]
        return why + (["Something has to be clicked before one can type"] if self._was_opened else [])

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
