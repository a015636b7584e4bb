"""Watches a person who uses a chat, and notes step by step what was done and what came of it.

`recording.js` tells each step at once, and marks the page before a turn begins; its reply is then read as any
other is. What is done while a reply is written is noted when that is over.
"""

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Dialog, Error, Frame, Page

from evals.errors import ProductError, without_url_secrets
from evals.transcript import ChatState, Message, Reply
from evals.wire import ENDS
from pages import scripts, settle
from pages.chat import ChatPage
from pages.chunks import Chunks
from pages.detect import BUTTON, Description, Detector
from pages.network import Sent
from pages.parts import Parts
from pages.steps import (
    Clicked,
    Filled,
    Reloaded,
    Said,
    Step,
    first_line,
    in_words,
    rest_of,
    said_by_user,
    same_input,
    step_of,
    without_inputs,
)

SCRIPT = Path(__file__).with_suffix(".js")
BINDING = "replywrightRecording"
PAGE = "window[Symbol.for('replywright.recording')]"
TICK_MS, REST_MS = 100, 250
LIMITS = settle.Limits()
CLOSED = "the window was closed"


@dataclass(kw_only=True)
class Return:
    """A reload after which the conversation may come back: the step, what was shown, until when to look."""

    step: int
    messages: tuple[Message, ...]
    until_s: float


class Recording:
    """What a person does in `chat`, as `steps`; to be made before the chat is opened, and started after that.

    `tell` is called with a line for each step. `over` says why it ended, where it did by itself.
    """

    def __init__(
        self,
        chat: ChatPage,
        detector: Detector,
        *,
        tell: Callable[[str], object] = print,
    ) -> None:
        self.page: Page = chat.page
        self.steps: list[Step] = []
        self.over = ""
        self._ui, self.detector, self._tell = chat.ui, detector, tell
        self.description = Description(detector)
        self._origin = ("", "")
        self._events: deque[tuple[Frame, dict[str, Any]]] = deque()
        self._sent_texts, self._chunks = Sent(self.page), Chunks(self.page)
        self._state = ChatState()
        self._return: Return | None = None
        self.page.expose_binding(BINDING, self._heard_of)
        self.page.add_init_script(script=scripts.together((*scripts.READING, *scripts.DETECTING, SCRIPT)))
        self.page.on("framenavigated", self._navigated)
        self.page.on("close", lambda _: self.end(CLOSED))
        self.page.on("crash", lambda _: self.end("the page crashed"))
        self.page.on("dialog", self._asked)  # which leaves it to the person

    def start(self) -> None:
        """Note what is done from now on. To be called when the chat is open."""
        self._origin = origin(self.page.url)
        self._state = self._shown(self.detector.frame(self.page))
        self.description.look(self.page)

    @property
    def keeps(self) -> bool:
        """Does a reload keep the conversation, as far as was seen?"""
        return not any(isinstance(step, Reloaded) and step.kept is False for step in self.steps)

    def watch(self) -> None:
        """Note all until the person is done; what was noted stays, whatever ends it."""
        try:
            while not self.over:
                self.attend()
                self.page.wait_for_timeout(TICK_MS)
        except Error:
            if not self.over and not self.page.is_closed():
                raise
            self.end(CLOSED)
        finally:
            self.finish()

    def attend(self) -> None:
        """Note what was done by now, and wait for what comes of it."""
        while self._events and not self.over:
            frame, event = self._events.popleft()
            with suppress(Error, ProductError):  # the page was left, and the step is noted
                self._take(frame, event)
        with suppress(Error):
            self._look_after_reload()

    def end(self, why: str) -> None:
        """Note nothing more and wait for nothing; `why` is said of it. May be called at any time."""
        self.over = self.over or why

    def finish(self) -> None:
        """Note what was done and could not be attended to any more."""
        while self._events:
            _, event = self._events.popleft()
            self._note(event)

    # ---- what the page tells -----------------------------------------------------------------------------

    def _heard_of(self, source: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
        """Called by the page, which is never kept waiting; the answer is for a page that has just arrived."""
        if event["kind"] == "begun":
            self._sent_texts.forget()
        elif self._origin[0] and not self.over and event["kind"] != "followed":
            self._events.append((source["frame"], event))
        return {"ends": ENDS, "profile": self.detector.profile, "over": bool(self.over)}

    def _navigated(self, frame: Frame) -> None:
        if self._origin[0] and frame == self.page.main_frame and origin(frame.url) != self._origin:
            self.end(f"the page went on to {without_url_secrets(frame.url)}, which is not the chat's site")

    def _asked(self, dialog: Dialog) -> None:
        self._tell(f"the browser asks {dialog.message!r}: what you answer is not noted")

    # ---- step by step ------------------------------------------------------------------------------------

    def _note(self, event: dict[str, Any]) -> None:
        """Note the step that an event is, if it is one."""
        step, last = step_of(event), self.steps[-1] if self.steps else None
        if event.get("by") == "offer" and isinstance(last, Clicked):
            self.steps[-1] = replace(last, sent=event["text"])
        elif isinstance(step, Filled) and isinstance(last, Filled) and same_input(step, last):
            self.steps[-1] = step  # typed on
        elif step:
            self.steps.append(step)
            self._tell(without_url_secrets(in_words(step)))

    def _take(self, frame: Frame, event: dict[str, Any]) -> None:
        """Note an event, and what comes of it."""
        if step_of(event) is None or not (event["kind"] == "arrived" or self._is_chat(frame)):
            return
        if event["kind"] == "arrived":
            messages, until_s = self._state.messages, time.monotonic() + LIMITS.act_s
            self._return = Return(step=len(self.steps), messages=messages, until_s=until_s)
        else:
            with suppress(Error):
                self._look_after_reload(last=True)
        self._note(event)
        if event["kind"] in ("said", "clicked", "anew"):
            try:
                self._follow_up(frame, event)
            finally:
                frame.evaluate(f"() => {PAGE}.follow(false)")
                self._state = self._shown(frame)

    def _is_chat(self, frame: Frame) -> bool:
        """Is it the frame of the chat, or was it?"""
        with suppress(Error):
            return frame == self.detector.frame(self.page) or frame.is_detached()
        return True

    def _follow_up(self, frame: Frame, event: dict[str, Any]) -> None:
        """Wait for what comes of the step that was noted last."""
        step = self.steps[-1]
        if isinstance(step, Clicked):
            self._effect(frame, step)
        elif isinstance(step, Said) and event["meanwhile"]:
            self._part(step)
        elif isinstance(step, Said):
            self.detector.send_by("Enter" if event["by"] == "Enter" else BUTTON)
            self.steps[-1] = replace(step, reply=self._reply(frame, step.text))

    def _part(self, said: Said) -> None:
        """Give what was read as the reply to an earlier message to the later one, which it was read with."""
        number = len(self.steps) - 2
        while number > 0 and getattr(self.steps[number], "meanwhile", False):
            number -= 1
        step = self.steps[number]
        if isinstance(step, Said | Clicked) and step.reply:
            self.steps[number] = replace(step, reply=None)
            self.steps[-1] = replace(said, reply=rest_of(step.reply, said.text))

    def _effect(self, frame: Frame, step: Clicked) -> None:
        """What came of a click: a message and its reply, a reply alone, or neither."""
        sent = step.sent or (None if step.meanwhile else self._sent(frame, step.name))
        if sent is None:
            self.steps[-1] = replace(step, after=without_inputs(self._shown(frame)))
            return
        self.steps[-1] = step = replace(step, sent=sent or None)
        if sent:
            self._tell(without_url_secrets(f"  which said {sent!r}"))
        self.steps[-1] = replace(step, reply=self._reply(frame, sent))

    def _sent(self, frame: Frame, name: str) -> str | None:
        """The message that a click sent; nothing where only a reply comes, None where that neither."""
        parts, until_s = Parts(frame, self._ui), time.monotonic() + LIMITS.act_s
        while time.monotonic() < until_s:
            rested = frame.evaluate(f"ms => {settle.WATCH}.rest(ms)", REST_MS)
            if self._said_itself():
                return name
            if self._events:
                return None
            if said := self._said_anew(frame):
                return said
            if rested and not parts.busy() and not settle.now(frame)["open"]:
                break
        if settle.now(frame)["open"] or (parts.look().text and self._answered(frame)):
            return ""
        frame.evaluate(f"() => {PAGE}.forget()")
        return None

    def _answered(self, frame: Frame) -> bool:
        """Did more change than a card: are other messages shown, or the same ones that came once more?"""
        came = any(settle.now(frame)["ended"]) or self._shown(frame).messages != self._state.messages
        return came and bool(frame.evaluate(f"() => {PAGE}.answered()"))

    def _said_itself(self) -> bool:
        """Did the page show what was clicked as a message?"""
        if self._events and self._events[0][1].get("by") == "offer":
            self._events.popleft()
            return True
        return False

    def _said_anew(self, frame: Frame) -> str | None:
        """A message of the person that was not there before; where none is known yet, one that was sent."""
        before, now = said_by_user(self._state.messages), said_by_user(self._shown(frame).messages)
        if before or now:
            return now[-1] if len(now) > len(before) else None
        found: str | None = frame.evaluate(f"texts => {PAGE}.shows(texts)", self._sent_texts.all())
        return found

    def _reply(self, frame: Frame, prompt: str) -> Reply | None:
        """The whole reply, as in any turn; None where none comes."""
        parts = Parts(frame, self._ui, prompt)
        try:
            frame.evaluate(f"() => {PAGE}.follow(true)")
            settled = settle.Watcher(frame, parts, self._chunks, LIMITS, self._ui.quiet_s).wait()
            reply = Reply(prompt=prompt, **parts.reply(), signals=settled.signals, total_s=settled.total_s)
            self.detector.learn(frame)
            self.description.look(self.page)
        except (Error, ProductError) as error:
            why = "the page was left" if isinstance(error, Error) else str(error).splitlines()[0]
            if not self.over:
                self._tell(f"  no whole reply: {why}")
            return None
        finally:
            self._chunks.begin()
        self._tell(without_url_secrets(f"  heard {first_line(reply)}"))
        return reply

    # ---- what is shown -----------------------------------------------------------------------------------

    def _shown(self, frame: Frame) -> ChatState:
        said = [step.text for step in self.steps if isinstance(step, Said)]
        said += [step.sent for step in self.steps if isinstance(step, Clicked) and step.sent]
        return Parts(frame, self._ui).state(said)

    def _look_after_reload(self, *, last: bool = False) -> None:
        """Is the conversation there again? Looks for it while the chat is open and nothing is done."""
        while (back := self._return) and not self.over:
            frame = self.detector.frame(self.page)
            if not last:
                frame.evaluate(f"ms => {settle.WATCH}.rest(ms)", 1000 * LIMITS.act_s)
                if not self._ui.composer(frame).count():
                    return  # the person has to open it first
            shown = self._shown(frame)
            kept = shown.messages[: len(back.messages)] == back.messages
            if kept or last or time.monotonic() > back.until_s:
                self.steps[back.step] = Reloaded(kept=kept)
                self._return, self._state = None, replace(shown, messages=back.messages if kept else ())
            elif self._events:
                return
            else:
                self.page.wait_for_timeout(TICK_MS)


def origin(url: str) -> tuple[str, str]:
    """The scheme and the host of an address."""
    return urlsplit(url)[:2]
