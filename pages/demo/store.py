"""Users, conversations, messages and appointments in SQLite. Everybody sees only what is theirs."""

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, Literal, cast
from uuid import uuid4

from pages.demo import facts
from pages.demo.plan import Appointment

Status = Literal["confirmed", "unconfirmed", "cancelled"]

SCHEMA = """
CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS conversations (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, user TEXT NOT NULL REFERENCES users,
    title TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL, suggestions TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS messages (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL,
    conversation TEXT NOT NULL REFERENCES conversations(id), run TEXT NOT NULL, role TEXT NOT NULL,
    text TEXT NOT NULL, stopped INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS cards (
    id TEXT PRIMARY KEY, conversation TEXT NOT NULL REFERENCES conversations(id),
    message TEXT NOT NULL REFERENCES messages(id), card TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS appointments (
    id INTEGER PRIMARY KEY, user TEXT NOT NULL REFERENCES users, service TEXT NOT NULL, day TEXT NOT NULL,
    time TEXT NOT NULL, status TEXT NOT NULL);
"""


class Store:
    """One database; safe to use from several threads.

    `path` None keeps everything in memory, and it is gone with the process. Raises sqlite3.Error.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.lock = threading.RLock()
        self.connection = sqlite3.connect(path or ":memory:", check_same_thread=False)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.executescript(SCHEMA)

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

    # --- users

    def new_user(self, today: date) -> str:
        """A user who has a check-up on the coming Tuesday at 10:00."""
        user = uuid4().hex
        with self.transaction() as db:
            db.execute("INSERT INTO users VALUES (?)", (user,))
        first = Appointment(service="check-up", day=facts.next_weekday("Tuesday", today), time="10:00")
        self.add_appointment(user, first)
        return user

    def knows(self, user: str) -> bool:
        """Is there such a user?"""
        return bool(self.rows("SELECT 1 FROM users WHERE id = ?", user))

    # --- conversations

    def new_conversation(self, user: str, options: Mapping[str, object]) -> str:
        """An empty conversation; `options` stay with it."""
        conversation = uuid4().hex
        with self.transaction() as db:
            db.execute(
                "INSERT INTO conversations (id, user, title, options, state, suggestions) "
                "VALUES (?, ?, '', ?, ?, ?)",
                (conversation, user, json.dumps(options), "{}", "[]"),
            )
        return conversation

    def conversations(self, user: str) -> list[dict[str, object]]:
        """Those in which something was said, the newest first."""
        found = self.rows(
            "SELECT id, title FROM conversations WHERE user = ? AND title != '' ORDER BY number DESC", user
        )
        return [dict(row) for row in found]

    def conversation(self, user: str, conversation: str) -> dict[str, Any] | None:
        """Options, state, title and suggestions, or None where this user has no such conversation."""
        found = self.rows("SELECT * FROM conversations WHERE id = ? AND user = ?", conversation, user)
        return as_conversation(found)

    def any_conversation(self, conversation: str) -> dict[str, Any] | None:
        """The same, whoever's it is: for seeded bugs alone."""
        return as_conversation(self.rows("SELECT * FROM conversations WHERE id = ?", conversation))

    def conversation_of(self, card: str) -> dict[str, Any] | None:
        """The conversation in which a card is shown: for seeded bugs alone."""
        sql = (
            "SELECT conversations.* FROM conversations JOIN cards ON conversations.id = conversation "
            "WHERE cards.id = ?"
        )
        return as_conversation(self.rows(sql, card))

    def keep_state(self, conversation: str, state: Mapping[str, object]) -> None:
        """Keep what the assistant has to remember."""
        with self.transaction() as db:
            db.execute("UPDATE conversations SET state = ? WHERE id = ?", (json.dumps(state), conversation))

    def suggest(self, conversation: str, suggestions: list[str]) -> None:
        """Keep the suggested replies of the latest turn."""
        with self.transaction() as db:
            db.execute(
                "UPDATE conversations SET suggestions = ? WHERE id = ?",
                (json.dumps(suggestions), conversation),
            )

    # --- messages and cards

    def add_message(
        self, conversation: str, *, run: str, role: str, text: str, stopped: bool = False, message: str = ""
    ) -> str:
        """Append a message; the first one of the user names the conversation."""
        message = message or uuid4().hex
        with self.transaction() as db:
            db.execute(
                "INSERT INTO messages (id, conversation, run, role, text, stopped) VALUES (?, ?, ?, ?, ?, ?)",
                (message, conversation, run, role, text, stopped),
            )
            if role == "user":
                title = " ".join(text.split())[:60] or "New conversation"
                db.execute(
                    "UPDATE conversations SET title = ? WHERE id = ? AND title = ''", (title, conversation)
                )
        return message

    def trim_reply(self, conversation: str, run: str, kept: list[int]) -> None:
        """Cut the bubbles of a stopped reply down to the characters that were shown."""
        with self.transaction() as db:
            sql = (
                "SELECT id, text FROM messages WHERE conversation = ? AND run = ? AND role = 'assistant' "
                "ORDER BY number"
            )
            for index, row in enumerate(db.execute(sql, (conversation, run)).fetchall()):
                shown = row["text"][: kept[index]] if index < len(kept) else ""
                db.execute("UPDATE messages SET text = ?, stopped = 1 WHERE id = ?", (shown, row["id"]))
                if index >= len(kept):
                    db.execute("DELETE FROM messages WHERE id = ?", (row["id"],))

    def add_card(self, conversation: str, message: str, card: Mapping[str, object]) -> None:
        """Keep a card below a message; cards before it that are still open give way to it."""
        with self.transaction() as db:
            db.execute(
                "UPDATE cards SET state = 'replaced' WHERE conversation = ? AND state = 'open'",
                (conversation,),
            )
            db.execute(
                "INSERT INTO cards VALUES (?, ?, ?, ?, 'open')",
                (card["id"], conversation, message, json.dumps(card)),
            )

    def finish_card(self, user: str, card: str) -> None:
        """The card's action was carried out; cards of other users are left alone."""
        with self.transaction() as db:
            db.execute(
                "UPDATE cards SET state = 'done' WHERE id = ? AND conversation IN "
                "(SELECT id FROM conversations WHERE user = ?)",
                (card, user),
            )

    def messages(self, conversation: str) -> list[dict[str, object]]:
        """All messages in order, each with its cards in the state they are in."""
        cards: dict[str, list[object]] = {}
        for row in self.rows("SELECT * FROM cards WHERE conversation = ? ORDER BY rowid", conversation):
            cards.setdefault(row["message"], []).append(json.loads(row["card"]) | {"state": row["state"]})
        found = self.rows("SELECT * FROM messages WHERE conversation = ? ORDER BY number", conversation)
        return [
            {
                "id": row["id"],
                "role": row["role"],
                "text": row["text"],
                "stopped": bool(row["stopped"]),
                "cards": cards.get(row["id"], []),
            }
            for row in found
        ]

    # --- appointments

    def appointments(self, user: str) -> list[Appointment]:
        """Those that are not cancelled, the soonest first."""
        found = self.rows("SELECT * FROM appointments WHERE user = ? AND status != 'cancelled'", user)
        every = [as_appointment(row) for row in found]
        return sorted(every, key=lambda each: (each.day, each.time.zfill(5)))

    def appointment(self, user: str, number: int) -> Appointment | None:
        """One of this user, cancelled or not."""
        found = self.rows("SELECT * FROM appointments WHERE user = ? AND id = ?", user, number)
        return as_appointment(found[0]) if found else None

    def add_appointment(self, user: str, new: Appointment) -> Appointment:
        """Book it; returns it with its id."""
        with self.transaction() as db:
            values = (user, new.service, new.day.isoformat(), new.time, new.status)
            sql = "INSERT INTO appointments (user, service, day, time, status) VALUES (?, ?, ?, ?, ?)"
            number = db.execute(sql, values).lastrowid
        return as_appointment(self.rows("SELECT * FROM appointments WHERE id = ?", number)[0])

    def change_appointment(self, user: str, changed: Appointment) -> None:
        """Write day, time and status of an appointment that has an id."""
        with self.transaction() as db:
            db.execute(
                "UPDATE appointments SET day = ?, time = ?, status = ? WHERE id = ? AND user = ?",
                (changed.day.isoformat(), changed.time, changed.status, changed.id, user),
            )


def as_conversation(found: Sequence[sqlite3.Row]) -> dict[str, Any] | None:
    """The first row as a value, or None where there is none."""
    if not found:
        return None
    row = dict(found[0])
    return row | {key: json.loads(row[key]) for key in ("options", "state", "suggestions")}


def as_appointment(row: sqlite3.Row) -> Appointment:
    """A row of the table as a value."""
    return Appointment(
        id=row["id"],
        service=row["service"],
        day=date.fromisoformat(row["day"]),
        time=row["time"],
        status=cast(Status, row["status"]),
    )
