"""A person at a chat that is recorded: types and clicks by keyboard and mouse alone."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from playwright.sync_api import Error, Locator, Page

from pages import ChatPage
from pages.detect import Detector
from pages.drivers.auto import ui
from pages.recording import Recording
from pages.settle import Limits
from pages.steps import Clicked, Said, Step
from tests.pages.conftest import Kept

LIMIT_S, LOOK_MS = 20, 20


class Person:
    """Sits at a page; what is done there is noted by `recording`, with a line each in `told`."""

    def __init__(self, page: Page, kept: Kept, url: str) -> None:
        self.page, self.told, detector = page, list[str](), Detector()
        self.chat = ChatPage(page, ui, kept, Limits(), detector=detector)
        self.recording = Recording(self.chat, detector, tell=self.told.append)
        self.chat.open(url)
        self.recording.start()

    @property
    def steps(self) -> list[Step]:
        """What was noted."""
        return self.recording.steps

    @contextmanager
    def noted(self, steps: int = 1) -> Iterator[None]:
        """What is done in the block is noted as so many steps, and what comes of them is awaited."""
        wanted = len(self.steps) + steps
        yield
        self.wait(lambda: len(self.steps) >= wanted)
        assert len(self.steps) == wanted, self.told

    def wait(self, condition: Callable[[], bool]) -> None:
        """Until it holds, with what was done by then attended to."""
        until_s = time.monotonic() + LIMIT_S
        while not condition():
            assert time.monotonic() < until_s, f"noted: {self.told}"
            self.recording.attend()
            self.page.wait_for_timeout(LOOK_MS)
        self.recording.attend()

    def click(self, found: Locator) -> None:
        """Move the mouse there and press."""
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def write(self, text: str) -> None:
        """Type into the composer, with Shift and Enter for a new line."""
        self.click(self.chat.composer)
        for number, line in enumerate(text.split("\n")):
            if number:
                self.page.keyboard.press("Shift+Enter")
            self.page.keyboard.type(line)

    def say(self, text: str) -> Said:
        """Write a message and press Enter; what was noted of it."""
        with self.noted():
            self.write(text)
            self.page.keyboard.press("Enter")
        step = self.steps[-1]
        assert isinstance(step, Said)
        return step

    def use(self, name: str) -> Clicked:
        """Click a button of the chat; what was noted of it."""
        with self.noted():
            self.click(self.chat.action(name).locator)
        step = self.steps[-1]
        assert isinstance(step, Clicked)
        return step

    def reload(self) -> Step:
        """Press the browser's button; what was noted of it."""
        with self.noted():
            self.page.reload()
        return self.steps[-1]

    def leave(self, how: Callable[[], object]) -> None:
        """End it all, and let the recording find out."""
        with suppress(Error):  # the page is gone before it can answer
            how()
        self.recording.watch()
