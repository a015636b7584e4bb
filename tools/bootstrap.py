"""Make this folder ready to run: a virtual environment, the pinned dependencies, a browser.

    python tools/bootstrap.py

`make e2e` and `make test` call it. Where all is ready it ends at once; what was left half-finished, broken or
moved to another folder is made again. Needs nothing but the standard library, and runs on old Pythons far
enough to say so.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
MARK = VENV / "replywright.json"
CONSTRAINTS = ROOT / "constraints.txt"
WINDOWS = os.name == "nt"
VENV_PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
LAST_LINES = 15
NO_WHEEL = ("No matching distribution found", "Could not find a version", "ResolutionImpossible")
PROBE = """
import sys
from importlib.util import find_spec
whole = all(find_spec(name) for name in ("pip", "pytest", "playwright"))
print("%d.%d" % sys.version_info[:2], "whole" if whole else "parts")
"""


class SetupError(Exception):
    """What went wrong and what to do, for a person to read."""


def main() -> int:
    """Exit status 0 when all is ready, 1 after one clear message, 130 after Ctrl-C."""
    try:
        check_python(tuple(sys.version_info[:3]))
        with alone():
            if not ready():
                set_up()
    except (SetupError, OSError) as error:
        print(f"set-up failed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("set-up stopped; the next call begins it again", file=sys.stderr)
        return 130
    return 0


def say(line: str) -> None:
    """One line on what is being done."""
    print(f"set-up: {line}", flush=True)


def check_python(version: tuple[int, ...]) -> None:
    """Refuse a Python that is too old, and name a newer one where there is one."""
    if version >= OLDEST:
        return
    newer = [name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if shutil.which(name)]
    fix = f"{newer[0]} tools/bootstrap.py" if newer else "install one (python.org), then try again"
    raise SetupError(
        f"Replywright needs Python {dotted(OLDEST)} or newer\n"
        f"  seen:   Python {dotted(version)} ({sys.executable})\n  to fix: {fix}"
    )


def set_up() -> None:
    """All steps, in order. The mark in the environment says how far this came."""
    started = time.monotonic()
    say(f"makes {ROOT} ready to run, once (a minute or two)")
    adopted = environment()
    write_mark("installing", adopted=adopted)
    try:
        install()
        browser = provide_browser()
    except SetupError:
        write_mark("incomplete", adopted=adopted)
        raise
    write_mark("ready", adopted=adopted, key=key(), browser=browser)
    say(f"ready after {time.monotonic() - started:.0f} s")


def ready() -> bool:
    """True where the last set-up was finished, and all that it was made from and for is as it was."""
    mark = read_mark()
    version, parts = probe()
    return (
        mark.get("state") == "ready"
        and mark.get("key") == key()
        and mark.get("where") == str(VENV)
        and Path(str(mark.get("browser"))).exists()
        and parts == "whole"
        and (version == dotted(sys.version_info[:2]) or mark.get("adopted") is True)
    )


def key() -> str:
    """A hash of all that decides what is installed; a linter's settings in pyproject.toml do not."""
    import tomllib  # not there on Pythons that are too old anyway

    try:
        config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    except ValueError as error:
        raise SetupError(f"pyproject.toml cannot be read: {error}") from None
    parts = [config.get("build-system"), config.get("project"), config.get("tool", {}).get("setuptools")]
    hashed = hashlib.sha256(json.dumps(parts, sort_keys=True).encode())
    for file in (CONSTRAINTS, Path(__file__)):
        hashed.update(file.read_bytes())
    return hashed.hexdigest()


def read_mark() -> dict[str, object]:
    """What the last set-up left, or nothing."""
    try:
        mark = json.loads(MARK.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return mark if isinstance(mark, dict) else {}


def write_mark(state: str, **more: object) -> None:
    """Keep how far the set-up came: creating, installing, incomplete (pip failed), ready."""
    MARK.write_text(
        json.dumps({"state": state, "where": str(VENV), **more}, indent=2) + "\n", encoding="utf-8"
    )


def probe() -> tuple[str, str]:
    """Python's version in the environment, and whether what matters is there; empty where it does not run."""
    status, output = run([str(VENV_PYTHON), "-c", PROBE])
    words = output.split()
    return (words[-2], words[-1]) if status == 0 and len(words) >= 2 else ("", "")


def environment() -> bool:
    """See that there is a .venv with pip. True for one that was here before us: while it works, it stays."""
    mark = read_mark()
    version, _ = probe()
    if version and (mark.get("adopted") or not mark):
        say(f"uses the virtual environment that is there (.venv, Python {version})")
        if not has_pip() and run([str(VENV_PYTHON), "-m", "ensurepip"])[0]:
            raise SetupError(f"{VENV} has no pip\n  to fix: remove it, then try again")
        return True
    whole = mark.get("where") == str(VENV) and mark.get("state") in ("ready", "incomplete") and has_pip()
    if not (whole and version == dotted(sys.version_info[:2])):
        if VENV.exists() and any(VENV.iterdir()) and not (mark or (VENV / "pyvenv.cfg").exists()):
            raise SetupError(f"{VENV} is there and is no virtual environment\n  to fix: move it away")
        say(f"virtual environment .venv with Python {dotted(sys.version_info[:3])} ({base_python()})")
        create()
    return False


def create() -> None:
    """Make .venv in the first way that works here."""
    tried = []
    for name, commands in ways():
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir()
        write_mark("creating")
        status, output = run(*commands)
        if status == 0 and has_pip():
            return
        tried.append(f"{name}: {last_lines(output, 1) or 'made one without pip'}")
    shutil.rmtree(VENV, ignore_errors=True)
    seen = "\n          ".join(tried)
    raise SetupError(f"no virtual environment could be made\n  seen:   {seen}\n  to fix: {venv_command()}")


def ways() -> Iterator[tuple[str, list[list[str]]]]:
    """How a virtual environment can be made, in order; the later ones are for systems without ensurepip."""
    python, venv = base_python(), str(VENV)
    plain = [python, "-m", "venv", venv]
    yield "venv", [plain]
    yield "virtualenv", [[python, "-m", "virtualenv", venv]]
    if program := shutil.which("virtualenv"):
        yield program, [[program, "--python", python, venv]]
    if program := shutil.which("uv"):
        yield program, [[program, "venv", "--seed", "--allow-existing", "--python", python, venv]]
    pip = [python, "-m", "pip", "--python", str(VENV_PYTHON), "install", "-c", str(CONSTRAINTS), "pip"]
    yield "pip from outside", [[*plain, "--without-pip"], pip]
    if is_root() and shutil.which("apt-get"):
        say(f"no other way is left: apt-get install {venv_package()}")
        yield "apt-get", [["apt-get", "update"], ["apt-get", "install", "--yes", venv_package()], plain]


def base_python() -> str:
    """This Python, or the one that its virtual environment was made from: ours may be about to go."""
    return str(getattr(sys, "_base_executable", "") or sys.executable)


def has_pip() -> bool:
    """True where the environment's Python runs and has pip."""
    return run([str(VENV_PYTHON), "-m", "pip", "--version"])[0] == 0


def install() -> None:
    """The pinned dependencies and the project itself; wordllama only where it need not be compiled."""
    say("dependencies at the versions in constraints.txt")
    pip("pip", "setuptools")
    project = ["--no-build-isolation", "--editable"]
    try:
        pip("--only-binary", ":all:", *project, ".[dev,local]")
    except SetupError as error:
        if not any(refusal in str(error) for refusal in NO_WHEEL):
            raise
        pip(*project, ".[dev]")
        say("similarity tier off: wordllama has no wheel for this Python and system")


def pip(*arguments: str) -> None:
    """Install with the environment's pip; its last lines are in the error. The user's PIP_* settings hold."""
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "-c", str(CONSTRAINTS)]
    status, output = run([*command, *arguments])
    if status:
        raise SetupError(
            f"pip could not install what constraints.txt names\n{last_lines(output, LAST_LINES)}\n"
            "  to fix: mend what pip names above, then try again"
        )


def provide_browser() -> str:
    """Find or install a browser; its path."""
    command = [str(VENV_PYTHON), "-c", "from pages.install import main; main()"]
    done = subprocess.run(command, cwd=str(ROOT), stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SetupError("no browser; what was tried and what helps is above")
    return done.stdout.strip()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Hold off a second set-up of this folder while one is running."""
    if WINDOWS:
        yield
        return
    import fcntl

    with Path(__file__).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("waits for another set-up of this folder")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run(*commands: list[str]) -> tuple[int, str]:
    """Run commands until one fails: exit status and output of the last; 127 where it cannot be started."""
    status, output = 0, ""
    pipe, joined, nothing = subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL
    for command in commands:
        try:
            done = subprocess.run(command, cwd=str(ROOT), stdin=nothing, stdout=pipe, stderr=joined)
        except OSError as error:
            return 127, str(error)
        status, output = done.returncode, done.stdout.decode("utf-8", "replace")
        if status:
            break
    return status, output


def venv_command() -> str:
    """What brings `python -m venv` to this system; Debian and its kin are those that split it off."""
    if shutil.which("apt-get"):
        return ("" if is_root() else "sudo ") + f"apt-get install {venv_package()}"
    return "install uv (docs.astral.sh/uv), or a Python from python.org, which has ensurepip"


def venv_package() -> str:
    """Debian's package with ensurepip for this Python."""
    return f"python{dotted(sys.version_info[:2])}-venv"


def is_root() -> bool:
    """True for the user that may install packages."""
    return not WINDOWS and os.geteuid() == 0


def dotted(version: tuple[int, ...]) -> str:
    """3.11 from (3, 11)."""
    return ".".join(map(str, version))


def last_lines(text: str, count: int) -> str:
    """The last lines that say something."""
    return "\n".join([line.rstrip() for line in text.splitlines() if line.strip()][-count:])


if __name__ == "__main__":
    sys.exit(main())
