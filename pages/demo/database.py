"""The database: its tables, and one writer at a time."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VERSION = 2
SCHEMA = """
CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS conversations (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, user TEXT NOT NULL REFERENCES users,
    title TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL, suggestions TEXT NOT NULL,
    rewound INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS messages (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL,
    conversation TEXT NOT NULL REFERENCES conversations(id), run TEXT NOT NULL, role TEXT NOT NULL,
    text TEXT NOT NULL, stopped INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT '{}', changes TEXT NOT NULL DEFAULT '[]', choice TEXT, feedback TEXT);
CREATE TABLE IF NOT EXISTS cards (
    id TEXT PRIMARY KEY, conversation TEXT NOT NULL REFERENCES conversations(id),
    message TEXT NOT NULL REFERENCES messages(id), card TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS appointments (
    id INTEGER PRIMARY KEY, user TEXT NOT NULL REFERENCES users, service TEXT NOT NULL, day TEXT NOT NULL,
    time TEXT NOT NULL, status TEXT NOT NULL, note TEXT NOT NULL, reminder TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS attachments (
    id TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES users, name TEXT NOT NULL, data BLOB NOT NULL,
    message TEXT);
CREATE TABLE IF NOT EXISTS orders (
    user TEXT NOT NULL REFERENCES users, number INTEGER NOT NULL, goods TEXT NOT NULL,
    quantity INTEGER NOT NULL, expected TEXT NOT NULL, cancelled INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, number));
"""


class Database:
    """One database; safe to use from several threads.

    `path` None keeps everything in memory, and it is gone with the process. Raises sqlite3.Error, also for
    a file that another version of this product made.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.lock = threading.RLock()
        self.connection = sqlite3.connect(path or ":memory:", check_same_thread=False)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA journal_mode = WAL")
        if self.connection.execute("SELECT 1 FROM sqlite_master").fetchone() and self.version() != VERSION:
            raise sqlite3.DatabaseError("the file is of another version of this product")
        self.connection.executescript(f"{SCHEMA}PRAGMA user_version = {VERSION};")

    def version(self) -> int:
        """Which version of the tables the file has; 0 where none was noted."""
        return int(self.connection.execute("PRAGMA user_version").fetchone()[0])

    def close(self) -> None:
        """Give the database back."""
        with self.lock:
            self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, one at a time."""
        with self.lock, self.connection:
            yield self.connection

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """All rows of a query."""
        with self.lock:
            return self.connection.execute(sql, values).fetchall()
