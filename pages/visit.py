"""Gets to the chat and makes sure that one can type: opening, reloading, the frame, the composer."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from playwright.sync_api import Error, Frame, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from evals.errors import ChatUIError, UnreachableError
from pages.settle import Limits
from pages.ui import TEMPLATE, ChatUI


@dataclass(frozen=True, kw_only=True)
class Visit:
    """One browser page on its way to one chat."""

    page: Page
    ui: ChatUI
    limits: Limits
    base_url: str

    def open(self, path: str | None) -> Frame:
        """Go to `path` below the base URL, the UI's own by default; the frame once one can type there."""
        url = below(self.base_url, path or self.ui.path)
        self.go(lambda: self.page.goto(url, wait_until="domcontentloaded"))
        if self.ui.login:
            self.ui.login(self.page)
        return self.ready()

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
        try:
            frame = self.frame()
            self.ui.composer(frame).first.wait_for(timeout=self.limits.ready_s * 1000)
        except PlaywrightTimeout:
            raise self._no_composer("none was shown", self.page.main_frame) from None
        count = self.ui.composer(frame).count()
        if count > 1:
            raise self._no_composer(f"{count} fit", frame)
        return frame

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


def below(base_url: str, path: str) -> str:
    """`path` below the base URL, which may have a path and a query; a whole URL is taken as it is."""
    if not base_url or "://" in path:
        return path
    base, target = urlsplit(base_url), urlsplit(path)
    joined = base.path if target.path == "/" else f"{base.path.rstrip('/')}/{target.path.lstrip('/')}"
    return urlunsplit(base._replace(path=joined or "/", query=target.query or base.query))
