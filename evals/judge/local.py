"""The local heuristic judge: similarity, facts and negation decide. No model, no network, no cost."""

import re
from collections.abc import Sequence

from evals.facts import Fact, Kind
from evals.facts.words import WORD, canonical, content
from evals.judge.cascade import CascadeJudge, differ, valued
from evals.judge.conditions import condition
from evals.judge.declining import declines
from evals.judge.port import Case, Evidence
from evals.judge.swaps import swap
from evals.models.ports import Embedder
from evals.score import Score

NAME = "local heuristic judge"

SAME_WORDS = 0.6
"""Share of the expected answer's words, or cosine, from which an answer without facts counts as said."""
OTHER_WORDS = 0.25
"""Share and cosine under which it counts as not said."""


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
    facts = evidence.facts
    shared, missing = valued(facts.shared), required(case, facts.missing)
    if facts.contradicted:
        return 0.0, differ(*facts.contradicted[0])
    if not shared and not declines(evidence.expected) and (words := declines(case.reply)):
        return 0.0, f"the reply declines instead of answering: {words!r}"
    everything = (*facts.shared, *facts.missing, *facts.extra)
    if swapped := swap(evidence.expected, case.reply, everything):
        return 0.0, f"expected {swapped[0]}, the reply says {swapped[1]}"
    if called_off(case, evidence.expected):
        return 0.0, f"expected {evidence.expected!r}, the reply says cancelled"
    if missing:
        left_out = f"the reply leaves out {', '.join(f.quote for f in missing)}"
        on_topic = shared or coverage(evidence.expected, case.reply) >= 0.5
        return (0.5 if on_topic else 0.0), left_out
    if unsaid := cut_short(case, evidence.expected):
        return 0.5, f"the reply leaves out {', '.join(unsaid)}"
    if shared:
        return 1.0, "the reply has every expected fact: " + ", ".join(dict.fromkeys(f.quote for f in shared))
    return by_words(case, evidence)


def required(case: Case, missing: Sequence[Fact]) -> list[Fact]:
    """Missing facts, but for names that the user had said already: an answer need not repeat them."""
    asked = content(case.prompt)
    return [f for f in missing if f.kind is not Kind.NAME or f.value not in asked]


CANCELLED = re.compile(r"\b(?:have|has|been|'ve|'s|is|was|now)(?: now| been| just)* cancel+ed\b", re.I)


def called_off(case: Case, expected: str) -> bool:
    """Whether the reply cancels something where neither question nor expected answer speaks of it."""
    return bool(CANCELLED.search(case.reply)) and "cancel" not in f"{case.prompt} {expected}".casefold()


def cut_short(case: Case, expected: str) -> list[str]:
    """Words that a reply leaves out which says nothing but a part of the expected answer."""
    said, known = content(case.reply), content(case.prompt)
    if not said or not said < content(expected) | known:
        return []
    left_out = {canonical(w): w for w in WORD.findall(expected) if not content(w) <= said | known}
    return list(left_out.values()) if len(left_out) > 1 else []


def by_words(case: Case, evidence: Evidence) -> Ruling:
    """An answer without facts: how many of its words the reply has, and how alike the texts are."""
    share, cosine = coverage(evidence.expected, case.reply), evidence.similarity
    seen = f"{share:.0%} of the expected words" + ("" if cosine is None else f", similarity {cosine:.2f}")
    if max(share, cosine or 0.0) >= SAME_WORDS:
        return 1.0, f"the reply says the same: {seen}"
    if share < OTHER_WORDS and (cosine or 0.0) < OTHER_WORDS:
        return 0.0, f"the reply says something else: {seen}"
    return None, f"no facts to compare, and the wording leaves it open: {seen}"


def coverage(expected: str, reply: str) -> float:
    """The share of the expected answer's meaningful words that the reply has, in [0, 1]."""
    wanted = content(expected)
    return len(wanted & content(reply)) / len(wanted) if wanted else 0.0
