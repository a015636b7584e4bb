"""Starts each app once for all its tests, and opens a chat on it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from evals.transcript import Recorder
from pages import ChatPage, detect
from pages.settle import Limits
from tests.uis.catalog import APPS, WAYS
from tests.uis.install import installed
from tests.uis.run import Running, running
from tests.uis.talk import WATCH, Talk


def pytest_addoption(parser: pytest.Parser) -> None:
    """How the apps are driven; known where this folder is named on the command line."""
    parser.addoption("--way", action="append", choices=WAYS, help="drive by: driver (default), auto")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test of an app in each way that was asked for."""
    if "way" in metafunc.fixturenames:
        metafunc.parametrize("way", metafunc.config.getoption("--way", None) or WAYS[:1])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot be: an app for which there is no driver, driven by one."""
    left_out = [item for item in items if not can_be(item)]
    if left_out:
        items[:] = [item for item in items if can_be(item)]
        config.hook.pytest_deselected(items=left_out)


def can_be(test: pytest.Item) -> bool:
    """Can its app be driven in its way?"""
    if not isinstance(test, pytest.Function) or not hasattr(test, "callspec"):
        return True
    app, way = (test.callspec.params.get(name) for name in ("app", "way"))
    return app not in APPS or way not in WAYS or way in APPS[app].ways


@pytest.fixture(scope="session")
def base_url() -> str | None:
    """Each app has a URL of its own."""
    return None


@pytest.fixture(scope="module")
def app(request: pytest.FixtureRequest) -> Iterator[tuple[str, Running]]:
    """The app whose name is the parameter, and its name."""
    name = request.param
    if not installed(APPS[name]):
        pytest.skip(f"{name} is not installed: `make test-uis ARGS={name}` installs and drives it")
    with running(name) as started:
        yield name, started


@pytest.fixture
def talk(
    app: tuple[str, Running],
    way: str,
    playwright: Playwright,
    page: Page,
    recorder: Recorder,
    new_context: Callable[[], BrowserContext],
    record_property: Callable[[str, object], None],
) -> Iterator[Talk]:
    """A conversation that begins; at its end every reply must have been captured exactly, and sent once."""
    name, started = app
    started.bot.heard.clear()
    detect.register(playwright)
    page.context.add_init_script(path=WATCH)
    chat = ChatPage(page, APPS[name].ui(way), recorder, Limits(), started.url, new_context)
    chat.open()
    talk = Talk(chat, APPS[name], started.bot, record_property)
    yield talk
    talk.check()
