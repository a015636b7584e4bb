"""What 500 turns in one page leave in memory: in the harness's process and in Playwright's driver."""

import gc
import os
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from pages import ChatPage
from pages.demo.server import running
from tests.bench.detection import PROMPTS
from tests.bench.driven import clinic_chat, launched
from tests.bench.figure import Figure

TURNS, WARM = 500, 100
Open = Callable[[Page, Path], ChatPage]
"""Makes a chat on a page."""
MOST = Figure(name=f"memory-after-{TURNS}-turns", unit="MB", target="<=250")
GROWTH = Figure(name=f"memory-growth-after-turn-{WARM}", unit="MB", target="<=25")
FIGURES = (MOST, GROWTH)


def resident_mb() -> float:
    """Megabytes in memory of this process and of the driver that it started; not of the browser."""
    told = subprocess.run(["ps", "-eo", "pid=,ppid=,rss=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 3) for line in told.stdout.splitlines()]
    me = str(os.getpid())
    ours = [row for row in rows if row[0] == me or (row[1] == me and "playwright" in row[-1])]
    return sum(int(rss_kb) for _, _, rss_kb, _ in ours) / 1024


def talk(url: str, turns: int, opened: Open) -> Iterator[float]:
    """Turn after turn in one page; the memory after each hundred."""
    with TemporaryDirectory() as folder, launched() as program:
        chat = opened(program.new_page(base_url=url), Path(folder))
        chat.open()
        for number in range(1, turns + 1):
            chat.send(PROMPTS[number % len(PROMPTS)])
            if number % WARM == 0:
                gc.collect()
                yield resident_mb()


def measured(url: str, opened: Open) -> list[float]:
    return list(talk(url, TURNS, opened))


def after_each_hundred(opened: Open) -> list[float]:
    """Megabytes after each hundred turns, printed as well; the product is in a process of its own."""
    with running(pace=0) as url, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        told = pool.submit(measured, url, opened).result()
    print("  " + ", ".join(f"{value:.0f} MB" for value in told) + f" after every {WARM} turns")
    return told


def main() -> None:
    """Print the memory after each hundred turns, and the figures."""
    told = after_each_hundred(clinic_chat)
    MOST.show(max(told))
    GROWTH.show(told[-1] - told[0])


if __name__ == "__main__":
    main()
