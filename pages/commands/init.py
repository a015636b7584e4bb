"""`python -m pages init URL`: look around in a chat; write a driver, goldens and a test for it."""

import argparse
import subprocess
import sys
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from pages.explore import Explored


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "init",
        help="look around in a chat, and write a driver, goldens and a test for it",
        description="Say hello to a chat, try its starter prompts and suggested replies, ask once more and "
        "reload; then write pages/drivers/NAME.py, data/goldens/NAME.yaml (drafts: they gate nothing until "
        "you take the tag away) and e2e/test_NAME.py, and run that test. Nothing is clicked that looks as if "
        "it changed something or called somebody.",
    )
    parser.add_argument("url", metavar="URL", help="where the chat is")
    parser.add_argument("--name", default="acme", help="what the files are called (default: %(default)s)")
    parser.add_argument("--headed", action="store_true", help="show the browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Look around, write, run the test; its exit status. Raises UsageError, ProductError."""
    from pages.commands.places import places, refuse, write
    from pages.commands.visiting import address, visiting
    from pages.detect import Description, Detector
    from pages.explore import explore
    from pages.written import driver, goldens, tests

    base, path = address(arguments.url)
    files = places(arguments.name)
    refuse(files)
    detector = Detector()
    description = Description(detector)
    with visiting(base, detector, headed=arguments.headed) as chat:
        chat.open(arguments.url)
        print(f"talking to {urlsplit(arguments.url).hostname}", flush=True)
        found = explore(chat, look=lambda: description.look(chat.page))
        written = [
            driver(arguments.name, description, path=path, keeps=found.keeps_on_reload),
            goldens(arguments.name, found),
            tests(arguments.name, found, seen=date.today()),
        ]
    for file, text in zip(files, written, strict=True):
        write(file, text)
    tell(found)
    command = ["-m", "pytest", str(files[-1]), "--base-url", base, "--chat-ui", arguments.name]
    print(f"running pytest {' '.join(command[2:])}", flush=True)
    return subprocess.run([sys.executable, *command], check=False).returncode


def tell(found: "Explored") -> None:
    """What was said and clicked."""
    for heard in (*found.heard, found.follow_up):
        how = "said" if heard.clicked is None else f"clicked {heard.clicked!r}, which said"
        print(
            f"{how} {heard.sent!r}: {heard.reply.text.splitlines()[0] if heard.reply.text else '(no text)'}"
        )
