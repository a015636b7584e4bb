"""The tests of the clean embedded product must stay green, run after run, each with other words.

They run serially, with two workers, and on pages that are six times slower than this machine makes them.
The product chooses its wording anew in every conversation, so that each run sees other sentences.
"""

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from evals.record import Run, read_run
from tests.bench.figure import Figure
from tests.bench.process import ROOT, environment

TIMES = 10
WAYS: dict[str, tuple[str, ...]] = {
    "serial": (),
    "n2": ("-n", "2"),
    "throttled": ("-p", "tests.bench.throttle"),
}
"""How the tests are run, by the name of the figure."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """One run of all tests: pytest's exit status, what it printed, its record where there is one."""

    status: int
    output: str
    run: Run | None

    @property
    def last_line(self) -> str:
        return (self.output.strip().splitlines() or ["pytest printed nothing"])[-1]

    @property
    def green(self) -> bool:
        """Everything passed, and as much was judged as was collected."""
        run = self.run
        return (
            self.status == 0
            and run is not None
            and not run.missing
            and {test.outcome for test in run.tests} == {"pass"}
        )

    @property
    def messages(self) -> str:
        """What the tests that did not pass say; where there was no record, what pytest says."""
        if self.run is None:
            return self.output
        bad = [test for test in self.run.worst_first if test.outcome != "pass"]
        ends = [((test.result or {}).get("message", "no result"), test) for test in bad]
        return "\n".join(f"{test.outcome}: {test.id}\n{message}" for message, test in ends)


def soak_run(folder: Path, options: tuple[str, ...], tests: str = "e2e/") -> Result:
    """Run the tests in a fresh process, with the record below `folder`."""
    folders = ["--runs-dir", str(folder / "runs"), "--output", str(folder / "output")]
    judges = ["--judge", "local", "--embedder", "local"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", tests, "-q", "-p", "no:cacheprovider", *judges, *folders, *options],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    records = sorted((folder / "runs").glob("*"))
    return Result(status=done.returncode, output=done.stdout, run=read_run(records[-1]) if records else None)


def main() -> None:
    """Print a line for each run, the messages of a red one, then the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES, metavar="N", help="runs of each kind (10)")
    parser.add_argument("--way", choices=WAYS, action="append", help="only this kind (repeatable)")
    arguments = parser.parse_args()
    times: int = arguments.times
    ways = {way: WAYS[way] for way in arguments.way or WAYS}
    folder, started = Path(mkdtemp(prefix="soak-")), time.monotonic()
    green = dict.fromkeys(ways, 0)
    for way, options in ways.items():
        for number in range(1, times + 1):
            result = soak_run(folder / f"{way}-{number}", options)
            green[way] += result.green
            print(f"{way} {number} of {times}: {result.last_line}", flush=True)
            if not result.green:
                print(result.messages, flush=True)
                print(f"its record: {folder / f'{way}-{number}' / 'runs'}", flush=True)
    print(f"{len(ways) * times} runs in {time.monotonic() - started:.0f} s")
    for way, count in green.items():
        Figure(name=f"soak-{way}-green", unit="runs", target=f">={TIMES}").show(count)


if __name__ == "__main__":
    main()
