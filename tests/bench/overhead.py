"""What a flow of five steps costs over the same in raw Playwright: open, ask, confirm, ask again, reload."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect

from pages.demo.server import running
from tests.bench.driven import clinic_chat, launched
from tests.bench.figure import Figure

ASK, THEN = "Can I move my appointment to Thursday?", "What are your opening hours?"
TIMES = 12
SEED = 4
FLOW = Figure(name="flow-over-raw-playwright", unit="ratio", target="<=1.1")
FIGURES = (FLOW,)
DAY = re.compile("Thursday")


def ours(page: Page, folder: Path) -> None:
    """The flow through the page objects, with all that they capture."""
    chat = clinic_chat(page, folder)
    chat.open(f"/?seed={SEED}")
    assert DAY.search(chat.send(ASK).text)
    confirm = chat.card("Appointment").action("Confirm")
    with page.expect_response("**/api/appointments/*") as response:
        confirm.click()
    assert response.value.status == 200
    chat.send(THEN)
    before = chat.transcript()
    chat.reload()
    assert chat.transcript() == before


def raw(page: Page, folder: Path) -> None:
    """The same as one would write it by hand for this product alone, with the same two pictures."""
    log, replies = page.get_by_role("log"), page.locator("[data-role=assistant]")

    def send(text: str) -> None:
        page.get_by_label("Message", exact=True).fill(text)
        page.keyboard.press("Enter")
        expect(page.locator("[data-role=user]").last).to_have_text(text)
        expect(log).to_have_attribute("aria-busy", "false", timeout=30_000)
        replies.last.screenshot(path=folder / "reply.png", animations="disabled")

    page.goto(f"/?seed={SEED}", wait_until="domcontentloaded")
    page.get_by_label("Message", exact=True).wait_for()
    page.get_by_label("Message", exact=True).focus()
    send(ASK)
    assert DAY.search(" ".join(replies.all_inner_texts()))
    with page.expect_response("**/api/appointments/*") as response:
        page.get_by_role("article", name="Appointment").get_by_role("button", name="Confirm").click()
    assert response.value.status == 200
    send(THEN)
    before = log.get_by_role("group").all_inner_texts()
    page.reload(wait_until="domcontentloaded")
    expect(log.get_by_role("group")).to_have_count(len(before))
    assert log.get_by_role("group").all_inner_texts() == before


def main(times: int = TIMES) -> None:
    """Print the figure: the median over pairs, each run in turn."""
    with TemporaryDirectory() as folder, running() as url, launched() as program:

        def timed(flow: Callable[[Page, Path], None]) -> float:
            with program.new_context(base_url=url) as context:
                page = context.new_page()
                started = time.monotonic()
                flow(page, Path(folder))
                return time.monotonic() - started

        timed(raw)
        timed(ours)
        pairs = [(timed(raw), timed(ours)) for _ in range(times)]
    middle = [median(each) for each in zip(*pairs, strict=True)]
    print(f"  raw {middle[0]:.2f} s, ours {middle[1]:.2f} s, in the middle of {times} pairs")
    FLOW.show(median(o / r for r, o in pairs))


if __name__ == "__main__":
    main()
