"""A run of the soak is green only where everything that was collected passed."""

from pathlib import Path

import pytest

from tests.bench.process import ROOT
from tests.bench.soak import Result, soak_run

GREEN = """
def test_one(expect_reply, recorder):
    from evals import Reply

    expect_reply(Reply(prompt="When?", text="On Thursday.")).to_mention("Thursday")
"""
RED = GREEN + GREEN.replace("test_one", "test_two").replace('to_mention("Thursday")', 'to_mention("Friday")')


OUTSIDE = (
    "-c",
    str(ROOT / "pyproject.toml"),
    "--rootdir",
    str(ROOT),
    "-p",
    "pages.plugin",
    "-p",
    "evals.plugin",
)


def run(folder: Path, test: str, *options: str) -> Result:
    (folder / "test_some.py").write_text(test, "utf-8")
    return soak_run(folder, (*OUTSIDE, *options), str(folder / "test_some.py"))


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["serial", "two workers"])
def test_green(tmp_path: Path, options: tuple[str, ...]) -> None:
    result = run(tmp_path, GREEN, *options)
    assert (result.green, result.messages) == (True, "")
    assert result.last_line.startswith("1 passed in ")


def test_red_says_what_failed(tmp_path: Path) -> None:
    result = run(tmp_path, RED)
    assert not result.green
    assert result.messages.startswith("fail: ")
    assert "the reply does not mention 'Friday'" in result.messages
    assert "test_one" not in result.messages


def test_a_run_that_could_not_start_is_not_green(tmp_path: Path) -> None:
    result = run(tmp_path, GREEN, "--no-such-option")
    assert (result.green, result.status) == (False, 4)
    assert "unrecognized arguments: --no-such-option" in result.messages
