"""What a person does in a chat, step by step, with what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from evals.transcript import ChatState, Message, Reply


@dataclass(frozen=True, kw_only=True)
class Said:
    """A message that was sent; `reply` is None where none was seen to its end."""

    text: str
    reply: Reply | None = None


@dataclass(frozen=True, kw_only=True)
class Clicked:
    """A click on what a reply, a card (by its title) or the suggested replies offer.

    `sent` is the message it sent, `reply` the answer where one came, `after` what was shown where none did;
    `meanwhile`: a reply was being written.
    """

    name: str
    card: str = ""
    suggested: bool = False
    meanwhile: bool = False
    sent: str | None = None
    reply: Reply | None = None
    after: ChatState | None = None


@dataclass(frozen=True, kw_only=True)
class Filled:
    """An input of a card, with its value; None stands for a secret, which is not kept."""

    card: str
    label: str
    value: str | bool | None


@dataclass(frozen=True, kw_only=True)
class Reloaded:
    """A reload; `kept`: the conversation was there again, None where that was not seen."""

    kept: bool | None = None


@dataclass(frozen=True, kw_only=True)
class BegunAnew:
    """A new conversation."""


Step = Said | Clicked | Filled | Reloaded | BegunAnew


def step_of(event: dict[str, Any]) -> Step | None:
    """What the page told, as a step that nothing is known to have come of."""
    kind = event["kind"]
    if kind == "said":
        return Said(text=event["text"])
    if kind == "clicked" and event["name"]:
        return Clicked(**{key: event[key] for key in ("name", "card", "suggested", "meanwhile")})
    if kind == "filled":
        return Filled(
            card=event["card"], label=event["label"], value=None if event["isSecret"] else event["value"]
        )
    if kind == "anew":
        return BegunAnew()
    return Reloaded() if event.get("reloaded") else None


def same_input(one: Filled, other: Filled) -> bool:
    return (one.card, one.label) == (other.card, other.label)


def in_words(step: Step) -> str:
    """A step in a line."""
    if isinstance(step, Said):
        return f"said {step.text!r}"
    if isinstance(step, Clicked):
        return f"clicked {step.name!r}" + (f" in the card {step.card!r}" if step.card else "")
    if isinstance(step, Filled):
        return f"filled {step.label!r} of the card {step.card!r}"
    return "reloaded" if isinstance(step, Reloaded) else "began a new conversation"


def first_line(reply: Reply) -> str:
    """How a reply begins."""
    cards = ", ".join(f"the card {card.title!r}" for card in reply.cards)
    return repr(reply.text.splitlines()[0]) if reply.text else cards or "nothing that can be read"


def rest_of(reply: Reply, text: str) -> Reply:
    """What of a reply came after a message of the person's that was taken for a part of it."""
    at = reply.messages.index(text) + 1 if text in reply.messages else 0
    messages = reply.messages[at:]
    return replace(reply, prompt=text, messages=messages, text="\n\n".join(messages))


def without_inputs(state: ChatState) -> ChatState:
    """The same without what was typed into cards: it may be a secret."""
    return replace(state, cards=tuple(replace(card, inputs={}) for card in state.cards))


def said_by_user(messages: Sequence[Message]) -> list[str]:
    """The person's own messages."""
    return [message.text for message in messages if message.role == "user"]
