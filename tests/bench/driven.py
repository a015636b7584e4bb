"""The embedded product as the measurements drive it: their own browser, and a chat that records nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from evals.transcript import Reply
from pages import ChatPage, browser
from pages.drivers.clinic import ui
from pages.settle import Limits


class Nowhere:
    """A recorder that keeps nothing but the picture of the last reply."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def turn(self, reply: Reply) -> None:
        """Keep nothing."""

    def failed_turn(self, prompt: str, error: Exception) -> None:
        """Keep nothing."""

    def keep(self, name: str, data: bytes) -> Path:
        self.artifact(name).write_bytes(data)
        return self.artifact(name)

    def artifact(self, name: str) -> Path:
        return self._folder / name


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser that the tests would use."""
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(**browser.launch_options(browser.find()))
        yield program
        program.close()


def clinic_chat(page: Page, folder: Path) -> ChatPage:
    """The clinic's chat on a page, not opened yet."""
    return ChatPage(page, ui, Nowhere(folder), Limits())
