"""One turn: begun by a message or a click, followed to its end, read as a `Reply`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Error, Frame, Page

from evals.errors import ProductError, ReplyError
from evals.transcript import Recorder, Reply
from pages import rendering, settle
from pages.closed import closed, while_open
from pages.detect import Detector
from pages.network import Network
from pages.parts import Parts
from pages.say import Saying
from pages.ui import ChatUI


@while_open(but=("reply",))
@dataclass(kw_only=True)
class Turn:
    """A reply on its way. `text` and `until` look at it while it is written; `reply` waits for all of it."""

    page: Page
    frame: Frame
    ui: ChatUI
    network: Network
    limits: settle.Limits
    recorder: Recorder
    console: list[str]
    done: Callable[[Reply], None]
    prompt: str
    detector: Detector | None = None
    _notes: tuple[str, ...] = ()
    _reply: Reply | None = None
    _worked: bool = False
    """Was the UI's busy marker seen beside text?"""
    _finds_out: bool = False
    """Is what was really sent to be seen yet, as after a click?"""
    _parts: Parts = field(init=False)

    def __post_init__(self) -> None:
        self._parts = Parts(self.frame, self.ui, self.prompt)

    def say(self) -> "Turn":
        """Begin by saying the prompt. Raises SendError."""
        with self._recorded():
            self._mark()
            saying = Saying(self.frame, self.ui, self._parts, self.network, self.limits, self.detector)
            saying.say(self.prompt)
            self._notes = tuple(saying.notes)
        return self

    def do(self, action: Callable[[], object]) -> "Turn":
        """Begin by anything else that makes the assistant answer."""
        self._finds_out = True
        with self._recorded():
            self._mark(in_place=True)
            settle.arm(self.frame)
            self.network.begin(self.prompt)
            action()
        return self

    def _mark(self, *, in_place: bool = False) -> None:
        """Note what is there before the turn begins."""
        if self.detector:
            self.detector.begin(self.frame, self.prompt)
        self._parts.mark(in_place=in_place)
        rendering.begin(self.frame)
        self.console.clear()

    @property
    def text(self) -> str:
        """What of the reply is shown now."""
        seen = self.look()
        self._worked |= seen.busy and bool(seen.text)
        return seen.text

    def until(self, condition: Callable[[str], bool] = bool) -> str:
        """Wait until `condition` is true of the text shown; by default, until there is some. Returns it.

        Raises ReplyError where it is not within the first-token limit.
        """
        if settle.until(self.frame, lambda: condition(self.text), self.limits.first_token_s):
            return self.text
        raise ReplyError(
            "the reply did not come as far as was waited for",
            partial=self.text,
            expected=f"a text that `until` accepts within {self.limits.first_token_s:g} s",
            where=self.page.url,
        )

    def reply(self) -> Reply:
        """The whole reply, as a person sees it; the same one when asked again.

        Raises the ReplyError that fits when no whole reply comes.
        """
        if self._reply is None:
            with self._recorded():
                self._reply = self._whole()
            if self.detector:
                self.detector.learn(self.frame)
            self.recorder.turn(self._reply)
            self.done(self._reply)
        return self._reply

    def look(self) -> settle.Look:
        """What of the reply stands there now."""
        if self.detector and self._finds_out:
            self.detector.sent(self.frame, self.network.sent.all())
        return self._parts.look()

    def busy(self) -> bool:
        """Is the UI's own marker of work shown?"""
        return self._parts.busy()

    def doubt(self) -> bool:
        """Take what still shows work for no marker; false where a person named the marker."""
        return self._parts.doubt()

    def _whole(self) -> Reply:
        parts = self._parts
        watcher = settle.Watcher(
            self.frame, self, self.network.chunks, self.limits, self.ui.quiet_s, worked=self._worked
        )
        settled = watcher.wait()
        wire, fields = settled.wire, parts.reply()
        shown = rendering.judge(self.frame, self.prompt)
        return Reply(
            prompt=self.prompt,
            **fields,
            flaws=shown.flaws,
            announced=shown.announced,
            tool_calls=wire.tool_calls,
            calls=self.network.calls(),
            status=wire.status,
            skill=wire.skill,
            model=wire.model,
            usage=wire.usage,
            conversation_id=wire.conversation_id,
            first_token_s=settled.first_token_s,
            longest_gap_s=settled.longest_gap_s,
            total_s=settled.total_s,
            signals=(*self._notes, *settled.signals),
            console=tuple(self.console),
            screenshot=self._picture(),
        )

    def _picture(self) -> Path | None:
        """A screenshot of the reply; None where none could be taken or written."""
        picture = self._parts.screenshot(self.page)
        return self.recorder.keep("reply.png", picture) if picture else None

    @contextmanager
    def _recorded(self) -> Iterator[None]:
        """Keep a turn that fails; a page that breaks off is an error of the product."""
        try:
            with self._in_browser():
                yield
        except ProductError as error:
            self.recorder.failed_turn(self.prompt, error)
            raise

    @contextmanager
    def _in_browser(self) -> Iterator[None]:
        try:
            yield
        except Error as error:
            if self.page.is_closed():
                raise closed(self.page, "it was closed while the message was sent or answered") from error
            raise ReplyError(
                "the page broke off while the message was sent or answered",
                expected="a page that stays until the reply is whole",
                seen=error.message.splitlines()[0],
                where=self.page.url,
            ) from error
