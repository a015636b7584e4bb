"""What the assertion layer asks of a model service. Adapters stand beside this file, one per library."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evals.errors import ModelError


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    name: str
    floor: float
    """Cosine below which two texts are off topic: measured for this embedder, in [-1, 1]."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (len(texts), d), each row of length 1. Raises ModelError."""


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """One request to a chat model that must answer with JSON of the given schema."""

    system: str
    user: str
    schema: Mapping[str, object]
    name: str


class ChatModel(Protocol):
    """Completes prompts; many at once run in parallel inside the adapter."""

    name: str

    def complete(self, prompts: Sequence[Prompt]) -> list[str | ModelError]:
        """The raw answers in order; a prompt that failed gives its error in place of its answer."""
