"""What can be chosen per conversation: seeded bugs, the seed of the wording, and the pace of the stream."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from evals.errors import UsageError
from pages.demo import bugs

TRANSPORTS = ("fetch", "xhr", "eventsource", "websocket", "polling", "shared")
"""How a reply reaches the page; `shared` is one EventSource for all turns of a conversation."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """`pauses_s` replaces the usual pauses by ones drawn log-uniformly between the two, whatever the pace;
    `tokens` is the highest number of pieces that a reply is streamed in."""

    seed: int | None = None
    bugs: tuple[str, ...] = ()
    pauses_s: tuple[float, float] | None = None
    tokens: int | None = None

    @classmethod
    def from_query(cls, query: Mapping[str, Sequence[str]]) -> "Options":
        """From the query parameters seed, bug (repeatable), pauses and tokens. Raises UsageError."""
        names = tuple(query.get("bug", ()))
        bugs.find(names)
        return cls(
            seed=whole("seed", query, lowest=None),
            bugs=names,
            pauses_s=pauses(query),
            tokens=whole("tokens", query, lowest=1),
        )

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Options":
        """What `as_json` gave, after it has been through JSON."""
        given = value["pauses_s"]
        return cls(**{**value, "bugs": tuple(value["bugs"]), "pauses_s": tuple(given) if given else None})

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def transport(name: str) -> str:
    """The name of a transport. Raises UsageError where there is none of that name."""
    if name not in TRANSPORTS:
        raise UsageError(
            "there is no such transport", expected="one of " + ", ".join(TRANSPORTS), seen=repr(name)
        )
    return name


def last(name: str, query: Mapping[str, Sequence[str]]) -> str | None:
    """The value of a parameter; the last one counts."""
    values = query.get(name, ())
    return values[-1] if values else None


def whole(name: str, query: Mapping[str, Sequence[str]], *, lowest: int | None) -> int | None:
    """A whole number."""
    text = last(name, query)
    if text is None:
        return None
    number = int(text) if text.lstrip("-").isdecimal() and len(text) < 19 else None
    if number is None or (lowest is not None and number < lowest):
        kind = "a whole number" if lowest is None else f"a whole number above {lowest - 1}"
        raise UsageError(f"the query parameter {name} is not {kind}", seen=repr(text), fix=f"?{name}=7")
    return number


def pauses(query: Mapping[str, Sequence[str]]) -> tuple[float, float] | None:
    """Two times in seconds, the shorter one first and above 0."""
    text = last("pauses", query)
    if text is None:
        return None
    try:
        shortest, longest = (float(part) for part in text.split("-"))
    except ValueError:
        shortest, longest = 0.0, 0.0
    if not (0 < shortest <= longest and math.isfinite(longest)):
        raise UsageError(
            "the query parameter pauses is not a range of seconds", seen=repr(text), fix="?pauses=0.1-3"
        )
    return shortest, longest
