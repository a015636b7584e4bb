"""One worker's file of events: appended, ASCII, each line written out before the next step."""

import json
import secrets as random
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from evals.record.plain import plain


def new_run_id() -> str:
    """Sorts by time, unique without asking anybody: `20260131-094502-3f9a1c`, in UTC."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{random.token_hex(3)}"


class Journal:
    """Appends events to `folder/worker.jsonl`; the folder comes into being with the first event.

    What cannot be written ends no test, whose verdict it is not: `close` tells of it.
    """

    def __init__(self, folder: Path, worker: str = "main", secrets: Collection[str] = ()) -> None:
        self.folder, self.worker = folder, worker
        self._secrets = [s for s in secrets if s]
        self._artifacts = 0
        self._unwritten: list[str] = []

    @property
    def file(self) -> Path:
        return self.folder / f"{self.worker}.jsonl"

    def write(self, event: str, **fields: object) -> None:
        """Add one event and write it out; where that is impossible, keep it for `close`."""
        line = self._line(event, **fields)
        try:
            self._append(line)
        except OSError:
            self._unwritten.append(line)

    def close(self) -> list[str]:
        """Try once more what could not be written; the lines that still cannot, and one that says why."""
        left, why = [], ""
        for line in self._unwritten:
            try:
                self._append(line)
            except OSError as error:
                left.append(line)
                why = reason(error)
        self._unwritten = []
        return [*left, self._line("lost", file=self.file.name, why=why)] if left else []

    def keep(self, name: str, data: bytes) -> Path | None:
        """Write a file called like `name`; None, and an event that says why, where that is impossible."""
        path = self._path(name)
        try:
            write_whole(path, data)
        except OSError as error:
            self.write("lost", file=path.relative_to(self.folder).as_posix(), why=reason(error))
            return None
        return path

    def artifact(self, name: str) -> Path:
        """A path in the run's folder at which no file stands yet. Raises OSError."""
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def _path(self, name: str) -> Path:
        self._artifacts += 1
        safe = "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "-" for c in name)[-80:]
        return self.folder / "artifacts" / f"{self.worker}-{self._artifacts:04d}-{safe.lstrip('.') or 'file'}"

    def _line(self, event: str, **fields: object) -> str:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        values = plain({"event": event, "at": at, "worker": self.worker, **fields}, self._secrets)
        return json.dumps(values, ensure_ascii=True, allow_nan=False)

    def _append(self, line: str) -> None:
        """Add a whole line, or nothing: a part of one would spoil the next. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.file.open("ab", buffering=0) as file:
            end, rest = file.tell(), f"{line}\n".encode("ascii")
            try:
                while rest:  # a disk that fills up takes a part, and the next time says why no more
                    rest = rest[file.write(rest) :]
            except OSError:
                file.truncate(end)
                raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, or leave none: a half would be taken for the whole. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.write_bytes(data)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def reason(error: OSError) -> str:
    """Why a file could not be written, without its name."""
    return error.strerror or str(error)
