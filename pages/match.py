"""Does JSON match what a test expects of it, and where does it not?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pages.network import REDACTED, SECRET, redacted

LONGEST = 600
Step = str | int
Steps = tuple[Step, ...]


@dataclass(frozen=True, kw_only=True)
class Difference:
    """The first place at which an answer does not match; `steps` lead to it."""

    steps: Steps
    expected: str
    seen: str

    def __str__(self) -> str:
        return f"{place(self.steps)}: expected {self.expected}, seen {self.seen}"


def difference(expected: object, seen: object, steps: Steps = ()) -> Difference | None:
    """The first place at which `seen` does not match, or None.

    Of a dict every given key must match; a list must have the same length, and each item match in its place;
    a type stands for any value of it; a function says itself whether it accepts the value; anything else
    must be equal.
    """
    if isinstance(expected, dict) and isinstance(seen, dict):
        return in_dict(expected, seen, steps)
    if isinstance(expected, list | tuple) and isinstance(seen, list):
        return in_list(expected, seen, steps)
    if fits(expected, seen):
        return None
    hidden = any(SECRET.search(str(step)) for step in steps)
    return Difference(
        steps=steps,
        expected=REDACTED if hidden else cut(told(expected)),
        seen=REDACTED if hidden else cut(repr(redacted(seen))),
    )


def in_dict(expected: dict[Any, Any], seen: dict[str, Any], steps: Steps) -> Difference | None:
    """The first given key that is not there, or whose value does not match."""
    for key, value in expected.items():
        if key not in seen:
            there = f"only {', '.join(map(repr, seen))}" if seen else "nothing"
            return Difference(steps=steps, expected=f"a key {key!r}", seen=cut(there))
        if found := difference(value, seen[key], (*steps, key)):
            return found
    return None


def in_list(expected: Sequence[Any], seen: list[Any], steps: Steps) -> Difference | None:
    """The first item that does not match; of lists that are not as long as each other, their lengths."""
    if len(expected) != len(seen):
        return Difference(steps=steps, expected=counted(len(expected)), seen=counted(len(seen)))
    found = (difference(e, s, (*steps, i)) for i, (e, s) in enumerate(zip(expected, seen, strict=True)))
    return next(filter(None, found), None)


def fits(expected: object, seen: object) -> bool:
    """Does a value match that is no dict or list? True and False are no numbers."""
    if isinstance(expected, type):
        return isinstance(seen, expected) and (expected is bool or not isinstance(seen, bool))
    if callable(expected):
        return bool(expected(seen))
    return isinstance(expected, bool) == isinstance(seen, bool) and bool(expected == seen)


def place(steps: Steps) -> str:
    """The way into JSON as one writes it: `[0].day`."""
    named = (f".{s}" if isinstance(s, str) and s.isidentifier() else f"[{s!r}]" for s in steps)
    return "".join(named).removeprefix(".") or "all of it"


def told(expected: object) -> str:
    """What is expected, in Python's words; a function by its name."""
    if isinstance(expected, dict):
        items = (f"{k!r}: {REDACTED if SECRET.search(str(k)) else told(v)}" for k, v in expected.items())
        return "{" + ", ".join(items) + "}"
    if isinstance(expected, list | tuple):
        return "[" + ", ".join(map(told, expected)) + "]"
    if isinstance(expected, type):
        return f"any {expected.__name__}"
    if callable(expected):
        return f"what {getattr(expected, '__name__', repr(expected))} accepts"
    return repr(expected)


def counted(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"


def cut(text: str) -> str:
    """Not more of it than people read."""
    left_out = len(text) - LONGEST
    return text if left_out <= 0 else f"{text[:LONGEST]} ... ({left_out} characters more)"
