"""Whether a text mentions a value or a kind of fact."""

import re
from collections import defaultdict
from collections.abc import Iterable

from evals.facts.compare import same
from evals.facts.extract import extract
from evals.facts.fact import Digits, Fact, Kind
from evals.facts.text import Spelled, plain

KINDS = tuple(kind for kind in Kind if kind not in (Kind.PERIOD, Kind.NAME, Kind.POLARITY))
"""What may be asked for by its name: `to_mention("money")`."""

OTHER_WORD_IN_LOWER_CASE = frozenset({"may", "march", "mar", "sat", "sun", "wed", "mon", "dec"})


def find(text: str, sought: str, digits: Digits = str) -> tuple[str, ...]:
    """The quotes in `text` that mention `sought`, in reading order; empty where there are none.

    `sought` is the name of a kind ("money"), a value that is compared as a fact ("$45" is found in
    "45 dollars", "14:00" in "2pm"), or else words, found at word borders whatever their case.
    """
    facts = extract(text, digits)
    if sought.strip().casefold() in KINDS:
        return unique(fact.quote for fact in facts if fact.kind == sought.strip().casefold())
    needle = whole_fact(sought, digits)
    return (needle and equal_quotes(facts, needle)) or words(text, sought, digits)


def whole_fact(sought: str, digits: Digits) -> list[Fact]:
    """The facts that `sought` consists of, or none where it has other words as well."""
    facts = [f for f in extract(sought, digits) if f.kind in KINDS]
    left = plain(sought)
    for fact in facts:
        left = left.replace(fact.quote, " ")
    return facts if not re.sub(r"\b(?:at|on|of|the|in|for|from|to|and)\b|\W", "", left) else []


def equal_quotes(facts: tuple[Fact, ...], needle: list[Fact]) -> tuple[str, ...]:
    """Quotes of the facts equal to those of the needle; none unless each of the needle's is there.

    A span of several values, such as Monday to Friday, is equal only as a whole.
    """
    quotes: list[tuple[int, str]] = []
    for wanted in spans(needle):
        found = [(seen[0].start, seen[0].quote) for seen in spans(facts) if equal(wanted, seen)]
        if not found:
            return ()
        quotes += found
    return unique(quote for _, quote in sorted(quotes))


def spans(facts: Iterable[Fact]) -> list[list[Fact]]:
    """Facts grouped by the span they were read from."""
    groups: dict[tuple[Kind, int], list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.kind is not Kind.POLARITY:
            groups[fact.kind, fact.start].append(fact)
    return list(groups.values())


def equal(wanted: list[Fact], seen: list[Fact]) -> bool:
    return len(wanted) == len(seen) and all(any(same(w, s) for s in seen) for w in wanted)


def words(text: str, sought: str, digits: Digits) -> tuple[str, ...]:
    """Where `sought` stands as whole words, whatever their case, spacing and way to write numbers."""
    parts = digits(plain(sought)).split()
    if not parts:
        return ()
    pattern = r"(?<!\w)(?<!\d[.,])" + r"\s+".join(map(re.escape, parts)) + r"(?!\w|[.,]\d)"
    case = re.NOFLAG if sought.strip().casefold() in OTHER_WORD_IN_LOWER_CASE else re.IGNORECASE
    spelled = Spelled(plain(text), digits)
    found = re.finditer(pattern, spelled.text, case)
    return unique(spelled.quote(match.start(), match.end())[1] for match in found)


def unique(quotes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(quotes))
