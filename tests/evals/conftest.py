"""What the tests of goldens share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evals.goldens import Golden
from evals.goldens.load import load

Load = Callable[..., dict[str, Golden]]


@pytest.fixture
def loaded(tmp_path: Path) -> Load:
    """Write one file and load it."""

    def write_and_load(name: str, content: str | bytes) -> dict[str, Golden]:
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
        return {g.id: g for g in load(tmp_path, tmp_path)}

    return write_and_load
