"""Variants of the page: the same clinic, built as chat UIs are that are hard to drive from outside."""

from pathlib import Path

from evals.errors import UsageError

STATIC = Path(__file__).parent / "static"
PLAIN = "plain"
HOST = "launcher-iframe"
DOMS = {
    PLAIN: "the page as it is",
    "soup": "no log, roles, labels and ids, classes without meaning; who speaks is told by side and colour",
    "closed-shadow": "the chat is in a closed shadow tree",
    "contenteditable": "one writes into an editable element without a role and a name",
    "icon-send": "the button that sends has an icon and no name; Enter begins a new line",
    "reordered": "the newest message comes first in the DOM, and the style sheet turns the order round",
    "newest-first": "the newest message is at the top, and one writes above it",
    "virtualised": "only some rows of the conversation are in the DOM, and their nodes are used again",
    "rerender": "the whole conversation is drawn anew with every token",
    "typewriter": "replies are typed out, and for longer than the network takes",
    "skeleton": "lists, tables, code and cards are skeletons until a chunk of the page has arrived",
    "doubled": "every message is there a second time, for screen readers",
    "hydration": "the composer comes alive after 0.3 to 3 s, and what was typed by then is wiped",
    "modal": "a cookie banner and a dialog are in the way at first",
    HOST: "the chat is in a frame behind a launcher, on a page with a search box and a review form",
    "ticker": "something in the page moves all the time",
    "rtl": "the page is Arabic and runs from right to left",
    "history": "2,000 messages of earlier conversations stand above",
}
"""Each variant in a sentence; all but the first and the host's are `static/dom/<name>.js`."""


def dom(name: str) -> str:
    """The name of a variant. Raises UsageError where there is none of that name."""
    if name not in DOMS:
        raise UsageError(
            "there is no such variant of the page",
            expected="one of " + ", ".join(DOMS),
            seen=repr(name),
            fix="`python -m pages demo --list-doms` says what each does",
        )
    return name


def page(name: str, transport: str) -> str:
    """The page of a variant. Raises UsageError."""
    if dom(name) == HOST:
        return (STATIC / "dom" / "host.html").read_text("utf-8")
    return chat(None if name == PLAIN else name, transport)


def framed(transport: str) -> str:
    """The chat alone, for the frame of the host."""
    return chat("framed", transport)


def chat(script: str | None, transport: str) -> str:
    """The clinic's own page; the script of a variant runs before it comes alive."""
    head = (
        '  <link rel="stylesheet" href="/static/dom/dom.css">\n'
        f'  <script type="module" src="/static/dom/{script}.js"></script>\n'
    )
    html = (STATIC / "index.html").read_text("utf-8")
    return html.replace("{dom}", head if script else "").replace("{transport}", transport)
