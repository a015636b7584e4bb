"""What the tests of the detector share."""

import pytest
from playwright.sync_api import Playwright

from pages import detect
from pages.drivers.auto import ui
from pages.settle import Limits
from tests.pages.conftest import OpenChat


@pytest.fixture
def auto(playwright: Playwright, open_chat: OpenChat) -> OpenChat:
    """Opens a chat that nobody described."""
    detect.register(playwright)
    return lambda url, limits=None: open_chat(url, ui, limits or Limits())
