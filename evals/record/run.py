"""Reads a run's folder back; tolerates a last line that was cut off by a kill."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Event = dict[str, Any]
WORST_FIRST = ("error", "fail", "unfinished", "not run", "inconclusive", "skipped", "pass")


@dataclass(frozen=True, kw_only=True)
class TestRun:
    """One test of a run: its result (None where it never reported one), its turns and its verdicts."""

    __test__ = False

    id: str
    result: Event | None = None
    turns: list[Event] = field(default_factory=list)
    verdicts: list[Event] = field(default_factory=list)

    @property
    def outcome(self) -> str:
        """error, fail, inconclusive, pass, skipped; without a result `unfinished`, or `not run`."""
        if self.result:
            return str(self.result["outcome"])
        return "unfinished" if self.turns or self.verdicts else "not run"


@dataclass(frozen=True, kw_only=True)
class Run:
    """All that the files of a run's folder tell, put together by test in the order of collection."""

    folder: Path
    header: Event
    tests: list[TestRun]
    damaged: int = 0
    """Lines that could not be read: 0 or, after a kill, the last of a file."""
    lost: dict[str, str] = field(default_factory=dict)
    """Files that could not be written, or not in whole, by name: why."""

    @property
    def missing(self) -> list[str]:
        """Tests that were collected and never reported a result."""
        return [t.id for t in self.tests if t.result is None]

    @property
    def worst_first(self) -> list[TestRun]:
        """The tests, worst outcome first, each group in the order of collection."""
        return sorted(self.tests, key=lambda t: WORST_FIRST.index(t.outcome))


def read_run(folder: Path, unwritten: Iterable[str] = ()) -> Run:
    """Everything in runs/<id>, and lines that could not be written there. Raises OSError."""
    header: Event = {}
    tests: dict[str, TestRun] = {}
    damaged = 0
    lost: dict[str, str] = {}
    kept = (event for file in sorted(folder.glob("*.jsonl")) for event in events(file))
    for event in (*kept, *map(event_of, unwritten)):
        if event is None:
            damaged += 1
        elif event["event"] == "run":
            header = header or event
        elif event["event"] == "lost":
            lost[event["file"]] = event["why"]
        elif event["event"] == "collected":
            for test in event["tests"]:
                tests.setdefault(test, TestRun(id=test))
        elif "test" in event:
            keep(tests, event)
    return Run(folder=folder, header=header, tests=list(tests.values()), damaged=damaged, lost=lost)


def keep(tests: dict[str, TestRun], event: Event) -> None:
    """Add an event to its test."""
    old = tests.setdefault(event["test"], TestRun(id=event["test"]))
    if event["event"] == "result":
        tests[old.id] = TestRun(id=old.id, result=event, turns=old.turns, verdicts=old.verdicts)
    elif event["event"] == "verdict":
        old.verdicts.append(event)
    else:
        old.turns.append(event)


def events(file: Path) -> Iterator[Event | None]:
    """The events of one file in order; None for a line that cannot be read."""
    with file.open("rb") as lines:
        yield from map(event_of, lines)


def event_of(line: str | bytes) -> Event | None:
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) and "event" in event else None
