"""The import rules in pyproject.toml bite, and no third-party library slips past them."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"
RULED_ELSEWHERE = {"pytest", "playwright", "numpy"}
"""pytest belongs to the plugins, playwright to all of pages; numpy has a contract of its own."""


def lint(folder: Path) -> tuple[int, str]:
    """Exit status and output of import-linter in that folder."""
    command = [sys.executable, "-c", LINT, "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize(
    ("module", "code", "broken"),
    [
        ("evals/score.py", "import playwright", "evals knows no browser BROKEN"),
        ("evals/score.py", "import pages", "evals knows no browser BROKEN"),
        ("pages/ui.py", "import evals.judge.port", "settings, goldens and wire BROKEN"),
        ("pages/ui.py", "import evals", "settings, goldens and wire BROKEN"),
        ("pages/ui.py", "import openai", "a third-party client in one adapter BROKEN"),
        ("evals/facts/text.py", "import evals.transcript", "facts uses the standard library only BROKEN"),
        ("evals/wire/turn.py", "import evals.errors", "fills in the values of transcript BROKEN"),
        ("evals/errors.py", "import evals.score", "evals in layers BROKEN"),
        ("evals/newcomer.py", "", "evals in layers BROKEN"),
        ("pages/newcomer.py", "", "pages in layers BROKEN"),
    ],
)
def test_each_rule_bites(tmp_path: Path, module: str, code: str, broken: str) -> None:
    for name in ("evals", "pages"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{code}\n")

    status, said = lint(tmp_path)

    assert status == 1
    assert broken in said


def test_every_third_party_library_has_its_place() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {contract["id"]: contract for contract in config["tool"]["importlinter"]["contracts"]}
    ruled = set(contracts["clients"]["forbidden_modules"])

    graph = grimp.build_graph("evals", "pages", include_external_packages=True, cache_dir=None)
    used = {name for name in graph.modules if "." not in name} - {"evals", "pages"} - sys.stdlib_module_names

    assert {name.removeprefix("_") for name in used} - ruled == RULED_ELSEWHERE  # _pytest is pytest
