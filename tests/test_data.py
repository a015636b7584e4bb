"""The project's own data files read the same everywhere."""

from pathlib import Path

import pytest
import yaml

GOLDENS = sorted((Path(__file__).parents[1] / "data" / "goldens").glob("*.yaml"))


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_goldens_need_no_c_extension(path: Path) -> None:
    text = path.read_text("utf-8")
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    assert yaml.load(text, Loader=yaml.SafeLoader) == yaml.load(text, Loader=fast)
