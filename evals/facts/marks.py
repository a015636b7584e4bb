"""Readers of e-mail addresses, links, phone numbers and proper names."""

import re
from collections.abc import Iterator

from evals.facts.moments import Found
from evals.facts.text import before, sentences
from evals.facts.words import STOP, canonical

EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
LINK = re.compile(
    r"https?://[^\s<>\"')\]]+|\bwww\.[^\s<>\"')\]]+"
    r"|(?<![\w.-])(?:[a-z0-9-]{1,63}\.)+(?:com|org|net|io|co|de|uk|eu|app|dev|health|example|test|info|gov|edu)\b(?:/[^\s<>\"')\]]*)?",
    re.I,
)
PHONE = re.compile(r"(?<![\w#$€£.-])\+?\(?\d[\d().\s/-]{5,}\d(?!\w)")
PHONE_WORDS = re.compile(
    r"\b(?:call|phone|tel|telephone|dial|ring|number|text|whatsapp|hotline|line)\b[^\d+]*$", re.I
)

NAME_WORD = re.compile(r"[^\W\d_][\w&'.-]*[\w]|[A-Z]\b")
COMMON = """ok faq pdf id am pm mr mrs ms miss dr prof tv atm sms qr pin vat gps usb wifi wi-fi kb mb gb tb
mon tue wed thu fri sat sun"""
NOT_NAMES = frozenset(COMMON.split())


def read_emails(text: str) -> Iterator[Found]:
    for match in EMAIL.finditer(text):
        yield match.start(), match.end(), match[0].rstrip(".").casefold()


def read_links(text: str) -> Iterator[Found]:
    for match in LINK.finditer(text):
        link = match[0].rstrip(".,;:!?/")
        yield (
            match.start(),
            match.start() + len(link),
            re.sub(r"^(?:https?://)?(?:www\.)?", "", link, flags=re.I).casefold(),
        )


def read_phones(text: str) -> Iterator[Found]:
    for match in PHONE.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        grouped = match[0].startswith(("+", "(", "0")) or len(re.findall(r"[\s.-]", match[0])) >= 1
        if 7 <= len(digits) <= 15 and (grouped or PHONE_WORDS.search(before(text, match.start()))):
            yield match.start(), match.end(), digits


def same_phone(expected: str, seen: str) -> bool:
    """Equal, or one has a country code or trunk zero in front."""
    a, b = expected.lstrip("0"), seen.lstrip("0")
    return a.endswith(b) or b.endswith(a)


def read_names(text: str) -> Iterator[Found]:
    """Words with a capital where English writes none: inside a sentence, or inside the word."""
    for start, sentence in sentences(text):
        words = list(NAME_WORD.finditer(sentence))
        capitals = [m for m in words if m[0][0].isupper()]
        if len(words) > 3 and len(capitals) > 0.8 * len(words):
            continue
        for match in words:
            first = begins(sentence, match.start()) and not re.match(r" [A-Z]", sentence[match.end() :])
            if is_name(match[0], first=first):
                word = re.sub(r"'s$", "", match[0])
                yield start + match.start(), start + match.start() + len(word), canonical(word)


def begins(sentence: str, at: int) -> bool:
    """Whether a sentence, a quotation or an item of a list begins here."""
    left = sentence[:at].rstrip(" \n\t\"'([")
    return not left or left[-1] in ":!?|>-"


def is_name(word: str, *, first: bool) -> bool:
    if word.casefold() in STOP or word.casefold() in NOT_NAMES or not any(c.isupper() for c in word):
        return False
    inner = any(c.isupper() for c in word[1:])
    return inner and len(word) > 1 if first else word[0].isupper() or inner
