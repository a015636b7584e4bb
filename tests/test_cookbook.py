"""Every example of the cookbook passes against the embedded product."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.bench.process import ROOT
from tests.bench.soak import soak_run

EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "cookbook.md").read_text("utf-8"), re.DOTALL)
IMPORTS = """\
from pathlib import Path

from playwright.sync_api import expect

from evals import ExpectReply
from pages import ChatPage

"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder inside the project, as the tests of a team are."""
    (ROOT / "build").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=ROOT / "build") as made:
        yield Path(made)


@pytest.mark.slow
def test_every_example_passes(folder: Path) -> None:
    file = folder / "test_examples.py"
    file.write_text(IMPORTS + "\n\n".join(EXAMPLES), encoding="utf-8")

    result = soak_run(folder, (), str(file))

    assert result.green, result.messages
    assert result.run
    assert len(result.run.tests) == len(EXAMPLES)
