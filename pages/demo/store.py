"""Users, conversations, messages and appointments in SQLite. Everybody sees only what is theirs."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal, cast
from uuid import uuid4

from pages.demo import facts
from pages.demo.cards import filled
from pages.demo.database import Database
from pages.demo.files import Files
from pages.demo.orders import Orders
from pages.demo.plan import Appointment, Reminder

Status = Literal["confirmed", "unconfirmed", "cancelled"]
Change = tuple[Appointment, Appointment]
"""An appointment before and after."""


class Store:
    """All that is kept in one database; safe to use from several threads.

    `path` None keeps everything in memory, and it is gone with the process. Raises sqlite3.Error.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.database = Database(path)
        self.transaction, self.rows, self.close = (
            self.database.transaction,
            self.database.rows,
            self.database.close,
        )
        self.orders, self.files = Orders(self.database), Files(self.database)

    # --- users

    def new_user(self, today: date) -> str:
        """A user who has a check-up on the coming Tuesday at 10:00, and ordered something."""
        user = uuid4().hex
        with self.transaction() as db:
            db.execute("INSERT INTO users VALUES (?)", (user,))
        first = Appointment(service="check-up", day=facts.next_weekday("Tuesday", today), time="10:00")
        self.add_appointment(user, first)
        self.orders.first(user, today)
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
        """Append a message; the first one of the user names the conversation.

        With it goes what the assistant remembers by then, for the case that the message is asked again.
        """
        message = message or uuid4().hex
        with self.transaction() as db:
            db.execute(
                "INSERT INTO messages (id, conversation, run, role, text, stopped, state) "
                "SELECT ?, id, ?, ?, ?, ?, state FROM conversations WHERE id = ?",
                (message, run, role, text, stopped, conversation),
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
        """Keep a card below a message."""
        with self.transaction() as db:
            db.execute(
                "INSERT INTO cards VALUES (?, ?, ?, ?, 'open')",
                (card["id"], conversation, message, json.dumps(card)),
            )

    def add_choice(self, message: str, choice: Mapping[str, object]) -> None:
        """Keep below a message what it asks to choose from."""
        with self.transaction() as db:
            db.execute("UPDATE messages SET choice = ? WHERE id = ?", (json.dumps(choice), message))

    def rate(self, user: str, message: str, value: str | None) -> bool:
        """Keep what the user thinks of a reply; False where this user has no such reply."""
        own = "role = 'assistant' AND conversation IN (SELECT id FROM conversations WHERE user = ?)"
        with self.transaction() as db:
            sql = f"UPDATE messages SET feedback = ? WHERE id = ? AND {own}"
            return db.execute(sql, (value, message, user)).rowcount == 1

    def finish_card(self, user: str, asked: Mapping[str, Any]) -> None:
        """The action of the card that `asked` names was carried out; cards of other users are left alone."""
        own = "id = ? AND conversation IN (SELECT id FROM conversations WHERE user = ?)"
        with self.transaction() as db:
            for row in db.execute(f"SELECT * FROM cards WHERE {own}", (str(asked.get("card")), user)):
                card = json.dumps(filled(json.loads(row["card"]), asked))
                db.execute("UPDATE cards SET card = ?, state = 'done' WHERE id = ?", (card, row["id"]))

    def cards(self, conversation: str) -> dict[str, list[dict[str, Any]]]:
        """All cards by message; one that is still open gives way to a newer one of its kind."""
        rows = self.rows("SELECT * FROM cards WHERE conversation = ? ORDER BY rowid", conversation)
        cards = [json.loads(row["card"]) | {"state": row["state"]} for row in rows]
        latest = {card["kind"]: card["id"] for card in cards}
        found: dict[str, list[dict[str, Any]]] = {}
        for row, card in zip(rows, cards, strict=True):
            if card["state"] == "open" and latest[card["kind"]] != card["id"]:
                card["state"] = "replaced"
            found.setdefault(row["message"], []).append(card)
        return found

    def messages(self, conversation: str) -> list[dict[str, object]]:
        """All messages in order, each with its cards in the state they are in."""
        cards, files = self.cards(conversation), self.files.of(conversation)
        found = self.rows("SELECT * FROM messages WHERE conversation = ? ORDER BY number", conversation)
        return [
            {
                "id": row["id"],
                "run": row["run"],
                "role": row["role"],
                "text": row["text"],
                "stopped": bool(row["stopped"]),
                "attachments": files.get(row["id"], []),
                "cards": cards.get(row["id"], []),
                "feedback": row["feedback"],
                "choice": row["choice"] and json.loads(row["choice"]),
            }
            for row in found
        ]

    # --- going back

    def note_changes(self, conversation: str, run: str, changes: Sequence[Change]) -> None:
        """Keep with the message of a run what the assistant changed because of it."""
        kept = [[before.as_json(), after.as_json()] for before, after in changes]
        with self.transaction() as db:
            db.execute(
                "UPDATE messages SET changes = ? WHERE conversation = ? AND run = ? AND role = 'user'",
                (json.dumps(kept), conversation, run),
            )

    def rewind(self, conversation: str, run: str) -> None:
        """Go back to before the message of that run: it and all that followed it are gone.

        What the assistant remembered then it remembers again, and what it changed since is undone where
        nobody has changed it further. Nothing happens where there is no such run.
        """
        with self.transaction() as db:
            of_run = "SELECT number, state FROM messages WHERE conversation = ? AND run = ? AND role = 'user'"
            first = db.execute(of_run, (conversation, run)).fetchone()
            if first is None:
                return
            gone = "FROM messages WHERE conversation = ? AND number >= ?"
            span = (conversation, first["number"])
            for row in db.execute(f"SELECT changes {gone} ORDER BY number DESC", span).fetchall():
                undo(db, json.loads(row["changes"]))
            db.execute(f"DELETE FROM cards WHERE message IN (SELECT id {gone})", span)
            db.execute(f"DELETE {gone}", span)
            db.execute(
                "UPDATE conversations SET state = ?, suggestions = '[]', rewound = rewound + 1, title = CASE "
                "WHEN id IN (SELECT conversation FROM messages) THEN title ELSE '' END WHERE id = ?",
                (first["state"], conversation),
            )

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
            values = (user, new.service, new.day.isoformat(), new.time, new.status, new.note, new.reminder)
            names = "user, service, day, time, status, note, reminder"
            sql = f"INSERT INTO appointments ({names}) VALUES (?, ?, ?, ?, ?, ?, ?)"
            number = db.execute(sql, values).lastrowid
        return as_appointment(self.rows("SELECT * FROM appointments WHERE id = ?", number)[0])

    def change_appointment(self, user: str, changed: Appointment) -> None:
        """Write an appointment that has an id."""
        with self.transaction() as db:
            slot = (changed.day.isoformat(), changed.time, changed.status, changed.note, changed.reminder)
            db.execute(
                "UPDATE appointments SET day = ?, time = ?, status = ?, note = ?, reminder = ? "
                "WHERE id = ? AND user = ?",
                (*slot, changed.id, user),
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
        note=row["note"],
        reminder=cast(Reminder, row["reminder"]),
    )


def undo(db: sqlite3.Connection, changes: list[list[dict[str, Any]]]) -> None:
    """Put appointments back, the last change first, where they are still as the change left them."""
    for before, after in reversed(changes):
        db.execute(
            "UPDATE appointments SET day = ?, time = ?, status = ? "
            "WHERE id = ? AND day = ? AND time = ? AND status = ?",
            (
                *(before[key] for key in ("date", "time", "status")),
                *(after[key] for key in ("id", "date", "time", "status")),
            ),
        )
