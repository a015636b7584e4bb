"""Installs an app's UI on demand, at its pinned versions, into build/uis/<name>. Says so in one line."""

import json
import subprocess
import sys
import tarfile
from pathlib import Path
from subprocess import PIPE, STDOUT

from tests.bench.process import ROOT
from tests.uis.catalog import APPS, App

BUILD = ROOT / "build" / "uis"
BIN = "Scripts" if sys.platform == "win32" else "bin"


def home(app: App) -> Path:
    """Where an app's UI is installed."""
    return BUILD / app.name


def installed(app: App) -> bool:
    """Is all that the app needs there, at the pinned versions?"""
    if app.inside:
        return installed(APPS[app.inside])
    stamp = home(app) / "pins.txt"
    return stamp.is_file() and stamp.read_text("utf-8").split() == list(app.pins)


def install(app: App) -> None:
    """Bring what is missing. Raises RuntimeError, with what was said, where that fails."""
    if app.inside:
        install(APPS[app.inside])
    if installed(app):
        return
    folder = home(app)
    print(f"installing {', '.join(app.pins)} into {folder.relative_to(ROOT)}", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    WAYS[app.kind](app, folder)
    (folder / "pins.txt").write_text("\n".join(app.pins), "utf-8")


def python(app: App, folder: Path) -> None:
    """An environment of its own."""
    quietly(folder, sys.executable, "-m", "venv", "--clear", "venv")
    quietly(folder, folder / "venv" / BIN / "python", "-m", "pip", "install", *app.pins)


def npm(app: App, folder: Path) -> None:
    """A folder with node_modules; no script of a package is run."""
    (folder / "package.json").write_text(json.dumps({"private": True}), "utf-8")
    quietly(
        folder, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", *app.pins
    )


def package(app: App, folder: Path) -> None:
    """One package without what it depends on: its bundle holds that already."""
    told = quietly(folder, "npm", "pack", "--silent", app.pins[0])
    archive = folder / told.split()[-1]
    with tarfile.open(archive) as packed:
        if hasattr(tarfile, "data_filter"):  # not in the first releases of Python 3.11
            packed.extraction_filter = tarfile.data_filter
        packed.extractall(folder)
    archive.unlink()


WAYS = {"python": python, "npm": npm, "package": package}


def quietly(folder: Path, *command: str | Path) -> str:
    """Run a command and return what it said. Raises RuntimeError where it fails, or is not there."""
    try:
        done = subprocess.run(command, cwd=folder, text=True, stdout=PIPE, stderr=STDOUT, check=False)
    except FileNotFoundError as error:
        raise RuntimeError(f"there is no {command[0]} here") from error
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}")
    return done.stdout
