"""Near copies: a reply that repeats the expected answer but for one word that says something else."""

from difflib import SequenceMatcher

from evals.facts import Fact, Kind
from evals.facts.text import plain, sentences
from evals.facts.words import STOP, WORD, canonical, content

ALIKE = 0.6
"""The share of the shorter sentence's words that a near copy has in common with the other, in order."""
LONGEST = 4
"""A swap is at most this many words long, on either side."""

ARTICLES = "a an the all any each every no your our my their for of to with in on at by per"
LONGEST_SENTENCE = 80
BEFORE_A_NOUN = frozenset(ARTICLES.split())
OPPOSED = (
    ("cancel", "book move confirm keep"),
    ("before", "after"),
    ("with", "without"),
    ("include", "exclude extra"),
    ("start", "end"),
    ("optional", "required mandatory compulsory"),
    ("increase raise", "decrease reduce lower"),
    ("enable", "disable"),
    ("inside", "outside"),
    ("front", "behind back"),
    ("left", "right"),
    ("upstairs", "downstairs"),
    ("arrive", "depart leave"),
    ("morning", "afternoon evening night"),
    ("first", "last"),
    ("adult", "child"),
    ("approve accept", "reject decline"),
    ("north", "south east west"),
    ("early", "late"),
)


def swap(expected: str, reply: str, facts: tuple[Fact, ...]) -> tuple[str, str] | None:
    """The words of the expected answer and of the reply that stand in each other's place, or None.

    Only where a sentence of the reply is a near copy of one of the expected answer, and only for nouns and
    opposites: an honest paraphrase changes more, or changes verbs. Words of `facts` are left out.
    """
    valued = (fact for fact in facts if fact.kind is not Kind.POLARITY)
    known = {canonical(word) for fact in valued for word in WORD.findall(fact.quote)}
    in_expected, in_reply = content(expected) | known, content(reply) | known
    for e in worded(expected):
        for r in worded(reply):
            if pair := swap_in(e, r, in_expected, in_reply):
                return pair
    return None


def worded(text: str) -> list[list[str]]:
    """The words of each sentence; those of endless ones are no near copy of anything."""
    found = (WORD.findall(sentence) for _, sentence in sentences(plain(text)))
    return [words for words in found if len(words) <= LONGEST_SENTENCE]


def swap_in(
    expected: list[str], reply: list[str], in_expected: frozenset[str], in_reply: frozenset[str]
) -> tuple[str, str] | None:
    matcher = SequenceMatcher(
        None, [canonical(w) for w in expected], [canonical(w) for w in reply], autojunk=False
    )
    repeated = sum(block.size for block in matcher.get_matching_blocks())
    if repeated < max(4, ALIKE * min(len(expected), len(reply))):
        return None
    if limited(expected, reply, in_reply):
        return " ".join(expected), "only"
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "replace" or max(i2 - i1, j2 - j1) > LONGEST:
            continue
        gone = [w for w in expected[i1:i2] if canonical(w) not in in_reply]
        come = [w for w in reply[j1:j2] if canonical(w) not in in_expected]
        if opposed(gone, come) or (noun(gone) and noun(come) and noun_place(expected, i1, [*gone, *come])):
            return " ".join(gone), " ".join(come)
    return None


def limited(expected: list[str], reply: list[str], in_reply: frozenset[str]) -> bool:
    """Whether the reply says "only" and leaves out a part of what was expected without it."""
    only = [any(word.casefold() == "only" for word in words) for words in (expected, reply)]
    return only == [False, True] and not content(" ".join(expected)) <= in_reply


def noun_place(sentence: list[str], at: int, swapped: list[str]) -> bool:
    """Whether English has a noun here: after an article, a number or the like, or bare at the beginning."""
    if at:
        return sentence[at - 1].casefold() in BEFORE_A_NOUN or sentence[at - 1].isdigit()
    return not any(word.casefold() in STOP for word in swapped)


def noun(words: list[str]) -> bool:
    """Whether there is a word with a meaning of its own."""
    return any(w.casefold() not in STOP and not w.isdigit() for w in words)


def opposed(gone: list[str], come: list[str]) -> bool:
    """Whether the words hold the two sides of an opposition."""
    a, b = {canonical(w) for w in gone}, {canonical(w) for w in come}
    for one, other in OPPOSED:
        left, right = ({canonical(w) for w in side.split()} for side in (one, other))
        if (a & left and b & right) or (a & right and b & left):
            return True
    return False
