"""Child processes: a clean environment for them, and what they cost."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
OURS = ("OPENAI", "REPLYWRIGHT", "PYTEST")


def environment() -> dict[str, str]:
    """This process's environment without what would change a run: keys, options, an outer pytest."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    path = os.pathsep.join(filter(None, (str(ROOT), kept.get("PYTHONPATH"))))
    return kept | {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1", "COLUMNS": "120"}


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What a process and all its children took: seconds of CPU (user and system), and on the clock."""

    cpu_s: float
    wall_s: float
    output: str = ""


def spent(arguments: Sequence[str], folder: Path) -> Spent:
    """Run this Python with `arguments` in `folder`. Raises RuntimeError, with its output, where it fails."""
    with (folder / "output.txt").open("w+", encoding="utf-8") as output:
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=folder,
            env=environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)  # it is gone: nobody may wait for it again
        output.seek(0)
        said = output.read()
    if process.returncode:
        raise RuntimeError(f"python {' '.join(arguments)} ended with {process.returncode}:\n{said}")
    return Spent(cpu_s=usage.ru_utime + usage.ru_stime, wall_s=wall_s, output=said)


def added(plain: Callable[[], Spent], ours: Callable[[], Spent], times: int) -> Spent:
    """What `ours` takes more than `plain`: medians over runs in turn, after one of each for the caches."""
    plain()
    ours()
    pairs = [(plain(), ours()) for _ in range(times)]
    return Spent(
        cpu_s=median(b.cpu_s - a.cpu_s for a, b in pairs),
        wall_s=median(b.wall_s - a.wall_s for a, b in pairs),
    )
