"""The embedded product as the measurements drive it: their own browser, and a chat that records nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from pages import ChatPage, browser, detect
from pages.commands.visiting import Aside
from pages.drivers.clinic import ui
from pages.settle import Limits


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser that the tests would use."""
    with sync_playwright() as playwright:
        detect.register(playwright)
        program = playwright.chromium.launch(**browser.launch_options(browser.find()))
        yield program
        program.close()


def clinic_chat(page: Page, folder: Path) -> ChatPage:
    """The clinic's chat on a page, not opened yet."""
    return ChatPage(page, ui, Aside(folder), Limits())
