"""How well the end of a streamed reply is known: never too early, and how late.

The embedded product pauses between pieces, log-uniformly from 0.1 to 3 s. A fifth of the turns shows every
sign of work; in each other fifth only one kind is left. The page itself records when its reply was whole.
"""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from pages import ChatPage
from pages.demo.server import running
from tests.bench.driven import clinic_chat, launched
from tests.bench.figure import Figure

HIDDEN = {
    "all": "",
    "stream": "busy,typing,stop",
    "busy": "stream,typing,stop",
    "typing": "stream,busy,stop",
    "stop": "stream,busy,typing",
}
"""Which signs the page hides so that only one kind is left; `busy` is aria-busy."""
KINDS = {kind: f"hide={hidden}" for kind, hidden in HIDDEN.items()}
"""What the page is asked for."""
PROMPTS = (
    "When are you open?",
    "How much is a check-up?",
    "What is your cancellation policy?",
    "Where are you?",
    "Can I move my appointment to Thursday?",
)
TURNS_PER_KIND = 100
PREMATURE = Figure(name="premature-captures-of-500", unit="turns", target="<=0")
LAG = Figure(name="end-of-reply-lag-p95", unit="ms", target="<=50")
FIGURES = (PREMATURE, LAG)
TURNS_PER_PAGE = 10
PROCESSES = 3


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One turn: how late its end was known, in ms after the true end; negative is too early."""

    kind: str
    lag_ms: float
    whole: bool
    signals: tuple[str, ...]

    @property
    def premature(self) -> bool:
        return self.lag_ms < 0 or not self.whole


def measure(pages: Sequence[tuple[str, str, int]]) -> list[Turn]:
    """Page after page (kind, query, seed), in a process and a browser of its own."""
    measured: list[Turn] = []
    with TemporaryDirectory() as folder, running() as url, launched() as program:
        for kind, query, seed in pages:
            context = program.new_context(base_url=url)
            chat = clinic_chat(context.new_page(), Path(folder))
            chat.open(f"/?{query}&pauses=0.1-3&tokens=4&seed={seed}")
            measured += talk(chat, kind, seed)
            context.close()
    return measured


def talk(chat: ChatPage, kind: str, seed: int) -> Iterator[Turn]:
    """Turn after turn, each beside what the page recorded."""
    rng = random.Random(seed)
    for _ in range(TURNS_PER_PAGE):
        reply = chat.send(rng.choice(PROMPTS))
        truth = chat.page.evaluate("() => clinic.turns.at(-1)")
        sent_at = chat.page.evaluate("() => window[Symbol.for('replywright')].origin()")
        assert reply.total_s is not None
        yield Turn(
            kind=kind,
            lag_ms=sent_at + reply.total_s * 1000 - truth["at"],
            whole=words(reply.text) == words(truth["text"]),
            signals=reply.signals,
        )


def words(text: str) -> list[str]:
    """The words alone: the browser's own reading of the truth has no marks of lists and tables."""
    return re.findall(r"\w+", text)


def turns(kinds: Mapping[str, str], per_kind: int) -> list[Turn]:
    """All turns of these kinds, each with its query, in several browsers at once: they mostly wait."""
    pages = [(*kind, seed) for seed in range(per_kind // TURNS_PER_PAGE) for kind in kinds.items()]
    shares = [pages[first::PROCESSES] for first in range(PROCESSES)]
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        return [turn for share in pool.map(measure, shares) for turn in share]


def tell(kinds: Collection[str], measured: Sequence[Turn]) -> None:
    """Print the lag of each kind and what told the end, and each turn that was captured too early."""
    width = max(map(len, kinds))
    for kind in kinds:
        lags = [turn.lag_ms for turn in measured if turn.kind == kind]
        told = Counter(signal for turn in measured if turn.kind == kind for signal in turn.signals)
        print(
            f"  {kind:<{width}} {len(lags)} turns, lag median {median(lags):.0f} ms, p95 {p95(lags):.0f} ms"
        )
        print("          told by " + ", ".join(f"{signal} ({count})" for signal, count in told.items()))
    for turn in measured:
        if turn.premature:
            print(f"  premature: {turn}")


def show(measured: Sequence[Turn], premature: Figure, lag: Figure) -> None:
    """Print the two figures of these turns."""
    premature.show(sum(turn.premature for turn in measured))
    lag.show(round(p95([turn.lag_ms for turn in measured])))


def p95(values: Sequence[float]) -> float:
    """The 95th percentile, by nearest rank."""
    return sorted(values)[max(0, -(-len(values) * 95 // 100) - 1)]


def main(per_kind: int = TURNS_PER_KIND) -> None:
    """Print both figures, and the lag of each kind of sign beside them."""
    measured = turns(KINDS, per_kind)
    tell(KINDS, measured)
    show(measured, PREMATURE, LAG)


if __name__ == "__main__":
    main()
