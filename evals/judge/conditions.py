"""Conditions that facts can settle without a model, such as "mention no price" or "give a phone number"."""

import re
from collections.abc import Sequence

from evals.facts import Kind, extract
from evals.models.numerals import digits
from evals.score import Score

NOUNS: dict[str, tuple[Kind, ...]] = {
    r"prices?|costs?|fees?|amounts? of money|money|currenc(?:y|ies)": (Kind.MONEY,),
    r"dates?": (Kind.DATE,),
    r"(?:week)?days?": (Kind.WEEKDAY, Kind.DATE),
    r"times?|hours?": (Kind.TIME,),
    r"percentages?|per cent|discounts?": (Kind.PERCENT,),
    r"(?:tele)?phone(?: numbers?)?": (Kind.PHONE,),
    r"e-?mails?(?: address(?:es)?)?": (Kind.EMAIL,),
    r"links?|urls?|web ?(?:sites?|address(?:es)?)": (Kind.LINK,),
}
NOUN = "|".join(f"(?:{noun})" for noun in NOUNS)
SAY = r"(?:mention|name|state|give|contain|include|show|quote|have|offer|provide|promise)"
FORBIDS = re.compile(
    rf"(?:(?:not|never|don't|avoid) {SAY}(?:ing)?(?: anything about)?|{SAY} (?:no|nothing about))"
    rf"(?: the| a| an| any| its| our)?(?: \w+)? (?P<noun>{NOUN})(?P<more>.*)",
    re.I,
)
DEMANDS = re.compile(
    rf"{SAY} (?:the|an?|any|some|its|our|your)(?P<which> \w+)? (?P<noun>{NOUN})(?P<more>.*)", re.I
)


def condition(reply: str, text: str) -> Score:
    """1 or 0 where the facts of the reply settle a condition with certainty, else inconclusive.

    What has no fact of the kind mentions none, promises nothing about it, and does not give one. That one is
    there settles only the plainest conditions: which price it is, facts cannot tell.
    """
    value, reason = settled(reply, " ".join(text.strip().rstrip(".").split()))
    return Score(
        scorer="condition",
        value=value,
        reason=reason,
        unscored="inconclusive" if value is None else None,
        evidence={"tier": "facts", "condition": text},
    )


def settled(reply: str, text: str) -> tuple[float | None, str]:
    if forbids := FORBIDS.fullmatch(text):
        quotes = quotes_of(reply, forbids["noun"])
        if not quotes:
            return 1.0, f"the reply has no {forbids['noun']}"
        plainly = not forbids["more"].strip() and "promise" not in text
        return (0.0 if plainly else None), f"the reply has {', '.join(quotes)}"
    if demands := DEMANDS.fullmatch(text):
        quotes = quotes_of(reply, demands["noun"])
        if not quotes:
            return 0.0, f"the reply has no {demands['noun']}"
        any_of_them = re.search(r"\b(?:an?|any|some) ", text) is not None
        plainly = any_of_them and not demands["which"] and not demands["more"].strip()
        return (1.0 if plainly else None), f"the reply has {', '.join(quotes)}"
    return None, "the local judge cannot tell; choose a model with --judge"


def quotes_of(reply: str, noun: str) -> Sequence[str]:
    kinds = next(kinds for pattern, kinds in NOUNS.items() if re.fullmatch(pattern, noun, re.I))
    return list(dict.fromkeys(fact.quote for fact in extract(reply, digits) if fact.kind in kinds))
