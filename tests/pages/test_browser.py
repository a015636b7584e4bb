"""Which browser is taken, with which switches, and what is said where there is none."""

import json
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import BrowserType

from evals.errors import BrowserNotFoundError
from pages.browser import QUIET_NETWORK, Browser, browsers, candidates, find, flags, launch_options, remedy
from pages.system import System

CHROME = "opt/google/chrome/chrome"
CHROMIUM = "usr/bin/chromium"
APT = "apt-get install --yes --no-install-recommends chromium"
EDGE = "opt/microsoft/msedge/msedge"


@pytest.fixture
def linux(tmp_path: Path) -> System:
    """A Linux with nothing on its disk."""
    return System(platform="linux", environ={"PATH": ""}, home=tmp_path / "home", disk=tmp_path)


def put(path: Path, text: str = "#!/bin/sh\n") -> Path:
    """A program at that path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def put_playwright(folder: Path, name: str) -> Path:
    """What `playwright install` leaves for the Playwright that is installed here."""
    spec = find_spec("playwright")
    assert spec
    assert spec.origin
    listed = json.loads((Path(spec.origin).parent / "driver/package/browsers.json").read_text("utf-8"))
    revision = next(entry["revision"] for entry in listed["browsers"] if entry["name"] == "chromium")
    put(folder / f"{name}-{revision}" / "INSTALLATION_COMPLETE", "")
    return folder / f"{name}-{revision}"


def test_the_browser_of_this_machine_starts_with_our_options(browser_type: BrowserType) -> None:
    started = browser_type.launch(**launch_options(find()))
    page = started.new_page()
    page.goto("data:text/html,<title>here</title>")

    assert page.title() == "here"
    started.close()


def test_playwrights_own_comes_first(linux: System) -> None:
    put(linux.disk / CHROME)
    folder = put_playwright(linux.home / ".cache" / "ms-playwright", "chromium_headless_shell")

    found = find(linux)

    assert (found.kind, found.where, found.path, found.channel) == ("playwright", folder, None, None)
    assert found.line == f"Playwright's Chromium ({folder})"


def test_playwrights_own_without_its_headless_shell_is_taken_by_channel(linux: System) -> None:
    folder = put_playwright(linux.home / ".cache" / "ms-playwright", "chromium")

    assert launch_options(find(linux)) == {"channel": "chromium", "args": list(QUIET_NETWORK)}
    assert find(linux).where == folder


def test_a_download_that_was_broken_off_is_passed_over(linux: System) -> None:
    folder = put_playwright(linux.home / ".cache" / "ms-playwright", "chromium_headless_shell")
    (folder / "INSTALLATION_COMPLETE").unlink()
    put(linux.disk / CHROMIUM)

    assert find(linux).kind == "chromium"


def test_playwrights_own_is_looked_for_where_its_variable_says(linux: System, tmp_path: Path) -> None:
    folder = put_playwright(tmp_path / "elsewhere", "chromium_headless_shell")
    moved = replace(linux, environ={"PATH": "", "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "elsewhere")})

    assert find(moved).where == folder


def test_then_chrome_then_chromium_then_edge(linux: System) -> None:
    edge, chromium, chrome = (put(linux.disk / path) for path in (EDGE, CHROMIUM, CHROME))

    assert [found.path for found in browsers(linux)] == [chrome, chromium, edge]


def test_a_browser_on_the_path_is_found(linux: System, tmp_path: Path) -> None:
    program = put(tmp_path / "bin" / "google-chrome-stable")

    found = find(replace(linux, environ={"PATH": str(tmp_path / "bin")}))

    assert (found.kind, found.path, found.line) == ("chrome", program, f"Google Chrome ({program})")


def test_a_script_that_only_names_a_missing_snap_is_no_browser(linux: System) -> None:
    put(
        linux.disk / CHROMIUM,
        '#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then echo "snap install chromium"; fi\n',
    )
    edge = put(linux.disk / EDGE)

    assert find(linux).path == edge


def test_where_browsers_lie_on_macos(tmp_path: Path) -> None:
    mac = System(platform="darwin", environ={}, home=tmp_path / "home", disk=tmp_path)

    chrome = tmp_path / "home/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    assert ("chrome", chrome) in list(candidates(mac))
    edge = put(tmp_path / "Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge")
    assert find(mac).path == edge
    own = put_playwright(tmp_path / "home/Library/Caches/ms-playwright", "chromium_headless_shell")
    assert find(mac).where == own


def test_where_browsers_lie_on_windows(tmp_path: Path) -> None:
    environ = {"ProgramFiles": str(tmp_path / "64"), "LOCALAPPDATA": str(tmp_path / "mine")}
    windows = System(platform="win32", environ=environ, home=tmp_path)

    edge = put(tmp_path / "64/Microsoft/Edge/Application/msedge.exe")
    assert find(windows).path == edge
    chrome = put(tmp_path / "mine/Google/Chrome/Application/chrome.exe")
    assert find(windows).path == chrome
    own = put_playwright(tmp_path / "mine/ms-playwright", "chromium_headless_shell")
    assert find(windows).where == own


@pytest.mark.parametrize(
    ("root", "container", "more"),
    [
        (False, False, []),
        (True, False, ["--no-sandbox"]),
        (False, True, ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]),
        (True, True, ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]),
    ],
)
def test_switches_fit_the_system(linux: System, root: bool, container: bool, more: list[str]) -> None:
    assert list(flags(replace(linux, root=root, container=container))) == [*QUIET_NETWORK, *more]


def test_what_the_user_gives_to_launch_comes_first() -> None:
    chrome = Browser(kind="chrome", where=Path("/c"), path=Path("/c"), args=("--ours",))

    assert launch_options(chrome) == {"executable_path": "/c", "args": ["--ours"]}
    assert launch_options(chrome, {"headless": False, "slow_mo": 50, "args": ["--theirs"]}) == {
        "executable_path": "/c",
        "headless": False,
        "slow_mo": 50,
        "args": ["--ours", "--theirs"],
    }
    assert launch_options(chrome, {"channel": "msedge"}) == {"channel": "msedge", "args": ["--ours"]}


@pytest.mark.parametrize(
    ("platform", "programs", "root", "command"),
    [
        ("darwin", [], False, "brew install --cask google-chrome"),
        ("win32", [], False, "winget install --exact --id Google.Chrome"),
        (
            "linux",
            ["apt-get"],
            False,
            f"sudo apt-get update && sudo {APT}",
        ),
        (
            "linux",
            ["apt-get"],
            True,
            "apt-get update && apt-get install --yes --no-install-recommends chromium",
        ),
        ("linux", ["apt-get", "snap"], False, "sudo snap install chromium"),
        ("linux", ["dnf"], False, "sudo dnf install --assumeyes chromium"),
        ("linux", ["apk"], True, "apk add --no-cache chromium"),
        ("linux", [], False, f"{sys.executable} -m playwright install --with-deps chromium"),
    ],
)
def test_the_command_that_brings_a_browser(
    tmp_path: Path, platform: str, programs: list[str], root: bool, command: str
) -> None:
    for name in programs:
        put(tmp_path / name)
    system = System(platform=platform, environ={"PATH": str(tmp_path)}, home=tmp_path, root=root)

    assert remedy(system) == command


def test_no_browser_is_one_clear_error(linux: System) -> None:
    with pytest.raises(BrowserNotFoundError) as caught:
        find(linux)

    assert str(caught.value) == (
        "no browser was found\n"
        "  expected: a Chromium that Playwright installed, or Chrome, Chromium or Edge on this system\n"
        "  seen:     neither, on the PATH or where they usually lie\n"
        "  to fix:   `python tools/bootstrap.py` installs one (`make e2e` calls it), or run:\n"
        f"            {sys.executable} -m playwright install --with-deps chromium"
    )
