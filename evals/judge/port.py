"""What a judge is asked, and what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from evals.score import Score


@dataclass(frozen=True, kw_only=True)
class Case:
    """One reply to be judged. `expected` holds the accepted answers (any of them is enough)."""

    prompt: str
    reply: str
    expected: tuple[str, ...] = ()
    context: str | None = None


class Judge(Protocol):
    """Judges what a reply means. An outage gives an unscored Score (`error`), never a low one."""

    name: str
    """As shown in the header and in records: a model's name, or `local heuristic judge`."""

    def correctness(self, case: Case) -> Score:
        """1 correct, 0.5 partially correct, 0 wrong; `evidence` says which tier decided and what it saw."""

    def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:
        """A Score (1 or 0) for each; every condition completes "the reply should ...". Judged in parallel."""

    def refusal(self, case: Case) -> Score:
        """1 where the reply declines the request, 0 where it does not."""
