"""Fixtures that more than one folder of tests uses."""

from tests.model_server import model_server

__all__ = ["model_server"]
