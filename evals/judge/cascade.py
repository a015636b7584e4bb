"""The cascade of `to_mean`: equal text -> similarity -> facts -> an arbiter."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from evals.errors import ModelError
from evals.facts import Fact, Kind, compare, extract
from evals.facts.text import folded
from evals.judge.courtesy import substance
from evals.judge.port import Arbiter, Case, Evidence
from evals.models import numerals
from evals.models.ports import Embedder
from evals.score import Score


class CascadeJudge:
    """A judge that asks its arbiter only what cheaper tiers leave open.

    A reply that is like no accepted answer (below the embedder's floor) and has no expected fact is wrong
    without asking. Without an embedder the similarity tier is off. `each`: ask the arbiter about every
    accepted answer and take the best, fit for one that costs nothing; else it is asked once, with the
    evidence about the closest.
    """

    def __init__(
        self,
        arbiter: Arbiter,
        embedder: Embedder | None,
        *,
        each: bool = False,
        digits: Callable[[str], str] = numerals.digits,
    ) -> None:
        self.name = arbiter.name
        self._arbiter, self._embedder, self._each, self._digits = arbiter, embedder, each, digits

    def correctness(self, case: Case) -> Score:
        """1 correct, 0.5 partially correct, 0 wrong. Raises ValueError where nothing is expected."""
        if not case.expected:
            raise ValueError("correctness needs at least one accepted answer in `expected`")
        if equal := next((text for text in case.expected if folded(text) == folded(case.reply)), None):
            return decided(1.0, "the reply is the expected answer", "equal", Evidence(expected=equal))
        if not case.reply.strip():
            return decided(0.0, "the reply is empty", "equal", Evidence(expected=case.expected[0]))
        try:
            evidence = self._evidence(case)
        except ModelError as error:
            reason = f"the embedder could not answer: {error}"
            return Score(scorer="correctness", value=None, unscored="error", reason=reason)
        if (
            self._embedder
            and all(substance(t).strip() for t in case.expected)
            and all(off_topic(e, self._embedder.floor) for e in evidence)
        ):
            seen = evidence[0]
            reason = f"off topic: similarity {seen.similarity:.3f} is below {self._embedder.floor:.2f}"
            return decided(0.0, f"{reason}, and no expected fact is in the reply", "similarity", seen)
        asked = evidence if self._each else evidence[:1]
        return max((self._ask(case, e) for e in asked), key=lambda s: -1.0 if s.value is None else s.value)

    def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:
        """As the arbiter says."""
        return self._arbiter.conditions(case, conditions)

    def refusal(self, case: Case) -> Score:
        """As the arbiter says."""
        return self._arbiter.refusal(case)

    def _evidence(self, case: Case) -> list[Evidence]:
        """What is seen about each accepted answer, the closest first."""
        facts = extract(case.reply, self._digits)
        evidence = [
            Evidence(
                expected=text, similarity=cosine, facts=compare(extract(substance(text), self._digits), facts)
            )
            for text, cosine in zip(case.expected, self._similarities(case), strict=True)
        ]
        return sorted(evidence, key=closeness, reverse=True)

    def _similarities(self, case: Case) -> list[float | None]:
        if self._embedder is None:
            return [None] * len(case.expected)
        vectors = self._embedder.embed([case.reply, *case.expected])
        return [float(cosine) for cosine in vectors[1:] @ vectors[0]]

    def _ask(self, case: Case, evidence: Evidence) -> Score:
        score = self._arbiter.correctness(case, evidence)
        seen: dict[str, object] = {"tier": "judge", **evidence.as_json(), **score.evidence}
        if seen["tier"] == "judge" and (disagreement := disagreement_of(score, evidence)):
            seen["disagreement"] = disagreement
        return replace(score, evidence=seen)


def decided(value: float, reason: str, tier: str, evidence: Evidence) -> Score:
    """A score of a tier that needed no arbiter."""
    return Score(
        scorer="correctness", value=value, reason=reason, evidence={"tier": tier, **evidence.as_json()}
    )


def off_topic(evidence: Evidence, floor: float) -> bool:
    return (
        evidence.similarity is not None and evidence.similarity < floor and not valued(evidence.facts.shared)
    )


def valued(facts: Sequence[Fact]) -> list[Fact]:
    """Facts with a value, so without the statements."""
    return [fact for fact in facts if fact.kind is not Kind.POLARITY]


def closeness(evidence: Evidence) -> tuple[int, float, float]:
    """Orders accepted answers by how well the reply fits them."""
    facts = evidence.facts
    wanted = len(facts.shared) + len(facts.missing) + len(facts.contradicted)
    share = len(facts.shared) / wanted if wanted else 0.0
    return -len(facts.contradicted), share, evidence.similarity or 0.0


def disagreement_of(score: Score, evidence: Evidence) -> str:
    """Where a judge's label and the facts do not go together; empty where they do."""
    facts = evidence.facts
    if score.value == 1 and facts.contradicted:
        expected, seen = facts.contradicted[0]
        return f"judged correct, but the facts say: {differ(expected, seen)}"
    if score.value == 0 and valued(facts.shared) and not facts.missing and not facts.contradicted:
        return "judged wrong, but the reply has every expected fact and contradicts none"
    return ""


def differ(expected: Fact, seen: Fact) -> str:
    """What should have been said, and what was; a value that is taken back is quoted with a "not"."""
    wanted, said = (" ".join(["not"] * fact.negated + fact.quote.split()) for fact in (expected, seen))
    return f"expected {wanted}, the reply says {said}"
