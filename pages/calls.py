"""The calls that an action fired: that one fired exactly once, that nothing else did, that none did.

A second call comes after the first one, so these questions are decided when the page is still: no request is
under way, and for `QUIET_S` none began or ended. No moment before that is of any use, so none is looked at.
"""

import re
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from playwright.sync_api import Error, Page

from evals.errors import Unexpected
from evals.transcript import Call
from pages.closed import while_open
from pages.match import Difference, difference, told
from pages.network import Network, Seen, Watch, in_words, path_of, request_json

QUIET_S = 0.3
"""After this long without a call none is expected to follow: the second one of a double submit is faster."""
PAUSE = "ms => new Promise(done => setTimeout(done, ms))"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A call as a test describes it."""

    method: str
    path: str
    json: object

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def with_body(self) -> str:
        return str(self) if self.json is None else f"{self}, body: {told(self.json)}"

    def leads_to(self, seen: Seen) -> bool:
        """Has it this method and path?"""
        return seen.request.method == self.method and fits(path_of(seen), self.path)

    def difference(self, seen: Seen) -> Difference | None:
        """Where its body differs from what is wanted."""
        return None if self.json is None else difference(self.json, request_json(seen))

    def is_met_by(self, seen: Seen) -> bool:
        """Has it all that is wanted?"""
        return self.leads_to(seen) and not self.difference(seen)

    def told(self, seen: Seen) -> str:
        """A call in words, and what differs in the body of one that leads to the right place."""
        differs = self.difference(seen) if self.leads_to(seen) else None
        return f"{in_words(seen)}, {differs}" if differs else in_words(seen)


@while_open()
@dataclass(frozen=True, kw_only=True)
class Calls:
    """What `ChatPage.watch_calls` saw. Each question waits until it can be decided, and raises Unexpected.

    `path` is a pattern: `*` stands for anything within a segment, `**` for anything. `json` is what the body
    must hold; what else stands in it does not matter. Its values may be objects that know what equals them.
    """

    watch: Watch
    network: Network
    page: Page
    ignored: Collection[str]
    limit_s: float

    def once(self, method: str, path: str, *, json: object = None) -> Call:
        """This call fired exactly once; returns it with its answer, which may be an error's or none.

        It may take `limit_s` to come and to be answered.
        """
        __tracebackhide__ = True
        wanted = Wanted(method=method.upper(), path=path, json=json)
        return self.network.call(self._one(wanted, self._settled(wanted)))

    def only(self, method: str, path: str, *, json: object = None) -> Call:
        """This call fired exactly once, and nothing else fired."""
        __tracebackhide__ = True
        wanted = Wanted(method=method.upper(), path=path, json=json)
        made = self._settled(wanted)
        one = self._one(wanted, made)
        if len(made) > 1:
            raise self._unexpected(f"more was called than {wanted}", "no other call", made, wanted)
        return self.network.call(one)

    def none(self) -> None:
        """Nothing fired."""
        __tracebackhide__ = True
        if made := self._settled(None):
            raise self._unexpected("something was called", "no call at all", made, None)

    def _one(self, wanted: Wanted, made: Iterable[Seen]) -> Seen:
        """The one that meets what is wanted, answered."""
        __tracebackhide__ = True
        met = [seen for seen in made if wanted.is_met_by(seen)]
        if len(met) == 1 and met[0].ended_s is not None:
            return met[0]
        how = "was called, and not answered"
        if not met:
            how = "was called with another body" if any(map(wanted.leads_to, made)) else "was not called"
        elif len(met) > 1:
            how = f"was called {'twice' if len(met) == 2 else f'{len(met)} times'}"
        within = f" within {self.limit_s:g} s" if len(met) < 2 else ""
        raise self._unexpected(f"{wanted} {how}", f"one call {wanted.with_body}{within}", made, wanted)

    def _seen(self) -> list[Seen]:
        """The requests so far, but for those that do not matter."""
        return [
            seen for seen in self.watch.seen if not any(fits(path_of(seen), path) for path in self.ignored)
        ]

    def _settled(self, wanted: Wanted | None) -> list[Seen]:
        """The calls when the page is still, and the wanted one has come or its time is over.

        Of a request that is sent on to another address only the first one counts: it is one call.
        """
        asked_s = time.monotonic()
        since_s = asked_s if self.watch.left_s is None else self.watch.left_s
        while True:
            now_s, seen = time.monotonic(), self._seen()
            moves_s = [at for one in seen for at in (one.started_s, one.ended_s) if at is not None]
            missing = wanted is not None and not any(map(wanted.is_met_by, seen))
            waits = missing or any(one.ended_s is None for one in seen)
            quiet_s = QUIET_S if waits else max([since_s, *moves_s]) + QUIET_S - now_s
            left_s = asked_s + self.limit_s + (0 if waits else QUIET_S) - now_s
            if min(quiet_s, left_s) <= 0:
                return [one for one in seen if not one.request.redirected_from]
            self._pause(1000 * min(quiet_s, left_s))

    def _pause(self, ms: float) -> None:
        """Let time pass, by the page's own clock where that can be: on a busy machine it may lag behind."""
        try:
            self.page.evaluate(PAUSE, ms)
        except Error:  # the page is being left
            self.page.wait_for_timeout(ms)

    def _unexpected(
        self, what: str, expected: str, made: Iterable[Seen], wanted: Wanted | None
    ) -> Unexpected:
        came = [wanted.told(seen) if wanted else in_words(seen) for seen in made]
        return Unexpected(
            what, expected=expected, seen="\n".join(came) or "no call at all", where=self.page.url
        )


def fits(path: str, pattern: str) -> bool:
    """Is it such a path? `*` stands for anything within a segment, `**` for anything."""
    parts = (
        ".*" if part == "**" else "[^/]*" if part == "*" else re.escape(part)
        for part in re.split(r"(\*+)", pattern)
    )
    return re.fullmatch("".join(parts), path) is not None
