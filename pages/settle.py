"""When a streamed reply is finished, and which signals said so.

`settle.js` logs what moves in the page from before the message is sent. This side asks it to wait, looks at
what only Playwright can find (the reply, the UI's busy markers), and decides. The end is:

1. every stream of the turn closed, or a connection that outlives the turn carried the product's word that the
   reply is finished, or `aria-busy` or the UI's own busy marker went away while text stood there, and one
   frame passed without a change; or
2. where none of these signs was ever seen: nothing moved for the quiet time.

Nothing ends a reply while a stream is open or a marker of work is shown. A connection that outlives the turn
holds a reply back only where its format is known: until the product says that the reply is finished, or the
markers are gone and nothing moved for the quiet time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from pages.chunks import Chunks

WATCH = "window[Symbol.for('replywright')]"
PATIENCE_S = 12.0
"""How long a marker that nobody named is believed while all else stands still."""
LOOK_S = 0.2
"""How often a reply that grows is looked at for a marker of work that came late."""
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
    images: int = 0


@dataclass(frozen=True, kw_only=True)
class Settled:
    """How a reply ended. Times are seconds since the send."""

    signals: tuple[str, ...]
    wire: wire.WireTurn
    first_token_s: float | None
    longest_gap_s: float | None
    total_s: float


class Eyes(Protocol):
    """Looks at the page through Playwright's locators."""

    def look(self) -> Look:
        """All of this turn's reply that stands there now."""

    def busy(self) -> bool:
        """Is the UI's own marker of work shown?"""

    def doubt(self) -> bool:
        """Take what still shows work for no marker, from now on; false where a person named the marker."""


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
    marked: bool
    """Did anything that was read look like the product's word that the reply is finished?"""
    ended: list[str | None]
    """How each stream of this turn ended: `closed`, `cut`, `aborted`, or None."""
    armedMs: float
    """Milliseconds since the message was sent."""


class Now(State):
    """The state at this moment, and what stands in the log."""

    gaps: list[tuple[float, float]]
    """When something moved again after a while, and how long nothing had: both in milliseconds."""


def arm(frame: Frame) -> None:
    """Begin a turn's log. To be called before the message is sent."""
    frame.evaluate(f"ends => {WATCH}.arm(ends)", wire.ENDS)


def took(frame: Frame) -> bool:
    """Did the page empty its composer while it handled the key or the click that sends?"""
    return bool(frame.evaluate(f"() => {WATCH}.took()"))


def now(frame: Frame) -> Now:
    """The state of the turn at this moment."""
    state: Now = frame.evaluate(f"() => {WATCH}.now()")
    return state


def wait(frame: Frame, options: Mapping[str, object]) -> State:
    """Ask the page's log to answer; the options stand in `settle.js`."""
    state: State = frame.evaluate(f"options => {WATCH}.wait(options)", dict(options))
    return state


def until(frame: Frame, condition: Callable[[], bool], limit_s: float) -> bool:
    """Does `condition` come true within `limit_s` of the last `arm`? Looks again after each change."""
    limit_ms, changes = limit_s * 1000, 0
    options = {
        "change": "any",
        "lookMs": 0,
        "endAfter": NEVER,
        "quietAfter": NEVER,
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


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a stream told, and how it ended: `closed`, `cut`, `aborted`, or None where it goes on."""

    turn: wire.WireTurn = field(default_factory=wire.WireTurn)
    ended: str | None = None

    @property
    def unfinished(self) -> bool:
        """Did the product begin a reply in a format that says when it is finished, and not say so?"""
        return bool(self.turn.format and not self.turn.ended and not self.turn.failure)


class Watcher:
    """Follows one turn from its send to its end; `worked`: the busy marker was seen beside text already."""

    def __init__(
        self,
        frame: Frame,
        eyes: Eyes,
        chunks: Chunks,
        limits: Limits,
        quiet_s: float,
        *,
        worked: bool = False,
    ) -> None:
        self._frame, self._eyes, self._chunks = frame, eyes, chunks
        self._limits, self._quiet_s = limits, quiet_s
        self._first_text_s: float | None = None
        self._markers: dict[str, bool] = {"aria-busy gone": False, "busy marker gone": worked}

    def wait(self) -> Settled:
        """Return when the reply is finished. Raises ReplyError when it will not be."""
        seen = Look(text="", busy=False, errors=(), cards=0)
        change_after = end_after = quiet_after = 0
        quiet_s = self._quiet_s
        while True:
            state = self._next(seen, change_after, end_after, quiet_after, quiet_s)
            before, seen = seen, self._look_at(state, seen)
            told = self._told(state)
            self._check_streams(state, told)
            if state["why"] == "limit" and bool(before.text) == bool(seen.text):
                raise self._timed_out(state)
            if signals := self._end(state, told, seen):
                if self._chunks.arrive(self._frame):
                    continue
                last = now(self._frame)
                if last["moves"] == state["moves"]:  # nothing moved while we looked
                    return self._settled(told.turn, signals, last)
                continue
            change_after = state["moves"]
            if state["why"] in ("end", "quiet"):
                end_after = state["moves"]
            if state["why"] == "quiet":
                quiet_s, quiet_after = self._doubted(seen, quiet_s, quiet_after, state["moves"])
            else:
                quiet_s = self._quiet_s

    def _doubted(self, seen: Look, quiet_s: float, quiet_after: int, moves: int) -> tuple[float, int]:
        """After a quiet time in which the reply did not end: how long the next one is, and after which move.

        A marker that nobody named and that stays on while all else stands still is doubted in the end, and at
        once where the page tells of an error.
        """
        if seen.busy and not seen.errors and quiet_s < PATIENCE_S:
            return PATIENCE_S, quiet_after
        if seen.busy and self._eyes.doubt():
            self._markers["busy marker gone"] = False  # nor did it go
            return self._quiet_s, quiet_after
        return self._quiet_s, moves

    def _next(self, seen: Look, change_after: int, end_after: int, quiet_after: int, quiet_s: float) -> State:
        started, limits = bool(seen.text), self._limits
        return wait(
            self._frame,
            {
                "change": "free" if started else "any",
                "lookMs": 1000 * LOOK_S if started and not seen.busy else 0,
                "marker": any(self._markers.values()),
                "changeAfter": change_after,
                "endAfter": end_after,
                "quietAfter": quiet_after,
                "quietMs": quiet_s * 1000,
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

    def _end(self, state: State, told: Told, seen: Look) -> tuple[str, ...]:
        """The signals that say the reply is whole; none while something says it is not."""
        turn, quiet = told.turn, state["why"] == "quiet"
        something = seen.text or seen.errors or seen.cards or seen.images or turn.ended or turn.failure
        if seen.busy or not something or not state["still"]:
            return ()
        if told.unfinished and told.ended is None:
            if quiet and self._eyes.look().errors:
                raise self._failed(StreamCutError, "the page gave up on the reply before it was finished")
            if not (quiet and any(self._markers.values())):
                return ()
        signs = {"stream closed": any(state["ended"]), "run finished": turn.ended, **self._markers}
        signals = tuple(name for name, sign in signs.items() if sign)
        return (*signals, f"quiet for {self._quiet_s:g} s") if quiet else signals

    def _check_streams(self, state: State, told: Told) -> None:
        if "cut" in state["ended"]:
            raise self._failed(StreamCutError, "the server broke the stream off in the middle of the reply")
        if told.unfinished and told.ended == "closed":
            format_ = told.turn.format
            what = f"the {format_} stream ended before the product said that the reply was finished"
            raise self._failed(StreamCutError, what)

    def _settled(self, told: wire.WireTurn, signals: tuple[str, ...], last: Now) -> Settled:
        first_s = self._first_text_s if told.first_token_s is None else told.first_token_s
        since_ms = 1000 * (first_s or 0)
        gaps_s = [min(gap, at - since_ms) / 1000 for at, gap in last["gaps"] if at > since_ms]
        return Settled(
            signals=signals,
            wire=told,
            first_token_s=first_s,
            longest_gap_s=None if first_s is None else max(gaps_s, default=0.0),
            total_s=last["armedMs"] / 1000,
        )

    def _told(self, state: State) -> Told:
        """What the last stream with a known format told; nothing is read while one is open."""
        looks = state["ended"] or state["marked"] or state["why"] in ("end", "quiet")
        streams = self._frame.evaluate(f"() => {WATCH}.read()") if looks and not state["open"] else []
        turns = [
            Told(turn=wire.read(seconds(stream["chunks"]), whole=stream["whole"]), ended=stream["ended"])
            for stream in streams
        ]
        return next((told for told in reversed(turns) if told.turn.format), Told())

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
