"""Files that people attach to their messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote
from uuid import uuid4

from pages.demo.database import Database

LARGEST = 2 * 1024 * 1024
TOO_LARGE = "That file is too large: at most 2 MB can be attached."
LONGEST_NAME = 120


@dataclass(frozen=True, kw_only=True)
class File:
    """A file as it was sent."""

    name: str
    data: bytes

    @property
    def disposition(self) -> str:
        """The header that lets a browser save it under its name (RFC 6266)."""
        return f"attachment; filename*=UTF-8''{quote(self.name, safe='')}"


class Files:
    """The files of all patients, each seen only by who sent it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, user: str, file: File) -> str:
        """Keep a file; it belongs to no message yet. Returns its id."""
        made = uuid4().hex
        with self.database.transaction() as db:
            sql = "INSERT INTO attachments (id, user, name, data) VALUES (?, ?, ?, ?)"
            db.execute(sql, (made, user, file.name, file.data))
        return made

    def get(self, user: str, file: str) -> File | None:
        """A file of this user."""
        found = self.database.rows("SELECT * FROM attachments WHERE id = ? AND user = ?", file, user)
        return File(name=found[0]["name"], data=found[0]["data"]) if found else None

    def attach(self, user: str, message: str, files: Sequence[str]) -> None:
        """Let files of this user belong to a message."""
        with self.database.transaction() as db:
            sql = "UPDATE attachments SET message = ? WHERE id = ? AND user = ?"
            db.executemany(sql, [(message, file, user) for file in files])

    def of(self, conversation: str) -> dict[str, list[dict[str, str]]]:
        """Id and name of each file of a conversation, by message."""
        sql = (
            "SELECT attachments.id, name, message FROM attachments JOIN messages ON messages.id = message "
            "WHERE conversation = ? ORDER BY attachments.rowid"
        )
        found: dict[str, list[dict[str, str]]] = {}
        for row in self.database.rows(sql, conversation):
            found.setdefault(row["message"], []).append({"id": row["id"], "name": row["name"]})
        return found


def plain_name(name: str) -> str:
    """A file's name without folders and control characters, and no longer than names are."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(char for char in last if char.isprintable())[:LONGEST_NAME].strip() or "file"
