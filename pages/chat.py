"""Drives one chat in a real browser: send, capture, click, reload. A `Chat` with a user interface."""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Frame, Locator, Page

from evals.errors import ProductError
from evals.transcript import Call, Conversation, Message, Recorder, Reply
from pages import accessibility, settle
from pages.calls import Calls
from pages.handles import ActionHandle, CardHandle
from pages.network import Network
from pages.parts import Parts
from pages.turn import Turn
from pages.ui import ChatUI
from pages.visit import Visit

SCRIPTS = [
    Path(__file__).with_name(f"{name}.js")
    for name in ("streams", "settle", "text", "capture", "prose", "sight", "rendering", "announcements")
]


class ChatPage:
    """One chat of one product in one browser page. `page` is Playwright's own, to be used as it is."""

    def __init__(
        self, page: Page, ui: ChatUI, recorder: Recorder, limits: settle.Limits, base_url: str = ""
    ) -> None:
        self.page, self.ui = page, ui
        self._recorder, self._limits = recorder, limits
        self._visit = Visit(page=page, ui=ui, limits=limits, base_url=base_url)
        for script in SCRIPTS:
            page.add_init_script(path=script)
        self._network = Network(page)
        self._console: list[str] = []
        self._replies: list[Reply] = []
        page.on("console", self._console_message)
        page.on("pageerror", lambda error: self._console.append(f"page error: {error.message}"))

    # ---- opening ---------------------------------------------------------------------------------------

    def open(self, path: str | None = None) -> None:
        """Go to the chat (`path` below the base URL, the UI's own by default) and wait until one can type.

        Raises UnreachableError where nothing answers, ChatUIError where there is no composer.
        """
        self._visit.open(path)

    def reload(self) -> None:
        """Reload, wait until one can type, and for the conversation where the UI keeps it."""
        self._network.keep()
        shown = len(self.transcript()) if self.ui.keeps_on_reload else 0
        self._visit.go(lambda: self.page.reload(wait_until="domcontentloaded"))
        frame = self._visit.ready()
        settle.arm(frame)
        settle.until(frame, lambda: len(self.transcript()) >= shown, self._limits.act_s)

    def reset(self) -> None:
        """Begin a new conversation: by the UI's button, or as a person never seen before."""
        self._replies.clear()
        if self.ui.new_conversation is None:
            self.page.context.clear_cookies()
            self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            return self.open()
        frame = self._frame()
        settle.arm(frame)
        self.ui.new_conversation(frame).click()
        if not settle.until(
            frame, lambda: "user" not in {m.role for m in self.transcript()}, self._limits.act_s
        ):
            raise ProductError(
                "a new conversation still shows the old one",
                expected="no message of the person after `new_conversation` was clicked",
                seen=f"{len(self.transcript())} messages",
                where=self.page.url,
            )
        return None

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
        return self.reply_to(self.action(name).click, prompt=name)

    def reply_to(self, action: Callable[[], object], prompt: str = "") -> Reply:
        """Do what makes the assistant answer (Retry, Regenerate, an edit ...) and return the whole reply.

        `prompt` is what it answers, for records and messages.
        """
        return self._turn(prompt).do(action).reply()

    def _turn(self, prompt: str) -> Turn:
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
    def messages(self) -> Locator:
        """Every message of both sides, live, for Playwright's `expect`."""
        frame = self._frame()
        return self.ui.user_message(frame).or_(self.ui.reply(frame))

    def transcript(self) -> tuple[Message, ...]:
        """All messages that are shown, in reading order, without cards and buttons."""
        return Parts(self._frame(), self.ui).messages([reply.prompt for reply in self._replies])

    def expect_accessible(self, *, ignore: Sequence[str] = (), within: Locator | None = None) -> None:
        """axe finds no violation of its rules, but for those in `ignore`, in transcript, composer and cards.

        `within` looks at one element instead. Raises Unexpected, UsageError for a rule that there is not.
        """
        __tracebackhide__ = True
        accessibility.expect(self._frame(), self.ui, ignore, within)

    def card(self, title: str) -> CardHandle:
        """The latest card with this title."""
        frame = self._frame()
        cards = self.ui.card(frame)
        titled = cards.filter(has=frame.get_by_role("heading", name=title, exact=True))
        named = cards.and_(frame.get_by_label(title, exact=True))
        return CardHandle(
            titled.or_(named).last,
            title,
            Parts(frame, self.ui).card,
            self._cards_there,
            self._limits.act_s,
            self._network.clicked,
        )

    def action(self, name: str) -> ActionHandle:
        """The latest suggested reply, button or link called `name` (exactly) in the transcript."""
        frame = self._frame()
        found = [
            place.get_by_role(role, name=name, exact=True)
            for place in (self.ui.suggestions(frame), self.ui.card(frame), self.ui.reply(frame))
            for role in ("button", "link")
        ]
        locator = found[0]
        for other in found[1:]:
            locator = locator.or_(other)
        return ActionHandle(
            locator.last,
            name,
            "the transcript",
            self._actions_there,
            self._limits.act_s,
            self._network.clicked,
        )

    def _cards_there(self) -> str:
        frame = self._frame()
        parts = Parts(frame, self.ui)
        titles = [parts.card(card).title for card in self.ui.card(frame).all()]
        return f"the cards {', '.join(map(repr, titles))}" if titles else "no card at all"

    def _actions_there(self) -> str:
        names = [action.name for reply in self._replies[-1:] for action in reply.actions]
        return (
            f"the last reply offers {', '.join(map(repr, names))}"
            if names
            else "the last reply offers nothing"
        )

    def _frame(self) -> Frame:
        return self._visit.frame()

    def _console_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._console.append(f"{message.type}: {message.text}")
