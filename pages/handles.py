"""Live handles on what a reply offers: they look at the page anew, unlike the frozen Card and Action.

Of several with one name that of the latest turn is meant. Two in one turn are an error: a test says which.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from playwright.sync_api import ElementHandle, Error, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from evals.errors import ActionError
from evals.transcript import Card, Reply
from pages import parts
from pages.closed import while_open
from pages.parts import Input, Offer, Parts

Value = str | bool | float | date
"""What an input can be filled with."""
MAX_SHOWN = 80
REASON = re.compile(r"element (?:is|was) .*")


@dataclass(frozen=True, kw_only=True)
class Reach:
    """What handles share: the parts, what was said and answered, how long to wait, who notes a click."""

    parts: Parts
    said: Sequence[str]
    replies: Sequence[Reply]
    limit_s: float
    clicked: Callable[[str], None]

    def latest(self, found: Locator) -> list[Offer]:
        """Those of the latest turn that has any."""
        return self.parts.latest(found, self.said)


def comes(found: Locator, limit_s: float, *, shown: bool) -> bool:
    """Is one of them there in time, and shown where that is asked for?"""
    try:
        found.last.wait_for(state="visible" if shown else "attached", timeout=1000 * limit_s)
    except PlaywrightTimeout:
        return False
    return True


@while_open()
class CardHandle:
    """A card by its title. `locator` is for Playwright's `expect`, `read` gives the frozen Card."""

    def __init__(self, title: str, reach: Reach) -> None:
        self.title, self._reach = title, reach
        self._found = reach.parts.titled(title)
        self.locator = self._found.last

    @property
    def page(self) -> Page:
        """The page it is on."""
        return self.locator.page

    def __str__(self) -> str:
        return f"the card {self.title!r}"

    def read(self) -> Card:
        """What the card shows now. Raises ActionError where there is no such card, or more than one."""
        return parts.card(self.one())

    def action(self, name: str) -> "ActionHandle":
        """The card's button, link or option called `name` (exactly)."""
        return ActionHandle(name, self._reach, card=self)

    def fill(self, inputs: str | Mapping[str, Value], value: Value = "") -> None:
        """Fill one input by its label, or several by theirs.

        A text, number or date takes its value, a select or a group of radios the label of the choice, and a
        checkbox True or False. Raises ActionError, with the inputs that are there, where one does not.
        """
        card = self.one()
        for label, filling in ({inputs: value} if isinstance(inputs, str) else inputs).items():
            self._fill(card, label, filling)

    def _fill(self, card: Locator, label: str, value: Value) -> None:
        text = value.isoformat() if isinstance(value, date) else str(value)
        element = parts.element(card, label, text, self._reach.limit_s)
        there = by_label(card)
        if element is None or isinstance(value, bool) != (there[label].kind == "checkbox"):
            raise self._cannot_fill(label, value, there)
        try:
            fill(element, there[label], text, 1000 * self._reach.limit_s)
        except Error as error:
            raise self._cannot_fill(label, value, by_label(card), reason(error)) from error
        there = by_label(card)
        if text and label in there and not there[label].value:
            raise self._cannot_fill(label, value, there, "it is empty after that")

    def one(self) -> Locator:
        """The card that is meant. Raises ActionError."""
        shown = parts.shown(self._found)
        if not any(shown) and not comes(self._found, self._reach.limit_s, shown=True):
            was = any(card.title == self.title for reply in self._reach.replies for card in reply.cards)
            titles = ", ".join(map(repr, self._reach.parts.titles()))
            raise ActionError(
                f"{self} is gone" if was else f"there is no card {self.title!r}",
                expected=f"a card with the title {self.title!r}",
                seen=f"the cards {titles}" if titles else "no card at all",
                where=self.page.url,
            )
        same = self._reach.latest(self._found) if len(shown) > 1 else []
        if len(same) > 1:
            raise ActionError(
                f"{len(same)} cards of one turn are called {self.title!r}",
                expected="one",
                seen="\n".join(f"{number}. {cut(card.text)!r}" for number, card in enumerate(same, 1)),
                where=self.page.url,
                fix="choose with a locator of Playwright's: "
                "chat.page.get_by_role('article').filter(has_text=...)",
            )
        return self.locator

    def _cannot_fill(
        self, label: str, value: Value, there: Mapping[str, Input], why: str = ""
    ) -> ActionError:
        """What is wrong, and which inputs are there."""
        one = there.get(label)
        what, expected = f"{label!r} of {self} could not be filled with {value!r}", "an input that takes it"
        if one is None:
            what, expected = f"{self} has no input {label!r}", f"an input with the label {label!r}"
        elif isinstance(value, bool) != (one.kind == "checkbox"):
            expected = "True or False" if one.kind == "checkbox" else "a text, a number or a date"
        elif not one.enabled:
            what, expected = f"{label!r} of {self} is disabled", "an input that can be filled"
        elif one.choices and str(value) not in one.choices:
            expected = f"one of {', '.join(map(repr, one.choices))}"
        inputs = ", ".join(map(input_in_words, there.values()))
        return ActionError(
            what,
            expected=expected,
            seen="\n".join(filter(None, [why, f"the card has {inputs or 'no inputs'}"])),
            where=self.page.url,
        )


@while_open()
class ActionHandle:
    """A button, a link or an option by its name. `locator` is for Playwright's `expect`."""

    def __init__(self, name: str, reach: Reach, card: CardHandle | None = None) -> None:
        self.name, self._reach, self._card = name, reach, card
        self._found = parts.clickable(card.locator, name) if card else reach.parts.clickable(name)
        self.locator = self._found if card else self._found.last

    @property
    def page(self) -> Page:
        """The page it is on."""
        return self.locator.page

    @property
    def text(self) -> str:
        """What is written on it; its name where nothing is, or where it is not there."""
        offers = self._reach.latest(self._found)
        return (offers[-1].text if offers else "") or self.name

    @property
    def _inside(self) -> str:
        return str(self._card or "the transcript")

    def click(self) -> None:
        """Click once. Raises ActionError where it is not there, not the only one, disabled or covered."""
        self._reach.clicked(f"{self.name!r} in {self._inside}")
        target = self._one()
        try:
            target.click(timeout=1000 * self._reach.limit_s)
        except PlaywrightTimeout as error:
            raise self._cannot_click(reason(error)) from error

    def _one(self) -> Locator | ElementHandle:
        """What is to be clicked."""
        if self._card:
            self._card.one()
        hidden = parts.hands(self._found)
        if not hidden and comes(self._found, self._reach.limit_s, shown=False):
            hidden = parts.hands(self._found)
        if not hidden:
            raise self._missing()
        same = self._reach.latest(self._found) if len(hidden) > 1 else []
        if len(same) > 1:
            raise self._ambiguous(same)
        return parts.hand(self._found.last) if hidden[-1] else self._found.last

    def _missing(self) -> ActionError:
        was = self.name in self._offered()
        return ActionError(
            f"{self.name!r} is gone from {self._inside}"
            if was
            else f"there is no {self.name!r} in {self._inside}",
            expected=f"a button, link or option called {self.name!r}",
            seen=self._there(),
            where=self.page.url,
        )

    def _ambiguous(self, same: Sequence[Offer]) -> ActionError:
        apart = len({offer.card for offer in same}) == len(same)
        titles = [offer.card for offer in same if offer.card]
        by_card = f"chat.card({titles[0]!r}).action({self.name!r})" if apart and titles else ""
        by_place = f"chat.card({titles[0]!r}).action({self.name!r}).locator.nth(0)" if titles else ""
        by_locator = f"chat.messages.last.get_by_role('button', name={self.name!r}).nth(0)"
        return ActionError(
            f"{len(same)} in {self._inside} are called {self.name!r}",
            expected="one in the latest turn",
            seen=self._there(),
            where=self.page.url,
            fix=f"choose: {by_card or by_place or by_locator}",
        )

    def _cannot_click(self, why: str) -> ActionError:
        """Why a click did not come to be, told by what stands there now."""
        if not self._found.count():
            return self._missing()
        obstacle = parts.obstacle(self._found.last)
        state = (
            "is disabled" if obstacle.disabled else "is covered" if obstacle.cover else "could not be clicked"
        )
        over = f"{obstacle.cover} lies over it\n" if obstacle.cover else ""
        other = "" if obstacle.disabled or obstacle.cover else f"{why}\n"
        return ActionError(
            f"{self.name!r} in {self._inside} {state}",
            expected=f"one that can be clicked within {self._reach.limit_s:g} s",
            seen=f"{over or other}{self._there()}",
            where=self.page.url,
        )

    def _there(self) -> str:
        """What can be clicked there now."""
        if self._card:
            offers = self._reach.latest(parts.clickable(self._card.locator))
            return f"the card has {offers_in_words(offers, with_card=False) or 'nothing to click'}"
        offers = self._reach.latest(self._reach.parts.clickable())
        return f"the latest turn has {offers_in_words(offers, with_card=True) or 'nothing to click'}"

    def _offered(self) -> list[str]:
        """All names that were offered there in this session."""
        replies = self._reach.replies
        cards = [card for reply in replies for card in reply.cards]
        if self._card:
            return [a.name for card in cards if card.title == self._card.title for a in card.actions]
        links = [link.text for reply in replies for link in reply.links]
        actions = [reply.actions for reply in replies] + [card.actions for card in cards]
        return links + [action.name for offered in actions for action in offered]


def by_label(card: Locator) -> dict[str, Input]:
    """The inputs of a card, as they are now."""
    return {one.label: one for one in parts.inputs(card)}


def fill(element: ElementHandle, what: Input, text: str, timeout_ms: float) -> None:
    """Fill an input as a person does."""
    if what.kind == "select":
        element.select_option(label=text, timeout=timeout_ms)
    elif what.kind == "text":
        element.fill(text, timeout=timeout_ms)
    elif what.value != (text if what.kind == "radio" else "on" if text == "True" else "off"):
        parts.hand(element).click(timeout=timeout_ms)


def offers_in_words(offers: Iterable[Offer], *, with_card: bool) -> str:
    """What can be clicked, and what of it is disabled."""
    return ", ".join(
        repr(offer.name)
        + (f" in the card {offer.card!r}" if with_card and offer.card else "")
        + ("" if offer.enabled else " (disabled)")
        for offer in offers
    )


def input_in_words(one: Input) -> str:
    """An input: its label, its choices, and whether it is disabled."""
    choices = f" ({', '.join(map(repr, one.choices))})" if one.choices else ""
    return f"{one.label!r}{choices}{'' if one.enabled else ' (disabled)'}"


def reason(error: Error) -> str:
    """What Playwright's log says of the element last, or else its first line."""
    return ([*REASON.findall(error.message)] or error.message.splitlines()[:1])[-1]


def cut(text: str) -> str:
    """Text in one line, not too long."""
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
