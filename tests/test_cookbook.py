"""Every example of the cookbook passes against the embedded product."""

import re
from collections.abc import Iterator

import pytest

from evals.record.run import TestRun
from tests.bench.process import ROOT
from tests.bench.soak import Result, soak_run

COOKBOOK = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
EXAMPLES: dict[str, str] = {
    name: code
    for code in re.findall(r"```python\n(.*?)```", COOKBOOK, re.DOTALL)
    for name in re.findall(r"def (test_\w+)", code)
}
IMPORTS = """\
from pathlib import Path

from playwright.sync_api import expect

from evals import ExpectReply
from pages import ChatPage

"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """All examples as one file, run once."""
    folder = tmp_path_factory.mktemp("cookbook")
    file = folder / "test_examples.py"
    file.write_text(IMPORTS + "\n\n".join(EXAMPLES.values()), encoding="utf-8")
    options = (
        "-c",
        str(ROOT / "pyproject.toml"),
        "--rootdir",
        str(ROOT),
        "-p",
        "pages.plugin",
        "-p",
        "evals.plugin",
    )
    return soak_run(folder, options, str(file))


def results(run: Result) -> Iterator[tuple[str, TestRun]]:
    assert run.run, run.output
    for test in run.run.tests:
        yield re.findall(r"::(test_\w+)", test.id)[0], test


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: str, run: Result) -> None:
    test = dict(results(run))[example]

    assert test.outcome == "pass", (test.result or {}).get("message")
