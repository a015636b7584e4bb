"""How pytest tells that two transcripts or states are not the same: part by part, not as one long repr."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TypeGuard, TypeVar

from evals.report.text import clean, cut
from evals.transcript import Action, Card, ChatState, Image, Message

WIDEST = 160
T = TypeVar("T")


def compared(op: str, left: object, right: object) -> list[str] | None:
    """The lines of a failed `==` of two transcripts or two states; None for anything else."""
    if op != "==":
        return None
    if isinstance(left, ChatState) and isinstance(right, ChatState):
        return [f"a state of {parts(left)} == one of {parts(right)}", *state_differences(left, right)]
    if is_transcript(left) and is_transcript(right) and (left or right):
        return [
            f"a transcript of {counted(len(left), 'message')} == one of {counted(len(right), 'message')}",
            *sided(left, right, message),
        ]
    return None


def is_transcript(value: object) -> TypeGuard[Sequence[Message]]:
    return isinstance(value, tuple | list) and all(isinstance(m, Message) for m in value)


def parts(state: ChatState) -> str:
    """How much a state shows, with no word of what it does not show; of messages always."""
    counts = {"card": state.cards, "action": state.actions, "error": state.errors}
    rest = [counted(len(shown), name) for name, shown in counts.items() if shown]
    return ", ".join([counted(len(state.messages), "message"), *rest])


def state_differences(left: ChatState, right: ChatState) -> Iterator[str]:
    """Every part that differs, in reading order."""
    yield from sided(left.messages, right.messages, message, "messages")
    for ours, theirs in paired(left.cards, right.cards, lambda card: card.title):
        yield from one_side("card", ours, theirs, card_title)
        if ours and theirs:
            yield from (f"card {card_title(ours)}: {line}" for line in card_differences(ours, theirs))
    yield from another_order(left.cards, right.cards, lambda card: card.title, "cards")
    yield from action_differences(left.actions, right.actions)
    yield from sided(left.errors, right.errors, lambda text: f"error {quoted(text)}", "errors")


def card_differences(left: Card, right: Card) -> Iterator[str]:
    """What differs between two cards with one title."""
    yield from value_differences("field", left.fields, right.fields)
    yield from value_differences("input", left.inputs, right.inputs)
    yield from text_differences(left.text, right.text)
    yield from action_differences(left.actions, right.actions)
    for ours, theirs in paired(left.images, right.images, lambda image: image.alt):
        yield from one_side("image", ours, theirs, lambda image: quoted(image.alt))
        if ours and theirs and ours != theirs:
            yield f"image {quoted(ours.alt)} {both(seen_as(ours, theirs), seen_as(theirs, ours))}"
    yield from another_order(left.images, right.images, lambda image: image.alt, "images")


def value_differences(kind: str, left: Mapping[str, str], right: Mapping[str, str]) -> Iterator[str]:
    """Labelled values that are not the same."""
    for label in dict.fromkeys((*left, *right)):
        ours, theirs = (quoted(of[label]) if label in of else "not there" for of in (left, right))
        if ours != theirs:
            yield f"{kind} {quoted(label)} {both(ours, theirs)}"
    if list(left) != list(right) and sorted(left) == sorted(right):
        yield f"the same {kind}s in another order"


def text_differences(left: str, right: str) -> Iterator[str]:
    """The lines of a text that are not the same."""
    ours, theirs = left.split("\n"), right.split("\n")
    for kind, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if kind != "equal":
            yield f"text {both(quoted(' / '.join(ours[a:b])), quoted(' / '.join(theirs[c:d])))}"


def action_differences(left: Sequence[Action], right: Sequence[Action]) -> Iterator[str]:
    """Buttons, suggestions and options that are gone, new, or usable on one side only."""
    for ours, theirs in paired(left, right, action):
        yield from one_side("", ours, theirs, action)
        if ours and theirs and ours != theirs:
            yield f"{action(ours)} {both(usable(ours), usable(theirs))}"
    yield from another_order(left, right, action, "actions")


# ---- sequences -------------------------------------------------------------------------------------------


def sided(left: Sequence[T], right: Sequence[T], say: Callable[[T], str], name: str = "") -> Iterator[str]:
    """What only one side has, in order; what moved is on both."""
    for ours, theirs in paired(left, right, lambda item: item):
        yield from one_side("", ours, theirs, say)
    if name:
        yield from another_order(left, right, lambda item: item, name)


def paired(
    left: Sequence[T], right: Sequence[T], key: Callable[[T], Hashable]
) -> Iterator[tuple[T | None, T | None]]:
    """The two sides beside each other: those with one key, or one that only its side has."""
    ours, theirs = [key(item) for item in left], [key(item) for item in right]
    for kind, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from zip(left[a:b], right[c:d], strict=True)
        else:
            yield from ((item, None) for item in left[a:b])
            yield from ((None, item) for item in right[c:d])


def another_order(
    left: Sequence[T], right: Sequence[T], key: Callable[[T], Hashable], name: str
) -> Iterator[str]:
    """Says so where both sides have the same things, but not in the same order."""
    ours, theirs = [key(item) for item in left], [key(item) for item in right]
    if ours != theirs and Counter(ours) == Counter(theirs):
        yield f"the same {name} in another order"


def one_side(kind: str, left: T | None, right: T | None, say: Callable[[T], str]) -> Iterator[str]:
    """The line about something that only one side has."""
    for side, item, other in (("left", left, right), ("right", right, left)):
        if item is not None and other is None:
            yield f"only {side}: {kind} {say(item)}" if kind else f"only {side}: {say(item)}"


# ---- words -----------------------------------------------------------------------------------------------


def both(left: str, right: str) -> str:
    return f"{left} on the left, {right} on the right"


def counted(count: int, name: str) -> str:
    return f"1 {name}" if count == 1 else f"{count or 'no'} {name}s"


def message(one: Message) -> str:
    return line(f"{one.role}: {one.text}")


def card_title(card: Card) -> str:
    return quoted(card.title)


def action(one: Action) -> str:
    return f"{'action' if one.kind == 'button' else one.kind} {quoted(one.name)}"


def usable(one: Action) -> str:
    return "enabled" if one.enabled else "disabled"


def seen_as(one: Image, other: Image) -> str:
    """An image by what tells it from the other one."""
    loaded = "loaded" if one.loaded else "broken"
    return loaded if one.loaded != other.loaded else quoted(one.src)


def quoted(text: str) -> str:
    return f"'{line(text)}'" if text.strip() else "nothing"


def line(text: str) -> str:
    return cut(" ".join(clean(text).split()), WIDEST)
