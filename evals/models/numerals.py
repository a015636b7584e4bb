"""Number words as digits: the adapter of text2num."""

import re

HYPHEN = re.compile(
    r"\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)-(?=[a-z])",
    re.I,
)
NOT_COUNTED = re.compile(
    r"\b(?:no one|one another|(?:this|that|the|another|which|each|every|any|new|old|right|last|next"
    r"|first|second|third) one"
    r"|(?<=\d )(?:thousand|million|billion)|one of|one moment|one-to-one|one-on-one|one more"
    r"|seconds?|first|third)\b",
    re.I,
)


def digits(text: str) -> str:
    """English number words written as digits: "twenty-one days" becomes "21 days".

    Words that seldom count anything ("no one", "the first") stay.
    """
    from text_to_num import alpha2digit  # type: ignore[import-untyped]

    pieces, at = [], 0
    for match in NOT_COUNTED.finditer(text):
        pieces += [alpha2digit(HYPHEN.sub(r"\1 ", text[at : match.start()]), "en", 0), match[0]]
        at = match.end()
    return "".join([*pieces, alpha2digit(HYPHEN.sub(r"\1 ", text[at:]), "en", 0)])
