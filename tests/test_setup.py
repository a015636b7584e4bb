"""tools/bootstrap.py in copies of its own: what it makes, what it notices, and what it says."""

import ast
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "tools" / "bootstrap.py"
NOT_COPIED = shutil.ignore_patterns(".*", "runs", "test-results", "build", "*.egg-info", "__pycache__")
THIS = f"{sys.version_info.major}.{sys.version_info.minor}"

posix_only = pytest.mark.skipif(os.name == "nt", reason="builds a Python out of links, as Windows has none")


def python_without_ensurepip(folder: Path, *, pip: bool) -> Path:
    """A real Python like this one, but for ensurepip and all installed packages (`pip` stays on demand)."""
    library = folder / "lib" / f"python{THIS}"
    library.mkdir(parents=True)
    (folder / "bin").mkdir()
    python = folder / "bin" / f"python{THIS}"
    shutil.copy2(Path(sys.executable).resolve(), python)
    for entry in Path(os.__file__).parent.iterdir():
        if entry.name not in ("ensurepip", "site-packages", "dist-packages"):
            (library / entry.name).symlink_to(entry)
    where = "import site, ssl, venv; print(site.getsitepackages()[0])"
    done = subprocess.run([python, "-c", where], capture_output=True, text=True)
    if done.returncode:
        pytest.skip("a copy of this Python does not run elsewhere, so none without ensurepip can be had")
    if pip:
        spec = importlib.util.find_spec("pip")
        assert spec
        assert spec.origin
        packages = Path(done.stdout.strip())
        assert packages.is_relative_to(folder)
        packages.mkdir(parents=True, exist_ok=True)
        (packages / "pip").symlink_to(Path(spec.origin).parent)
    return python


def bootstrap(python: Path | str, folder: Path, **environ: str) -> "subprocess.Popen[str]":
    """The script of that folder, started in a process group of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    return subprocess.Popen(
        [python, "tools/bootstrap.py"],
        cwd=folder,
        env={**kept, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def interrupt_at(process: "subprocess.Popen[str]", words: str) -> tuple[list[str], str]:
    """Press Ctrl-C when a line with these words was said: the lines until then, and the last word."""
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line.strip())
        if words in line:
            break
    os.killpg(process.pid, signal.SIGINT)
    return lines, process.communicate(timeout=60)[1]


@posix_only
@pytest.mark.slow
def test_a_fresh_copy_is_made_ready_once_even_without_ensurepip(tmp_path: Path) -> None:
    python = python_without_ensurepip(tmp_path / "python", pip=True)
    copy = tmp_path / "a copy"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)

    stopped = bootstrap(python, copy)
    _, said = interrupt_at(stopped, "dependencies")
    assert (stopped.returncode, said) == (130, "set-up stopped; the next call begins it again\n")

    first = bootstrap(python, copy)
    lines = first.communicate(timeout=600)[0].splitlines()
    assert first.returncode == 0
    assert lines[:3] == [
        f"set-up: makes {copy} ready to run, once (a minute or two)",
        f"set-up: virtual environment .venv with Python {sys.version.split()[0]} ({python})",
        "set-up: dependencies at the versions in constraints.txt",
    ]
    assert lines[-1].startswith("set-up: ready after ")
    show = "import evals, pages, playwright, sys; print(evals.__file__, sys.prefix)"
    shown = subprocess.check_output([copy / ".venv/bin/python", "-c", show], cwd=tmp_path, text=True)
    assert shown == f"{copy}/evals/__init__.py {copy}/.venv\n"

    second = bootstrap(python, copy)
    assert second.communicate(timeout=60) == ("", "")
    assert second.returncode == 0

    moved = copy.rename(tmp_path / "moved")
    lines, _ = interrupt_at(bootstrap(python, moved), "virtual environment")
    assert lines[0] == f"set-up: makes {moved} ready to run, once (a minute or two)"


@posix_only
def test_where_no_environment_can_be_made_one_error_says_what_was_tried(tmp_path: Path) -> None:
    python = python_without_ensurepip(tmp_path / "python", pip=False)
    load(tmp_path / "copy")

    failed = bootstrap(python, tmp_path / "copy", PATH="")
    said = failed.communicate(timeout=60)[1]

    assert failed.returncode == 1
    first, venv, *others = said.splitlines()
    assert first == "set-up failed: no virtual environment could be made"
    assert venv.startswith("  seen:   venv: ")  # what follows is Python's own, and Debian has changed it
    assert f"{tmp_path}/copy/.venv/bin/{python.name}" in venv
    assert others == [
        f"          virtualenv: {python}: No module named virtualenv",
        f"          pip from outside: {python}: No module named pip",
        "  to fix: install uv (docs.astral.sh/uv), or a Python from python.org, which has ensurepip",
    ]


def load(folder: Path) -> ModuleType:
    """The script as a module that works in that folder."""
    script = folder / "tools" / "bootstrap.py"
    script.parent.mkdir(parents=True)
    shutil.copy2(SCRIPT, script)
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    (folder / "constraints.txt").write_text("", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("bootstrap", script)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def script(tmp_path: Path) -> ModuleType:
    """The script in an empty folder."""
    return load(tmp_path)


@pytest.fixture
def finished(script: ModuleType) -> ModuleType:
    """The script in a folder with a finished set-up: an environment that borrows this one's packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", script.VENV], check=True)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = subprocess.check_output([script.VENV_PYTHON, "-c", where], text=True).strip()
    Path(packages, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    browser = script.ROOT / "browser"
    browser.touch()
    script.write_mark("ready", adopted=False, key=script.key(), browser=str(browser))
    return script


def test_a_finished_set_up_is_ready(finished: ModuleType) -> None:
    assert finished.ready()
    assert finished.main() == 0


@pytest.mark.parametrize("state", ["creating", "installing", "incomplete"])
def test_a_set_up_that_was_not_finished_is_noticed(finished: ModuleType, state: str) -> None:
    finished.write_mark(state, **{k: v for k, v in finished.read_mark().items() if k in ("key", "browser")})

    assert not finished.ready()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[project]\ndependencies = ['one-more']"),
        ("constraints.txt", "one-more==1.0"),
        ("tools/bootstrap.py", "# changed"),
    ],
)
def test_a_change_of_what_is_installed_is_noticed(finished: ModuleType, name: str, text: str) -> None:
    with (finished.ROOT / name).open("a", encoding="utf-8") as file:
        file.write(text)

    assert not finished.ready()


def test_a_change_of_other_settings_installs_nothing_again(finished: ModuleType) -> None:
    (finished.ROOT / "pyproject.toml").write_text("[tool.ruff]\nline-length = 100", encoding="utf-8")

    assert finished.ready()


def test_a_project_file_that_cannot_be_read_is_one_message(
    finished: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    (finished.ROOT / "pyproject.toml").write_text("[project", encoding="utf-8")

    assert finished.main() == 1
    assert capsys.readouterr().err.startswith("set-up failed: pyproject.toml cannot be read: Expected ']'")


def test_a_browser_that_went_away_is_noticed(finished: ModuleType) -> None:
    (finished.ROOT / "browser").unlink()

    assert not finished.ready()


def test_a_moved_folder_is_noticed(finished: ModuleType) -> None:
    mark = finished.read_mark()
    finished.MARK.write_text(json.dumps({**mark, "where": "/elsewhere/.venv"}), encoding="utf-8")

    assert not finished.ready()


def test_an_environment_without_its_python_is_noticed_and_made_again(finished: ModuleType) -> None:
    finished.VENV_PYTHON.unlink()
    assert not finished.ready()

    assert not finished.environment()
    assert finished.has_pip()
    assert finished.read_mark()["state"] == "creating"


def test_a_damaged_mark_is_noticed(finished: ModuleType) -> None:
    finished.MARK.write_text('{"state": "rea', encoding="utf-8")

    assert not finished.ready()


def test_an_environment_that_was_here_before_is_used_and_stays(finished: ModuleType) -> None:
    finished.MARK.unlink()
    kept = finished.VENV / "kept"
    kept.touch()

    assert finished.environment()
    assert kept.exists()


def test_a_folder_that_is_no_environment_is_left_alone(script: ModuleType) -> None:
    script.VENV.mkdir()
    (script.VENV / "letters.txt").touch()

    with pytest.raises(script.SetupError) as caught:
        script.environment()

    assert str(caught.value) == (
        f"{script.VENV} is there and is no virtual environment\n  to fix: move it away"
    )
    assert (script.VENV / "letters.txt").exists()


def test_when_pip_fails_its_last_lines_are_shown(finished: ModuleType) -> None:
    with pytest.raises(finished.SetupError) as caught:
        finished.pip("--no-index", "--isolated", "no-such-package")

    first, *pips, last = str(caught.value).splitlines()
    assert first == "pip could not install what constraints.txt names"
    assert pips[-1] == "ERROR: No matching distribution found for no-such-package"
    assert last == "  to fix: mend what pip names above, then try again"


def test_old_pythons_can_read_the_script_and_are_told(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 8))
    monkeypatch.setenv("PATH", "")

    with pytest.raises(script.SetupError) as caught:
        script.check_python((3, 9, 1))

    assert str(caught.value) == (
        "Replywright needs Python 3.11 or newer\n"
        f"  seen:   Python 3.9.1 ({sys.executable})\n"
        "  to fix: install one (python.org), then try again"
    )


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make on this machine")
def test_make_says_when_there_is_no_python() -> None:
    command = ["make", "--no-print-directory", "setup", "PYTHONS=no-such-python"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    assert done.returncode
    assert done.stderr.splitlines()[:2] == [
        "Replywright needs Python 3.11 or newer, and none of these is one: no-such-python",
        "  to fix: install one (python.org), or name one: make setup PYTHON=/path/to/python",
    ]


def test_the_constraints_pin_every_version_and_name_no_index() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]

    assert all(line.count("==") == 1 and "://" not in line for line in pins)
    assert pins == sorted(pins, key=str.lower)
