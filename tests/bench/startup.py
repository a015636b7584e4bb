"""What loading both plugins adds to a pytest start, and what `import evals` loads."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figure import Figure
from tests.bench.process import ROOT, added, environment, spent

TIMES = 9
PLUGINS = 'pytest_plugins = ["pages.plugin", "evals.plugin"]\n'
HEAVY = ("openai", "playwright", "wordllama", "pydantic", "numpy", "yaml", "text_to_num", "pytest")

START = Figure(name="plugins-start-cpu", unit="s", target="<=0.3")
IMPORTS = Figure(name="import-evals-heavy", unit="modules", target="<=0")
FIGURES = (START, IMPORTS)


def main() -> None:
    """Print the figures."""
    with TemporaryDirectory() as folder:
        plain, ours = project(Path(folder) / "plain", ""), project(Path(folder) / "ours", PLUGINS)
        run = ("-m", "pytest", "-p", "no:cacheprovider")
        more = added(lambda: spent(run, plain), lambda: spent(run, ours), TIMES)
    print(f"one empty test: both plugins add {more.cpu_s:.3f} s of CPU and {more.wall_s:.3f} s on the clock")
    START.show(more.cpu_s)
    loaded = heavy()
    print(f"import evals loads {', '.join(loaded) or 'none'} of {', '.join(HEAVY)}")
    IMPORTS.show(len(loaded))


def project(folder: Path, conftest: str) -> Path:
    """A folder with one empty test, and a conftest that names the plugins or not."""
    folder.mkdir()
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", "utf-8")
    (folder / "conftest.py").write_text(conftest, "utf-8")
    (folder / "test_it.py").write_text("def test_it() -> None:\n    pass\n", "utf-8")
    return folder


def heavy() -> list[str]:
    """Which heavy modules a fresh Python has after `import evals`."""
    code = f"import sys, evals; print(*[m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


if __name__ == "__main__":
    main()
