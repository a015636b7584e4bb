"""Real input: 20 turns and a button through Gradio, a public chat UI, driven by a ChatUI of ten lines."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from subprocess import PIPE, STDOUT
from tempfile import TemporaryDirectory

from evals.settings import environment
from tests.bench.figure import Figure
from tests.uis.echo import echo

GRADIO = "gradio==6.31.0"
ROOT = Path(__file__).parents[2]
HOME = ROOT / "build" / "uis" / "gradio"
EXACT = Figure(name="gradio-exact-replies-of-20", unit="replies", target=">=20")
CLICKED = Figure(name="gradio-buttons-clicked", unit="buttons", target=">=1")
FIGURES = (EXACT, CLICKED)


def installed() -> Path:
    """The Python of an environment with Gradio in it, made once in build/."""
    folder = HOME / ("Scripts" if sys.platform == "win32" else "bin")
    if not (HOME / GRADIO).exists():
        print(f"  installing {GRADIO} into {HOME.relative_to(ROOT)}", flush=True)
        quietly(sys.executable, "-m", "venv", "--clear", HOME)
        quietly(folder / "python", "-m", "pip", "install", GRADIO)
        (HOME / GRADIO).touch()
    return folder / "python"


def quietly(*command: str | Path) -> None:
    """Run a command; what it said is shown only where it failed. Raises RuntimeError."""
    done = subprocess.run(command, text=True, stdout=PIPE, stderr=STDOUT, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}")


@contextmanager
def running(python: Path) -> Iterator[str]:
    """The app on a free port of 127.0.0.1. Raises RuntimeError where it does not start."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    quiet = {"GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1", "PYTHONUNBUFFERED": "1"}
    command = [str(python), "-m", "tests.uis.gradio_app", str(port)]
    with subprocess.Popen(
        command, cwd=ROOT, env={**environment(), **quiet}, text=True, stdout=PIPE, stderr=STDOUT
    ) as app:
        try:
            assert app.stdout
            said = list(takewhile(lambda line: "Running on" not in line, app.stdout))
            if app.poll() is not None:
                raise RuntimeError("Gradio did not start:\n" + "".join(said))
            yield f"http://127.0.0.1:{port}"
        finally:
            app.terminate()


def drive(url: str, folder: str) -> tuple[int, int]:
    """Run the test file against it; from its record count exact replies, and buttons that worked."""
    command = [sys.executable, "-m", "pytest", "-q", "tests/uis/test_gradio.py", "--base-url", url]
    subprocess.run([*command, "--chat-ui", "gradio", "--runs-dir", folder], cwd=ROOT, check=False)
    events = [json.loads(line) for file in Path(folder).rglob("*.jsonl") for line in file.open()]
    replies = [event["reply"] for event in events if event["event"] == "turn"]
    exact = sum(reply["text"] == echo(reply["prompt"], turn_of(reply["prompt"])) for reply in replies)
    results = {event["test"]: event["outcome"] for event in events if event["event"] == "result"}
    return exact, sum(outcome == "pass" for test, outcome in results.items() if "button" in test)


def turn_of(prompt: str) -> int:
    """The number at the end of a prompt."""
    found = re.search(r"\d+$", prompt)
    return int(found[0]) if found else 0


def main() -> None:
    """Print both figures."""
    with TemporaryDirectory() as folder, running(installed()) as url:
        exact, clicked = drive(url, folder)
    EXACT.show(exact)
    CLICKED.show(clicked)


if __name__ == "__main__":
    main()
