"""The browser to drive: what Playwright installed, else Chrome, Chromium or Edge on the system.

Looking is cheap: it starts no process. Where there is none, pages/install.py installs one, in set-up only.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from evals.errors import BrowserNotFoundError
from pages.system import System

Kind = Literal["playwright", "chrome", "chromium", "edge"]

NAMES: Mapping[Kind, str] = {
    "playwright": "Playwright's Chromium",
    "chrome": "Google Chrome",
    "chromium": "Chromium",
    "edge": "Microsoft Edge",
}
ON_PATH: tuple[tuple[Kind, str], ...] = (
    ("chrome", "google-chrome"),
    ("chrome", "google-chrome-stable"),
    ("chromium", "chromium"),
    ("chromium", "chromium-browser"),
    ("edge", "microsoft-edge"),
    ("edge", "microsoft-edge-stable"),
)
LINUX: tuple[tuple[Kind, str], ...] = (
    ("chrome", "opt/google/chrome/chrome"),
    ("chromium", "usr/bin/chromium"),
    ("chromium", "usr/lib/chromium/chromium"),
    ("chromium", "snap/bin/chromium"),
    ("edge", "opt/microsoft/msedge/msedge"),
)
MACOS: tuple[tuple[Kind, str], ...] = (
    ("chrome", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("chromium", "Applications/Chromium.app/Contents/MacOS/Chromium"),
    ("edge", "Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
)
WINDOWS: tuple[tuple[Kind, str], ...] = (
    ("chrome", "Google/Chrome/Application/chrome.exe"),
    ("chromium", "Chromium/Application/chrome.exe"),
    ("edge", "Microsoft/Edge/Application/msedge.exe"),
)

QUIET_NETWORK = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
)
"""The only traffic of a test is the product's own: no update checks, no sync, no reports."""

EXPECTED = "a Chromium that Playwright installed, or Chrome, Chromium or Edge on this system"


@dataclass(frozen=True, kw_only=True)
class Browser:
    """A browser on this machine.

    `where` is what to show; `path` is the program, or None where Playwright is to find its own by `channel`.
    """

    kind: Kind
    where: Path
    path: Path | None = None
    channel: str | None = None
    args: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """What was chosen, for the header of a run."""
        return f"{NAMES[self.kind]} ({self.where})"


def find(system: System | None = None) -> Browser:
    """The browser to drive. Installs nothing; raises BrowserNotFoundError where there is none."""
    system = system or System.here()
    if found := next(browsers(system), None):
        return found
    raise BrowserNotFoundError(
        "no browser was found",
        expected=EXPECTED,
        seen="neither, on the PATH or where they usually lie",
        fix=f"`python tools/bootstrap.py` installs one (`make e2e` calls it), or run:\n{remedy(system)}",
    )


def launch_options(browser: Browser, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Options for Playwright's `launch`.

    What the user has `given` comes first: another program or channel replaces ours; `args` are joined.
    """
    given = given or {}
    chosen = {"executable_path": browser.path and str(browser.path), "channel": browser.channel}
    ours = {} if given.keys() & chosen.keys() else {name: value for name, value in chosen.items() if value}
    more = given.get("args")
    args = [*browser.args, *(more if isinstance(more, Sequence) else ())]
    return {**ours, **given, "args": args}


def remedy(system: System) -> str:
    """The one command that brings a browser to this system."""
    if system.platform == "darwin":
        return "brew install --cask google-chrome"
    if system.platform == "win32":
        return "winget install --exact --id Google.Chrome"
    sudo = "" if system.root else "sudo "
    if system.which("snap"):  # where there are snaps, the package called chromium is an empty shell
        return f"{sudo}snap install chromium"
    if commands := system.install_commands("chromium"):
        return " && ".join(sudo + " ".join(command) for command in commands)
    return f"{sys.executable} -m playwright install --with-deps chromium"


def flags(system: System) -> tuple[str, ...]:
    """The command line switches that a browser needs on this system."""
    sandbox = ("--no-sandbox",) if system.root or system.container else ()
    small = ("--disable-dev-shm-usage", "--disable-gpu") if system.container else ()
    return (*QUIET_NETWORK, *sandbox, *small)


def browsers(system: System) -> Iterator[Browser]:
    """All browsers that are there, the preferred one first."""
    args = flags(system)
    if folder := playwright_folder(system):
        channel = "chromium" if folder.name.startswith("chromium-") else None
        yield Browser(kind="playwright", where=folder, channel=channel, args=args)
    for kind, path in candidates(system):
        if path.is_file() and not is_stub(path):
            yield Browser(kind=kind, where=path, path=path, args=args)


def playwright_folder(system: System) -> Path | None:
    """Where Playwright keeps the Chromium that this Playwright needs, if a whole one is there."""
    package = find_spec("playwright")
    if not package or not package.origin:
        return None
    driver = Path(package.origin).parent / "driver" / "package"
    listed = json.loads((driver / "browsers.json").read_text(encoding="utf-8"))["browsers"]
    revision = next(entry["revision"] for entry in listed if entry["name"] == "chromium")
    for name in ("chromium_headless_shell", "chromium"):  # a headless launch takes the first by itself
        folder = system.playwright_cache(driver) / f"{name}-{revision}"
        if (folder / "INSTALLATION_COMPLETE").exists():
            return folder
    return None


def candidates(system: System) -> Iterator[tuple[Kind, Path]]:
    """Where Chrome, Chromium and Edge can lie on this system, whether or not they do."""
    if system.platform == "darwin":
        yield from ((kind, root / path) for kind, path in MACOS for root in (system.disk, system.home))
    elif system.platform == "win32":
        yield from ((kind, root / path) for kind, path in WINDOWS for root in system.program_folders())
    else:
        named = ((kind, system.which(name)) for kind, name in ON_PATH)
        yield from ((kind, path) for kind, path in named if path)
        yield from ((kind, system.disk / path) for kind, path in LINUX)


def is_stub(path: Path) -> bool:
    """True for the script that stands where a browser would, and only names the snap that is missing."""
    with path.open("rb") as file:
        head = file.read(4096)
    return head.startswith(b"#!") and b"/snap/bin/" in head and not Path("/snap/bin/chromium").exists()
