"""Texts as the readers of facts want them: plain, cut into clauses, with a way back to what was written."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

MARKS = (
    (re.compile(r"[^\S\n]+"), " "),
    (re.compile(r" ?(?:\n ?)+"), "\n"),
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
    r",?\s+(?:but|though|although|however|whereas|while|except|unless|because|due to|so|if|when|once"
    r"|as long as|provided|apart from|other than)\b|\s+-\s+|:\s+"
    r"|,\s+(?=(?:and\s+|or\s+)?(?:we|you|it|they|i|there|he|she)\b)"
    r"|,\s+(?=only\b)|,\s+(?=[^,.]*(?:\bno\b|\bnot\b|n't\b|\bcannot\b))"
    r"|(?<=sorry),?\s|\s(?=(?:we|i|they|it)\s(?:can|cannot|can't|will|won't|may|must|should|would)\b)",
    re.I,
)


def any_of(phrases: str) -> str:
    """A pattern for any of the phrases that " | " and line breaks divide, at word borders."""
    return r"\b(?:" + "|".join(p.strip() for p in re.split(r"\s\|\s|\n", phrases) if p.strip()) + r")\b"


def plain(text: str) -> str:
    """NFKC, straight quotes and hyphens, without markdown marks and halves of surrogate pairs."""
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = unicodedata.normalize("NFKC", text)
    for pattern, written in MARKS:
        text = pattern.sub(written, text)
    return text


def before(text: str, at: int) -> str:
    """The few words that stand before a place in a text."""
    return text[max(0, at - 40) : at]


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


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A stretch of a text: where it begins in `written` and in `text`, and both forms of it."""

    written_at: int
    at: int
    written: str
    text: str


class Spelled:
    """A text with its number words written as digits, and the way back to what was written."""

    def __init__(self, written: str, digits: Callable[[str], str]) -> None:
        self.written, self._pieces, at = written, list[Piece](), 0
        ends = [match.end() for match in SENTENCE_END.finditer(written)]
        for begin, end in pairwise([0, *ends, len(written)]):
            text = digits(written[begin:end])
            self._pieces.append(Piece(written_at=begin, at=at, written=written[begin:end], text=text))
            at += len(text)
        self.text = "".join(piece.text for piece in self._pieces)

    def quote(self, start: int, end: int) -> tuple[int, str]:
        """Where `text[start:end]` stands in the written text, and how it reads there."""
        begin, until = self._back(start)[0], self._back(max(start, end - 1))[1]
        return begin, self.written[begin:until].rstrip(".,;:!? ")

    def _back(self, at: int) -> tuple[int, int]:
        """The written span of one character of `text`."""
        piece = self._pieces[bisect_right(self._pieces, at, key=lambda p: p.at) - 1]
        start, end = written_span(piece.written, piece.text, at - piece.at)
        return piece.written_at + start, piece.written_at + end


def written_span(written: str, text: str, at: int) -> tuple[int, int]:
    """The span of `written` that the character at `at` of its other form `text` stands for."""
    if written == text:
        return at, at + 1
    before, after = list(re.finditer(r"\S+", written)), list(re.finditer(r"\S+", text))
    token = next((i for i, match in enumerate(after) if at < match.end()), len(after) - 1)
    matcher = SequenceMatcher(None, [m[0] for m in before], [m[0] for m in after], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if j1 <= token < j2 and tag == "equal":
            start = before[i1 + token - j1].start() + max(0, at - after[token].start())
            return start, start + 1
        if j1 <= token < j2 and i1 < i2:
            return before[i1].start(), before[i2 - 1].end()
    return 0, len(written)
