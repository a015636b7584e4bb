"""What the tests of the page objects share: products they serve themselves, and a chat on any of them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page

from evals.transcript import Reply
from pages import ChatPage, ChatUI
from pages.settle import Limits

OpenChat = Callable[..., ChatPage]


@dataclass
class Kept:
    """A recorder that keeps what it is given."""

    folder: Path
    turns: list[Reply] = field(default_factory=list)
    failed: list[tuple[str, Exception]] = field(default_factory=list)
    files: int = 0

    def turn(self, reply: Reply) -> None:
        self.turns.append(reply)

    def failed_turn(self, prompt: str, error: Exception) -> None:
        self.failed.append((prompt, error))

    def keep(self, name: str, data: bytes) -> Path:
        path = self.artifact(name)
        path.write_bytes(data)
        return path

    def artifact(self, name: str) -> Path:
        self.files += 1
        return self.folder / f"{self.files}-{name}"


@pytest.fixture(scope="session")
def base_url() -> str | None:
    """These tests serve their own products and use whole URLs."""
    return None


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    """What the chat of a test recorded."""
    return Kept(tmp_path)


@pytest.fixture
def open_chat(page: Page, kept: Kept) -> OpenChat:
    """Opens a chat at a URL."""

    def opened(url: str, ui: ChatUI | None = None, limits: Limits | None = None) -> ChatPage:
        chat = ChatPage(page, ui or ChatUI(name="test"), kept, limits or Limits())
        chat.open(url)
        return chat

    return opened
