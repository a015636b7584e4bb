"""`make bench` goes on whatever breaks, and says which figures are short for it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.__main__ import MODULES, figures, measured
from tests.bench.process import ROOT, Spent, added, environment, spent

MODULE = """
import os
from tests.bench.figure import Figure

A, B = (Figure(name=name, unit="s", target="<=1") for name in ("a", "b"))
FIGURES = (A, B)


def main():
    A.show(0.5)
    {rest}
"""


def module(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A measurement that this process and its children can import."""
    (folder / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return name


@pytest.mark.parametrize("name", MODULES)
def test_every_measurement_says_which_figures_it_prints(name: str) -> None:
    assert all(figure.unit != "figures" for figure in figures(f"tests.bench.{name}"))


def test_all_that_a_measurement_prints_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = module(tmp_path, "measures_whole", MODULE.format(rest="print('so'); B.show(2)"), monkeypatch)
    assert list(measured(name)) == ["figure a 0.5 s target <=1 ok", "so", "figure b 2 s target <=1 short"]


@pytest.mark.parametrize(
    ("name", "rest", "status", "reason"),
    [
        ("measures_half", "raise OSError('the disk is gone')", 1, "OSError: the disk is gone"),
        ("measures_killed", "print('last'); os._exit(9)", 9, "last"),
    ],
)
def test_what_a_broken_measurement_did_not_print_is_short(
    name: str, rest: str, status: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = list(measured(module(tmp_path, name, MODULE.format(rest=rest), monkeypatch)))
    assert lines[0] == "figure a 0.5 s target <=1 ok"
    assert lines[-3:] == [
        reason,
        f"{name} broke off with {status}; what it did not measure is short",
        "figure b - s target <=1 short",
    ]


def test_a_measurement_that_cannot_be_loaded_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = list(measured(module(tmp_path, "measures_nothing", "import no_such_module", monkeypatch)))
    assert "ModuleNotFoundError: No module named 'no_such_module'" in lines
    assert lines[-1] == "figure measures_nothing - figures target >=1 short"


def test_an_unknown_measurement_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "speed"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "there is no measurement called 'speed'; "
        "there are startup, collection, judge, overhead, detector, memory, replies, detection, transports\n"
    )


posix_only = pytest.mark.skipif(sys.platform == "win32", reason="no wait4 there: CPU cannot be measured")


@posix_only
def test_cpu_of_a_process_and_its_children(tmp_path: Path) -> None:
    burn = "import time\nwhile time.process_time() < 0.3: pass\nprint('done')"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    once = spent(("-c", child), tmp_path)
    assert once.output == "done\n"
    assert 0.3 <= once.cpu_s <= once.wall_s + 0.5


@posix_only
def test_a_failed_process_says_what_it_printed(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"ended with 3:\nthe reason\n"):
        spent(("-c", "import sys; print('the reason'); sys.exit(3)"), tmp_path)


def test_added_is_the_median_of_pairs_after_a_warm_up() -> None:
    plain = iter([9.0, 1.0, 1.0, 1.0])
    ours = iter([50.0, 1.5, 4.0, 1.25])
    more = added(
        lambda: Spent(cpu_s=next(plain), wall_s=1), lambda: Spent(cpu_s=next(ours), wall_s=2), times=3
    )
    assert (more.cpu_s, more.wall_s) == (0.5, 1)


def test_the_environment_of_a_child_has_no_keys_and_no_outer_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "REPLYWRIGHT_JUDGE", "PYTEST_ADDOPTS"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("KEPT", "y")
    names = environment()
    assert not [name for name in names if name.startswith(("OPENAI", "REPLYWRIGHT", "PYTEST"))]
    assert names["KEPT"] == "y"
