"""The one table of kinds, and `extract`, which runs its readers over a text."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evals.facts import amounts, marks, moments
from evals.facts.fact import Digits, Fact, Kind
from evals.facts.polarity import read_statements, retracted
from evals.facts.text import Spelled, any_of, before, clauses, plain
from evals.facts.words import STOP, canonical, content


def alternatives(expected: str, seen: str) -> bool:
    """Whether two values have a reading in common."""
    return not set(expected.split("|")).isdisjoint(seen.split("|"))


@dataclass(frozen=True, kw_only=True)
class Reader:
    """How one kind is read, and when two of its values are the same."""

    kind: Kind
    read: Callable[[str], Iterator[moments.Found]]
    same: Callable[[str, str], bool] = alternatives


TABLE = (
    # Earlier readers win: what one has read is blanked out for those below it.
    Reader(kind=Kind.EMAIL, read=marks.read_emails),
    Reader(kind=Kind.LINK, read=marks.read_links),
    Reader(kind=Kind.DATE, read=moments.read_dates, same=moments.same_date),
    Reader(kind=Kind.MONEY, read=amounts.read_money, same=amounts.same_money),
    Reader(kind=Kind.PERCENT, read=amounts.read_percents),
    Reader(kind=Kind.PHONE, read=marks.read_phones, same=marks.same_phone),
    Reader(kind=Kind.DURATION, read=amounts.read_durations),
    Reader(kind=Kind.TIME, read=moments.read_times),
    Reader(kind=Kind.WEEKDAY, read=moments.read_weekdays),
    Reader(kind=Kind.PERIOD, read=amounts.read_periods),
    Reader(kind=Kind.NUMBER, read=amounts.read_numbers),
    Reader(kind=Kind.NAME, read=marks.read_names),
)
SAME = {reader.kind: reader.same for reader in TABLE}

OVER = re.compile(
    any_of("over | above | more than | at least | minimum(?: of)? | exceeding | from") + r"\s+$", re.I
)
UNDER = re.compile(
    any_of("under | below | (?:less|fewer|no more) than | at most | maximum(?: of)? | up to | as many as")
    + r"\s+$",
    re.I,
)


def extract(text: str, digits: Digits = str) -> tuple[Fact, ...]:
    """All facts of a text, in reading order; `digits` writes number words as digits.

    Quotes are as the text has them, but for Unicode compatibility forms, curly quotes and markdown marks.
    """
    spelled = Spelled(plain(text), digits)
    spans = [(start, start + len(clause), content(clause)) for start, clause in clauses(spelled.text)]
    facts = [*values(spelled, spans), *statements(spelled)]
    return tuple(sorted(facts, key=lambda fact: fact.start))


def values(spelled: Spelled, spans: list[tuple[int, int, frozenset[str]]]) -> Iterator[Fact]:
    left = spelled.text
    for reader in TABLE:
        found = [f for f in dict.fromkeys(reader.read(left)) if f[2]]
        found = [f for f in found if not any(inside(f, other) for other in found)]
        for start, end, value in found:
            at, quote = spelled.quote(start, end)
            yield Fact(
                kind=reader.kind,
                value=value,
                quote=quote,
                start=at,
                negated=retracted(spelled.text, start),
                bound=bound(before(spelled.text, start)),
                of=counted(spelled.text[end:]) if reader.kind is Kind.NUMBER else "",
                topic=next((topic for a, b, topic in spans if a <= start < b), frozenset()),
            )
        for start, end, _ in found:
            left = left[:start] + re.sub(r"\S", "\0", left[start:end]) + left[end:]


def inside(found: moments.Found, other: moments.Found) -> bool:
    """Whether a longer reading covers this one."""
    return other[0] <= found[0] and found[1] <= other[1] and other[1] - other[0] > found[1] - found[0]


def counted(after: str) -> str:
    """The stem of the word that follows a number."""
    word = re.match(r"[\s-]([^\W\d_]+)", after)
    return canonical(word[1]) if word and word[1].casefold() not in STOP else ""


def bound(words: str) -> str:
    if UNDER.search(words):
        return "under"
    return "over" if OVER.search(words) else ""


def statements(spelled: Spelled) -> Iterator[Fact]:
    for start, end, value, topic in read_statements(spelled.text):
        at, quote = spelled.quote(start, end)
        yield Fact(kind=Kind.POLARITY, value=value, quote=quote.strip(" ,"), start=at, topic=topic)
