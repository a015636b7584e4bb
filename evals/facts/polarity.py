"""The reader of statements: each clause says its words of something, or denies them."""

import re
from collections.abc import Iterator

from evals.facts.moments import DAYS, MONTHS
from evals.facts.text import any_of, before, clauses
from evals.facts.words import canonical, content

YES_OR_NO = re.compile(
    r"\s*(?:(yes|yep|yeah)|(no|nope))\b"
    r"(?!\s+(?:problem|worries|doubt|matter|later|more|less|fewer|longer|one|for)\b)(?:\s*[,.!;:-]\s|\s*$)",
    re.I,
)
NOT_DENIED = re.compile(
    any_of(
        r"""no (?:problem|worries|doubt|matter|need to) | (?:no|not) (?:later|more|less|fewer) than
        not (?:only|just) | (?:don't|do not|never) (?:hesitate|worry|forget|need to|have to) | can't wait
        why not | whether or not | if not | isn't it | don't you | nothing but | no\.? ?\d+
        (?:no|without|zero) (?:any |an |extra |additional |added |further )*(?:charges?|fees?|costs?)
        (?:costs?|charges?) (?:you )?nothing | for nothing | (?:don't|doesn't|won't|needn't) (?:have to )?pay
        (?:won't|will not|not) be charged"""
    ),
    re.I,
)
DENIED = re.compile(
    any_of(
        r"""not | no | never | none | nothing | nobody | nowhere | neither | nor | cannot | can not
        without | [a-z]+n't | dont | doesnt | cant | isnt | unable | impossible | unavailable | ineligible
        forbidden | prohibited | banned | disallowed | declined? | rejected | refused? | denied | invalid
        fail(?:ed|s)? | exclud(?:ed?|es|ing) | closed | shut | except | hardly | stopped | discontinued
        non-?refundable | unsupported | lacks? | (?:costs?|is|are|charged) extra | surcharge"""
    ),
    re.I,
)
OPENED = {
    r"closed|shut": "open", r"unable|except": "", r"forbidden|prohibited|banned|disallowed": "allowed",
    r"non-?refundable": "refund", r"ineligible": "eligible", r"unavailable": "available",
    r"declined?|rejected|refused?|denied": "accept",
    r"exclud(?:ed?|es|ing)|(?:costs?|is|are|charged) extra|surcharge": "include",
}  # fmt: skip
UNCLEAR = re.compile(
    any_of(
        r"""only | unless | (?:not|[a-z]+n't)\b.{0,30} until | if you don't | less than | later than
        too late | otherwise | instead | rather than | any ?more | (?:may|might|could) be | perhaps
        maybe"""
    ),
    re.I,
)
CONDITION = re.compile(r"[\s,]*(?:and |or )?(?:because|due to|if|when|once|as long as|provided)\b", re.I)
VALUES = frozenset(map(canonical, (*DAYS, *MONTHS, "am", "pm"))) | frozenset(map(str, range(100)))
EXCEPT = re.compile(r"[\s,]*(?:except|other than|apart from)\b", re.I)

Statement = tuple[int, int, str, frozenset[str]]
"""Start, end, "yes", "no" or "unclear", and the stems that are stated or denied."""


def read_statements(text: str) -> Iterator[Statement]:
    previous, listed = "unclear", False
    for start, clause in clauses(text):
        lead = YES_OR_NO.match(clause + " ")
        if lead:
            yield start, start + lead.end(), "yes" if lead[1] else "no", frozenset({"yes or no"})
            clause, start = clause[lead.end() :], start + lead.end()
        if CONDITION.match(clause):  # "if you are late, ...": only what follows the comma is claimed
            clause, start = clause.partition(", ")[2], start + len(clause.partition(", ")[0]) + 2
        topic = content(opened(clause))
        if not topic:
            continue
        value = polarity(clause, topic)
        if EXCEPT.match(clause):
            value = {"yes": "no", "no": "yes"}.get(previous, "unclear")
        elif listed and value != "no":
            value = "no"
        previous = value
        yield start, start + len(clause), value, topic
        listed = value == "no" and (
            listed or text[start:][len(clause.rstrip()) - 1 :][:2].strip().endswith(":")
        )
        listed = listed and not re.search(r"[.!?]\s*$", clause)


def polarity(clause: str, topic: frozenset[str]) -> str:
    """Whether a clause states or denies; unclear where it may do either, or is only a time or number."""
    rest = NOT_DENIED.sub(" ", clause)
    denials = len(DENIED.findall(rest))
    if UNCLEAR.search(rest) or denials > 2 or not (denials or topic - VALUES):
        return "unclear"
    return "no" if denials % 2 or (denials == 2 and not re.search(r"n't|\b(?:can)?not\b", rest)) else "yes"


def opened(clause: str) -> str:
    """The clause with words such as "closed" given as what they deny."""
    for denials, word in OPENED.items():
        clause = re.sub(rf"\b(?:{denials})\b", f" {word} ", clause, flags=re.I)
    return clause


RETRACTS = re.compile(
    any_of(
        r"""not | no longer | instead of | rather than | neither | nor | isn't | wasn't | aren't | weren't
        (?:moved|rescheduled|changed|away) from | previously | formerly | used to be | was originally"""
    )
    + r"(?:\s+(?:on|at|in|for|the|a|it's|is|available|open))*\s*$",
    re.I,
)


def retracted(text: str, start: int) -> bool:
    """Whether the words before a value take it back: "not on", "instead of", "moved from"."""
    return bool(RETRACTS.search(before(text, start)))
