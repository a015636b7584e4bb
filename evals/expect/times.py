"""The checks of time: what was measured of a reply, held against a limit in seconds."""

import math
from collections.abc import Mapping

from evals.errors import UsageError
from evals.expect.message import Check
from evals.score import Score, Verdict
from evals.transcript import Reply

MEASURED = {
    "first_token_s": "the first token",
    "total_s": "the whole reply",
    "longest_gap_s": "the longest gap in the reply",
}
"""What a test may limit: the field of `Reply`, and its name in words."""

NOT_MEASURED = "was not measured: this chat does not tell when what came"


def time_checks(name: str, reply: Reply, limits: Mapping[str, float | None]) -> list[Check]:
    """Whether each time that has a limit is within it. Raises UsageError for no limit, or none in seconds."""
    given = {field: limit for field, limit in limits.items() if limit is not None}
    wrong = [f"{field}={limit!r}" for field, limit in given.items() if not is_limit(limit)]
    if wrong or not given:
        raise UsageError(
            f"{name} was given " + ("what is no limit" if wrong else "no limit"),
            expected="seconds above 0 for one or more of " + ", ".join(MEASURED),
            seen=", ".join(wrong),
            fix=f"name it: {name}(total_s=10)",
        )
    return [time_check(name, field, getattr(reply, field), limit) for field, limit in given.items()]


def is_limit(value: object) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0
    )


def time_check(name: str, field: str, measured_s: float | None, limit_s: float) -> Check:
    """Whether one time is within its limit, to the millisecond; not decided where it was not measured."""
    what, limit = MEASURED[field], seconds(limit_s)
    took = "" if measured_s is None else seconds(measured_s)
    if measured_s is None:
        score = Score(scorer="time", value=None, unscored="inconclusive", reason=f"{what} {NOT_MEASURED}")
    else:
        score = Score(
            scorer="time",
            value=float(round(measured_s, 3) <= limit_s),
            reason=f"{what} took {took}, the limit is {limit}",
            evidence={"measured_s": round(measured_s, 3), "limit_s": limit_s},
        )
    return Check(
        name=name,
        says=f"{what} took {took}, more than {limit}",
        expected=(f"{what} within {limit}",),
        verdict=Verdict.of(score, threshold=1.0),
    )


def seconds(value_s: float) -> str:
    """A time to the millisecond: `0.5 s`, `12 s`."""
    return f"{value_s:.3f}".rstrip("0").rstrip(".") + " s"
