"""Drives one chat in a real browser: send, capture, click, reload. A `Chat` with a user interface."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from playwright.sync_api import ConsoleMessage, Error, Frame, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from evals.errors import ChatUIError, ProductError, ReplyError, UnreachableError
from evals.transcript import Call, Conversation, Message, Recorder, Reply
from pages import settle
from pages.handles import ActionHandle, CardHandle
from pages.network import Network
from pages.parts import Parts
from pages.say import Saying
from pages.ui import TEMPLATE, ChatUI

SCRIPTS = [Path(__file__).with_name(name) for name in ("settle.js", "text.js", "capture.js")]


class ChatPage:
    """One chat of one product in one browser page. `page` is Playwright's own, to be used as it is."""

    def __init__(
        self, page: Page, ui: ChatUI, recorder: Recorder, limits: settle.Limits, base_url: str = ""
    ) -> None:
        self.page, self.ui = page, ui
        self._recorder, self._limits, self._base_url = recorder, limits, base_url
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
        url = below(self._base_url, path or self.ui.path)
        self._visit(lambda: self.page.goto(url, wait_until="domcontentloaded"))
        if self.ui.login:
            self.ui.login(self.page)
        self._ready()

    def reload(self) -> None:
        """Reload, wait until one can type, and for the conversation where the UI keeps it."""
        self._network.keep()
        shown = len(self.transcript()) if self.ui.keeps_on_reload else 0
        self._visit(lambda: self.page.reload(wait_until="domcontentloaded"))
        frame = self._ready()
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
        try:
            reply = self._in_browser(text)
        except ProductError as error:
            self._recorder.failed_turn(text, error)
            raise
        self._recorder.turn(reply)
        self._replies.append(reply)
        return reply

    def _in_browser(self, text: str) -> Reply:
        try:
            return self._turn(text)
        except Error as error:
            raise ReplyError(
                "the page broke off while the message was sent or answered",
                expected="a page that stays until the reply is whole",
                seen=error.message.splitlines()[0],
                where=self.page.url,
            ) from error

    def _turn(self, text: str) -> Reply:
        frame = self._frame()
        parts = Parts(frame, self.ui, text)
        parts.mark()
        self._console.clear()
        saying = Saying(frame, self.ui, parts, self._network, self._limits)
        saying.say(text)
        settled = settle.Watcher(frame, parts, self._limits, self.ui.quiet_s).wait()
        wire = settled.wire
        return Reply(
            prompt=text,
            **parts.reply(),
            tool_calls=wire.tool_calls,
            calls=self.calls,
            status=wire.status,
            skill=wire.skill,
            model=wire.model,
            usage=wire.usage,
            conversation_id=wire.conversation_id,
            first_token_s=settled.first_token_s,
            total_s=settled.total_s,
            signals=(*saying.notes, *settled.signals),
            console=tuple(self._console),
            screenshot=parts.screenshot(self.page, self._recorder.artifact("reply.png")),
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

    @property
    def last_click(self) -> str:
        """What was clicked last since the last message, and the calls that followed, for people to read."""
        return self._network.since_click()

    @property
    def messages(self) -> Locator:
        """Every message of both sides, live, for Playwright's `expect`."""
        frame = self._frame()
        return self.ui.user_message(frame).or_(self.ui.reply(frame))

    def transcript(self) -> tuple[Message, ...]:
        """All messages that are shown, in reading order, without cards and buttons."""
        return Parts(self._frame(), self.ui).messages([reply.prompt for reply in self._replies])

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

    # ---- the page --------------------------------------------------------------------------------------

    def _visit(self, go: Callable[[], object]) -> None:
        try:
            response = go()
        except Error as error:
            raise UnreachableError(
                "the page cannot be reached",
                expected="a chat",
                seen=error.message.splitlines()[0].removeprefix("Page.goto: "),
                fix="is the deployment up, and --base-url right?",
            ) from error
        status = getattr(response, "status", 200)
        if status >= 400:
            raise UnreachableError(
                f"the page answers {status}",
                expected="a chat",
                seen=f"HTTP {status}",
                where=self.page.url,
                fix="is the deployment up, and --base-url right?",
            )

    def _frame(self) -> Frame:
        if self.ui.frame is None:
            return self.page.main_frame
        frame = self.page.locator(self.ui.frame).element_handle().content_frame()
        if frame is None:
            raise ChatUIError(
                f"ChatUI {self.ui.name!r}: `frame` is no iframe",
                expected="a selector of an iframe",
                seen=self.ui.frame,
                where=self.page.url,
            )
        return frame

    def _ready(self) -> Frame:
        """Wait for the composer; where there is none, or more than one, say what is there."""
        try:
            frame = self._frame()
            self.ui.composer(frame).first.wait_for(timeout=self._limits.ready_s * 1000)
        except PlaywrightTimeout:
            raise self._no_composer("none was shown", self.page.main_frame) from None
        count = self.ui.composer(frame).count()
        if count > 1:
            raise self._no_composer(f"{count} fit", frame)
        return frame

    def _no_composer(self, seen: str, frame: Frame) -> ChatUIError:
        boxes = frame.get_by_role("textbox").evaluate_all(
            "nodes => nodes.map(n => n.outerHTML.replace(/\\s+/g, ' ').slice(0, 160))"
        )
        there = "".join(f"\n{box}" for box in boxes) or " none"
        return ChatUIError(
            f"no composer was found on the page with the chat UI {self.ui.name!r}",
            expected="one textbox to type into",
            seen=f"{seen}; textboxes on the page:{there}",
            where=self.page.url,
            fix="write pages/drivers/acme.py, and choose it with --chat-ui acme:\n"
            + TEMPLATE.format(name="acme"),
        )

    def _console_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._console.append(f"{message.type}: {message.text}")


def below(base_url: str, path: str) -> str:
    """`path` below the base URL, which may have a path and a query; a whole URL is taken as it is."""
    if not base_url or "://" in path:
        return path
    base, target = urlsplit(base_url), urlsplit(path)
    joined = base.path if target.path == "/" else f"{base.path.rstrip('/')}/{target.path.lstrip('/')}"
    return urlunsplit(base._replace(path=joined or "/", query=target.query or base.query))
