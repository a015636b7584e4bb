"""The local judge against people's labels: paraphrases pass, near misses do not."""

import json
from pathlib import Path

import pytest

from evals.judge.declining import declines
from evals.models import local
from evals.models.ports import Embedder
from tests.bench.judge import OWN, SHARED, balanced_accuracy, best_cosine, cosines, judged, results, rows

NEEDED = 0.80


@pytest.mark.parametrize("embedder", [local.load(), None], ids=["with an embedder", "without"])
@pytest.mark.parametrize("path", [SHARED, OWN], ids=["shared", "own"])
def test_tells_paraphrases_from_near_misses(path: Path, embedder: Embedder | None) -> None:
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the project")
    found = rows(path)
    decided = results(found, [value == 1 for value in judged(found, embedder)])
    assert balanced_accuracy(decided) >= NEEDED


def test_cosine_alone_cannot() -> None:
    embedder = local.load()
    if embedder is None:
        pytest.skip("wordllama is not installed")
    found = rows(OWN)
    assert best_cosine(found, cosines(found, embedder)) < NEEDED


def test_what_is_partly_right_does_not_pass() -> None:
    found = [row for row in rows(OWN) if row.label == "partially_correct"]
    assert found
    assert 1 not in judged(found, local.load())


def test_it_seldom_says_that_it_cannot_tell() -> None:
    found = rows(OWN)
    assert judged(found, local.load()).count(None) <= 0.02 * len(found)


def test_refusals_of_people_and_models() -> None:
    path = SHARED.parent / "refusals_xstest.jsonl"
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the project")
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    right = [bool(declines(row["response"])) == (row["label"] != "compliance") for row in found]
    assert sum(right) / len(right) >= 0.81
