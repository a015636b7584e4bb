"""The command line of `pages`: python -m pages COMMAND."""

import argparse
import sys
from collections.abc import Sequence

from evals.errors import ReplywrightError
from pages.commands import demo, init, probe, record


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    top = argparse.ArgumentParser(
        prog="python -m pages", description="Replywright's commands around the chat page."
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (demo, probe, init, record):
        command.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when all went well, 2 for what the user has to mend."""
    try:
        chosen = parser().parse_args(arguments)
        status: int = chosen.run(chosen)
    except ReplywrightError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
