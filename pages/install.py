"""Installs a browser where there is none. Only set-up calls this: a test run never installs anything."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evals.errors import BrowserNotFoundError
from pages.browser import EXPECTED, Browser, browsers, launch_options, playwright_folder, remedy
from pages.system import Command, System

PLAYWRIGHT: Command = (sys.executable, "-m", "playwright")
LAST_LINES = 8


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thing to try: commands of which each must succeed."""

    name: str
    commands: tuple[Command, ...]


@dataclass(frozen=True, kw_only=True)
class State:
    """The browser that would be taken now; `trouble` is empty where it was seen to start."""

    browser: Browser | None
    version: str = ""
    trouble: str = ""


def provide(say: Callable[[str], None], system: System | None = None) -> Browser:
    """The browser that `find` finds from now on: seen to start, and installed first where there is none.

    Says each step in one line. Raises BrowserNotFoundError with the command that helps on this system.
    """
    system = system or System.here()
    state = look(system)
    outputs: list[str] = []
    for step in steps(system):
        if not state.trouble:
            break
        say(f"browser: {state.trouble.splitlines()[0]}; trying {step.name}")
        outputs.append(run(step.commands))
        state = look(system)
    if state.trouble or not state.browser:
        raise BrowserNotFoundError(
            "no browser could be found or installed",
            expected=EXPECTED,
            seen="\n".join([state.trouble, *filter(None, outputs)]),
            fix=f"run this, then the set-up again:\n{cure(system, state)}",
        )
    say(f"browser: {state.browser.line}, version {state.version}")
    return state.browser


def steps(system: System) -> Iterator[Step]:
    """What can be tried, in order. Each is thought of only after the one before it was tried."""
    yield Step(name="`playwright install chromium`", commands=((*PLAYWRIGHT, "install", "chromium"),))
    if system.root and playwright_folder(system):
        yield Step(name="the libraries it needs", commands=((*PLAYWRIGHT, "install-deps", "chromium"),))
    elif system.root and (commands := system.install_commands("chromium")):
        yield Step(name=f"`{' '.join(commands[-1])}`", commands=commands)


def look(system: System) -> State:
    """Find the browser and start it once."""
    browser = next(browsers(system), None)
    if not browser:
        return State(browser=None, trouble="none is there")
    from playwright.sync_api import Error, sync_playwright  # heavy, and wanted in set-up only

    try:
        with sync_playwright() as playwright:
            started = playwright.chromium.launch(**launch_options(browser))
            version = started.version
            started.close()
    except Error as error:
        return State(browser=browser, trouble=f"{browser.line} does not start:\n{complaint(error.message)}")
    return State(browser=browser, version=version)


def cure(system: System, state: State) -> str:
    """The command that helps: libraries for a browser of Playwright's that does not start, else a browser."""
    if state.browser and state.browser.kind == "playwright":
        return " ".join((*(() if system.root else ("sudo",)), *PLAYWRIGHT, "install-deps", "chromium"))
    return remedy(system)


def run(commands: tuple[Command, ...]) -> str:
    """Run commands until one fails; its last lines, or nothing when all went well."""
    for command in commands:
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
        except OSError as error:
            return f"{' '.join(command)}: {error}"
        if done.returncode:
            return f"{' '.join(command)} failed:\n{tail(done.stdout)}"
    return ""


def complaint(message: str) -> str:
    """What the browser itself said, out of Playwright's long message; else the end of that."""
    mark = "[err] "
    said = dict.fromkeys(line.split(mark, 1)[1] for line in message.splitlines() if mark in line)
    return tail("\n".join(said) or message)


def tail(text: str) -> str:
    """The last lines that say something."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return "\n".join(lines[-LAST_LINES:])


def main() -> None:
    """For tools/bootstrap.py: the browser's path on stdout, the steps on stderr."""
    try:
        browser = provide(lambda line: print(f"set-up: {line}", file=sys.stderr, flush=True))
    except BrowserNotFoundError as error:
        sys.exit(str(error))
    print(browser.where)
