"""What the product's own API says is true now, held against what a test expects."""

import time
from collections.abc import Iterator

from playwright.sync_api import APIResponse, Error, Page

from evals.errors import ProductError, Unexpected
from pages.match import cut, difference, told
from pages.network import parsed, redacted

PAUSES_S = (0.05, 0.1, 0.2, 0.4)
"""Between two questions; the last one again and again."""
LEAST_S = 1.0
"""The product is given this long for one answer, however soon it has to be the right one."""


def expect(page: Page, url: str, expected: object, limit_s: float) -> None:
    """Ask `url` with the cookies of the page's context until its JSON matches `expected`.

    Raises Unexpected where it does not within `limit_s`; ProductError where nothing answered the last time,
    or with an error's status, or with no JSON.
    """
    __tracebackhide__ = True
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
