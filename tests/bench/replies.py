"""Whether a captured reply is what the product says it sent: text, cards and actions of 500 turns."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evals.goldens.load import load
from evals.transcript import Card, Reply
from pages import ChatPage
from pages.demo.server import running
from tests.bench.driven import clinic_chat, launched
from tests.bench.figure import Figure
from tests.bench.process import ROOT

TURNS = 500
PACE = 0.02
EXACT = Figure(name=f"exact-replies-of-{TURNS}", unit="replies", target=f">={TURNS}")
FIGURES = (EXACT,)
RULE = re.compile(r"[\s|:-]+")
MARKS = ((re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"), (re.compile(r"\*\*|`"), ""))


def main(turns: int = TURNS) -> None:
    """Print what differs, then the figure."""
    exact = 0
    for number, (reply, sent) in enumerate(conversed(turns), start=1):
        differences = list(compared(reply, sent))
        exact += not differences
        for difference in differences:
            print(f"  turn {number}, {reply.prompt!r}: {difference}", flush=True)
    EXACT.show(exact)


def conversed(turns: int) -> Iterator[tuple[Reply, dict[str, Any]]]:
    """Play the clinic's goldens, each time in other words; every reply beside the product's own record."""
    goldens = [golden for golden in load(ROOT / "data" / "goldens") if "embedded" in golden.tags]
    with TemporaryDirectory() as folder, running(pace=PACE) as url, launched() as program:
        done = 0
        for seed in range(turns):
            for golden in (item for each in goldens for item in each.items()):
                context = program.new_context(base_url=url)
                chat = clinic_chat(context.new_page(), Path(folder))
                chat.open(f"/?seed={seed}")
                for turn in golden.turns:
                    yield chat.send(turn.user), view(chat)
                    done += 1
                    if done == turns:
                        return
                context.close()


def view(chat: ChatPage) -> dict[str, Any]:
    """The conversation as the product's API tells it, for the person at the page."""
    number = re.findall(r"conversation=(\w+)", chat.page.url)[0]
    told: dict[str, Any] = chat.page.request.get(f"/api/conversations/{number}").json()
    return told


def compared(reply: Reply, sent: dict[str, Any]) -> Iterator[str]:
    """What the person saw and what was sent, where they differ."""
    messages = sent["messages"]
    last = max(index for index, message in enumerate(messages) if message["role"] == "user")
    answers = messages[last + 1 :]
    cards = [card for answer in answers for card in answer["cards"]]
    offered = [(name, "suggestion") for name in sent["suggestions"]]
    pairs = {
        "messages": (reply.messages, tuple(plain(answer["text"]) for answer in answers)),
        "cards": ([shown(card) for card in reply.cards], [told(card) for card in cards]),
        "suggestions": ([(a.name, a.kind) for a in reply.actions if a.kind == "suggestion"], offered),
    }
    for part, (seen, expected) in pairs.items():
        if seen != expected:
            yield f"the {part} are\n    {seen!r}, sent were\n    {expected!r}"


def plain(markdown: str) -> str:
    """The text of the small markdown that the clinic writes, as a person reads it."""
    lines = []
    for line in markdown.split("\n"):
        text = line
        if line.startswith("```") or (line.startswith("|") and RULE.fullmatch(line)):
            continue
        if line.startswith("|"):
            text = " | ".join(cell.strip() for cell in line.strip("|").split("|"))
        for mark, kept in MARKS:
            text = mark.sub(kept, text)
        lines.append(text)
    return "\n".join(lines)


def shown(card: Card) -> tuple[object, ...]:
    return card.title, dict(card.fields), [(action.name, action.enabled) for action in card.actions]


def told(card: dict[str, Any]) -> tuple[object, ...]:
    names = [(action["name"], card["state"] == "open" or "href" in action) for action in card["actions"]]
    return card["title"], dict(card["fields"]), names


if __name__ == "__main__":
    main()
