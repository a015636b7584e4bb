"""A chat in a browser of its own, for the commands that look at one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit, urlunsplit

from playwright.sync_api import sync_playwright

from evals.errors import UsageError, without_url_secrets
from evals.transcript import Reply
from pages import browser, detect
from pages.chat import ChatPage
from pages.drivers.auto import ui
from pages.settle import Limits


@dataclass(frozen=True)
class Aside:
    """A recorder of what is looked at and not kept: pictures go to a folder that goes away."""

    folder: Path

    def turn(self, reply: Reply) -> None:
        """Keep nothing."""

    def failed_turn(self, prompt: str, error: Exception) -> None:
        """Keep nothing."""

    def artifact(self, name: str) -> Path:
        """A path in the folder."""
        return self.folder / name

    def keep(self, name: str, data: bytes) -> Path:
        """Keep an artefact for as long as the command runs."""
        (self.folder / name).write_bytes(data)
        return self.folder / name


def address(url: str) -> tuple[str, str]:
    """The base URL and the path below it. Raises UsageError where that is no address of a chat."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(
            "this is no address of a chat",
            expected="http:// or https://, a host, and a path where the chat has one",
            seen=repr(without_url_secrets(url)),
        )
    return urlunsplit(parts._replace(path="", query="", fragment="")), parts.path or "/"


@contextmanager
def visiting(base_url: str, detector: detect.Detector, *, headed: bool) -> Iterator[ChatPage]:
    """A chat page whose parts are detected, not opened yet. Raises BrowserNotFoundError."""
    found = browser.find()
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        detect.register(playwright)
        given = {"headless": not headed, "handle_sigint": False}  # Ctrl-C is ours: the browser ends with us
        program = playwright.chromium.launch(**browser.launch_options(found, given))
        page = program.new_page(base_url=base_url)
        yield ChatPage(page, ui, Aside(Path(folder)), Limits(), base_url, detector=detector)
        program.close()
