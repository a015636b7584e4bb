"""One worker's file of events: appended, ASCII, each line written out before the next step."""

import json
import secrets as random
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from evals.record.plain import plain


def new_run_id() -> str:
    """Sorts by time, unique without asking anybody: `20260131-094502-3f9a1c`, in UTC."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{random.token_hex(3)}"


class Journal:
    """Appends events to `folder/worker.jsonl`; the folder comes into being with the first event."""

    def __init__(self, folder: Path, worker: str = "main", secrets: Collection[str] = ()) -> None:
        self.folder, self.worker = folder, worker
        self._secrets = [s for s in secrets if s]
        self._artifacts = 0

    @property
    def file(self) -> Path:
        return self.folder / f"{self.worker}.jsonl"

    def write(self, event: str, **fields: object) -> None:
        """Add one event and flush it. Raises OSError."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        values = plain({"event": event, "at": at, "worker": self.worker, **fields}, self._secrets)
        line = json.dumps(values, ensure_ascii=True, allow_nan=False)
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="ascii", newline="\n") as file:
            file.write(line + "\n")

    def artifact(self, name: str) -> Path:
        """A path in the run's folder at which no file stands yet."""
        folder = self.folder / "artifacts"
        folder.mkdir(parents=True, exist_ok=True)
        self._artifacts += 1
        safe = "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "-" for c in name)[-80:]
        return folder / f"{self.worker}-{self._artifacts:04d}-{safe.lstrip('.') or 'file'}"
