"""One failure record, one formatter: what a person needs to understand a failed check and to see it again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.report.text import clean, cut
from evals.score import Outcome, Verdict

WORST = (Outcome.ERROR, Outcome.FAIL, Outcome.INCONCLUSIVE)
MOST = 2000
WIDTH = 12


@dataclass(frozen=True, kw_only=True)
class Check:
    """One decided check. `name` is the method's (`to_mean`), `expected` what it asked for, in words.

    `says` is the headline of a failed one: what the reply did wrong. `judge` is who was asked, where one was.
    """

    name: str
    says: str
    expected: tuple[str, ...]
    verdict: Verdict
    negated: bool = False
    judge: str = ""

    @property
    def outcome(self) -> Outcome:
        return self.verdict.outcome

    @property
    def headline(self) -> str:
        """One line that says how it ended."""
        return {
            Outcome.PASS: f"{self.name} passed",
            Outcome.FAIL: self.says,
            Outcome.ERROR: f"{self.name} could not be judged: an error, not a bad reply",
            Outcome.INCONCLUSIVE: f"{self.name} was not decided",
        }[self.outcome]


@dataclass(frozen=True, kw_only=True)
class Failure:
    """All that is shown of checks on one reply that did not all pass."""

    checks: Sequence[Check]
    asked: str
    seen: str
    actions: str = ""
    signals: Sequence[str] = ()
    screenshot: Path | None = None
    golden: str = ""
    rerun: str = ""

    def __str__(self) -> str:
        bad = sorted(
            (c for c in self.checks if c.outcome is not Outcome.PASS), key=lambda c: WORST.index(c.outcome)
        )
        lines = [bad[0].headline if len(bad) == 1 else counted(self.checks)]
        lines += labelled("golden", self.golden)
        lines += labelled("asked", self.asked)
        lines += labelled("seen", self.seen or "(no text)")
        lines += labelled("actions", self.actions)
        for check in bad:
            if len(bad) > 1:
                lines.append(f"- {check.headline}")
            lines += about(check)
        lines += labelled("signals", ", ".join(self.signals))
        lines += labelled("screenshot", str(self.screenshot or ""))
        lines += labelled("rerun", self.rerun)
        return "\n".join(lines)


def counted(checks: Sequence[Check]) -> str:
    """One line that says how many checks did not pass, and how: `of 8 checks 1 failed, 1 not decided`."""
    words = {
        Outcome.ERROR: "could not be judged",
        Outcome.FAIL: "failed",
        Outcome.INCONCLUSIVE: "not decided",
    }
    numbers = {outcome: sum(c.outcome is outcome for c in checks) for outcome in words}
    return f"of {len(checks)} checks " + ", ".join(f"{n} {words[o]}" for o, n in numbers.items() if n)


def about(check: Check) -> Iterator[str]:
    """The lines that tell one check's side: what it wanted, what was measured, why."""
    score = check.verdict.score
    scorer = f"{score.scorer} by {check.judge}" if check.judge not in ("", score.scorer) else score.scorer
    limit = "only 0 passes" if check.negated else f"passes at {check.verdict.threshold:g}"
    yield from labelled("expected", "\n".join(check.expected))
    yield from labelled(
        "score", f"{'none' if score.value is None else f'{score.value:g}'} ({scorer}; {limit})"
    )
    yield from labelled("reason", score.reason)
    yield from labelled("evidence", "\n".join(pairs(score.evidence)))


def pairs(evidence: Mapping[str, object]) -> Iterator[str]:
    """Each piece of evidence that holds something, on a line."""
    for key, value in evidence.items():
        if words := in_words(value):
            yield f"{key}: {words}"


def in_words(value: object) -> str:
    if isinstance(value, Mapping):
        if {"quote", "kind"} <= value.keys():  # a fact
            return f"{value['quote']} ({value['kind']})"
        return "; ".join(f"{key} {words}" for key, v in value.items() if (words := in_words(v)))
    if isinstance(value, list | tuple):
        return ", ".join(
            # A pair: what was expected, and what came instead.
            " -> ".join(map(in_words, v)) if isinstance(v, list | tuple) else in_words(v)
            for v in value
        )
    if value is None:
        return ""
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def labelled(label: str, text: str) -> list[str]:
    """Lines with the label before the first one; none where there is no text."""
    if not text:
        return []
    first, *others = cut(clean(text), MOST).split("\n")
    return [f"  {label + ':':<{WIDTH}}{first}", *(" " * (WIDTH + 2) + line for line in others)]
