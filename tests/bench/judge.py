"""How well the local judge tells correct answers from near misses: `python -m tests.bench.judge`."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.judge.local import local_judge
from evals.judge.port import Case
from evals.models import local
from evals.models.ports import Embedder
from tests.bench.figure import Figure

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "data" / "chat_near_misses.jsonl"
OWN = ROOT / "tests" / "evals" / "data" / "near_misses.jsonl"
NEAR_MISSES = Figure(name="local-judge-near-misses", unit="balanced-accuracy", target=">=0.8")
OWN_NEAR_MISSES = Figure(name="local-judge-own-near-misses", unit="balanced-accuracy", target=">=0.8")
FIGURES = (NEAR_MISSES, OWN_NEAR_MISSES)


@dataclass(frozen=True, kw_only=True)
class Row:
    """A reply with a person's label: correct, partially_correct or wrong."""

    question: str
    golden: str
    reply: str
    kind: str
    label: str


@dataclass(frozen=True, kw_only=True)
class Result:
    """Whether a row is correct, and whether it was let through as correct."""

    correct: bool
    passed: bool


def rows(path: Path) -> list[Row]:
    """The labelled rows of a file."""
    return [
        Row(**{name: json.loads(line)[name] for name in ("question", "golden", "reply", "kind", "label")})
        for line in path.read_text("utf-8").splitlines()
    ]


def judged(found: Sequence[Row], embedder: Embedder | None) -> list[float | None]:
    """The local judge's value for each row; None where it cannot tell."""
    judge = local_judge(embedder)
    cases = (Case(prompt=row.question, reply=row.reply, expected=(row.golden,)) for row in found)
    return [judge.correctness(case).value for case in cases]


def cosines(found: Sequence[Row], embedder: Embedder) -> list[float]:
    """How alike golden and reply of each row are."""
    golden = embedder.embed([row.golden for row in found])
    reply = embedder.embed([row.reply for row in found])
    return [float(cosine) for cosine in (golden * reply).sum(axis=1)]


def results(found: Sequence[Row], passed: Sequence[bool]) -> list[Result]:
    """Correct against wrong: what is partially correct is left out."""
    return [
        Result(correct=row.label == "correct", passed=let)
        for row, let in zip(found, passed, strict=True)
        if row.label != "partially_correct"
    ]


def split(found: Sequence[Result]) -> tuple[list[bool], list[bool]]:
    """For the correct and for the wrong rows: which were told rightly."""
    return [r.passed for r in found if r.correct], [not r.passed for r in found if not r.correct]


def balanced_accuracy(found: Sequence[Result]) -> float:
    """The mean of the shares of correct rows that passed and of wrong rows that did not, in [0, 1]."""
    correct, wrong = split(found)
    return (sum(correct) / len(correct) + sum(wrong) / len(wrong)) / 2


def interval(found: Sequence[Result]) -> tuple[float, float]:
    """A 95 % interval of the balanced accuracy, honest also where no row was told wrongly.

    Wilson intervals of the two shares, joined by the square-and-add rule (Newcombe 1998).
    """
    middle, below, above = balanced_accuracy(found), 0.0, 0.0
    for right in split(found):
        share, (low, high) = sum(right) / len(right), wilson(sum(right), len(right))
        below += (share - low) ** 2
        above += (high - share) ** 2
    return middle - math.sqrt(below) / 2, middle + math.sqrt(above) / 2


def wilson(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    share, weight = right / of, z * z / of
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / of + weight / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def best_cosine(found: Sequence[Row], alike: Sequence[float]) -> float:
    """The balanced accuracy of cosine alone with the threshold that suits these very rows best."""
    return max(
        balanced_accuracy(results(found, [cosine >= threshold for cosine in alike])) for threshold in alike
    )


def show(figure: Figure, path: Path, embedder: Embedder | None) -> None:
    """Print the figure of one file, its interval, and what cosine alone reaches."""
    name = figure.name
    if not path.exists():
        print(f"{name}: {path.name} is not there")
        figure.show(None)
        return
    found = rows(path)
    decided = results(found, [value == 1 for value in judged(found, embedder)])
    low, high = interval(decided)
    cosine = f"{best_cosine(found, cosines(found, embedder)):.2f}" if embedder else "not measured"
    print(
        f"{name}: {len(decided)} rows, 95 % interval {low:.2f} to {high:.2f}, cosine alone at best {cosine}"
    )
    figure.show(balanced_accuracy(decided))


def main() -> None:
    """Print the figures of the shared rows and of the project's own."""
    embedder = local.load()
    show(NEAR_MISSES, SHARED, embedder)
    show(OWN_NEAR_MISSES, OWN, embedder)


if __name__ == "__main__":
    main()
