"""The embedded embedder: unit vectors, no network, and a floor that its calibration data give again."""

from pathlib import Path

import numpy as np
import pytest

from evals.models import local
from evals.models.calibration import KEPT, calibrate
from evals.models.ports import Embedder

PAIRS = Path(__file__).parents[3] / "data" / "calibration" / "paraphrases.jsonl"


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    found = local.load()
    if found is None:
        pytest.skip("wordllama is not installed")
    return found


def test_every_text_has_a_unit_vector(embedder: Embedder) -> None:
    vectors = embedder.embed(["Thursday", "", " \n", "half \ud83d an emoji", "👍"])
    assert vectors.shape == (5, 256)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, 256)


def test_a_text_is_like_itself(embedder: Embedder) -> None:
    (a,), (b,) = embedder.embed(["We open at nine."]), embedder.embed(["We open at nine."])
    assert float(a @ b) == pytest.approx(1, abs=1e-5)


def test_the_floor_is_the_one_its_calibration_gives(embedder: Embedder) -> None:
    found = calibrate(embedder, PAIRS)
    assert embedder.floor == found.floor
    assert found.below_paraphrases <= 1 - KEPT
    assert found.below_others >= 0.8
