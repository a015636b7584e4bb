"""Words as people type them: lower case, without accents, markup or emoji, and with small typos mended."""

import re
import unicodedata
from collections.abc import Iterable, Set

TAG = re.compile(r"<[^<>]{0,200}>")
WORD = re.compile(r"[a-z0-9]+(?:[:.'/-][a-z0-9]+)*")
APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'"})

COMMON = frozenset(
    ["a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "anything", "are", "around", "as", "at", "be", "because", "been", "before", "being", "but", "by", "came", "could", "did", "do", "does", "doing", "done", "else", "ever", "every", "few", "for", "from", "gets", "give", "going", "gonna", "got", "had", "has", "have", "having", "he", "hello", "help", "her", "here", "him", "his", "how", "i", "i'd", "i'll", "i'm", "i've", "if", "in", "into", "is", "it", "it's", "its", "just", "know", "let", "let's", "like", "little", "look", "make", "many", "maybe", "me", "might", "more", "most", "must", "my", "need", "needs", "never", "new", "next", "no", "not", "now", "of", "off", "ok", "okay", "on", "once", "one", "only", "or", "other", "our", "out", "over", "own", "please", "really", "right", "same", "say", "see", "set", "shall", "she", "should", "show", "since", "so", "some", "someone", "something", "soon", "still", "such", "sure", "take", "tell", "than", "thank", "that", "that's", "the", "their", "them", "then", "there", "there's", "these", "they", "thing", "things", "think", "this", "those", "three", "through", "time", "to", "too", "two", "under", "until", "up", "us", "use", "very", "wanna", "want", "wants", "was", "way", "we", "well", "were", "what", "what's", "when", "where", "which", "while", "who", "who's", "why", "will", "with", "without", "would", "yes", "yet", "you", "your", "yours", "wanted", "taken", "having", "these", "those", "great", "fine", "place", "point", "check", "first", "later", "later's", "years", "started", "please", "sorry", "month", "months", "house", "state", "story", "three", "where's", "whole", "world", "share", "shore", "short", "stock", "sport", "floor", "flour", "other's"]
)


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
