"""The pytest side of the page objects: options, the browser, the product, and the fixture `chat`."""

from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from evals.errors import (
    BrowserNotFoundError,
    ChatUIError,
    ReplywrightError,
    UnreachableError,
    UsageError,
    without_url_secrets,
)
from evals.goldens import Golden
from evals.settings import Settings, add_options

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Playwright

    from evals.transcript import Recorder
    from pages.browser import Browser
    from pages.chat import ChatPage
    from pages.ui import ChatUI

EMBEDDED = "embedded"
EMBEDDED_UI = "clinic"
PACE = 0.5
"""Of the embedded product's usual pauses: it still streams, and nobody waits for more than that."""
DRIVERS = Path("pages/drivers")
REACHED = pytest.StashKey[bool]()
"""Was the product ever reached in this run?"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add this side's options."""
    add_options(parser, "pages")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", f"{EMBEDDED}: tests the embedded product; left out with --base-url")
    from pages.demo import dom

    try:
        settings = Settings.of(config)
        if settings.chat_ui:
            chosen_ui(config)
        dom.dom(settings.demo_dom)
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None


def base_url_of(config: pytest.Config) -> str | None:
    """The deployment under test; None means the embedded product."""
    return config.getoption("base_url", None) or str(config.getini("base_url") or "") or None


def pytest_report_header(config: pytest.Config) -> list[str]:
    """What will be driven, and with what."""
    url = base_url_of(config)
    product = f"{url} (tests of the embedded product are left out)" if url else "the embedded clinic"
    return [f"product: {product}", f"browser: {browser_line(config)}"]


@pytest.hookimpl(wrapper=True, specname="pytest_report_header")
def pytest_header_without_secrets() -> Generator[None, list[str | list[str]], list[str | list[str]]]:
    """Hide credentials in the URL, in our own line and in the one of pytest-base-url."""
    lines = yield
    return [
        without_url_secrets(line) if isinstance(line, str) else [without_url_secrets(part) for part in line]
        for line in lines
    ]


def browser_line(config: pytest.Config) -> str:
    """The browser that this run uses."""
    names = config.getoption("browser", None) or ["chromium"]
    channel = config.getoption("browser_channel", None)
    if channel:
        return f"channel {channel}"
    if names != ["chromium"]:
        return ", ".join(names)
    from pages import browser

    try:
        return browser.find().line
    except BrowserNotFoundError:
        return "none found"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what tests another product than the one at hand: the embedded one, or the team's own."""
    embedded = base_url_of(config) is None
    left_out = [item for item in items if is_foreign(item, embedded)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def is_foreign(item: pytest.Item, embedded: bool) -> bool:
    """Is this no test of the product at hand? A golden tells by its tag, any other test by its marker."""
    callspec = getattr(item, "callspec", None)
    golden = callspec.params.get("golden") if callspec else None
    if isinstance(golden, Golden):
        return (EMBEDDED in golden.tags) != embedded
    return not embedded and item.get_closest_marker(EMBEDDED) is not None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a failure say what was clicked last, and which calls came of it."""
    error = call.excinfo.value if call.excinfo and call.when == "call" else None
    click: str = getattr(getattr(item, "funcargs", {}).get("chat"), "last_click", "")
    if click and isinstance(error, Exception) and not isinstance(error, ReplywrightError):
        error.add_note(click)
    return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """Ctrl-C ends the browser as well: that its fixtures cannot close it then must not hide the summary."""
    try:
        return (yield)
    except Exception as error:
        from playwright.sync_api import Error

        others = ExceptionGroup("", [error]).split(Error)[1]
        if others or session.exitstatus != pytest.ExitCode.INTERRUPTED:
            raise


@pytest.fixture(scope="session")
def base_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The deployment under test: --base-url, or the embedded product, started for this run."""
    if url := base_url_of(pytestconfig):
        yield url
        return
    from pages.demo.server import running

    with running(pace=PACE, dom=Settings.of(pytestconfig).demo_dom) as url:
        yield url


@pytest.fixture(scope="session")
def _verify_url(request: pytest.FixtureRequest) -> None:
    """pytest-base-url asks for the URL before any test, even one without a chat; only its option needs it."""
    if request.config.getoption("verify_base_url"):
        request.getfixturevalue("_verify_url")


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
    browser_name: str,
    browser_channel: str | None,
    request: pytest.FixtureRequest,
) -> dict[str, Any]:
    """What pytest-playwright asks for, and the browser that was found where it names none."""
    if browser_name != "chromium" or browser_channel:
        return browser_type_launch_args
    from pages import browser

    try:
        found: Browser = browser.find()
    except BrowserNotFoundError as error:
        request.session.shouldstop = error.what  # no test would get further
        raise
    return browser.launch_options(found, browser_type_launch_args)


@pytest.fixture(scope="session")
def chat_ui(pytestconfig: pytest.Config) -> "ChatUI":
    """The UI to drive: --chat-ui, the embedded product's own, or whichever is found."""
    return chosen_ui(pytestconfig)


def chosen_ui(config: pytest.Config) -> "ChatUI":
    """Load the driver. Raises ChatUIError."""
    from pages import ui
    from pages.drivers import auto

    name = Settings.of(config).chat_ui or (EMBEDDED_UI if base_url_of(config) is None else auto.ui.name)
    return auto.ui if name == auto.ui.name else ui.load(name, config.rootpath / DRIVERS)


@pytest.fixture(scope="session")
def known_uis(pytestconfig: pytest.Config) -> "Sequence[ChatUI]":
    """The UIs that are driven by their driver where none was named: those with a fingerprint."""
    from pages import ui

    return ui.known(pytestconfig.rootpath / DRIVERS)


@pytest.fixture
def chat(
    playwright: "Playwright",
    page: "Page",
    chat_ui: "ChatUI",
    recorder: "Recorder",
    base_url: str,
    new_context: "Callable[[], BrowserContext]",
    request: pytest.FixtureRequest,
) -> "ChatPage":
    """The chat, opened in a browser context of its own."""
    from pages import detect
    from pages.chat import ChatPage
    from pages.settle import Limits

    detect.register(playwright)

    settings = Settings.of(request.config)
    limits = Limits(
        first_token_s=settings.first_token_limit_s,
        idle_s=settings.idle_limit_s,
        total_s=settings.total_limit_s,
    )
    detector = detect.Detector(settings.chat) if chat_ui.detected else None
    is_named = bool(settings.chat_ui or settings.chat) or not chat_ui.detected
    known = () if is_named else request.getfixturevalue("known_uis")
    chat = ChatPage(page, chat_ui, recorder, limits, base_url, new_context, detector, known)
    try:
        chat.open()
    except (UnreachableError, ChatUIError) as error:
        if not request.config.stash.get(REACHED, False):  # no test would get further
            request.session.shouldstop = error.what
        raise
    request.config.stash[REACHED] = True
    return chat
