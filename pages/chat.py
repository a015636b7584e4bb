"""Drives one chat in a real browser: send, capture, click, reload. A `Chat` with a user interface."""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Frame, Locator, Page

from evals.transcript import Call, ChatState, Conversation, Message, Recorder, Reply
from pages import accessibility, parts, product_state, scripts, settle
from pages.attachments import attach
from pages.calls import Calls
from pages.closed import while_open
from pages.detect import Detector
from pages.handles import ActionHandle, CardHandle, Reach
from pages.network import Network
from pages.parts import Parts
from pages.turn import Turn
from pages.ui import ChatUI
from pages.visit import Visit


@while_open(but=("calls", "last_click"))
class ChatPage:
    """One chat of one product in one browser page. `page` is Playwright's own, to be used as it is.

    `new_context` makes the browser contexts of other users. A chat that nobody described may turn out to be
    one of the `known` UIs, and is then driven as that. Every command raises PageClosedError where the page
    was closed.
    """

    def __init__(
        self,
        page: Page,
        ui: ChatUI,
        recorder: Recorder,
        limits: settle.Limits,
        base_url: str = "",
        new_context: Callable[[], BrowserContext] | None = None,
        detector: Detector | None = None,
        known: Sequence[ChatUI] = (),
    ) -> None:
        self.page, self.ui = page, ui
        self._recorder, self._limits, self._known = recorder, limits, known
        self._detector = detector or (Detector() if ui.detected else None)
        self._visit = Visit(
            page=page,
            ui=ui,
            limits=limits,
            base_url=base_url,
            keep=recorder.keep,
            detector=self._detector,
            new_context=new_context,
        )
        scripts.watch(page)
        self._network = Network(page)
        self._console: list[str] = []
        self._replies: list[Reply] = []
        self._said: list[str] = []
        page.on("console", self._console_message)
        page.on("pageerror", lambda error: self._console.append(f"page error: {error.message}"))

    # ---- opening ---------------------------------------------------------------------------------------

    def open(self, path: str | None = None) -> None:
        """Go to the chat (`path` below the base URL, the UI's own by default) and wait until one can type.

        Raises UnreachableError where nothing answers, ChatUIError where there is no composer.
        """
        self._visit.open(path)
        if self._detector and (ui := self._detector.recognised(self.page, self._known)):
            self.ui = replace(ui, path=self.ui.path, login=self.ui.login or ui.login, keeps_on_reload=None)
            self._detector = None
            self._visit = replace(self._visit, ui=self.ui, detector=None)

    def reload(self) -> None:
        """Reload, and wait until one can type.

        Where the UI keeps the conversation it also waits, for `act_s` at most, until as many messages and
        cards are shown as before.
        """
        self._network.keep()
        self._visit.reload()

    def back(self) -> None:
        """Go a step back in the history, also within the page; wait until one can type and nothing moves.

        Raises Unexpected where there is none.
        """
        self._network.keep()
        self._visit.step("back")

    def forward(self) -> None:
        """Go a step forward in the history, as `back` does."""
        self._network.keep()
        self._visit.step("forward")

    def second_tab(self) -> "ChatPage":
        """A second tab of the same browser on the same URL; waits for the conversation as `reload` does."""
        tab = self._beside(self.page.context, self.ui)
        tab._said += self._said
        tab._visit.goto(self.page.url)
        tab._visit.show_again(self._visit.shown())
        return tab

    def another_user(self, login: Callable[[Page], None] | None = None) -> "ChatPage":
        """The chat as another person has it, opened at the UI's path in a new browser context.

        `login` logs that person in; without it the UI's own does. Raises UsageError where this ChatPage was
        made without `new_context`.
        """
        ui = replace(self.ui, login=login or self.ui.login)
        other = self._beside(self._visit.other_context(), ui)
        other.open()
        return other

    def _beside(self, context: BrowserContext, ui: ChatUI) -> "ChatPage":
        visit = self._visit
        return ChatPage(
            context.new_page(),
            ui,
            self._recorder,
            visit.limits,
            visit.base_url,
            visit.new_context,
            self._detector,
        )

    def reset(self) -> None:
        """Begin a new conversation: by the UI's button, or as a person never seen before."""
        self._replies.clear()
        self._visit.begin_anew()

    # ---- talking ---------------------------------------------------------------------------------------

    def send(self, text: str) -> Reply:
        """Say `text` and return the whole reply as a person sees it.

        Raises SendError when it cannot be said, and the ReplyError that fits when no whole reply comes.
        """
        return self.begin(text).reply()

    def begin(self, text: str) -> Turn:
        """Say `text` and return at once, while the reply is written. Raises SendError."""
        return self._turn(text).say()

    def choose(self, name: str) -> Reply:
        """Click the suggested reply or option called `name` and return the whole reply to it."""
        action = self.action(name)
        return self.reply_to(action.click, prompt=action.text)

    def reply_to(self, action: Callable[[], object], prompt: str = "") -> Reply:
        """Do what makes the assistant answer (Retry, Regenerate, an edit ...) and return the whole reply.

        `prompt` is what it answers, for records and messages.
        """
        return self._turn(prompt).do(action).reply()

    def _turn(self, prompt: str) -> Turn:
        self._said.append(prompt)
        return Turn(
            page=self.page,
            frame=self._frame(),
            ui=self.ui,
            network=self._network,
            limits=self._limits,
            recorder=self._recorder,
            console=self._console,
            done=self._replies.append,
            prompt=prompt,
            detector=self._detector,
        )

    # ---- looking ---------------------------------------------------------------------------------------

    @property
    def conversation(self) -> Conversation:
        """All that is shown, in reading order, and the replies of this session."""
        ids = [reply.conversation_id for reply in self._replies if reply.conversation_id]
        return Conversation(
            id=ids[-1] if ids else None, messages=self.transcript(), replies=tuple(self._replies)
        )

    @property
    def calls(self) -> tuple[Call, ...]:
        """The requests of the page since the last message was sent, clicks included."""
        return self._network.calls()

    @contextmanager
    def watch_calls(self, *, ignore: Collection[str] = ()) -> Iterator[Calls]:
        """Watch what the actions of the block call: ask then `once`, `only` or `none`.

        Calls count from the beginning of the block until the next click or message after it, but for those
        whose path is like one of `ignore` (`*` stands for anything within a segment, `**` for anything).
        """
        watch = self._network.watch()
        try:
            yield Calls(
                watch=watch,
                network=self._network,
                page=self.page,
                ignored=[ignore] if isinstance(ignore, str) else ignore,
                limit_s=self._limits.act_s,
            )
        finally:
            watch.left_s = time.monotonic()

    @property
    def last_click(self) -> str:
        """What was clicked last since the last message, and the calls that followed, for people to read."""
        return self._network.since_click()

    @property
    def composer(self) -> Locator:
        """Where one types, live, for Playwright's `expect` and for typing without sending."""
        return self.ui.composer(self._frame())

    @property
    def draft(self) -> str:
        """What stands in the composer now and was not sent."""
        return parts.written(self.composer)

    @property
    def messages(self) -> Locator:
        """Every message of both sides, live, for Playwright's `expect`."""
        frame = self._frame()
        return self.ui.user_message(frame).or_(self.ui.reply(frame))

    def transcript(self) -> tuple[Message, ...]:
        """All messages that are shown, in reading order, without cards and buttons."""
        return Parts(self._frame(), self.ui).messages(self._said)

    def state(self) -> ChatState:
        """All that a person can see and use now, once the page stands still, after `act_s` in any case.

        It stands still when nothing moved for a moment and no ordinary request is under way.
        """
        return Parts(self._visit.still(), self.ui).state(self._said)

    def expect_state(self, path: str, expected: object, *, limit_s: float | None = None) -> None:
        """GET `path` below the base URL as the person of this chat, until its JSON matches `expected`.

        Of a dict the given keys must match; a list must have the same length, each item match in its place; a
        type stands for any value of it; a function says whether it accepts the value. Raises Unexpected where
        that is not so within `limit_s` (default: `act_s`), ProductError where no JSON comes.
        """
        limit_s = self._limits.act_s if limit_s is None else limit_s
        product_state.expect(self.page, self._visit.url(path), expected, limit_s)

    def expect_accessible(self, *, ignore: Sequence[str] = (), within: Locator | None = None) -> None:
        """axe finds no violation of its rules, but for those in `ignore`, in transcript, composer and cards.

        `within` looks at one element instead. Raises Unexpected, UsageError for a rule that there is not.
        """
        __tracebackhide__ = True
        accessibility.expect(self._frame(), self.ui, ignore, within)

    def card(self, title: str) -> CardHandle:
        """The card with this title in the latest turn that shows one."""
        return CardHandle(title, self._reach())

    def action(self, name: str) -> ActionHandle:
        """What is called `name` (exactly) in the latest turn that shows it.

        A button, link or option of the log (`role=log`), of a message, a card, the suggested replies or a
        banner; or a Stop button in the UI's `busy`.
        """
        return ActionHandle(name, self._reach())

    def attach(self, *paths: str | Path) -> None:
        """Attach files to the next message. Raises ActionError where the UI's `attach` finds no way to."""
        attach(self.ui.attach(self._frame()), paths, self._limits.act_s)

    def _reach(self) -> Reach:
        return Reach(
            parts=Parts(self._frame(), self.ui),
            said=self._said,
            replies=self._replies,
            limit_s=self._limits.act_s,
            clicked=self._network.clicked,
        )

    def _frame(self) -> Frame:
        return self._visit.frame()

    def _console_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._console.append(f"{message.type}: {message.text}")
