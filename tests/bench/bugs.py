"""Each seeded bug of the embedded product, under each seed, must be caught; without it the flow stays green.

`make bugs` runs all of `flows/` in one pytest session. A bug counts as caught where its test failed and
the message says both what should have been and what was.
"""

import re
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from evals.record import Run, read_run
from evals.record.run import TestRun
from tests.bench.figure import Figure
from tests.bench.flows import CLEAN, SEEDED, SEEDS
from tests.bench.messages import HOLDS
from tests.bench.process import ROOT, environment

FLOWS = "tests/bench/flows"
FILES = (f"{FLOWS}/said.py", f"{FLOWS}/done.py")
TOTAL = len(HOLDS) * len(SEEDS)
CAUGHT = Figure(name="bugs-caught", unit="bugs", target=f">={TOTAL}")
GREEN = Figure(name="bugs-controls-green", unit="runs", target=f">={TOTAL}")
TIME = Figure(name="bugs-time", unit="s", target="<=900")
FIGURES = (CAUGHT, GREEN, TIME)
LIMITS = ("--idle-limit", "6")
"""One bug keeps a reply from ever being finished; nobody has to wait long for that."""
ITEM = re.compile(rf"::test_(\w+)\[(?:.*-)?({SEEDED}|{CLEAN})-(\d+)\b")


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """One bug under one seed: its flow with the bug, and without."""

    bug: str
    seed: int
    seeded: TestRun
    clean: TestRun

    @property
    def message(self) -> str:
        """What the test with the bug says."""
        return str((self.seeded.result or {}).get("message", ""))

    @property
    def unsaid(self) -> list[str]:
        """What the message should hold, and does not."""
        return [pattern for pattern in HOLDS[self.bug] if not re.search(pattern, self.message)]

    @property
    def caught(self) -> bool:
        return self.seeded.outcome in ("fail", "error") and not self.unsaid

    @property
    def green(self) -> bool:
        return self.clean.outcome == "pass"

    def __str__(self) -> str:
        name = f"{self.bug:<21} seed {self.seed}  "
        control = "" if self.green else f"; the control is not green: {first_line(self.clean)}"
        if self.caught:
            return f"{name} caught: {lines_with(HOLDS[self.bug][-1], self.message)}{control}"
        lacks = f"; the message lacks {', '.join(self.unsaid)}" if self.message and self.unsaid else ""
        return f"{name} missed: {first_line(self.seeded)}{lacks}{control}"


def lines_with(pattern: str, message: str) -> str:
    """The whole lines of a message in which a pattern is found, as one."""
    found = re.search(rf".*(?:{pattern}).*", message)
    return " / ".join(" ".join(line.split()) for line in found[0].splitlines()) if found else ""


def first_line(test: TestRun) -> str:
    """How a test ended, in one line."""
    lines = str((test.result or {}).get("message", "")).splitlines()
    return ": ".join([test.outcome, *lines[:1]])


def attempts(bugs: Collection[str], folder: Path, seeds: Collection[int] = SEEDS) -> Iterator[Attempt]:
    """Run the flows of these bugs in one session with its record below `folder`; each pair when it is done.

    Raises RuntimeError, with pytest's output, where the session lost some.
    """
    told: list[tuple[str, int]] = []
    output: list[str] = []
    with start(bugs, folder, seeds) as process:
        assert process.stdout
        for line in process.stdout:  # something happened: is a pair complete?
            output.append(line)
            for attempt in finished(folder):
                if (attempt.bug, attempt.seed) not in told:
                    told.append((attempt.bug, attempt.seed))
                    yield attempt
    if len(told) != len(bugs) * len(seeds):
        raise RuntimeError(f"pytest ended with {process.returncode} too early:\n{''.join(output)}")


def start(bugs: Collection[str], folder: Path, seeds: Collection[int]) -> "subprocess.Popen[str]":
    """The session, with nothing of it in the user's own folders."""
    tests = [test_of(bug) for bug in bugs]
    chosen = " or ".join(f"{kind}-{seed}-" for kind in (SEEDED, CLEAN) for seed in seeds)
    folders = ["--runs-dir", str(folder / "runs"), "--output", str(folder / "output")]
    options = [
        "-k",
        chosen,
        "-v",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        *LIMITS,
        "--judge",
        "local",
        "--embedder",
        "local",
    ]
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *tests, *options, *folders],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def test_of(bug: str) -> str:
    """The bug's flow; where there is none, one that pytest will not find."""
    name = f"test_{bug.replace('-', '_')}"
    files = [file for file in FILES if f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")]
    return f"{[*files, FILES[0]][0]}::{name}"


def finished(folder: Path) -> Iterator[Attempt]:
    """The pairs of which both tests have a result."""
    for run in map(read_run, (folder / "runs").glob("*")):
        tests = by_name(run)
        for (bug, seed, kind), test in tests.items():
            clean = tests.get((bug, seed, CLEAN))
            if kind == SEEDED and test.result and clean and clean.result:
                yield Attempt(bug=bug, seed=seed, seeded=test, clean=clean)


def by_name(run: Run) -> dict[tuple[str, int, str], TestRun]:
    """The tests by bug, seed, and whether the bug is in."""
    found = ((ITEM.search(test.id), test) for test in run.tests)
    return {(m[1].replace("_", "-"), int(m[3]), m[2]): test for m, test in found if m}


def main() -> None:
    """Print a line for each bug and seed, then the figures; all bugs, or those that are named."""
    bugs = sys.argv[1:] or list(HOLDS)
    if unknown := [bug for bug in bugs if bug not in HOLDS]:
        sys.exit(f"there is no bug called {unknown[0]!r}; there are {', '.join(HOLDS)}")
    started = time.monotonic()
    done: list[Attempt] = []
    with TemporaryDirectory() as folder:
        try:
            for attempt in attempts(bugs, Path(folder)):
                print(attempt, flush=True)
                done.append(attempt)
        except RuntimeError as error:
            print(error)
    CAUGHT.show(sum(attempt.caught for attempt in done))
    GREEN.show(sum(attempt.green for attempt in done))
    TIME.show(time.monotonic() - started)


if __name__ == "__main__":
    main()
