"""A Fact: one checkable value in a text. A Comparison: what two texts' facts say about each other."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

Digits = Callable[[str], str]
"""Writes number words as digits: "twenty-one days" -> "21 days"."""


class Kind(StrEnum):
    """The kinds of facts that are read."""

    MONEY = "money"
    PERCENT = "percent"
    DATE = "date"
    TIME = "time"
    WEEKDAY = "weekday"
    DURATION = "duration"
    PERIOD = "period"
    NUMBER = "number"
    EMAIL = "email"
    LINK = "link"
    PHONE = "phone"
    NAME = "name"
    POLARITY = "polarity"


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One checkable value. `value` is the same for every way of writing it, `quote` is what the text has.

    Readings that a text leaves open are joined by "|" ("at 2" is "02:00|14:00"). `negated` where the text
    takes the value back ("not on Thursday"); `bound` is "over" or "under" where it is a limit ("orders over
    $50"); `of` is the stem of the word that a number counts; `topic` holds the stems of its clause.
    """

    kind: Kind
    value: str
    quote: str
    start: int = 0
    negated: bool = False
    bound: str = ""
    of: str = ""
    topic: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The facts of an expected answer held against those of a reply.

    `shared`, `missing` and the left of each `contradicted` pair are expected facts; `extra` and the right of
    each pair are the reply's.
    """

    shared: tuple[Fact, ...] = ()
    missing: tuple[Fact, ...] = ()
    contradicted: tuple[tuple[Fact, Fact], ...] = ()
    extra: tuple[Fact, ...] = ()
