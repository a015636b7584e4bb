"""When a streamed reply is finished, and which signals said so.

`settle.js` logs what moves in the page from before the message is sent. This side asks it to wait, looks at
what only Playwright can find (the reply, the UI's busy markers), and decides. The end is:

1. every stream of the turn closed, or `aria-busy` went away, or the UI's own busy marker went away while text
   stood there, and one frame passed without a change; or
2. where none of these signs was ever seen: nothing moved for the quiet time.

Nothing ends a reply while a stream is open or a marker of work is shown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypedDict

from playwright.sync_api import Frame

from evals import wire
from evals.errors import (
    FirstTokenTimeoutError,
    IdleTimeoutError,
    ReplyError,
    StreamCutError,
    TotalTimeoutError,
)

WATCH = "window[Symbol.for('replywright')]"
NEVER = 2**53
"""More moves than any page makes."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How long things may take, in seconds: a reply to begin, to stand still, to be whole; the chat to be
    usable after it was opened (`ready_s`); a message to go out, a button to be clickable (`act_s`).
    """

    first_token_s: float = 30.0
    idle_s: float = 20.0
    total_s: float = 120.0
    ready_s: float = 15.0
    act_s: float = 5.0


@dataclass(frozen=True, kw_only=True)
class Look:
    """What Playwright sees of the turn at one moment."""

    text: str
    busy: bool
    errors: tuple[str, ...]
    cards: int


@dataclass(frozen=True, kw_only=True)
class Settled:
    """How a reply ended. Times are seconds since the send."""

    signals: tuple[str, ...]
    wire: wire.WireTurn
    first_token_s: float | None
    total_s: float


class Eyes(Protocol):
    """Looks at the page through Playwright's locators."""

    def look(self) -> Look:
        """All of this turn's reply that stands there now."""

    def busy(self) -> bool:
        """Is the UI's own marker of work shown?"""


class State(TypedDict):
    """What `settle.js` tells when its wait is over."""

    why: str
    """`change`, `end`, `quiet` or `limit`."""
    still: bool
    """Did the last frame pass without a move, and does nothing in the page say that work goes on?"""
    moves: int
    """How often anything moved since the message was sent."""
    busy: bool
    """Is `aria-busy=true` set anywhere it was not before?"""
    open: int
    """How many streams of this turn are still being read."""
    ended: list[str | None]
    """How each stream of this turn ended: `closed`, `cut`, `aborted`, or None."""
    armedMs: float
    """Milliseconds since the message was sent."""


def arm(frame: Frame) -> None:
    """Begin a turn's log. To be called before the message is sent."""
    frame.evaluate(f"() => {WATCH}.arm()")


def took(frame: Frame) -> bool:
    """Did the page empty its composer while it handled the key or the click that sends?"""
    return bool(frame.evaluate(f"() => {WATCH}.took()"))


def wait(frame: Frame, options: Mapping[str, object]) -> State:
    """Ask the page's log to answer; the options stand in `settle.js`."""
    state: State = frame.evaluate(f"options => {WATCH}.wait(options)", dict(options))
    return state


def until(frame: Frame, condition: Callable[[], bool], limit_s: float) -> bool:
    """Does `condition` come true within `limit_s` of the last `arm`? Looks again after each change."""
    limit_ms, changes = limit_s * 1000, 0
    options = {
        "change": "any",
        "endAfter": NEVER,
        "quietMs": limit_ms,
        "untilMs": limit_ms,
        "idleMs": limit_ms,
    }
    while not condition():
        state = wait(frame, options | {"changeAfter": changes})
        if state["why"] == "limit":
            return condition()
        changes = state["moves"]
    return True


class Watcher:
    """Follows one turn from its send to its end."""

    def __init__(self, frame: Frame, eyes: Eyes, limits: Limits, quiet_s: float) -> None:
        self._frame, self._eyes, self._limits, self._quiet_s = frame, eyes, limits, quiet_s
        self._first_text_s: float | None = None
        self._markers: dict[str, bool] = {"aria-busy gone": False, "busy marker gone": False}

    def wait(self) -> Settled:
        """Return when the reply is finished. Raises ReplyError when it will not be."""
        seen = Look(text="", busy=False, errors=(), cards=0)
        change_after = end_after = 0
        while True:
            state = self._next(seen, change_after, end_after)
            before, seen = seen, self._look_at(state, seen)
            told = self._wire() if state["ended"] and not state["open"] else wire.WireTurn()
            self._check_streams(state, told)
            if state["why"] == "limit" and bool(before.text) == bool(seen.text):
                raise self._timed_out(state)
            if signals := self._end(state, told, seen):
                now: State = self._frame.evaluate(f"() => {WATCH}.now()")
                if now["moves"] == state["moves"]:  # nothing moved while we looked
                    return self._settled(told, signals, now["armedMs"] / 1000)
                continue
            change_after = state["moves"]
            if state["why"] in ("end", "quiet"):
                end_after = state["moves"]

    def _next(self, seen: Look, change_after: int, end_after: int) -> State:
        started, limits = bool(seen.text), self._limits
        return wait(
            self._frame,
            {
                "change": "any" if not started else "free" if seen.busy else None,
                "marker": any(self._markers.values()),
                "changeAfter": change_after,
                "endAfter": end_after,
                "quietMs": self._quiet_s * 1000,
                "untilMs": 1000 * (limits.total_s if started else min(limits.total_s, limits.first_token_s)),
                "idleMs": 1000 * (limits.idle_s if started else limits.total_s),
            },
        )

    def _look_at(self, state: State, before: Look) -> Look:
        """Look, and note which markers of work stood beside text: only those tell the end when they go.

        Typing dots that give way to the first word say nothing about the last one. Once text stands there
        only the UI's busy marker is of interest until the end.
        """
        seen = replace(before, busy=self._eyes.busy()) if before.text else self._eyes.look()
        if seen.text:
            self._markers["aria-busy gone"] |= state["busy"]
            self._markers["busy marker gone"] |= seen.busy
            if self._first_text_s is None:
                self._first_text_s = state["armedMs"] / 1000
        return seen

    def _end(self, state: State, told: wire.WireTurn, seen: Look) -> tuple[str, ...]:
        """The signals that say the reply is whole; none while something says it is not."""
        something = seen.text or seen.errors or seen.cards or told.ended or told.failure
        if seen.busy or not something or not state["still"]:
            return ()
        signs = {"stream closed": any(state["ended"]), "run finished": told.ended, **self._markers}
        signals = tuple(name for name, sign in signs.items() if sign)
        return (f"quiet for {self._quiet_s:g} s",) if state["why"] == "quiet" else signals

    def _check_streams(self, state: State, told: wire.WireTurn) -> None:
        if "cut" in state["ended"]:
            raise self._failed(StreamCutError, "the server broke the stream off in the middle of the reply")
        unfinished = told.format and not told.ended and not told.failure
        if unfinished and "aborted" not in state["ended"]:
            what = f"the {told.format} stream ended before the product said that the reply was finished"
            raise self._failed(StreamCutError, what)

    def _settled(self, told: wire.WireTurn, signals: tuple[str, ...], total_s: float) -> Settled:
        first = self._first_text_s if told.first_token_s is None else told.first_token_s
        return Settled(signals=signals, wire=told, first_token_s=first, total_s=total_s)

    def _wire(self) -> wire.WireTurn:
        """What the last stream with a known format told."""
        streams = self._frame.evaluate(f"() => {WATCH}.read()")
        turns = [wire.read(seconds(stream["chunks"])) for stream in streams]
        return next((turn for turn in reversed(turns) if turn.format), wire.WireTurn())

    def _timed_out(self, state: State) -> ReplyError:
        seen, limits, waited_s = self._eyes.look(), self._limits, state["armedMs"] / 1000
        open_signs = [f"{state['open']} stream(s) still open"] if state["open"] else []
        open_signs += ["aria-busy=true is still set"] if state["busy"] else []
        open_signs += ["the UI's busy marker is still shown"] if seen.busy else []
        signs = "; ".join(open_signs) or "no sign of work"
        if waited_s >= limits.total_s:
            return self._failed(
                TotalTimeoutError,
                f"the reply was not finished within the total limit of {limits.total_s:g} s",
                signs=signs,
                option="--total-limit",
            )
        if not seen.text:
            return self._failed(
                FirstTokenTimeoutError,
                f"no text of a reply within the first-token limit of {limits.first_token_s:g} s",
                signs=signs,
                option="--first-token-limit",
            )
        return self._failed(
            IdleTimeoutError,
            f"the reply stood still for the idle limit of {limits.idle_s:g} s without an end",
            signs=signs,
            option="--idle-limit",
        )

    def _failed(self, kind: type[ReplyError], what: str, *, signs: str = "", option: str = "") -> ReplyError:
        seen = self._eyes.look()
        shown = f"the partial text {seen.text!r}" if seen.text else "no text at all"
        banners = "".join(f"; the error banner {text!r}" for text in seen.errors)
        return kind(
            what,
            partial=seen.text,
            expected="a reply that ends",
            seen=shown + banners + (f"; {signs}" if signs else ""),
            where=self._frame.url,
            fix=f"look at the product; where it is only slow, raise {option}" if option else "",
        )


def seconds(chunks: Sequence[tuple[float, str]]) -> list[wire.Chunk]:
    """The page's milliseconds as seconds."""
    return [(at_ms / 1000, text) for at_ms, text in chunks]
