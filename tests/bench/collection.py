"""What it costs to collect 10,000 goldens, over pytest's own parametrisation of as many cases."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figure import Figure
from tests.bench.process import Spent, added, spent

GOLDENS = 10_000
TIMES = 5
PLAIN = """\
import json
from pathlib import Path

import pytest

CASES = [json.loads(line) for line in Path("data/goldens/many.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_reply(case):
    pass
"""
OURS = """\
def test_reply(golden):
    pass
"""
PLUGINS = 'pytest_plugins = ["pages.plugin", "evals.plugin"]\n'

COLLECT = Figure(name="collect-10000-cpu", unit="s", target="<=2")
FIGURES = (COLLECT,)


def main() -> None:
    """Print the figure."""
    with TemporaryDirectory() as folder:
        plain = project(Path(folder) / "plain", "", PLAIN)
        ours = project(Path(folder) / "ours", PLUGINS, OURS)
        more = added(lambda: collected(plain), lambda: collected(ours), TIMES)
    print(
        f"{GOLDENS:,} goldens: {more.cpu_s:.3f} s of CPU, {more.wall_s:.3f} s on the clock over bare pytest"
    )
    COLLECT.show(more.cpu_s)


def project(folder: Path, conftest: str, test: str) -> Path:
    """A folder with all goldens and a test that takes them."""
    (folder / "data" / "goldens").mkdir(parents=True)
    with (folder / "data" / "goldens" / "many.jsonl").open("w", encoding="utf-8") as file:
        for number in range(GOLDENS):
            golden = {
                "id": f"case-{number:05d}",
                "question": f"Can I move my appointment of {number}?",
                "expected": f"Your appointment is now on Thursday at {number % 24}:30.",
                "tags": ["embedded"],
            }
            file.write(json.dumps(golden) + "\n")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", "utf-8")
    (folder / "conftest.py").write_text(conftest, "utf-8")
    (folder / "test_it.py").write_text(test, "utf-8")
    return folder


def collected(folder: Path) -> Spent:
    """Collect once. Raises RuntimeError where not all were found."""
    done = spent(("-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q"), folder)
    if f"{GOLDENS} tests collected" not in done.output:
        raise RuntimeError(f"not all goldens were collected: {done.output[-500:]}")
    return done


if __name__ == "__main__":
    main()
