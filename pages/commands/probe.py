"""`python -m pages probe URL`: say hello to a chat that nobody described, and print what was found."""

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evals.transcript import Reply

HELLO = "Hello"


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "probe",
        help="say hello to a chat and print what was found of it",
        description="Open a chat that nobody described, say something, and print what was found, how the end "
        "of the reply was known, what was captured, and a ChatUI to keep.",
    )
    parser.add_argument("url", metavar="URL", help="where the chat is")
    parser.add_argument("--say", default=HELLO, metavar="TEXT", help="what to say (default: %(default)s)")
    parser.add_argument("--headed", action="store_true", help="show the browser, and outline what was found")
    parser.add_argument(
        "--picture", type=Path, metavar="PNG", help="keep a picture with what was found outlined"
    )
    parser.add_argument("--name", default="acme", help="the name of the driver (default: %(default)s)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Probe, and print. Raises UsageError, BrowserNotFoundError, ProductError."""
    from pages.commands.visiting import address, visiting
    from pages.detect import Description, Detector

    base, path = address(arguments.url)
    detector = Detector()
    description = Description(detector)
    with visiting(base, detector, headed=arguments.headed) as chat:
        chat.open(arguments.url)
        reply = chat.send(arguments.say)
        description.look(chat.page)
        print("\n".join([*findings(reply), *description.findings(chat.page)]))
        undescribed = description.undescribed()
        for why in undescribed:
            print(f"{why}: use --chat-ui auto.")
        if not undescribed:
            print(f"\nA ChatUI to keep, as pages/drivers/{arguments.name}.py:\n")
            print(textwrap.indent(description.source(arguments.name, path), "    "))
        detector.outline(chat.page)
        if arguments.picture:
            chat.page.screenshot(path=arguments.picture)
            print(f"picture: {arguments.picture}")
        if arguments.headed:
            input("Enter closes the browser. ")
    return 0


def findings(reply: "Reply") -> Iterator[str]:
    """What was found, a line each."""
    rows = {
        "said": reply.prompt,
        "messages": " / ".join(reply.messages) or "(no text)",
        "cards": ", ".join(card.title for card in reply.cards),
        "actions": ", ".join(f"{action.name} ({action.kind})" for action in reply.actions),
        "links": ", ".join(link.text for link in reply.links),
        "errors": ", ".join(reply.errors),
        "end known by": ", ".join(reply.signals),
        "first token": f"{reply.first_token_s:.2f} s" if reply.first_token_s is not None else "",
        "whole after": f"{reply.total_s:.2f} s",
    }
    yield from (f"{name + ':':<14}{value}" for name, value in rows.items() if value)
