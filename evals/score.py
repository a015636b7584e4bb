"""A Score measures, a Verdict decides. Neither is ever NaN; an unscored Score is no pass and no fail."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

Unscored = Literal["error", "inconclusive"]


class Outcome(StrEnum):
    """What a verdict says: pass, fail (a bad reply), error (an outage), inconclusive (not decided)."""

    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, kw_only=True)
class Score:
    """One measurement of one reply.

    `value` lies in [0, 1], or is None for an unscored one; then `unscored` says why: `error` (an outage, an
    exception) or `inconclusive` (deliberately not decided). `evidence` holds JSON values only.
    Raises ValueError for NaN, a value outside [0, 1], or `value` and `unscored` both set or both missing.
    """

    scorer: str
    value: float | None
    reason: str = ""
    unscored: Unscored | None = None
    evidence: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.value is None) != (self.unscored is not None):
            raise ValueError("a Score has either a value or a reason why it has none (`unscored`)")
        if self.value is not None and not (math.isfinite(self.value) and 0 <= self.value <= 1):
            raise ValueError(f"a Score lies in [0, 1], got {self.value!r} from {self.scorer}")


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A score held against a threshold in [0, 1]."""

    score: Score
    threshold: float
    outcome: Outcome

    @classmethod
    def of(cls, score: Score, *, threshold: float, negated: bool = False) -> "Verdict":
        """Pass at or above the threshold.

        Negated (`not_to_*`): pass only at exactly 0 - partly so is neither so nor not so.
        """
        if score.unscored:
            return cls(score=score, threshold=threshold, outcome=Outcome(score.unscored))
        assert score.value is not None
        passed = score.value == 0 if negated else score.value >= threshold
        return cls(score=score, threshold=threshold, outcome=Outcome.PASS if passed else Outcome.FAIL)
