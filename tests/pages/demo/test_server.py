"""Starting and stopping the clinic."""

import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from evals.errors import UsageError
from pages.demo.server import running
from tests.pages.demo.visitor import Visitor


def test_it_stops_quickly_with_open_streams_and_idle_connections() -> None:
    with ExitStack() as connections:
        with running() as url:
            visitor = Visitor(url)
            idle, streaming = (connections.enter_context(closing(visitor.connect())) for _ in range(2))
            visitor.start(idle, "GET", "/api/appointments").read()
            run = visitor.run(visitor.begin("?pauses=20-30"), "Hello")
            stream = visitor.start(streaming, "POST", "/api/chat", run)
            stream.read1(1)
            told = time.monotonic()
        assert time.monotonic() - told < 10
        assert '"RUN_FINISHED"' not in stream.read().decode()


def test_a_port_in_use_is_one_clear_error() -> None:
    with running() as url:
        port = int(url.rsplit(":", 1)[1])
        with pytest.raises(UsageError) as caught, running(port=port):
            pass
    assert str(caught.value) == (
        f"the clinic cannot listen on port {port}\n"
        "  seen:     Address already in use\n"
        f"  where:    127.0.0.1:{port}\n"
        "  to fix:   choose another one with --port, or --port 0 for any that is free"
    )


def test_a_file_that_is_no_database_is_one_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("these are notes, and there are more than a hundred bytes of them " * 4)
    with pytest.raises(UsageError) as caught, running(db=file):
        pass
    assert str(caught.value) == (
        "the database cannot be opened\n"
        "  expected: a SQLite file of this product, or a path at which one can be made\n"
        "  seen:     file is not a database\n"
        f"  where:    {file}\n"
        "  to fix:   choose another file with --db, or leave --db away to keep everything in memory"
    )


def test_an_unknown_bug_is_found_before_the_first_visit() -> None:
    with pytest.raises(UsageError, match="there is no such bug"), running(bugs=["nope"]):
        pass
