"""python -m pages probe and init, as typed, against the clinic."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from evals.settings import environment
from pages.demo.server import running

ROOT = Path(__file__).parents[2]
DRIVER = """\
from pages import ChatUI

ui = ChatUI(
    name="river",
    composer=lambda root: root.get_by_label("Message", exact=True),
    user_message=lambda root: root.locator('[data-role="user"]'),
    reply=lambda root: root.locator('[data-role="assistant"]'),
"""


@pytest.fixture(scope="module")
def clinic() -> Iterator[str]:
    """One product for all commands."""
    with running(pace=0.1, seed=4) as url:
        yield url


def command(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    return subprocess.run(
        [sys.executable, "-m", "pages", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**environment(), "PYTHONPATH": str(ROOT)},
        timeout=300,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project of a team."""
    shutil.copy(ROOT / "conftest.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    return tmp_path


def test_probe_prints_what_was_found_and_keeps_a_picture(clinic: str, tmp_path: Path) -> None:
    picture = tmp_path / "found.png"
    done = command(
        "probe", clinic, "--say", "When are you open?", "--name", "river", "--picture", str(picture)
    )
    assert (done.returncode, done.stderr) == (0, "")
    rows = dict(line.split(":", 1) for line in done.stdout.splitlines() if ":" in line[:14])
    found = {name: value.strip() for name, value in rows.items()}
    assert found["said"] == "When are you open?"
    assert "Saturday" in found["messages"]
    assert "Are you open on Sunday? (suggestion)" in found["actions"]
    assert "stream closed" in found["end known by"]
    assert found["composer"] == 'root.get_by_label("Message", exact=True)'
    assert found["sent by"] == "Enter"
    assert "".join(f"    {line}\n" if line else "\n" for line in DRIVER.splitlines()) in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_probe_says_where_no_selector_lasts(clinic: str) -> None:
    done = command("probe", f"{clinic}/?dom=soup")
    assert done.returncode == 0
    assert (
        "Nothing that lasts tells the replies from the rest of the page: use --chat-ui auto." in done.stdout
    )
    assert "ChatUI(" not in done.stdout


def test_probe_says_that_the_chat_had_to_be_opened(clinic: str) -> None:
    done = command("probe", f"{clinic}/?dom=launcher-iframe")
    assert done.returncode == 0
    assert "Something has to be clicked before one can type: use --chat-ui auto." in done.stdout
    assert "ChatUI(" not in done.stdout


def test_init_writes_a_driver_goldens_and_a_test_that_is_green(clinic: str, project: Path) -> None:
    done = command("init", clinic, "--name", "river", cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "pages" / "drivers" / "river.py").read_text().startswith(DRIVER)
    written = yaml.safe_load((project / "data" / "goldens" / "river.yaml").read_text())
    assert written["defaults"] == {"tags": ["draft"]}
    assert written["goldens"][0]["prompt"] == "Hello"
    assert "4 passed" in done.stdout


def test_init_writes_over_nothing(clinic: str, project: Path) -> None:
    (project / "e2e").mkdir()
    (project / "e2e" / "test_river.py").write_text("mine")
    done = command("init", clinic, "--name", "river", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: nothing is written over\n"
        "  expected: files that are not there yet\n"
        "  seen:     e2e/test_river.py\n"
        "  to fix:   choose another --name\n"
    )


def test_a_name_that_is_none(clinic: str, project: Path) -> None:
    done = command("init", clinic, "--name", "River Clinic", cwd=project)
    assert done.stderr == (
        "error: this cannot name a driver\n"
        "  expected: small letters, digits and _\n"
        "  seen:     'River Clinic'\n"
    )


@pytest.mark.parametrize("name", ["probe", "init", "record"])
def test_an_address_that_is_none(name: str, project: Path) -> None:
    done = command(name, "preview.example.com", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: this is no address of a chat\n"
        "  expected: http:// or https://, a host, and a path where the chat has one\n"
        "  seen:     'preview.example.com'\n"
    )
