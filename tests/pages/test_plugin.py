"""The plugin of the page objects in real pytest runs of a team's project."""

import shutil
import socket
from pathlib import Path

import pytest

from pages.demo.dom import DOMS
from pages.ui import TEMPLATE
from tests.evals.project import ROOT, Project
from tests.pages.product import STREAMING, Script, serving

CONFTEST = 'pytest_plugins = ["pages.plugin", "evals.plugin"]\n'
KEEPS = (
    STREAMING.replace("piece;", "piece;\n  localStorage.setItem('log', log.innerHTML);")
    + "log.innerHTML = localStorage.getItem('log') || '';"
)
LOSES_A_MESSAGE = KEEPS + "log.lastElementChild?.remove();"
SCRIPTS: dict[str, Script] = {"Hello": ["Hi, how can ", 0.1, "I help?"], "What can you do?": ["Answer."]}
TESTS = """
import pytest

from pages import ChatPage


@pytest.mark.embedded
def test_of_the_embedded_product(chat: ChatPage) -> None:
    assert chat.send("When are you open?").skill == "hours"


def test_of_any_product(chat: ChatPage) -> None:
    assert chat.send("Hello").text


def test_golden(chat: ChatPage, golden, expect_reply) -> None:
    expect_reply(chat.send(golden.prompt)).to_match(golden)
"""
GOLDENS = """version: 1
goldens:
  - {id: hours, tags: [embedded], prompt: When are you open?, mention: [Monday]}
  - {id: shoes, prompt: Hello, mention: [help]}
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A team's clone of this repository, with its own tests."""
    project = Project(tmp_path, CONFTEST)
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "drivers").symlink_to(ROOT / "pages" / "drivers")
    project.write("test_it.py", TESTS)
    project.write("data/goldens/clinic.yaml", GOLDENS)
    return project


@pytest.mark.parametrize("page", [KEEPS, STREAMING], ids=["keeps", "forgets"])
def test_the_smoke_tests_pass_on_a_product_nobody_described(project: Project, page: str) -> None:
    shutil.copy(ROOT / "e2e" / "test_smoke.py", project.folder)
    with serving(SCRIPTS, {"streaming": page}) as product:
        result = project.pytest("test_smoke.py", "--base-url", product.url)
    assert result.status == 0, result.out
    assert set(result.outcomes.values()) == {"pass"}
    assert len(result.outcomes) == 3
    assert f"product: {product.url} (tests of the embedded product are left out)" in result.out


def test_half_a_conversation_after_a_reload_is_red_whatever_the_product(project: Project) -> None:
    shutil.copy(ROOT / "e2e" / "test_smoke.py", project.folder)
    with serving(SCRIPTS, {"streaming": LOSES_A_MESSAGE}) as product:
        result = project.pytest("test_smoke.py", "--base-url", product.url, "-k", "reload")
    assert set(result.outcomes.values()) == {"fail"}
    assert "the conversation is not the same after a reload" in result.out


DRIVER = """
from pages import ChatUI

ui = ChatUI(
    name="acme",
    fingerprint="main > #log",
    user_message=lambda root: root.locator(".user"),
    reply=lambda root: root.locator(".bot"),
)
"""
NAMES = """
def test_name(chat) -> None:
    assert chat.send("Hello").text == "Hi, how can I help?"
    assert chat.ui.name == {name!r}
"""


@pytest.mark.parametrize(("name", "options"), [("acme", ()), ("auto", ("--chat-ui", "auto"))])
def test_a_driver_is_chosen_by_its_fingerprint_or_by_name(
    project: Project, name: str, options: tuple[str, ...]
) -> None:
    drivers = project.folder / "pages" / "drivers"
    drivers.unlink()
    shutil.copytree(ROOT / "pages" / "drivers", drivers)
    project.write("pages/drivers/acme.py", DRIVER)
    project.write("test_it.py", NAMES.format(name=name))
    with serving(SCRIPTS) as product:
        result = project.pytest("--base-url", product.url, *options)
    assert result.outcomes == {"test_name[chromium]": "pass"}, result.out


def test_the_embedded_product_is_left_out_with_a_base_url(project: Project) -> None:
    with serving(SCRIPTS) as product:
        result = project.pytest("--base-url", product.url)
    assert result.outcomes == {"test_of_any_product[chromium]": "pass", "test_golden[shoes-chromium]": "pass"}
    assert "2 passed, 2 deselected" in result.out


def test_without_a_base_url_the_embedded_product_is_started(project: Project) -> None:
    result = project.pytest("-n", "2")
    assert result.status == 0, result.out
    assert result.outcomes == {
        "test_of_the_embedded_product[chromium]": "pass",
        "test_of_any_product[chromium]": "pass",
        "test_golden[hours-chromium]": "pass",
    }


def test_an_unknown_chat_ui_stops_the_run(project: Project) -> None:
    result = project.pytest("--chat-ui", "acme")
    template = TEMPLATE.format(name="acme").replace("\n", "\n" + " " * 12)
    known = sorted(driver.stem for driver in (project.folder / "pages" / "drivers").glob("*.py"))
    assert result.status == pytest.ExitCode.USAGE_ERROR
    assert {"clinic", "gradio"} <= set(known)
    assert result.err.strip() == (
        "ERROR: there is no chat UI called 'acme'\n"
        f"  expected: one of {', '.join(known)}\n"
        "  seen:     --chat-ui acme\n"
        f"  where:    {project.folder / 'pages' / 'drivers'}\n"
        f"  to fix:   write acme.py there:\n            {template}"
    )


def test_the_embedded_product_in_another_variant(project: Project) -> None:
    project.write(
        "test_it.py",
        "def test_variant(chat) -> None:\n    assert chat.page.locator('.drawn').count() == 1\n",
    )
    assert project.pytest("--demo-dom", "reordered").outcomes == {"test_variant[chromium]": "pass"}


def test_an_unknown_variant_stops_the_run(project: Project) -> None:
    result = project.pytest("--demo-dom", "broth")
    assert result.status == pytest.ExitCode.USAGE_ERROR
    assert result.err.strip() == (
        "ERROR: there is no such variant of the page\n"
        f"  expected: one of {', '.join(DOMS)}\n"
        "  seen:     'broth'\n"
        "  to fix:   `python -m pages demo --list-doms` says what each does"
    )


def test_secrets_in_the_url_are_shown_nowhere(project: Project) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        host = f"127.0.0.1:{taken.getsockname()[1]}"
    result = project.pytest("--base-url", f"http://me:hunter2@{host}/?token=swordfish", "-k", "any_product")
    assert (
        f"seen:     net::ERR_CONNECTION_REFUSED at http://[redacted]@{host}/?token=[redacted]\n" in result.out
    )
    assert f"baseurl: http://[redacted]@{host}/?token=[redacted]\n" in result.out
    assert result.folder
    kept = "".join(file.read_text("utf-8") for file in result.folder.iterdir() if file.is_file())
    assert "--base-url" in kept
    for secret in ("hunter2", "swordfish"):
        assert secret not in result.out + result.err + kept


def test_a_product_that_never_answers_stops_the_run(project: Project) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
    project.write("test_more.py", "def test_more(chat) -> None:\n    chat.send('Hello')\n")
    result = project.pytest("--base-url", url)
    assert result.status == pytest.ExitCode.INTERRUPTED
    assert result.outcomes == {
        "test_of_any_product[chromium]": "error",
        "test_golden[shoes-chromium]": "not run",
        "test_more[chromium]": "not run",
    }
    assert "Interrupted: the page cannot be reached" in result.out
    assert (
        "E   evals.errors.UnreachableError: the page cannot be reached\n"
        "      expected: a chat\n"
        f"      seen:     net::ERR_CONNECTION_REFUSED at {url}/\n"
        "      to fix:   is the deployment up, and --base-url right?\n"
    ) in result.out
    assert "playwright/_impl" not in result.out


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["serial", "two workers"])
def test_a_page_that_the_chat_ui_does_not_fit_stops_the_run(
    project: Project, workers: tuple[str, ...]
) -> None:
    project.write("test_more.py", "def test_more(chat) -> None:\n    chat.send('Hello')\n")
    two = STREAMING + "document.body.append(document.createElement('textarea'));"
    with serving(SCRIPTS, {"streaming": two}) as product:
        result = project.pytest("--base-url", product.url, *workers)
    assert result.status == pytest.ExitCode.INTERRUPTED
    assert "Interrupted: 2 places on the page look like a composer" in result.out
    assert (
        "E   evals.errors.ChatUIError: 2 places on the page look like a composer\n"
        "      expected: one place to write a message to\n"
        "      seen:     these places to type into:\n"
    ) in result.out
    assert "traceback entries are hidden" not in result.out
    assert set(result.outcomes.values()) <= {"error", "not run"}
