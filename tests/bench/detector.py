"""What it costs that nobody described the chat: to find it, to the page's own stream, and in memory."""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from pages import ChatPage
from pages.commands.visiting import Aside
from pages.demo.server import running
from pages.drivers.auto import ui
from pages.settle import Limits
from tests.bench import memory
from tests.bench.driven import launched
from tests.bench.figure import Figure
from tests.pages.product import Step, serving

TIMES = 20
PIECES, APART_S = 1000, 0.002
"""A stream faster than any model writes."""
SLOWED = Figure(name="stream-over-the-page-alone", unit="ratio", target="<=1.05")
FOUND = Figure(name="parts-found-after-usable", unit="ms", target="<=500")
MOST = Figure(name=f"memory-detected-after-{memory.TURNS}-turns", unit="MB", target="<=250")
GROWTH = Figure(name=f"memory-detected-growth-after-turn-{memory.WARM}", unit="MB", target="<=25")
FIGURES = (SLOWED, FOUND, MOST, GROWTH)
PAGE = """
async function say(text) {
  add('user', text);
  const response = await post('/say', { text }), bubble = add('bot', '');
  let begun;
  for await (const piece of pieces(response)) { begun ??= performance.now(); bubble.append(piece); }
  window.took = performance.now() - begun;
}
"""


def detected(page: Page, folder: Path) -> ChatPage:
    """A chat that nobody described, not opened yet."""
    return ChatPage(page, ui, Aside(folder), Limits())


def streamed(program: Browser, say: Callable[[Page], None]) -> float:
    """Milliseconds from the first to the last piece of a reply."""
    with program.new_context() as context:
        page = context.new_page()
        say(page)
        page.wait_for_function("() => window.took")
        return float(page.evaluate("() => window.took"))


def slowed(program: Browser, folder: Path) -> float:
    """How long a stream takes in a page that is watched, over the page alone: the median of pairs."""
    script: list[Step] = [step for number in range(PIECES) for step in (f"word {number} ", APART_S)]
    with serving({"go": script}, {"streaming": PAGE}) as product:

        def alone(page: Page) -> None:
            page.goto(product.url)
            page.get_by_label("Message").fill("go")
            page.keyboard.press("Enter")

        def watched(page: Page) -> None:
            chat = detected(page, folder)
            chat.open(product.url)
            chat.send("go")

        pairs = [[streamed(program, say) for say in (alone, watched)] for _ in range(TIMES)]
    return median(ours / raw for raw, ours in pairs)


def found_ms(url: str, program: Browser, folder: Path) -> float:
    """Milliseconds from the moment at which raw Playwright can type to the one at which the detector can."""

    def alone(page: Page) -> None:
        page.goto(url, wait_until="domcontentloaded")
        page.get_by_label("Message", exact=True).focus()

    def by_its_looks(page: Page) -> None:
        detected(page, folder).open(url)

    def timed(opened: Callable[[Page], None]) -> float:
        with program.new_context() as context:
            page = context.new_page()
            started_s = time.monotonic()
            opened(page)
            return 1000 * (time.monotonic() - started_s)

    return median(timed(by_its_looks) - timed(alone) for _ in range(TIMES))


def main() -> None:
    """Print the figures."""
    with TemporaryDirectory() as name, launched() as program:
        SLOWED.show(slowed(program, Path(name)))
        with running() as url:
            FOUND.show(found_ms(url, program, Path(name)))
    told = memory.after_each_hundred(detected)
    MOST.show(max(told))
    GROWTH.show(told[-1] - told[0])


if __name__ == "__main__":
    main()
