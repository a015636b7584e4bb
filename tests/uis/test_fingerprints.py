"""The driver of a public chat UI is chosen by its fingerprint, where no UI was named."""

import pytest
from playwright.sync_api import Page, Playwright

from evals.transcript import Recorder
from pages import ChatPage, detect
from pages.drivers.auto import ui
from pages.settle import Limits
from pages.ui import known
from tests.uis.catalog import APPS, DRIVERS
from tests.uis.run import Running
from tests.uis.script import HELLO, seen
from tests.uis.test_uis import apps

pytestmark = pytest.mark.slow
OPENED_BY_A_CLICK = ("launcher",)
"""What nobody can tell before the click, and is left to the detector."""


@apps()
def test_its_driver_is_chosen(
    app: tuple[str, Running], playwright: Playwright, page: Page, recorder: Recorder
) -> None:
    name, started = app
    detect.register(playwright)
    chat = ChatPage(page, ui, recorder, Limits(), started.url, known=known(DRIVERS))
    chat.open()
    driver = None if name in OPENED_BY_A_CLICK else APPS[name].driver
    assert chat.ui.name == ("auto" if driver is None else driver or name)
    assert chat.send(HELLO).text == seen(HELLO, 1, markdown=APPS[name].markdown)
