"""The checks on how a reply is shown: flaws of its rendering, and what a screen reader is given to read."""

import re
from collections.abc import Sequence

from evals.errors import UsageError
from evals.expect.message import Check
from evals.score import Score, Verdict
from evals.transcript import FLAWS, Reply

BETWEEN = 3
"""Words that may come between those of a reply as it is announced: a button's, "Assistant said"."""


def rendering_check(name: str, reply: Reply, ignore: Sequence[str]) -> Check:
    """Whether the reply is shown without a flaw of another kind than those ignored.

    Raises UsageError for a kind that there is not.
    """
    ignored = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    if unknown := [kind for kind in ignored if kind not in FLAWS]:
        raise UsageError(
            f"{name} cannot ignore {unknown[0]!r}: there is no such flaw",
            expected="kinds of flaws: " + ", ".join(FLAWS),
            seen=f"ignore={ignored!r}",
        )
    flaws = [flaw for flaw in reply.flaws if flaw.kind not in ignored]
    kinds = list(dict.fromkeys(flaw.kind for flaw in flaws))
    found = {kind: [flaw.quote for flaw in flaws if flaw.kind == kind] for kind in kinds}
    score = Score(
        scorer="rendering",
        value=0.0 if flaws else 1.0,
        reason="; ".join(f"{kind}: {FLAWS[kind]}" for kind in kinds) if flaws else "no flaw was found",
        evidence=found,
    )
    return Check(
        name=name,
        says=f"the reply is not shown well: {', '.join(kinds)}",
        expected=("a reply that is shown well",),
        verdict=Verdict.of(score, threshold=1.0),
    )


def announced_check(name: str, reply: Reply) -> Check:
    """Whether live regions gave each message of the reply once and whole; where it has none, each card."""
    shown = [words(text) for text in reply.messages or [card.text for card in reply.cards]]
    heard = [words(text) for text in reply.announced if words(text) != words(reply.prompt)]
    says = next((said for message in shown if message and (said := not_once(message, shown, heard))), "")
    if not any(shown):
        score = Score(
            scorer="announcements",
            value=None,
            unscored="inconclusive",
            reason="the reply shows no words, so there is nothing to announce",
        )
    else:
        score = Score(
            scorer="announcements",
            value=0.0 if says else 1.0,
            reason=says or "announced once and whole",
            evidence={"announced": [" ".join(text.split()) for text in reply.announced]},
        )
    return Check(
        name=name,
        says=says,
        expected=("each message given to a screen reader once, whole, by a live region",),
        verdict=Verdict.of(score, threshold=1.0),
    )


def not_once(message: list[str], shown: Sequence[list[str]], heard: Sequence[list[str]]) -> str:
    """How else a message was announced than once and whole; nothing where it was.

    A short one may be a part of others: it is announced once where it is heard as often as it is shown.
    """
    times, expected = (sum(occurrences(message, said) for said in each) for each in (heard, shown))
    pieces = sum(occurrences(said, message) > 0 for said in heard if said)
    begins = f"the message {' '.join(message)[:60]!r}"
    if times == expected:
        return ""
    if times:
        return (
            f"{begins} was announced {times} times" if times > 1 else f"{begins} was not announced each time"
        )
    return f"{begins} was announced in {pieces} piece(s)" if pieces else f"{begins} was not announced"


def words(text: str) -> list[str]:
    """The words of a text, whatever its form."""
    return re.findall(r"\w+", text.casefold())


def occurrences(wanted: Sequence[str], said: Sequence[str]) -> int:
    """How often the words are said in their order, with at most BETWEEN others between two of them."""
    found = at = others = 0
    for word in said:
        if word == wanted[at]:
            at, others = at + 1, 0
        elif at:
            others += 1
            if others > BETWEEN:
                at = others = 0
                at = int(word == wanted[0])
        if at == len(wanted):
            found, at, others = found + 1, 0, 0
    return found
