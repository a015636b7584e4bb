"""The clinic under each seed, with the bug that a test is named after and without it."""

import pytest

from pages import ChatPage
from tests.bench.flows import CLEAN, SEEDED, SEEDS


@pytest.fixture(params=SEEDS)
def seed(request: pytest.FixtureRequest) -> int:
    """Chooses the wording: the same with the bug and without."""
    return int(request.param)


@pytest.fixture(params=[SEEDED, CLEAN])
def clinic(chat: ChatPage, seed: int, request: pytest.FixtureRequest) -> ChatPage:
    """The chat in a conversation of that seed, with the bug or without."""
    bug = request.function.__name__.removeprefix("test_").replace("_", "-")
    chat.open(f"/?bug={bug}&seed={seed}" if request.param == SEEDED else f"/?seed={seed}")
    return chat
