"""What the product's own API says is true now, held against what a test expects."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import APIResponse, Error, Page

from evals.errors import ProductError, Unexpected
from pages.network import REDACTED, SECRET, parsed, redacted

PAUSES_S = (0.05, 0.1, 0.2, 0.4)
"""Between two questions; the last one again and again."""
LEAST_S = 1.0
"""The product is given this long for one answer, however soon it has to be the right one."""
LONGEST = 600
Step = str | int
Steps = tuple[Step, ...]


def expect(page: Page, url: str, expected: object, limit_s: float) -> None:
    """Ask `url` with the cookies of the page's context until its JSON matches `expected`.

    Raises Unexpected where it does not within `limit_s`; ProductError where nothing answered the last time,
    or with an error's status, or with no JSON.
    """
    until_s = time.monotonic() + limit_s
    for pause_s in pauses():
        missed = miss(page, url, expected, limit_s)
        if missed is None:
            return
        left_s = until_s - time.monotonic()
        if left_s <= 0:
            raise missed
        page.wait_for_timeout(1000 * min(pause_s, left_s))


def pauses() -> Iterator[float]:
    """How long to wait after each question, in seconds, for ever."""
    yield from PAUSES_S
    while True:
        yield PAUSES_S[-1]


def miss(page: Page, url: str, expected: object, limit_s: float) -> ProductError | Unexpected | None:
    """Ask once; what there is to say where the answer does not match."""
    try:
        answer = ask(page, url, limit_s)
    except ProductError as error:
        return error
    found = difference(expected, answer)
    if found is None:
        return None
    return Unexpected(
        f"the product's state is not the expected one, not even after {limit_s:g} s",
        expected=cut(told(expected)),
        seen=f"{found}\nin {cut(repr(redacted(answer)))}",
        where=f"GET {url}",
    )


def ask(page: Page, url: str, limit_s: float) -> object:
    """The JSON at `url`. Raises ProductError."""
    try:
        response = page.context.request.get(url, timeout=1000 * max(limit_s, LEAST_S))
        if response.ok:
            answer: object = response.json()
            return answer
        raise not_told(url, answered(response))
    except Error as error:
        raise not_told(url, error.message.splitlines()[0]) from error
    except ValueError as error:
        raise not_told(url, answered(response)) from error


def not_told(url: str, seen: str) -> ProductError:
    return ProductError(
        "the product does not tell its state",
        expected="a status below 400, and JSON",
        seen=seen,
        where=f"GET {url}",
        fix="check the path, and whether the person of this chat may ask there",
    )


def answered(response: APIResponse) -> str:
    """What came instead. Of a body that is no JSON nobody knows which secrets are in it."""
    error = parsed(response.text())
    what = response.headers.get("content-type", "no content type") if error is None else repr(redacted(error))
    return f"HTTP {response.status} from {response.url}, {cut(what)}"


# ---- does it match? --------------------------------------------------------------------------------------


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


# ---- in words --------------------------------------------------------------------------------------------


def place(steps: Steps) -> str:
    """The way into JSON as one writes it: `[0].day`."""
    named = (f".{s}" if isinstance(s, str) and s.isidentifier() else f"[{s!r}]" for s in steps)
    return "".join(named).removeprefix(".") or "the answer"


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
