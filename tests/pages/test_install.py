"""Installing a browser, in processes of its own: what is tried, in which order, and what is said."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pages.browser import find
from pages.install import PLAYWRIGHT, cure, run, steps
from pages.install import State as Looked
from pages.system import System
from tests.pages.test_browser import put, put_playwright

INSTALL = """
import sys
from pathlib import Path
from evals.errors import BrowserNotFoundError
from evals.settings import environment
from pages.install import provide
from pages.system import System

disk = Path(sys.argv[1])
root = sys.argv[2] == "root"
system = System(platform="linux", environ=environment(), home=disk, disk=disk, root=root, container=True)
try:
    print("took", provide(print, system).where)
except BrowserNotFoundError as error:
    print(error)
"""


def install(disk: Path, who: str, path: str) -> str:
    """What is said by `provide` on that disk, where Playwright's own download cannot be reached."""
    environ = {
        **os.environ,
        "PATH": path,
        "PLAYWRIGHT_BROWSERS_PATH": str(disk / "cache"),
        "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:1",
    }
    command = [sys.executable, "-c", INSTALL, str(disk), who]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    return done.stdout


def test_the_browser_of_this_machine_is_seen_to_start() -> None:
    command = [sys.executable, "-c", "from pages.install import main; main()"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)

    assert done.stdout.strip() == str(find().where)
    assert done.stderr.startswith(f"set-up: browser: {find().line}, version ")
    assert done.returncode == 0


def test_playwrights_download_is_tried_first_then_the_package_manager_as_root(tmp_path: Path) -> None:
    put(tmp_path / "apt-get")
    root = System(platform="linux", environ={"PATH": str(tmp_path)}, home=tmp_path, disk=tmp_path, root=True)

    assert [step.commands for step in steps(root)] == [
        ((*PLAYWRIGHT, "install", "chromium"),),
        (("apt-get", "update"), ("apt-get", "install", "--yes", "--no-install-recommends", "chromium")),
    ]


def test_as_a_common_user_only_playwrights_download_is_tried(tmp_path: Path) -> None:
    put(tmp_path / "apt-get")
    user = System(platform="linux", environ={"PATH": str(tmp_path)}, home=tmp_path, disk=tmp_path)

    assert [step.commands for step in steps(user)] == [((*PLAYWRIGHT, "install", "chromium"),)]


def test_where_playwrights_browser_does_not_start_its_libraries_are_tried(tmp_path: Path) -> None:
    put_playwright(tmp_path / ".cache" / "ms-playwright", "chromium_headless_shell")
    root = System(platform="linux", environ={"PATH": ""}, home=tmp_path, disk=tmp_path, root=True)

    assert [step.commands for step in steps(root)][1] == ((*PLAYWRIGHT, "install-deps", "chromium"),)
    assert cure(root, Looked(browser=find(root))) == f"{sys.executable} -m playwright install-deps chromium"


@pytest.mark.slow
def test_the_package_manager_brings_one_where_the_download_fails(tmp_path: Path) -> None:
    program = find().path
    if program is None:
        pytest.skip("needs Chrome, Chromium or Edge on the system, and Playwright's own is here")
    (tmp_path / "usr" / "bin").mkdir(parents=True)
    link = f'exec /bin/ln -s "{program}" "{tmp_path}/usr/bin/chromium"'
    put(tmp_path / "bin" / "apt-get", f'#!/bin/sh\nif [ "$1" = install ]; then {link}; fi\n')

    said = install(tmp_path, "root", str(tmp_path / "bin")).splitlines()

    assert said[0] == "browser: none is there; trying `playwright install chromium`"
    assert said[1] == (
        "browser: none is there; trying `apt-get install --yes --no-install-recommends chromium`"
    )
    assert said[2].startswith(f"browser: Chromium ({tmp_path}/usr/bin/chromium), version ")
    assert said[3] == f"took {tmp_path}/usr/bin/chromium"


@pytest.mark.slow
def test_when_nothing_works_the_error_names_the_command(tmp_path: Path) -> None:
    broken = put(tmp_path / "opt/google/chrome/chrome", "#!/bin/sh\necho no libnss3.so here >&2\nexit 127\n")
    put(tmp_path / "bin" / "apt-get")

    said = install(tmp_path, "user", str(tmp_path / "bin"))

    trouble = f"Google Chrome ({broken}) does not start:"
    first, *error = said.splitlines()
    assert first == f"browser: {trouble}; trying `playwright install chromium`"
    assert error[:4] == [
        "no browser could be found or installed",
        "  expected: a Chromium that Playwright installed, or Chrome, Chromium or Edge on this system",
        f"  seen:     {trouble}",
        "            no libnss3.so here",
    ]
    assert f"            {sys.executable} -m playwright install chromium failed:" in error
    assert error[-2:] == [
        "  to fix:   run this, then the set-up again:",
        "            sudo apt-get update && sudo apt-get install --yes --no-install-recommends chromium",
    ]


def test_what_a_command_said_last_is_kept_when_it_fails() -> None:
    noisy = (sys.executable, "-c", "import sys; [print(n) for n in range(20)]; sys.exit(3)")

    assert run((noisy,)).splitlines()[1:] == [str(n) for n in range(12, 20)]
    assert run(((sys.executable, "-c", ""),)) == ""
    assert run((("no-such-program",),)).startswith("no-such-program: ")
