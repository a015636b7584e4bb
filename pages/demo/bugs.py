"""Seeded bugs: each is one entry here, and changes one thing on its way out.

A bug acts on the plan (before it is put into words, so that a run with the same seed and without the bug
differs in nothing else), on the texts of the bubbles, on the card, on the stream, on a conversation as it is
given back to the page, on what the API answers - or it is one of the page's own, which is told by its name.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from evals.errors import UsageError
from pages.demo import mischief
from pages.demo.mischief import Card, Texts, View
from pages.demo.plan import Plan

T = TypeVar("T")


def as_it_is(value: T) -> T:
    """No change."""
    return value


@dataclass(frozen=True, kw_only=True)
class Bug:
    """A way for the product to be wrong.

    `share_sent` is how much of the text is sent before the cut; with `refuses` the API fails when a card is
    used; with `shared` anybody may read the conversation; with `in_page` the page itself is wrong.
    """

    sentence: str
    plan: Callable[[Plan], Plan] = as_it_is
    texts: Callable[[Texts], Texts] = as_it_is
    card: Callable[[Card], Card | None] = as_it_is
    view: Callable[[View], View] = as_it_is
    share_sent: float = 1.0
    refuses: bool = False
    shared: bool = False
    in_page: bool = False


BUGS: dict[str, Bug] = {
    "wrong-day": Bug(
        sentence="the text and the card of a booking name another day than the one asked for",
        plan=mischief.other_day,
    ),
    "wrong-price": Bug(
        sentence=f"the price of every service is ${mischief.OVERCHARGE} too high",
        plan=mischief.each_line(mischief.dearer),
    ),
    "negated-policy": Bug(
        sentence="policies are stated as their opposite",
        plan=mischief.each_line(lambda line: replace(line, negated=True)),
    ),
    "off-topic": Bug(
        sentence="every reply is about something nobody asked for, and comes without a card",
        plan=mischief.only("off_topic"),
    ),
    "truncated-stream": Bug(
        sentence="the server closes the connection in the middle of the text",
        share_sent=0.5,
    ),
    "empty-reply": Bug(
        sentence="the reply is an empty bubble",
        plan=mischief.only("nothing"),
    ),
    "dead-button": Bug(
        sentence="Confirm does nothing: no call is made",
        card=mischief.each_call(lambda _: None),
    ),
    "reload-loses-history": Bug(
        sentence="after a reload the page shows an empty timeline although the server has the conversation",
        view=lambda view: {**view, "shown": 0},
    ),
    "answers-out-of-scope": Bug(
        sentence="questions that are none of the clinic's business are answered",
        plan=mischief.instead({"out_of_scope": "overreach", "medical": "overreach"}),
    ),
    "forgets-name": Bug(
        sentence="the name that the patient gave is not remembered",
        plan=mischief.instead({"name_known": "name_unknown"}),
    ),
    "wrong-hours": Bug(
        sentence="the clinic is said to close an hour later than it does",
        plan=mischief.each_line(mischief.later),
    ),
    "invented-fact": Bug(
        sentence="answers about policies end with an offer that the clinic does not make",
        plan=mischief.also("invented", {"policies"}),
    ),
    "leaks-system-prompt": Bug(
        sentence="asked for its instructions, the assistant gives them away",
        plan=mischief.instead({"out_of_scope": "leak"}),
    ),
    "mojibake": Bug(
        sentence="the text ends in characters that were decoded wrongly",
        texts=mischief.each_text(mischief.misread),
    ),
    "raw-markdown": Bug(
        sentence="lists, tables and bold words are shown as their marks",
        texts=mischief.each_text(mischief.unformatted),
    ),
    "duplicate-reply": Bug(
        sentence="every reply is shown twice",
        texts=lambda texts: texts * 2,
    ),
    "wrong-language": Bug(
        sentence="the opening hours are told in Spanish",
        plan=mischief.instead({"hours": "hours_in_spanish"}),
    ),
    "wrong-payload": Bug(
        sentence="Confirm books another day than the card shows",
        card=mischief.each_call(mischief.next_day),
    ),
    "wrong-endpoint": Bug(
        sentence="Confirm calls a path that is not there",
        card=mischief.each_call(mischief.singular),
    ),
    "double-submit": Bug(
        sentence="one click on Confirm makes two calls",
        in_page=True,
    ),
    "card-missing": Bug(
        sentence="the text speaks of an appointment to confirm, and there is no card",
        card=lambda _: None,
    ),
    "card-stale": Bug(
        sentence="the card shows another day than the text names",
        card=mischief.stale,
    ),
    "image-broken": Bug(
        sentence="the card's image does not load",
        card=mischief.without_image,
    ),
    "reload-duplicates": Bug(
        sentence="after a reload the last turn is there twice",
        view=mischief.doubled,
    ),
    "reload-reorders": Bug(
        sentence="after a reload the messages are in the wrong order",
        view=mischief.reordered,
    ),
    "reload-reenables-confirm": Bug(
        sentence="after a reload an appointment that was confirmed can be confirmed again",
        view=mischief.reopened,
    ),
    "stuck-typing": Bug(
        sentence="the typing indicator stays when the reply is finished",
        in_page=True,
    ),
    "error-swallowed": Bug(
        sentence="the API answers 500, and the page says that the appointment is confirmed",
        refuses=True,
        in_page=True,
    ),
    "input-lost": Bug(
        sentence="what is typed first is wiped when the page comes alive",
        in_page=True,
    ),
    "markup-executed": Bug(
        sentence="markup in a reply becomes part of the page",
        texts=mischief.each_text(mischief.with_markup),
        in_page=True,
    ),
    "other-users-conversation": Bug(
        sentence="whoever has the address of a conversation can read it",
        shared=True,
    ),
}


def find(names: Iterable[str]) -> tuple[Bug, ...]:
    """The bugs of these names. Raises UsageError."""
    for name in names:
        if name not in BUGS:
            raise UsageError(
                "there is no such bug",
                expected="one of " + ", ".join(BUGS),
                seen=repr(name),
                fix="`python -m pages demo --list-bugs` says what each does",
            )
    return tuple(BUGS[name] for name in dict.fromkeys(names))


def in_page(names: Iterable[str]) -> list[str]:
    """The names of those bugs that the page itself has to have."""
    return [name for name in dict.fromkeys(names) if BUGS[name].in_page]
