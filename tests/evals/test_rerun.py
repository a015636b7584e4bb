"""The command that runs a test again: how pytest is called there."""

from pathlib import Path

import pytest

from evals.plugin.rerun import pytest_of


@pytest.mark.parametrize(
    ("environment", "name", "said"),
    [
        ("project/.venv", "bin/pytest", ".venv/bin/pytest"),
        ("project/.venv", "Scripts/pytest.exe", str(Path(".venv/Scripts/pytest"))),
        ("project/.venv", "bin/python", "pytest"),
        ("elsewhere", "bin/pytest", "pytest"),
    ],
)
def test_pytest_is_called_by_its_path_where_it_lies_in_the_project(
    tmp_path: Path, environment: str, name: str, said: str
) -> None:
    own = tmp_path / environment / name
    own.parent.mkdir(parents=True)
    own.touch()
    (tmp_path / "project").mkdir(exist_ok=True)
    assert pytest_of(tmp_path / environment, tmp_path / "project") == said
