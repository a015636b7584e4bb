"""The parts of a chat as Playwright finds them, handed to `capture.js`, which reads them in the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import ElementHandle, Error, Frame, Locator, Page

from evals.transcript import Action, Card, ChatState, Image, Link, Message
from pages import detect, scripts
from pages.detect import DETECT
from pages.settle import Look
from pages.ui import ChatUI, nothing

CAPTURE = "window[Symbol.for('replywright.capture')]"
INPUTS = "window[Symbol.for('replywright.inputs')]"
READ = f"{CAPTURE}.read(prompt)"

DETECTED = ("user", "reply", "card", "suggestion", "error")
"""Which parts of a turn the detector tells itself."""
SCREENSHOT_MS = 5000


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A card, or what can be clicked, as it stands there now; `card` is the title of the card it is in."""

    name: str
    enabled: bool
    card: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Input:
    """Something of a card that can be filled; `kind` is text, select, radio or checkbox."""

    label: str
    kind: str
    value: str
    enabled: bool
    choices: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Obstacle:
    """Why something cannot be clicked: disabled, or the tag of what covers it."""

    disabled: bool
    cover: str


class Parts:
    """Tells this turn's nodes from those that were there before, and reads them. Satisfies `settle.Eyes`.

    `prompt` is what the person says in this turn.
    """

    def __init__(self, frame: Frame, ui: ChatUI, prompt: str = "") -> None:
        scripts.bring(frame, detecting=ui.detected)
        self._frame, self._ui, self._prompt = frame, ui, prompt
        found = {
            "user": ui.user_message,  # first: it may tell which of the others are new
            "reply": ui.reply,
            "card": ui.card,
            "suggestion": ui.suggestions,
            "option": ui.options,
            "error": ui.error,
            "unsaid": ui.unsaid,
        }
        self._locators: dict[str, Locator] = {
            part: find(frame) for part, find in found.items() if find is not nothing
        }
        self._told = DETECTED if ui.detected else ()

    def mark(self, *, in_place: bool = False) -> None:
        """Note what stands there now. To be called before the turn begins.

        `in_place` takes a message whose text changes for a new one, as after Regenerate.
        """
        self._frame.evaluate(f"inPlace => {CAPTURE}.reset(inPlace)", in_place)
        for part, locator in self._locators.items():
            if part not in self._told:
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
            images=len(read["images"]),
        )

    def doubt(self) -> bool:
        """Take what still shows work for no marker; only where no locator of the UI names it."""
        if self._ui.detected:
            self._frame.evaluate(f"() => {DETECT}.doubt()")
        return self._ui.detected

    def reply(self) -> dict[str, Any]:
        """The fields of a Reply that the page shows; images on their way are waited for, though not long."""
        read = self._read(f"async prompt => {{ await {CAPTURE}.pictured(prompt); return {READ}; }}")
        return {
            "text": "\n\n".join(read["messages"]),
            "messages": tuple(read["messages"]),
            "cards": tuple(frozen(c) for c in read["cards"]),
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
            cards=tuple(frozen(c) for c in shown["cards"]),
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

    def titles(self) -> list[str]:
        """The titles of all cards that are shown."""
        return [card(one).title for one in self._ui.card(self._frame).all()]

    def titled(self, title: str) -> Locator:
        """All cards with this title, or this label."""
        if self._ui.detected:
            return detect.part(f"card {title}")(self._frame)
        cards = self._ui.card(self._frame)
        heading = cards.filter(has=self._frame.get_by_role("heading", name=title, exact=True))
        return heading.or_(cards.and_(self._frame.get_by_label(title, exact=True)))

    def clickable(self, name: str | None = None) -> Locator:
        """All that can be clicked in any part of the chat, and in its log; where given, of that name."""
        everywhere = self._frame.get_by_role("log")
        filling = [detect.part("filling")(self._frame)] if self._ui.detected else []
        for place in (*self._locators.values(), *filling):
            everywhere = everywhere.or_(place)
        button = self._frame.get_by_role("button", **named(name))
        found = clickable(everywhere, name).or_(everywhere.and_(button))
        return found if self._ui.busy is None else found.or_(self._ui.busy(self._frame).and_(button))

    def latest(self, found: Locator, prompts: Sequence[str]) -> list[Offer]:
        """Those of `found` that belong to the last turn in which there is one, in reading order."""
        self._gather()
        script = f"(nodes, prompts) => {CAPTURE}.latest(nodes, prompts)"
        return [Offer(**offer) for offer in found.evaluate_all(script, list(prompts))]

    def _gather(self) -> None:
        for part, locator in self._locators.items():
            locator.evaluate_all(f"(nodes, part) => {CAPTURE}.gather(part, nodes)", part)

    def _take(self, part: str) -> int:
        if part in self._told:
            return int(self._frame.evaluate(f"part => {CAPTURE}.take(part, [])", part))
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


def named(name: str | None) -> Any:  # noqa: ANN401 - options of Playwright's
    """How Playwright finds what is called so; None is anything."""
    return {} if name is None else {"name": name, "exact": True}


def clickable(place: Locator, name: str | None = None) -> Locator:
    """Every button, link, option and radio in a place; those called `name` (exactly) where it is given."""
    by = named(name)
    option = place.get_by_role("option", **by).and_(
        place.locator("[role=option]")
    )  # no <option> of a <select>
    found = place.get_by_role("button", **by)
    for other in (place.get_by_role("link", **by), place.get_by_role("radio", **by), option):
        found = found.or_(other)
    return found


def card(locator: Locator) -> Card:
    """One card, read now."""
    return frozen(locator.evaluate(f"node => {CAPTURE}.card(node)"))


def inputs(card: Locator) -> list[Input]:
    """What of a card can be filled."""
    told = card.evaluate(f"node => {INPUTS}.told(node)")
    return [Input(**{**one, "choices": tuple(one["choices"])}) for one in told]


def element(card: Locator, label: str, choice: str, limit_s: float) -> ElementHandle | None:
    """The element of an input, or of one choice of some radios, once it is there; None if it never is."""
    script = f"(node, [label, choice, ms]) => {INPUTS}.find(node, label, choice, ms)"
    return card.evaluate_handle(script, [label, choice, 1000 * limit_s]).as_element()


def written(composer: Locator) -> str:
    """What stands in a composer, a textbox or an editable element."""
    return str(composer.evaluate("node => node.value ?? node.innerText")).strip()


def shown(found: Locator) -> list[bool]:
    """For each: can it be seen?"""
    return list(found.evaluate_all(f"nodes => nodes.map({CAPTURE}.shown)"))


def hands(found: Locator) -> list[bool]:
    """For each: is it hidden, so that a person clicks its label instead?"""
    return list(found.evaluate_all(f"nodes => nodes.map(node => {CAPTURE}.hand(node) !== node)"))


def hand(element: Locator | ElementHandle) -> ElementHandle:
    """What a person clicks to choose it: itself, or its label where it is hidden below that."""
    handle = element.element_handle() if isinstance(element, Locator) else element
    return handle.evaluate_handle(f"node => {CAPTURE}.hand(node)").as_element() or handle


def obstacle(found: Locator) -> Obstacle:
    """Why it cannot be clicked."""
    return Obstacle(**found.evaluate(f"node => {CAPTURE}.obstacle(node)"))


def frozen(read: dict[str, Any]) -> Card:
    """A frozen card out of what the page gave."""
    return Card(
        title=read["title"],
        text=read["text"],
        fields=read["fields"],
        inputs=read["inputs"],
        actions=tuple(Action(**a) for a in read["actions"]),
        images=tuple(Image(**i) for i in read["images"]),
    )
