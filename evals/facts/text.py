"""Texts as the readers of facts want them: plain, cut into clauses, with a way back to what was written."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher

MARKS = (
    (re.compile(r"!?\[([^\]]*)\]\(([^)\s]*)[^)]*\)"), r"\1 \2"),
    (re.compile(r"[*_~`]{2,}|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)"), ""),
    (re.compile(r"^[ \t]*(?:#{1,6}|>|[-*+•])[ \t]+", re.M), ""),
    (re.compile(r"[\u2018\u2019\u02bc]"), "'"),
    (re.compile(r"[\u201c\u201d]"), '"'),
    (re.compile(r"[\u2010-\u2015\u2212]"), "-"),
    (re.compile(r"[\u200b-\u200d\u2060\ufeff]"), ""),
)
TITLE = r"(?<!\b[DM]r\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bSt\.)(?<!\bNo\.)(?<!\bRd\.)"
SENTENCE_END = re.compile(
    rf"(?<=[!?;])\s+|(?<=[\w\0][\w\0][.]){TITLE}\s+|(?<=[\d\0)\"'][.])\s+|(?<=\bm\.)\s+(?=[A-Z][a-z]{{2}})|\s*\n+\s*"
)
CLAUSE_END = re.compile(
    r",?\s+(?:but|though|although|however|whereas|while|except|unless|because|due to|so|if|when|once|as long as"
    r"|provided)\b|\s+-\s+|:\s+"
    r"|,\s+(?=(?:and\s+|or\s+)?(?:we|you|it|they|i|there|he|she)\b)"
    r"|,\s+(?=only\b)|,\s+(?=[^,.]*(?:\bno\b|\bnot\b|n't\b|\bcannot\b))"
    r"|(?<=sorry),?\s|\s(?=(?:we|i|they|it)\s(?:can|cannot|can't|will|won't|may|must|should|would)\b)",
    re.I,
)


def any_of(phrases: str) -> str:
    """A pattern for any of the phrases that " | " and line breaks divide, at word borders."""
    return r"\b(?:" + "|".join(p.strip() for p in re.split(r"\s\|\s|\n", phrases) if p.strip()) + r")\b"


def plain(text: str) -> str:
    """NFKC, straight quotes and hyphens, without markdown marks."""
    text = unicodedata.normalize("NFKC", text)
    for pattern, written in MARKS:
        text = pattern.sub(written, text)
    return text


def folded(text: str) -> str:
    """For comparing whole texts: plain, case-folded, one space between words, no full stop at the end."""
    return " ".join(plain(text).casefold().split()).rstrip(".! ")


def cut(text: str, at: re.Pattern[str], start: int = 0) -> Iterator[tuple[int, str]]:
    """The pieces of a text between the matches of `at`, each with its offset; a match begins its piece."""
    begin = 0
    for match in [*at.finditer(text), None]:
        end = match.start() if match else len(text)
        if text[begin:end].strip(" ,.;"):
            yield start + begin, text[begin:end]
        begin = end


def sentences(text: str) -> list[tuple[int, str]]:
    return list(cut(text, SENTENCE_END))


def clauses(text: str) -> list[tuple[int, str]]:
    return [piece for start, sentence in sentences(text) for piece in cut(sentence, CLAUSE_END, start)]


class Spelled:
    """A text with its number words written as digits, and the way back to what was written."""

    def __init__(self, written: str, spelled: str) -> None:
        self.written, self.text = written, spelled
        self._from = [(m.start(), m.end()) for m in re.finditer(r"\S+", written)]
        self._to = [(m.start(), m.end()) for m in re.finditer(r"\S+", spelled)]
        before = [written[a:b] for a, b in self._from]
        after = [spelled[a:b] for a, b in self._to]
        self._blocks = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()

    def quote(self, start: int, end: int) -> tuple[int, str]:
        """Where `text[start:end]` stands in the written text, and how it reads there."""
        begin, until = self._back(start)[0], self._back(max(start, end - 1))[1]
        return begin, self.written[begin:until].rstrip(".,;:!? ")

    def _back(self, at: int) -> tuple[int, int]:
        """The written span of one character of `text`."""
        token = next((i for i, (_, b) in enumerate(self._to) if at < b), len(self._to) - 1)
        for tag, i1, i2, j1, j2 in self._blocks:
            if j1 <= token < j2 and tag == "equal":
                offset = at - self._to[token][0]
                start = self._from[i1 + token - j1][0] + max(0, offset)
                return start, start + 1
            if j1 <= token < j2 and i1 < i2:
                return self._from[i1][0], self._from[i2 - 1][1]
        return 0, len(self.written)
