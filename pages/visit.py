"""Gets to the chat and makes sure that one can type: opening, reloading, history, the frame, the composer."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from operator import ge
from pathlib import Path
from typing import Literal
from urllib.parse import urljoin, urlsplit, urlunsplit

from playwright.sync_api import BrowserContext, Error, Frame, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from evals.errors import ChatUIError, ProductError, Unexpected, UnreachableError, UsageError
from pages import settle
from pages.detect import Detector
from pages.parts import Parts
from pages.settle import Limits
from pages.ui import TEMPLATE, ChatUI


@dataclass(frozen=True, kw_only=True)
class Visit:
    """One browser page on its way to one chat."""

    page: Page
    ui: ChatUI
    limits: Limits
    base_url: str
    keep: Callable[[str, bytes], Path | None]
    """Keeps a picture."""
    detector: Detector | None = None
    new_context: Callable[[], BrowserContext] | None = None

    def open(self, path: str | None) -> Frame:
        """Go to `path` below the base URL, the UI's own by default; the frame once one can type there."""
        self.goto(below(self.base_url, path or self.ui.path))
        if self.ui.login:
            self.ui.login(self.page)
        return self.ready()

    def goto(self, url: str) -> None:
        """Go to `url`. Raises UnreachableError."""
        self.go(lambda: self.page.goto(url, wait_until="domcontentloaded"))

    def reload(self) -> None:
        """Reload, and wait until one can type and as much is shown as before, but not for ever."""
        shown = self.shown()
        self.go(lambda: self.page.reload(wait_until="domcontentloaded"))
        self.show_again(shown)

    def shown(self) -> tuple[int, int]:
        """How many messages and cards are there that a new page has to show again."""
        if self.ui.keeps_on_reload is False:
            return 0, 0
        frame = self.frame()
        return len(Parts(frame, self.ui).messages(())), self.ui.card(frame).count()

    def show_again(self, shown: tuple[int, int]) -> None:
        """Wait until one can type, and then until as much is shown, for `act_s` at most."""
        frame = self.ready()
        settle.arm(frame)
        settle.until(frame, lambda: all(map(ge, self.shown(), shown)), self.limits.act_s)

    def begin_anew(self) -> None:
        """Begin a new conversation: by the UI's button, or as a person never seen before."""
        button = self.ui.new_conversation
        if button is None or (self.ui.detected and not button(self.frame()).count()):
            self.page.context.clear_cookies()
            self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            self.open(None)
            return
        frame = self.frame()
        said = self._said()
        settle.arm(frame)
        button(frame).click()
        if not settle.until(frame, lambda: self._said() < max(1, said), self.limits.act_s):
            raise ProductError(
                "a new conversation still shows the old one",
                expected="fewer messages of the person, or none, after `new_conversation` was clicked",
                seen=f"{self._said()} of them, and {said} before",
                where=self.page.url,
            )

    def _said(self) -> int:
        """How many messages of the person are shown; a UI may show those of earlier conversations above."""
        return sum(message.role == "user" for message in Parts(self.frame(), self.ui).messages(()))

    def step(self, command: Literal["back", "forward"]) -> None:
        """Go a step through the history, to another page or within this one, until the page stands still.

        Raises Unexpected where there is no such step, or it leads out of everything that was opened.
        """
        here, any_frame = self.still().page.url, self.ui.frame is not None
        try:
            with self.page.expect_event(
                "framenavigated",
                lambda frame: any_frame or frame == self.page.main_frame,
                timeout=self.limits.ready_s * 1000,
            ):
                self.page.evaluate(f"() => {{ setTimeout(() => history.{command}()); }}")
        except PlaywrightTimeout:
            raise self._no_step(command, "nothing moved", here) from None
        self.page.wait_for_load_state("domcontentloaded")
        if self.page.url == "about:blank":
            raise self._no_step(command, "the empty page that a browser begins with", here)
        settle.arm(self.ready())
        self.still()

    def other_context(self) -> BrowserContext:
        """A browser context for another user. Raises UsageError."""
        if self.new_context is None:
            raise UsageError(
                "this ChatPage cannot open a browser for another user",
                expected="a ChatPage that was made with `new_context`",
                seen="ChatPage(..., new_context=None)",
                fix="take the fixture `chat`, or pass pytest-playwright's fixture `new_context`",
            )
        return self.new_context()

    def url(self, path: str) -> str:
        """`path` below the base URL; where there is none, on the host of the page."""
        return below(self.base_url, path) if self.base_url else urljoin(self.page.url, path)

    def _no_step(self, command: str, seen: str, here: str) -> Unexpected:
        return Unexpected(
            f"there is no step {command} in the history",
            expected="a page, or a step within this one, that can be shown again",
            seen=seen,
            where=here,
        )

    def still(self) -> Frame:
        """The frame, once the page stands still or `act_s` passed; also where the page is just being left."""
        try:
            return self._at_rest()
        except Error:
            if self.page.is_closed():
                raise
            self.page.wait_for_load_state("domcontentloaded")
            return self._at_rest()

    def _at_rest(self) -> Frame:
        frame = self.frame()
        frame.evaluate(f"limitMs => {settle.WATCH}.rest(limitMs)", 1000 * self.limits.act_s)
        return frame

    def go(self, go: Callable[[], object]) -> None:
        """Navigate. Raises UnreachableError where nothing answers, or with an error's status."""
        try:
            response = go()
        except Error as error:
            raise UnreachableError(
                "the page cannot be reached",
                expected="a chat",
                seen=error.message.splitlines()[0].removeprefix("Page.goto: "),
                fix="is the deployment up, and --base-url right?",
            ) from error
        status = getattr(response, "status", 200)
        if status >= 400:
            raise UnreachableError(
                f"the page answers {status}",
                expected="a chat",
                seen=f"HTTP {status}",
                where=self.page.url,
                fix="is the deployment up, and --base-url right?",
            )

    def frame(self) -> Frame:
        """The frame that holds the chat. Raises ChatUIError where the UI names none."""
        if self.detector:
            return self.detector.frame(self.page)
        if self.ui.frame is None:
            return self.page.main_frame
        frame = self.page.locator(self.ui.frame).element_handle().content_frame()
        if frame is None:
            raise ChatUIError(
                f"ChatUI {self.ui.name!r}: `frame` is no iframe",
                expected="a selector of an iframe",
                seen=self.ui.frame,
                where=self.page.url,
            )
        return frame

    def ready(self) -> Frame:
        """Wait for the composer; where there is none, or more than one, say what is there."""
        if self.detector:
            self.detector.enter(self.page, self.limits.ready_s)
            if not self.detector.alone(self.page):
                raise self.detector.lost(self.page, self.keep)
        try:
            if self.ui.launcher:
                self._launch(self.ui.launcher(self.page.main_frame).first)
            frame = self.frame()
            self.ui.composer(frame).first.wait_for(timeout=self.limits.ready_s * 1000)
        except PlaywrightTimeout:
            raise self._no_composer("none was shown", self.page.main_frame) from None
        count = self.ui.composer(frame).count()
        if count > 1:
            raise self._no_composer(f"{count} fit", frame)
        return frame

    def _launch(self, launcher: Locator) -> None:
        """Open the chat, where it is not yet; a page that comes alive late may not hear the first click."""
        frame, limits = self.ui.frame, self.limits
        chat = (self.page.locator(frame) if frame else self.ui.composer(self.page.main_frame)).first
        chat.or_(launcher).first.wait_for(timeout=1000 * limits.ready_s)
        for _ in range(math.ceil(limits.ready_s / limits.act_s)):
            if not chat.is_visible() and launcher.is_visible() and not expanded(launcher):
                launcher.click(timeout=1000 * limits.act_s)
            with suppress(PlaywrightTimeout):
                chat.wait_for(timeout=1000 * limits.act_s)
                return

    def _no_composer(self, seen: str, frame: Frame) -> ChatUIError:
        boxes = frame.get_by_role("textbox").evaluate_all(
            "nodes => nodes.map(n => n.outerHTML.replace(/\\s+/g, ' ').slice(0, 160))"
        )
        there = "".join(f"\n{box}" for box in boxes) or " none"
        return ChatUIError(
            f"no composer was found on the page with the chat UI {self.ui.name!r}",
            expected="one textbox to type into",
            seen=f"{seen}; textboxes on the page:{there}",
            where=self.page.url,
            fix="write pages/drivers/acme.py, and choose it with --chat-ui acme:\n"
            + TEMPLATE.format(name="acme"),
        )


def expanded(button: Locator) -> bool:
    """Does a button say that what it opens is open?"""
    return button.get_attribute("aria-expanded") == "true"


def below(base_url: str, path: str) -> str:
    """`path` below the base URL, which may have a path and a query; a whole URL is taken as it is."""
    if not base_url or "://" in path:
        return path
    base, target = urlsplit(base_url), urlsplit(path)
    joined = base.path if target.path == "/" else f"{base.path.rstrip('/')}/{target.path.lstrip('/')}"
    return urlunsplit(base._replace(path=joined or "/", query=target.query or base.query))
