"""What a judge is asked, and what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from evals.facts import Comparison, Fact
from evals.score import Score


@dataclass(frozen=True, kw_only=True)
class Case:
    """One reply to be judged. `expected` holds the accepted answers (any of them is enough)."""

    prompt: str
    reply: str
    expected: tuple[str, ...] = ()
    context: str | None = None


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What the cheap tiers saw, about the accepted answer that came closest.

    `similarity` is a cosine in [-1, 1], None where no embedder is at hand.
    """

    expected: str
    similarity: float | None = None
    facts: Comparison = field(default_factory=Comparison)

    def rendered(self) -> str:
        """A few plain lines, fit to be shown to a model beside the texts. They quote the reply."""
        facts = self.facts
        pairs = [f"expected {quoted(e)}, the reply says {quoted(s)}" for e, s in facts.contradicted]
        lines = {
            "similarity": "" if self.similarity is None else f"{self.similarity:.2f}",
            "facts in both": ", ".join(map(quoted, facts.shared)),
            "expected facts not found": ", ".join(map(quoted, facts.missing)),
            "contradictions": "; ".join(pairs),
            "only in the reply": ", ".join(map(quoted, facts.extra)),
        }
        return "\n".join(f"{label}: {text}" for label, text in lines.items() if text)

    def as_json(self) -> dict[str, object]:
        """JSON values, for Score.evidence."""
        facts = self.facts
        return {
            "similarity": self.similarity,
            "facts": {
                "shared": [named(f) for f in facts.shared],
                "missing": [named(f) for f in facts.missing],
                "contradicted": [[named(e), named(s)] for e, s in facts.contradicted],
                "extra": [named(f) for f in facts.extra],
            },
        }


def quoted(fact: Fact) -> str:
    return f"{fact.quote!r} ({fact.kind})"


def named(fact: Fact) -> dict[str, object]:
    return {"kind": fact.kind.value, "value": fact.value, "quote": fact.quote}


class Judge(Protocol):
    """Judges what a reply means. An outage gives an unscored Score (`error`), never a low one."""

    name: str
    """As shown in the header and in records: a model's name, or `local heuristic judge`."""

    def correctness(self, case: Case) -> Score:
        """1 correct, 0.5 partially correct, 0 wrong; `evidence` says which tier decided and what it saw."""

    def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:
        """A Score (1 or 0) for each; every condition completes "the reply should ...". Judged in parallel."""

    def refusal(self, case: Case) -> Score:
        """1 where the reply declines the request, 0 where it does not."""


class Arbiter(Protocol):
    """The last tier of the cascade: decides what equality and similarity left open, with the evidence shown.

    It sets its own `evidence` (a prompt hash, a model, ...); the cascade adds tier, similarity, facts and the
    flag `disagreement`. An outage gives an unscored Score (`error`), never a low one.
    """

    name: str

    def correctness(self, case: Case, evidence: Evidence) -> Score:
        """1 correct, 0.5 partially correct, 0 wrong, with one sentence of reason."""

    def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:
        """A Score (1 or 0) for each; every condition completes "the reply should ..."."""

    def refusal(self, case: Case) -> Score:
        """1 where the reply declines the request, 0 where it does not."""
