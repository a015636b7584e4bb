"""A clinic to visit: real, on a free port, with a fixed day and no pauses."""

from collections.abc import Iterator
from datetime import date

import pytest

from pages.demo.server import running
from tests.pages.demo.visitor import Visitor

TODAY = date(2026, 11, 30)
"""A Monday."""


@pytest.fixture(scope="session")
def clinic() -> Iterator[str]:
    """The address of a clinic that answers at once."""
    with running(today=TODAY, pace=0) as url:
        yield url


@pytest.fixture
def visitor(clinic: str) -> Visitor:
    """Somebody new."""
    return Visitor(clinic)
