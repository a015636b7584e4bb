"""Where the files go that commands write for a chat; nothing is written over."""

import re
from collections.abc import Sequence
from pathlib import Path

from evals.errors import UsageError

NAME = re.compile(r"[a-z][a-z0-9_]*")


def places(name: str) -> list[Path]:
    """The driver, the goldens and the test of that name. Raises UsageError where the name is none."""
    if not NAME.fullmatch(name):
        raise UsageError("this cannot name a driver", expected="small letters, digits and _", seen=repr(name))
    return [
        Path("pages", "drivers", f"{name}.py"),
        Path("data", "goldens", f"{name}.yaml"),
        Path("e2e", f"test_{name}.py"),
    ]


def refuse(files: Sequence[Path]) -> None:
    """Raise UsageError where one of them is there already."""
    there = [str(file) for file in files if file.exists()]
    if there:
        raise UsageError(
            "nothing is written over",
            expected="files that are not there yet",
            seen=", ".join(there),
            fix="choose another --name",
        )


def write(file: Path, text: str) -> None:
    """Write it, with the folders that it needs, and say so."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(f"wrote {file}", flush=True)
