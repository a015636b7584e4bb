"""The embedded default embedder: wordllama, whose weights come inside its package. No network, ever."""

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evals.models.ports import Embedder


def load() -> Embedder | None:
    """The local embedder, or None where wordllama is not installed: the similarity tier is off then."""
    return LocalEmbedder() if find_spec("wordllama") else None


class WordLlama(Protocol):
    """What is used of wordllama, which has no types of its own."""

    def embed(self, texts: list[str], *, norm: bool) -> NDArray[np.float32]:
        """One row a text, of length 1 where `norm`."""


class LocalEmbedder:
    """Mean-pooled token embeddings of wordllama, 256 dimensions; the weights are read at the first use.

    Fit to tell what is off topic. A wrong day or price looks *more* alike than an honest paraphrase.
    """

    name = "wordllama-256"
    floor = 0.12
    """From evals.models.calibration on data/calibration/paraphrases.jsonl; a test measures it again."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit vector a text; an empty one gets an arbitrary unit vector, which is like nothing."""
        vectors = np.zeros((len(texts), 256), dtype=np.float32)
        vectors[:, 0] = 1
        told = [n for n, text in enumerate(texts) if text.strip()]
        if told:
            vectors[told] = self._model.embed([whole(texts[n]) for n in told], norm=True)
        return vectors

    @cached_property
    def _model(self) -> "WordLlama":
        import wordllama  # type: ignore[import-untyped]

        folder = Path(wordllama.__file__).parent
        model: WordLlama = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
        return model


def whole(text: str) -> str:
    """The text without halves of surrogate pairs, which the tokenizer does not take."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
