"""A turn's bytes -> what they tell. Pure: the standard library only."""

from evals.wire.sse import Chunk
from evals.wire.turn import WireTurn, read

__all__ = ["Chunk", "WireTurn", "read"]
