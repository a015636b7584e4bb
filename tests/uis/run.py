"""Starts one app on a free port of 127.0.0.1, with a bot of its own, and stops what it started."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from tests.bench.process import environment
from tests.uis.backend import Bot, serving
from tests.uis.catalog import APPS, App
from tests.uis.install import BIN, home, quietly
from tests.uis.script import javascript

SOURCES = Path(__file__).with_name("apps")
START_S, STOP_S, LOOK_S = 60.0, 10.0, 0.1
QUIET = {
    "DO_NOT_TRACK": "1",
    "GRADIO_ANALYTICS_ENABLED": "False",
    "HF_HUB_OFFLINE": "1",
    "SOLARA_TELEMETRY_MIXPANEL_ENABLE": "False",
    "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
}
"""Lets none of these products phone home."""


@dataclass(frozen=True, kw_only=True)
class Running:
    """An app that runs: where, and the bot it talks to."""

    url: str
    bot: Bot


@contextmanager
def running(name: str) -> Iterator[Running]:
    """The app called `name`, which is installed. Raises RuntimeError where it does not start."""
    app = APPS[name]
    with ExitStack() as stack:
        place = stack.enter_context(TemporaryDirectory(prefix="run-", dir=parent(app)))
        folder = Path(place)
        copied(app, folder)
        bot = stack.enter_context(serving(folder))
        if app.inside:
            embedded = stack.enter_context(running(app.inside))
            yield Running(url=f"{bot.url}/?chat={quote(embedded.url, safe='')}", bot=embedded.bot)
        elif app.command:
            yield Running(url=stack.enter_context(process(app, folder, bot)), bot=bot)
        else:
            yield Running(url=bot.url, bot=bot)


def parent(app: App) -> Path:
    """Where an app may write while it runs."""
    folder = home(app)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def copied(app: App, folder: Path) -> None:
    """The app's own files, and what it is built of, in the folder it runs in."""
    shutil.copytree(SOURCES / app.name, folder, dirs_exist_ok=True)
    shutil.copy(SOURCES / "say.js", folder)
    (folder / "script.js").write_text(javascript(), "utf-8")
    for file in app.files:
        shutil.copy(home(app) / "package" / file, folder)
    if app.kind == "npm":
        built = ["--bundle", "--minify", "--outfile=app.js", "--jsx=automatic", "--log-level=error"]
        esbuild = home(app) / "node_modules" / ".bin" / "esbuild"
        quietly(folder, esbuild, "app.jsx", *built, '--define:process.env.NODE_ENV="production"')


@contextmanager
def process(app: App, folder: Path, bot: Bot) -> Iterator[str]:
    """The app's own server, in a group of its own that ends with it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program, *arguments = (word.format(port=port) for word in app.command)
    env = environment() | QUIET | {"BOT": bot.url, "CHAINLIT_APP_ROOT": str(folder)}
    output = folder / "output.txt"
    with output.open("w", encoding="utf-8") as said:
        server = subprocess.Popen(
            [home(app) / "venv" / BIN / program, *arguments],
            cwd=folder,
            env=env,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        answers(url, server, output)
        yield url
    finally:
        stop(server)


def answers(url: str, server: subprocess.Popen[bytes], output: Path) -> None:
    """Wait until something answers there. Raises RuntimeError."""
    for _ in range(int(START_S / LOOK_S)):
        try:
            urlopen(url, timeout=START_S).close()
        except HTTPError:
            return
        except OSError:
            with suppress(subprocess.TimeoutExpired):
                server.wait(LOOK_S)
                break
        else:
            return
    raise RuntimeError(f"{server.args!r} did not start:\n{output.read_text('utf-8')[-2000:]}")


def stop(server: subprocess.Popen[bytes]) -> None:
    """End the server and all that it started."""
    if sys.platform == "win32":
        server.terminate()
        server.wait()
        return
    for how in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(server.pid, how)
        with suppress(subprocess.TimeoutExpired):
            server.wait(STOP_S)
            return
