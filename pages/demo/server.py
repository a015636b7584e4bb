"""The product as a server: in a thread of this process, for fixtures, tests and the command."""

import asyncio
import os
import socket
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

import uvicorn

from evals.errors import UsageError
from pages.demo.app import create
from pages.demo.model import Model
from pages.demo.run import Clinic
from pages.demo.store import Store
from pages.demo.web import LARGEST_BODY

HOST = "127.0.0.1"


class Server(uvicorn.Server):
    """A uvicorn server that says when it is ready, and ends open streams when it is told to stop."""

    def __init__(self, clinic: Clinic) -> None:
        config = uvicorn.Config(
            create(clinic),
            loop="asyncio",
            http="h11",
            ws="websockets-sansio",
            ws_max_size=LARGEST_BODY,
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)
        self.clinic = clinic
        self.ready = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self.ready.set()

    def stop(self) -> None:
        """Ask it to stop, from any thread."""
        self.should_exit = True
        if self.loop:
            self.loop.call_soon_threadsafe(self.clinic.stop_all)


@contextmanager
def running(
    *,
    port: int = 0,
    seed: int | None = None,
    today: date | None = None,
    pace: float = 1.0,
    bugs: Sequence[str] = (),
    db: Path | None = None,
    transport: str = "fetch",
    dom: str = "plain",
    model: Model | None = None,
) -> Iterator[str]:
    """Serve the clinic on 127.0.0.1 and give its base URL; it accepts connections from then on.

    `port` 0 takes any free one. `pace` scales the pauses of a reply, 0 sends it at once. `db` None keeps
    all in memory. `transport` is how replies reach a page that asks for no other, `dom` the variant of that
    page; a `model` does the talking in the place of the rules. Raises UsageError for a port in use, an
    unknown bug, transport or variant, or a database that cannot be opened.
    """
    listener = listen(port)
    with closing(listener), closing(open_store(db)) as store:
        clinic = Clinic(
            store=store,
            seed=seed,
            today=today,
            pace=pace,
            bugs=tuple(bugs),
            transport=transport,
            dom=dom,
            model=model,
        )
        server = Server(clinic)
        thread = threading.Thread(target=server.run, args=([listener],), name="clinic", daemon=True)
        thread.start()
        server.ready.wait()
        try:
            yield f"http://{HOST}:{listener.getsockname()[1]}"
        finally:
            server.stop()
            thread.join()


def listen(port: int) -> socket.socket:
    """A socket that listens on that port of this machine. Raises UsageError."""
    try:
        return socket.create_server((HOST, port), backlog=256)
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise UsageError(
            f"the clinic cannot listen on port {port}",
            seen=reason,
            where=f"{HOST}:{port}",
            fix="choose another one with --port, or --port 0 for any that is free",
        ) from error


def open_store(path: Path | None) -> Store:
    """The database. Raises UsageError."""
    try:
        return Store(path)
    except sqlite3.Error as error:
        raise UsageError(
            "the database cannot be opened",
            expected="a SQLite file of this product, or a path at which one can be made",
            seen=str(error),
            where=str(path),
            fix="choose another file with --db, or leave --db away to keep everything in memory",
        ) from error
