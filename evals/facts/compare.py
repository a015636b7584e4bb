"""Holding the facts of an expected answer against those of a reply."""

import re
from collections.abc import Iterable, Sequence

from evals.facts.extract import SAME
from evals.facts.fact import Comparison, Fact, Kind

PRICED = (Kind.MONEY, Kind.NUMBER, Kind.PERCENT)
RELATIVE_DATES = {"today", "today|tonight", "tomorrow", "yesterday", "next week", "this week", "next month"}


def compare(expected: Sequence[Fact], reply: Sequence[Fact]) -> Comparison:
    """What the reply's facts say about the expected ones.

    An expected fact is *shared* where the reply has its value, *contradicted* where the reply takes it back,
    limits it the other way, or has only other values of the kind in its place, else *missing*.
    """
    wanted, seen = valued(expected), valued(reply)
    shared, missing, pairs, used = [], [], [], set[int]()
    for fact in wanted:
        matches = [other for other in seen if same(fact, other) and fact.negated == other.negated]
        fitting = [other for other in matches if not opposed(fact, other)]
        if fitting or named_in(fact, reply):
            shared.append(fact)
            used.update(id(other) for other in matches)
        elif matches:
            pairs.append((fact, matches[0]))
            used.update(id(other) for other in matches)
        else:
            missing.append(fact)
    rest = [other for other in seen if id(other) not in used and not any(same(f, other) for f in shared)]
    rest = [other for other in rest if not named_in(other, expected)]
    missing, rest, wrong = paired(missing, rest)
    missing, rest = ([f for f in some if not word_one(f)] for some in (missing, rest))
    agreed, unsaid, denied = statements(expected, reply)
    return Comparison(
        shared=(*shared, *agreed),
        missing=(*missing, *unsaid),
        contradicted=(*pairs, *wrong, *denied),
        extra=tuple(rest),
    )


def valued(facts: Iterable[Fact]) -> list[Fact]:
    """Facts with a value of their own, each value once, but for what was taken back."""
    unique: dict[tuple[Kind, str, bool], Fact] = {}
    for fact in facts:
        if fact.kind is not Kind.POLARITY:
            unique.setdefault((fact.kind, fact.value, fact.negated), fact)
    return list(unique.values())


def same(expected: Fact, seen: Fact) -> bool:
    """Whether two facts have one value; an amount may stand without its currency."""
    if expected.kind is seen.kind:
        return SAME[expected.kind](expected.value, seen.value)
    if expected.kind is Kind.NUMBER and not expected.of:
        return re.search(rf"(?<![\d.,]){re.escape(expected.value)}(?![\d]|[.,]\d)", seen.quote) is not None
    bare = {expected.kind, seen.kind} == {Kind.MONEY, Kind.NUMBER}
    return bare and expected.value.split()[0] == seen.value.split()[0] != "0"


def opposed(expected: Fact, seen: Fact) -> bool:
    """Whether one is a lower and the other an upper limit ("over $50", "under $50")."""
    return expected.kind in PRICED and {expected.bound, seen.bound} == {"over", "under"}


def named_in(fact: Fact, facts: Sequence[Fact]) -> bool:
    """Whether a name occurs in the other text, be it in lower case or at the beginning of a sentence."""
    return fact.kind is Kind.NAME and any(fact.value in other.topic for other in facts)


def paired(missing: list[Fact], rest: list[Fact]) -> tuple[list[Fact], list[Fact], list[tuple[Fact, Fact]]]:
    """Join each missing fact with the reply's fact that stands in its place: same kind, nearest topic."""
    pairs = []
    for fact in list(missing):
        rivals = [other for other in rest if rival(fact, other)]
        if rivals:
            best = max(rivals, key=lambda other: len(fact.topic & other.topic))
            pairs.append((fact, best))
            missing.remove(fact)
            rest = [other for other in rest if other is not best]
    return missing, rest, pairs


def rival(expected: Fact, seen: Fact) -> bool:
    """Whether a value that the reply has instead of the expected one contradicts it."""
    if expected.kind is not seen.kind or expected.negated or seen.negated:
        return expected.negated != seen.negated and same(expected, seen)
    if word_one(expected) or word_one(seen):
        return expected.of == seen.of != ""
    if expected.kind is Kind.DATE:
        return (expected.value in RELATIVE_DATES) == (seen.value in RELATIVE_DATES)
    return True


def word_one(fact: Fact) -> bool:
    """Whether this is the word "one", which seldom counts: it is compared, but never missed."""
    return fact.kind is Kind.NUMBER and fact.value == "1" and "1" not in fact.quote


Split = tuple[list[Fact], list[Fact], list[tuple[Fact, Fact]]]


def statements(expected: Sequence[Fact], reply: Sequence[Fact]) -> Split:
    """Shared, missing and contradicted statements. Only denials and yes or no are missed when absent."""
    said = [fact for fact in reply if fact.kind is Kind.POLARITY]
    agreed, unsaid, denied = [], [], []
    for fact in expected:
        if fact.kind is not Kind.POLARITY or fact.value == "unclear":
            continue
        nearest, share = closest(fact, said)
        values = {other.value for other in nearest} | {o.value for o in said if denies_part(o, fact)}
        if values == {"no" if fact.value == "yes" else "yes"} and share > 0.5:
            denied.append((fact, nearest[0]))
        elif fact.value == "no" and fact.value in values:
            agreed.append(fact)
        elif fact.value == "no" and "unclear" not in values and required(fact):
            unsaid.append(fact)
    return agreed, unsaid, denied


def required(denial: Fact) -> bool:
    """Whether a denial has to be in the reply: not a bare "no", nor what the speaker says of themselves."""
    return "yes or no" not in denial.topic and not re.search(r"\bI\b", denial.quote)


def denies_part(seen: Fact, expected: Fact) -> bool:
    """Whether both deny, and all that the one is about stands in the other: "no referral needed"."""
    return seen.value == expected.value == "no" and seen.topic <= expected.topic


def closest(fact: Fact, said: Sequence[Fact]) -> tuple[list[Fact], float]:
    """The statements that have most words in common with this one, and what share of the shorter that is."""
    common = {id(other): len(fact.topic & other.topic) for other in said}
    shares = {id(o): common[id(o)] / min(len(fact.topic), len(o.topic)) for o in said}
    near = [other for other in said if shares[id(other)] >= 0.5]
    most = max((common[id(other)] for other in near), default=0)
    nearest = [other for other in near if common[id(other)] == most]
    return nearest, max((shares[id(other)] for other in nearest), default=0.0)
