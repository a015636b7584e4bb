"""Where an embedder's floor comes from: honest paraphrases held against answers to other questions."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evals.models.ports import Embedder

KEPT = 0.98
"""The share of honest paraphrases that a floor has to let through."""


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """`floor` is a cosine; `below_...` are the shares in [0, 1] that it cuts off."""

    floor: float
    below_paraphrases: float
    below_others: float


def calibrate(embedder: Embedder, path: Path) -> Calibration:
    """Measure an embedder on pairs of `expected` and `paraphrase`, one JSON object a line.

    The floor is the highest cosine, in hundredths, that `KEPT` of the paraphrases reach. Answers to other
    questions are all the pairs across rows. Raises ModelError.
    """
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    expected = embedder.embed([row["expected"] for row in rows])
    paraphrases = embedder.embed([row["paraphrase"] for row in rows])
    cosines = expected @ paraphrases.T
    same, others = np.diag(cosines), cosines[~np.eye(len(rows), dtype=bool)]
    floor = round(float(np.floor(np.quantile(same, 1 - KEPT, method="lower") * 100)) / 100, 2)
    return Calibration(
        floor=floor,
        below_paraphrases=float((same < floor).mean()),
        below_others=float((others < floor).mean()),
    )
