"""The one command that runs a test again, where one can watch it."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from evals.record.plain import without_secrets
from evals.settings import OPTIONS


def rerun_command(item: pytest.Item) -> str:
    """`pytest "<test>" --headed` with the options in force; nothing secret in it."""
    config = item.config
    words: list[str] = [pytest_of(Path(sys.prefix), config.invocation_params.dir), as_typed(item)]
    if config.getoption("headed", None) is not None:
        words.append("--headed")
    for browser in config.getoption("browser", None) or ():
        words += ["--browser", str(browser)]
    if url := config.getoption("base_url", None):
        words += ["--base-url", str(url)]
    for option in OPTIONS:
        value = config.getoption(option.dest, None)
        if value is not None and option.name not in ("runs-dir", "allow-inconclusive"):
            words += [option.flag] if option.switch else [option.flag, str(value)]
    return " ".join(quoted(without_secrets(word)) for word in words)


def pytest_of(environment: Path, folder: Path) -> str:
    """How one calls this environment's pytest in `folder`: `.venv/bin/pytest` where it lies below.

    Nobody has to activate it then; any other one is taken to be active.
    """
    for name in ("bin/pytest", "Scripts/pytest.exe"):
        if environment.is_relative_to(folder) and (own := environment / name).exists():
            return str(own.relative_to(folder).with_suffix(""))
    return "pytest"


def as_typed(item: pytest.Item) -> str:
    """The test's id as one types it in the folder where pytest was started."""
    config = item.config
    file, *rest = item.nodeid.split("::", 1)
    path = Path(os.path.relpath(config.rootpath / file, config.invocation_params.dir)).as_posix()
    return "::".join([path, *rest])


def quoted(word: str) -> str:
    """A word as a shell takes it: bare where it is plain, else in double quotes, which every shell knows."""
    if re.fullmatch(r"[\w@%+=:,./-]+", word, re.ASCII):
        return word
    return shlex.quote(word) if re.search(r'["$`\\!]', word) else f'"{word}"'
