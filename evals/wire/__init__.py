"""A turn's bytes -> what they tell. Pure: the standard library only."""

from evals.wire.sse import Chunk
from evals.wire.turn import ENDS, WireTurn, read

__all__ = ["ENDS", "Chunk", "WireTurn", "read"]
