"""Ctrl-C while a browser is at work."""

import os
import re
import signal
from pathlib import Path

import pytest

from tests.evals.project import Project
from tests.evals.test_plugin_interrupted import wait
from tests.pages.product import Script, serving

CONFTEST = 'pytest_plugins = ["pages.plugin", "evals.plugin"]\n'
SCRIPTS: dict[str, Script] = {"Hello": ["Hi, how can ", 0.1, "I help?"]}


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["serial", "two workers"])
def test_ctrl_c_ends_the_browser_too_and_keeps_what_was_judged(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    project = Project(tmp_path, CONFTEST)
    project.write(
        "test_it.py",
        "import pathlib\n"
        "def test_first(chat): assert chat.send('Hello').text\n"
        "def test_second(chat):\n"
        "    chat.send('Hello')\n"
        "    pathlib.Path('waiting').touch()\n"
        "    chat.page.wait_for_timeout(60_000)\n"
        "def test_third(chat): assert chat.send('Hello').text\n",
    )
    with serving(SCRIPTS) as product:
        process = project.start("--base-url", product.url, *workers)
        wait(lambda: (project.folder / "waiting").exists() or process.poll() is not None)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the browser's driver gets it as well
        result = project.result(process)
    assert result.status == pytest.ExitCode.INTERRUPTED
    assert result.outcomes["test_second[chromium]"] == "unfinished"
    assert len(result.outcomes) == 3
    assert re.search(r"3 tests: .*[12] did not finish", result.out), result.out  # the third may be under way
    assert result.summary.startswith("3 tests: ")
    assert "Traceback" not in result.out + result.err
