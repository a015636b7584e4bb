"""`python -m pages demo`: serve the embedded chat product, to look at or to test against."""

import argparse
import math
import threading
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from evals.errors import UsageError, without_url_secrets
from evals.settings import environment

if TYPE_CHECKING:
    from pages.demo.model import Model

DEFAULT_PORT = 8765


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its options."""
    from pages.demo.dom import PLAIN
    from pages.demo.options import TRANSPORTS

    parser = commands.add_parser(
        "demo",
        help="serve the embedded chat product, the assistant of a clinic",
        description="Serve the embedded chat product on 127.0.0.1 until Ctrl-C.",
    )
    parser.add_argument(
        "--port", type=port, default=DEFAULT_PORT, help="default %(default)s; 0 takes any free port"
    )
    parser.add_argument("--seed", type=int, help="make the wording the same in every run")
    parser.add_argument(
        "--today", type=day, metavar="YYYY-MM-DD", help="what day it is in the clinic (default: today)"
    )
    parser.add_argument(
        "--pace",
        type=factor,
        default=1.0,
        metavar="FACTOR",
        help="scales the pauses of a reply; 0 sends it at once",
    )
    parser.add_argument(
        "--bug", action="append", default=[], metavar="NAME", help="switch a seeded bug on; repeatable"
    )
    parser.add_argument("--list-bugs", action="store_true", help="say what each seeded bug does, and stop")
    parser.add_argument(
        "--dom",
        default=PLAIN,
        metavar="NAME",
        help="build the page in another way (default: %(default)s)",
    )
    parser.add_argument("--list-doms", action="store_true", help="say what each --dom does, and stop")
    parser.add_argument(
        "--db", type=Path, metavar="PATH", help="keep everything in this SQLite file (default: in memory)"
    )
    parser.add_argument(
        "--transport",
        default=TRANSPORTS[0],
        metavar="NAME",
        help=f"how replies reach the page: {', '.join(TRANSPORTS)} (default: %(default)s)",
    )
    parser.add_argument(
        "--model",
        nargs=2,
        metavar=("BASE_URL", "MODEL"),
        help="let a model of an OpenAI-compatible service do the talking (key: OPENAI_API_KEY)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted. Raises UsageError."""
    from pages.demo.bugs import BUGS
    from pages.demo.dom import DOMS
    from pages.demo.server import running

    if arguments.list_bugs or arguments.list_doms:
        listed = {name: bug.sentence for name, bug in BUGS.items()} if arguments.list_bugs else DOMS
        for name, sentence in listed.items():
            print(f"{name:<24} {sentence}")
        return 0
    with running(
        port=arguments.port,
        seed=arguments.seed,
        today=arguments.today,
        pace=arguments.pace,
        bugs=arguments.bug,
        db=arguments.db,
        transport=arguments.transport,
        dom=arguments.dom,
        model=model(*arguments.model) if arguments.model else None,
    ) as url:
        print(f"Riverside Clinic is open at {url} - Ctrl-C closes it", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()
    return 0


def model(url: str, name: str) -> "Model":
    """The model that does the talking. Raises UsageError."""
    from pages.demo.model import NO_KEY, Model

    if not url.startswith(("http://", "https://")):
        raise UsageError(
            "--model has no base URL",
            expected="http:// or https://, up to what /chat/completions follows",
            seen=repr(without_url_secrets(url)),
            fix="--model http://127.0.0.1:11434/v1 llama3.2",
        )
    return Model(url=url, name=name, key=environment().get("OPENAI_API_KEY") or NO_KEY)


def port(text: str) -> int:
    """A port number, 0 to 65535. Raises UsageError."""
    if not text.isdecimal() or int(text) > 65535:
        raise UsageError("--port is not a port", expected="a whole number from 0 to 65535", seen=repr(text))
    return int(text)


def day(text: str) -> date:
    """A date. Raises UsageError."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UsageError("--today is not a date", expected="YYYY-MM-DD", seen=repr(text)) from error


def factor(text: str) -> float:
    """A number that is 0 or more. Raises UsageError."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not (value >= 0 and math.isfinite(value)):
        raise UsageError("--pace is not a factor", expected="a number from 0 up", seen=repr(text))
    return value
