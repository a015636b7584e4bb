"""`python -m pages record URL`: a person uses a chat; write a golden and a test of what was done."""

import argparse
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from typing import TYPE_CHECKING

from evals.errors import UsageError, without_url_secrets

if TYPE_CHECKING:
    from pages.recording import Recording

HOW = "Chat, click and reload as a user does; close the window, or press Ctrl-C here, to finish."
CTRL_C = "Ctrl-C"


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "record",
        help="use a chat yourself, and have a golden and a test of it written",
        description="Open a browser on a chat that nobody described, and note what you do: messages, clicks "
        "on what replies, cards and suggestions offer, inputs of cards, reloads. When you close the window "
        "or press Ctrl-C, data/goldens/NAME.yaml (a draft with its turns: it gates nothing until you take "
        "the tag away), e2e/test_NAME.py (which does the same again) and, where there is none, "
        "pages/drivers/NAME.py are written. Passwords are not noted.",
    )
    parser.add_argument("url", metavar="URL", help="where the chat is")
    parser.add_argument("--name", default="acme", help="what the files are called (default: %(default)s)")
    parser.add_argument("--headless", action="store_true", help="show no browser: only to see if it opens")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Record until the person is done, and write. Raises UsageError, BrowserNotFoundError, ProductError."""
    from pages.recording import Recording

    return record(arguments, Recording.watch)


def record(arguments: argparse.Namespace, use: "Callable[[Recording], None]") -> int:
    """The same, where `use` returns when the person is done."""
    from pages.commands.places import places, refuse
    from pages.commands.visiting import address, visiting
    from pages.detect import Detector
    from pages.recording import Recording

    base, path = address(arguments.url)
    files = places(arguments.name)
    refuse(files[1:])
    detector, recording = Detector(), None
    with suppress(KeyboardInterrupt), visiting(base, detector, headed=not arguments.headless) as chat:
        recording = Recording(chat, detector, tell=lambda line: print(line, flush=True))
        chat.open(arguments.url)
        recording.start()
        with ended_by_ctrl_c(recording):
            print(HOW, flush=True)
            use(recording)
    print(f"finished: {recording.over if recording and recording.over else CTRL_C}", flush=True)
    keep(recording, arguments.name, path)
    shown = without_url_secrets(base)
    print(f"to do it again: pytest {files[-1]} --base-url {shown} --chat-ui {arguments.name}")
    return 0


@contextmanager
def ended_by_ctrl_c(recording: "Recording") -> Iterator[None]:
    """Ctrl-C ends the recording at the next good moment; once more, at once."""

    def end(*_: object) -> None:
        if recording.over:
            raise KeyboardInterrupt
        recording.end(CTRL_C)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def keep(recording: "Recording | None", name: str, path: str) -> None:
    """Write the files. Raises UsageError where nothing was said."""
    from pages.commands.places import places, write
    from pages.replay import code, goldens, has_a_message
    from pages.written import driver

    steps = recording.steps if recording else []
    if recording is None or not has_a_message(steps):
        raise UsageError(
            "nothing was said, so nothing is written",
            expected="a message to the chat, or a click that sends one",
            seen=f"{len(steps)} other steps" if steps else "nothing that was done in the chat",
        )
    file, *others = places(name)
    if file.exists():
        print(f"kept {file}", flush=True)
    else:
        write(file, driver(name, recording.description, path=path, keeps=recording.keeps))
    for other, text in zip(others, (goldens(name, steps), code(name, steps, seen=date.today())), strict=True):
        write(other, text)
