"""`python -m tests.uis [NAME ...] [WAY ...]`: install public chat UIs, drive them, print a table."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import pytest

from tests.bench.process import ROOT
from tests.uis.catalog import APPS, WAYS, App
from tests.uis.install import install
from tests.uis.talk import Noted

TESTS = str(ROOT / "tests" / "uis" / "test_uis.py")
QUIETLY = ("-q", "-p", "no:cacheprovider")
NOT_INSTALLED = 4
"""The status where what could be driven passed, and something could not be installed."""
TOGETHER = ("-n", "2", "--dist", "loadgroup")
"""Two apps at once: most of the time is spent waiting for the bot."""
HEAD = ("UI", "version", "way", "exact", "premature", "double", "lag", "parts")
LINE = "{:<17} {:<8} {:<7} {:>7} {:>9} {:>6} {:>8}  {}"


@dataclass
class Row:
    """What was seen of one app, driven in one way."""

    turns: list[Noted] = field(default_factory=list)
    asked: int = 0
    double: int = 0
    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def note(self, properties: Iterable[tuple[str, Any]]) -> None:
        """Add what a test noted."""
        for key, value in properties:
            if key == "turn":
                self.turns.append(Noted(**value))
            self.asked += key == "asked"
            self.double += value if key == "double" else 0

    def cells(self, app: str, way: str) -> tuple[str, ...]:
        """The row as it is printed."""
        exact = f"{sum(turn.exact for turn in self.turns)}/{self.asked}"
        lag = f"{median(turn.lag_ms for turn in self.turns):.0f} ms" if self.turns else "-"
        parts = ", ".join(self.passed) + (f"; FAILED: {', '.join(self.failed)}" if self.failed else "")
        premature = str(sum(turn.premature for turn in self.turns))
        return app, APPS[app].version, way, exact, premature, str(self.double), lag, parts


class Table:
    """Collects what the tests note, as a plugin of the run."""

    def __init__(self) -> None:
        self.rows: defaultdict[tuple[str, str], Row] = defaultdict(Row)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """After each phase of each test; what was noted stands in the report of the last one."""
        key = app_and_way(report.nodeid)
        if key is None or report.skipped:
            return
        row = self.rows[key]
        what = report.location[2].partition("[")[0].removeprefix("test_").replace("_", " ")
        if report.failed and what not in row.failed:
            row.failed.append(what)
        if report.when == "teardown":
            row.note(report.user_properties)
            row.passed += [] if what in row.failed else [what]

    def lines(self) -> Iterator[str]:
        """The table."""
        yield LINE.format(*HEAD)
        for (app, way), row in self.rows.items():
            yield LINE.format(*row.cells(app, way))


def app_and_way(test: str) -> tuple[str, str] | None:
    """Those of a test's parameters."""
    words = test.partition("[")[2].partition("]")[0].split("-")
    app = next((word for word in words if word in APPS), None)
    way = next((word for word in words if word in WAYS), None)
    return (app, way) if app and way else None


def main(words: Sequence[str]) -> int:
    """The status of pytest; 2 where a word is neither an app nor a way; NOT_INSTALLED where one is missing.

    Without the name of a way an app is driven in each.
    """
    known = (*APPS, *WAYS)
    if unknown := [word for word in words if word not in known]:
        print(f"there is no {unknown[0]!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    names = [word for word in words if word in APPS] or [*APPS]
    ways = [f"--way={way}" for way in WAYS if way in words or not set(words) & {*WAYS}]
    there = [name for name in names if brought(APPS[name])]
    if not there:
        return NOT_INSTALLED
    table = Table()
    status = pytest.main([TESTS, *QUIETLY, *TOGETHER, *ways, "-k", " or ".join(there)], plugins=[table])
    print("\n".join(table.lines()))
    return int(status) or (0 if there == names else NOT_INSTALLED)


def brought(app: App) -> bool:
    """Install what is missing; say so where that fails, and leave the app out."""
    try:
        install(app)
    except RuntimeError as error:
        print(f"{app.name} is left out: {error}", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
