"""Words as people type them: lower case, without accents, markup or emoji, and with small typos mended."""

import re
import unicodedata
from collections.abc import Iterable, Set

TAG = re.compile(r"<[^<>]{0,200}>")
WORD = re.compile(r"[a-z0-9]+(?:[:.'/-][a-z0-9]+)*")
APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'"})


def bag(listed: str) -> frozenset[str]:
    """A set of the words of a text."""
    return frozenset(listed.split())


COMMON = bag(
    """
    a about after again all also am an and any anything are around as at be because been before being but by
    came check could did do does doing done else ever every few fine first floor flour for from gets give
    going gonna got great had has have having he hello help her here him his house how i i'd i'll i'm i've
    if in into is it it's its just know later later's let let's like little look make many maybe me might
    month months more most must my need needs never new next no not now of off ok okay on once one only or
    other other's our out over own place please point really right same say see set shall share she shore
    short should show since so some someone something soon sorry sport started state still stock story such
    sure take taken tell than thank that that's the their them then there there's these they thing things
    think this those three through time to too two under until up us use very wanna want wanted wants was
    way we well were what what's when where where's which while who who's whole why will with without world
    would years yes yet you your yours
    """
)
"""Words that are never taken for a typo of another one."""


def plain(text: str) -> str:
    """Lower case ASCII letters with the markup, the accents and all symbols gone."""
    text = TAG.sub(" ", text.translate(APOSTROPHES))
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).lower()


def split(text: str) -> list[str]:
    """The words of a plain text, in order."""
    return WORD.findall(text)


def mend(word: str, known: Set[str]) -> str:
    """The known word that this one is a typo of, else the word itself.

    One slip is allowed from five letters on, two from eight on; the first letter has to be right.
    """
    if word in known or word in COMMON or len(word) < 5 or not word.isalpha():
        return word
    slips = 2 if len(word) >= 8 else 1
    near = ((distance(word, each), each) for each in candidates(word, known, slips))
    best = min(near, default=(slips + 1, word))
    return best[1] if best[0] <= slips else word


def candidates(word: str, known: Set[str], slips: int) -> Iterable[str]:
    """Known words that could be meant, judged by first letter and length alone."""
    return (
        each
        for each in known
        if each[0] == word[0] and len(each) >= 4 and abs(len(each) - len(word)) <= slips
    )


def distance(left: str, right: str) -> int:
    """Edits between two words, a swap of neighbours counting once (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, char in enumerate(left, start=1):
        older, before, row = before, row, [i]
        for j, other in enumerate(right, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != other))
            if i > 1 and j > 1 and char == right[j - 2] and left[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
