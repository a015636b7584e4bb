"""A scripted model server: a real HTTP service on 127.0.0.1 that speaks the OpenAI-compatible protocol.

    with serving() as server:
        server.answer("Thursday", "correct")          # a rule: where the prompt matches, this label
        server.fail(Fault.SERVER_ERROR, times=2)      # the next two requests
        judge = ModelJudge(OpenAIChat("scripted", key=server.key, url=server.url))
        ...
        assert len(server.requests) == 3

A pytest run in another process reaches it through `server.environ`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.model_server.faults import Fault
from tests.model_server.script import Request
from tests.model_server.server import ModelServer

__all__ = ["Fault", "ModelServer", "Request", "model_server", "serving"]


@contextmanager
def serving(*, obedient: bool = False) -> Iterator[ModelServer]:
    """A running server. `obedient`: it obeys every instruction that stands outside of the fences."""
    server = ModelServer(obedient=obedient)
    server.start()
    try:
        yield server
    finally:
        server.stop()
    assert not server.problems, f"the scripted model server itself broke: {server.problems}"


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A scripted model server of this test's own."""
    with serving() as server:
        yield server
