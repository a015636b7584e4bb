"""The local heuristic judge: similarity, facts and negation decide. No model, no network, no cost."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from evals.facts import Fact, Kind, extract
from evals.facts.text import any_of, plain, sentences
from evals.facts.words import WORD, canonical, content
from evals.judge.cascade import CascadeJudge, differ, valued
from evals.judge.conditions import condition
from evals.judge.courtesy import courtesies, substance
from evals.judge.declining import declines
from evals.judge.port import Case, Evidence
from evals.judge.swaps import swap
from evals.models.ports import Embedder
from evals.score import Score

NAME = "local heuristic judge"

SAME_WORDS = 0.5
"""Share of the expected answer's words, or cosine, from which an answer without facts counts as said."""
OTHER_WORDS = 0.25
"""Share and cosine under which it counts as not said."""
SAME_QUESTION = 0.3
"""The same as SAME_WORDS where the expected answer only asks: it makes no claim that could be wrong."""
ON_TOPIC = 0.4
"""Share of words from which an answer without any expected fact counts as a part of the expected one."""
WORD_FOR_WORD = 0.9
"""Share of repeated words from which a shorter reply is a piece of the expected answer."""


def local_judge(embedder: Embedder | None) -> CascadeJudge:
    """The whole local judge: the cascade with the heuristic arbiter at its end."""
    return CascadeJudge(LocalArbiter(), embedder, each=True)


class LocalArbiter:
    """Decides by facts, negation and words. What it cannot tell is `inconclusive`."""

    name = NAME

    def correctness(self, case: Case, evidence: Evidence) -> Score:
        """1 correct, 0.5 partially correct, 0 wrong."""
        value, reason = ruling(case, evidence)
        return Score(
            scorer="correctness",
            value=value,
            reason=reason,
            unscored="inconclusive" if value is None else None,
            evidence={"tier": "facts"},
        )

    def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:
        """Decided where facts settle it with certainty ("mention no price"), else inconclusive."""
        return [condition(case.reply, text) for text in conditions]

    def refusal(self, case: Case) -> Score:
        """1 where the reply declines near its beginning; a "no" that answers the question does not."""
        words = declines(case.reply)
        reason = f"the reply declines: {words!r}" if words else "the reply does not decline the request"
        return Score(scorer="refusal", value=1.0 if words else 0.0, reason=reason, evidence={"tier": "facts"})


Ruling = tuple[float | None, str]


def ruling(case: Case, evidence: Evidence) -> Ruling:
    """The label's value and one sentence of reason."""
    return (
        courteous(case, evidence)
        or declined(case, evidence)
        or contradicted(case, evidence)
        or left_out(case, evidence)
        or by_words(case, evidence)
    )


def courteous(case: Case, evidence: Evidence) -> Ruling | None:
    """An expected answer of courtesies alone asks for one of its kind, and for no other name."""
    wanted = courtesies(evidence.expected)
    if not wanted or substance(evidence.expected).strip():
        return None
    names = {f.value for f in extract(evidence.expected) if f.kind is Kind.NAME}
    said = {f.value for f in extract(case.reply) if f.kind is Kind.NAME}
    if names and said and not names & said:
        return 0.0, f"expected {evidence.expected!r}, the reply names someone else"
    if shared := wanted & courtesies(case.reply):
        return 1.0, f"the reply has the expected courtesy: {', '.join(sorted(shared))}"
    return None


def declined(case: Case, evidence: Evidence) -> Ruling | None:
    """Whether the reply declines where it should answer, or the other way round."""
    expected, seen = declines(evidence.expected), declines(case.reply)
    values = (*evidence.facts.missing, *(e for e, _ in evidence.facts.contradicted))
    if seen and expected and not valued(values):
        return 1.0, f"the reply declines, as expected: {seen!r}"
    if seen and not expected and not valued(evidence.facts.shared):
        return 0.0, f"the reply declines instead of answering: {seen!r}"
    return None


def contradicted(case: Case, evidence: Evidence) -> Ruling | None:
    """What the reply says instead of the expected answer."""
    facts = evidence.facts
    if facts.contradicted:
        return 0.0, differ(*facts.contradicted[0])
    if swapped := swap(evidence.expected, case.reply, (*facts.shared, *facts.missing, *facts.extra)):
        return 0.0, f"expected {swapped[0]}, the reply says {swapped[1]}"
    if called_off(case, evidence.expected):
        return 0.0, f"expected {evidence.expected!r}, the reply says cancelled"
    if offered := only_offered(evidence.expected, case.reply):
        return 0.0, f"expected {evidence.expected!r}, the reply only offers it: {offered!r}"
    return None


def left_out(case: Case, evidence: Evidence) -> Ruling | None:
    """Expected facts that the reply lacks, or that it has them all."""
    shared, missing = valued(evidence.facts.shared), required(case, evidence.facts.missing)
    if missing:
        on_topic = shared or coverage(evidence.expected, case.reply) >= ON_TOPIC
        return 0.5 if on_topic else 0.0, f"the reply leaves out {quotes(missing)}"
    if unsaid := cut_short(case, evidence.expected):
        return 0.5, f"the reply leaves out {', '.join(unsaid)}"
    return (1.0, f"the reply has every expected fact: {quotes(shared)}") if shared else None


def quotes(facts: Sequence[Fact]) -> str:
    return ", ".join(dict.fromkeys(fact.quote for fact in facts))


def required(case: Case, missing: Sequence[Fact]) -> list[Fact]:
    """Missing facts, but for names that the user had said already: an answer need not repeat them."""
    asked = content(case.prompt)
    return [f for f in missing if f.kind is not Kind.NAME or f.value not in asked]


CANCELLED = re.compile(r"\b(?:have|has|been|'ve|'s|is|was|now)(?: now| been| just)* cancel+ed\b", re.I)


def called_off(case: Case, expected: str) -> bool:
    """Whether the reply cancels something where neither question nor expected answer speaks of it."""
    return bool(CANCELLED.search(case.reply)) and "cancel" not in f"{case.prompt} {expected}".casefold()


DONE = re.compile(
    any_of("i've | i have | have been | has been | is now | are now | done | moved | booked"), re.I
)
OFFERS = re.compile(r"\W*(?:would you like me to|shall i|should i|do you want me to|can i|may i)\b", re.I)


def only_offered(expected: str, reply: str) -> str:
    """The offer of a reply that offers to do what was expected to be done; empty where there is none."""
    said = [sentence.strip() for _, sentence in sentences(plain(reply))]
    offers = [sentence for sentence in said if OFFERS.match(sentence) and coverage(expected, sentence)]
    rest = "\n".join(sentence for sentence in said if sentence not in offers)
    return offers[0] if offers and DONE.search(expected) and not DONE.search(rest) else ""


def cut_short(case: Case, expected: str) -> list[str]:
    """What a reply leaves out that only repeats a part of the expected answer, word for word."""
    said, known = content(case.reply), content(case.prompt)
    if not said < content(expected) | known or repeated(expected, case.reply) < WORD_FOR_WORD:
        return []
    left_out = {canonical(w): w for w in WORD.findall(expected) if not content(w) <= said | known}
    return list(left_out.values()) if len(left_out) > 1 else []


def repeated(expected: str, reply: str) -> float:
    """The share of the reply's words that stand in the expected answer, in the same order."""
    a, b = ([word.casefold() for word in WORD.findall(text)] for text in (expected, reply))
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / max(1, len(b))


def by_words(case: Case, evidence: Evidence) -> Ruling:
    """An answer without facts: how many of its words the reply has, and how alike the texts are."""
    share, cosine = coverage(evidence.expected, case.reply), evidence.similarity
    seen = f"{share:.0%} of the expected words" + ("" if cosine is None else f", similarity {cosine:.2f}")
    asks = all(sentence.rstrip().endswith("?") for _, sentence in sentences(substance(evidence.expected)))
    enough = SAME_QUESTION if asks and "?" in case.reply else SAME_WORDS
    if max(share, cosine or 0.0) >= enough:
        return 1.0, f"the reply says the same: {seen}"
    if share < OTHER_WORDS and (cosine or 0.0) < OTHER_WORDS:
        return 0.0, f"the reply says something else: {seen}"
    return None, f"no facts to compare, and the wording leaves it open: {seen}"


def coverage(expected: str, reply: str) -> float:
    """The share of the expected answer's meaningful words that the reply has, in [0, 1]."""
    wanted = content(expected)
    return len(wanted & content(reply)) / len(wanted) if wanted else 0.0
