"""What a product is asked, and what its replies must mean. Files are read by `evals.goldens.load`."""

from evals.goldens.model import Golden, Turn

__all__ = ["Golden", "Turn"]
