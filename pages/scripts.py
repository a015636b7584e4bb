"""The scripts that watch and read a page.

What watches runs in every frame before the page's own scripts; what reads is brought to a frame when it is
first asked for.
"""

from functools import cache
from pathlib import Path

from playwright.sync_api import Frame, Page

HERE = Path(__file__).parent
WATCHING = tuple(HERE / f"{name}.js" for name in ("streams", "settle"))
READING = tuple(
    HERE / f"{name}.js"
    for name in ("tree", "text", "names", "inputs", "capture", "prose", "sight", "rendering", "announcements")
)
DETECTING = tuple(
    HERE / "detect" / f"{name}.js"
    for name in (
        "nodes",
        "composer",
        "likeness",
        "memory",
        "turn",
        "chrome",
        "busy",
        "extras",
        "way",
        "selectors",
        "outline",
        "detect",
    )
)


def watch(page: Page) -> None:
    """Watch every document that the page will show."""
    for script in WATCHING:
        page.add_init_script(path=script)


def bring(frame: Frame, *, detecting: bool = False) -> None:
    """Bring what reads, and what detects where that is wanted, to a frame that does not have it yet."""
    for scripts in (READING, DETECTING) if detecting else (READING,):
        there = f"Symbol.for('replywright.{scripts[-1].stem}') in window"
        if not frame.evaluate(f"() => {there}"):
            frame.evaluate(together(scripts))


@cache
def together(scripts: tuple[Path, ...]) -> str:
    """Several scripts as one."""
    return "\n".join(script.read_text(encoding="utf-8") for script in scripts)
