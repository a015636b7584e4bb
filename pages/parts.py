"""The parts of a chat as Playwright finds them, handed to `capture.js`, which reads them in the page."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Error, Frame, Locator, Page

from evals.transcript import Action, Card, ChatState, Image, Link, Message
from pages.settle import Look
from pages.ui import ChatUI, nothing

CAPTURE = "window[Symbol.for('replywright.capture')]"
READ = f"{CAPTURE}.read(prompt)"

SCREENSHOT_MS = 5000


class Parts:
    """Tells this turn's nodes from those that were there before, and reads them. Satisfies `settle.Eyes`.

    `prompt` is what the person says in this turn.
    """

    def __init__(self, frame: Frame, ui: ChatUI, prompt: str = "") -> None:
        self._frame, self._ui, self._prompt = frame, ui, prompt
        found = {
            "user": ui.user_message,  # first: it may tell which of the others are new
            "reply": ui.reply,
            "card": ui.card,
            "suggestion": ui.suggestions,
            "error": ui.error,
        }
        self._locators: dict[str, Locator] = {
            part: find(frame) for part, find in found.items() if find is not nothing
        }

    def mark(self, *, in_place: bool = False) -> None:
        """Note what stands there now. To be called before the turn begins.

        `in_place` takes a message whose text changes for a new one, as after Regenerate.
        """
        self._frame.evaluate(f"inPlace => {CAPTURE}.reset(inPlace)", in_place)
        for part, locator in self._locators.items():
            locator.evaluate_all(f"(nodes, part) => {CAPTURE}.mark(part, nodes)", part)

    def anything_new(self) -> bool:
        """Is there a message that was not there before, of either side?"""
        return any(self._take(part) for part in ("user", "reply") if part in self._locators)

    def look(self) -> Look:
        """What of the turn's reply stands there now."""
        read = self._read()
        return Look(
            text="\n\n".join(read["messages"]),
            busy=self.busy(),
            errors=tuple(read["errors"]),
            cards=len(read["cards"]),
        )

    def reply(self) -> dict[str, Any]:
        """The fields of a Reply that the page shows; images on their way are waited for, though not long."""
        read = self._read(f"async prompt => {{ await {CAPTURE}.pictured(prompt); return {READ}; }}")
        return {
            "text": "\n\n".join(read["messages"]),
            "messages": tuple(read["messages"]),
            "cards": tuple(card(c) for c in read["cards"]),
            "actions": tuple(Action(**a) for a in read["actions"]),
            "links": tuple(Link(**link) for link in read["links"]),
            "images": tuple(Image(**image) for image in read["images"]),
            "errors": tuple(read["errors"]),
        }

    def messages(self, prompts: Sequence[str]) -> tuple[Message, ...]:
        """All messages that are shown, in reading order; `prompts` are known to be the person's own."""
        self._gather()
        shown = self._frame.evaluate(f"prompts => {CAPTURE}.transcript(prompts)", list(prompts))
        return tuple(Message(**message) for message in shown)

    def state(self, prompts: Sequence[str]) -> ChatState:
        """All that is shown now, with what can be clicked; `prompts` are known to be the person's own."""
        self._gather()
        shown = self._frame.evaluate(f"prompts => {CAPTURE}.state(prompts)", list(prompts))
        return ChatState(
            messages=tuple(Message(**message) for message in shown["messages"]),
            cards=tuple(card(c) for c in shown["cards"]),
            actions=tuple(Action(**a) for a in shown["actions"]),
            errors=tuple(shown["errors"]),
        )

    def screenshot(self, page: Page) -> bytes | None:
        """A picture of just this reply, as far as it is in view; None where none could be taken."""
        options: Any = {"timeout": SCREENSHOT_MS, "animations": "disabled"}
        try:
            box = self._frame.evaluate(f"() => {CAPTURE}.box()")
            if box is None:
                return None
            if self._frame != page.main_frame:
                return self._locators["reply"].last.screenshot(**options)
            return page.screenshot(clip=box, **options)
        except Error:
            return None

    def card(self, locator: Locator) -> Card:
        """One card, read now."""
        return card(locator.evaluate(f"node => {CAPTURE}.card(node)"))

    def _gather(self) -> None:
        for part, locator in self._locators.items():
            locator.evaluate_all(f"(nodes, part) => {CAPTURE}.gather(part, nodes)", part)

    def _take(self, part: str) -> int:
        script = f"(nodes, part) => {CAPTURE}.take(part, nodes)"
        return int(self._locators[part].evaluate_all(script, part))

    def _read(self, script: str = f"prompt => {READ}") -> dict[str, Any]:
        for part in self._locators:
            self._take(part)
        return dict(self._frame.evaluate(script, self._prompt))

    def busy(self) -> bool:
        """Is the UI's own marker of work shown?"""
        if self._ui.busy is None:
            return False
        script = f"nodes => nodes.some({CAPTURE}.shown)"
        return bool(self._ui.busy(self._frame).evaluate_all(script))


def card(read: dict[str, Any]) -> Card:
    """A frozen card out of what the page gave."""
    return Card(
        title=read["title"],
        text=read["text"],
        fields=read["fields"],
        actions=tuple(Action(**a) for a in read["actions"]),
        images=tuple(Image(**i) for i in read["images"]),
    )
