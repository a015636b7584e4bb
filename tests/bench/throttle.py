"""A pytest plugin that slows every page down: six times less CPU, as on an old phone or a busy machine."""

import pytest
from playwright.sync_api import Page

SLOWER = 6


@pytest.fixture(autouse=True)
def slow_pages(request: pytest.FixtureRequest) -> None:
    """Slow this test's page, and those that are opened beside it, before anything is loaded."""
    if "page" not in request.fixturenames:
        return
    page: Page = request.getfixturevalue("page")
    page.context.on("page", slow)
    slow(page)


def slow(page: Page) -> None:
    """Give the page a sixth of the CPU it would have (Chromium only)."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
