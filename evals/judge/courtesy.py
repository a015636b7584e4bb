"""Courtesies: what replies say besides their answer, and what some goldens consist of."""

import re

from evals.facts.text import plain, sentences

WHO = r"(?:,? [\w.'-]+){0,2}"
HI = r"(?:(?:hello|hi|hey)(?: there)?[,!]? )"
COURTESIES = {
    "greeting": (
        rf"(?:hello|hi|hey|good (?:morning|afternoon|evening)|welcome)(?: there)?{WHO}"
        r"(?:,? (?:and )?welcome(?: back)?(?: to [\w' ]+)?)?"
        rf"|{HI}?(?:it's )?(?:nice|good|great|pleased) to (?:meet|hear from|see) you(?: again)?{WHO}"
    ),
    "offer": (
        r"(?:how|what) (?:can|may|could) (?:i|we) (?:help|do|assist)(?: you)?(?: with)?(?: for you)?"
        r"(?: today| now)?"
        r"|is there anything else(?: (?:i|we) can (?:do|help)(?: you)?(?: with| for you)?)?(?: today)?"
        r"|(?:please |just )?let (?:me|us) know if (?:you need|there is|there's) anything(?: else)?"
    ),
    "thanks": (
        rf"you(?:'re| are)(?: very| most)? welcome{WHO}|(?:my|with) pleasure|gladly"
        r"|(?:i'm |we're )?(?:happy|glad) to help|no problem"
        rf"|(?:thank you|thanks)(?: very much| a lot| so much)?{WHO}"
    ),
    "farewell": (
        rf"(?:good)?bye{WHO}(?:,? and take care)?|see you(?: soon)?"
        r"|take care(?:,? and (?:see you soon|goodbye))?"
        r"|have a (?:nice|good|great|lovely) (?:day|evening|weekend|time)"
    ),
}
ALL = re.compile("|".join(COURTESIES.values()), re.I)


def substance(text: str) -> str:
    """The text without its courtesies."""
    return "\n".join(s.strip() for _, s in sentences(plain(text)) if not ALL.fullmatch(bare(s)))


def courtesies(text: str) -> set[str]:
    """Which courtesies a text holds."""
    said = [bare(sentence) for _, sentence in sentences(plain(text))]
    return {kind for kind, form in COURTESIES.items() if any(re.fullmatch(form, s, re.I) for s in said)}


def bare(sentence: str) -> str:
    return sentence.strip(" .!?,;\n")
