"""The files that `record` writes: a golden with its turns, and a test that does the recorded steps again."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import takewhile

from evals.errors import without_url_secrets
from evals.transcript import Card, Reply
from pages.steps import BegunAnew, Clicked, Filled, Reloaded, Said, Step
from pages.written import quoted, slug

HEAD = '''\
"""What a person did with {name} on {seen}, done again in the same order."""

from pages import ChatPage


def test_what_was_recorded(chat: ChatPage) -> None:
'''
RELOAD = ["before = chat.transcript()", "chat.reload()", "assert chat.transcript() == before"]
WIDTH = 110
INDENT = "    "


def has_a_message(steps: Sequence[Step]) -> bool:
    """Was anything said?"""
    return any(said(step) is not None for step in steps)


def said(step: Step) -> str | None:
    """The message that a step sent."""
    return step.text if isinstance(step, Said) else step.sent if isinstance(step, Clicked) else None


# ---- goldens -----------------------------------------------------------------------------------------------


def goldens(name: str, steps: Sequence[Step]) -> str:
    """A draft for each conversation, with its turns; JSON strings are YAML as well."""
    lines = [
        "version: 1",
        "defaults: {tags: [draft]}   # take a golden's tag away once it is right",
        "goldens:",
    ]
    for number, conversation in enumerate(conversations(steps), start=1):
        more = any(isinstance(step, Clicked | Filled) and said(step) is None for step in conversation)
        elsewhere = f"   # what else was clicked and filled stands in e2e/test_{name}.py" if more else ""
        lines += [f"  - id: {slug(name)}-{number}", f"    turns:{elsewhere}"]
        lines += [f"      {line}" for turn in turns(conversation) for line in turn]
    return "\n".join(lines) + "\n"


def conversations(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps of each conversation in which something was said."""
    found: list[list[Step]] = [[]]
    for step in steps:
        found += [[]] if isinstance(step, BegunAnew) else []
        found[-1].append(step)
    return [one for one in found if has_a_message(one)]


def turns(steps: Sequence[Step]) -> Iterator[list[str]]:
    """Each message, with its reply where that was read to its end."""
    for number, step in enumerate(steps):
        text, reply = said(step), getattr(step, "reply", None)
        if text is None:
            continue
        lines = [f"- user: {data(text)}"]
        if reply and reply.text and not meanwhile(steps, number):
            lines += [f"  expected: [{data(reply.text)}]"]
        yield lines


# ---- the test ----------------------------------------------------------------------------------------------


def code(name: str, steps: Sequence[Step], *, seen: date) -> str:
    """All steps in their order, and what is sure to be so again after each."""
    blocks = [[*block(steps, number)] for number in range(len(steps))]
    body = "\n\n".join("\n".join(INDENT + line for line in lines) for lines in blocks if lines)
    return HEAD.format(name=name, seen=f"{seen:%Y-%m-%d}") + body + "\n"


def block(steps: Sequence[Step], number: int) -> Iterator[str]:
    """A step as Python."""
    step = steps[number]
    if isinstance(step, Said):
        yield from saying(step, meanwhile(steps, number))
    elif isinstance(step, Clicked) and not step.meanwhile:
        yield from clicking(step)
    elif isinstance(step, Filled) and step.value is None:
        yield f"# What was typed into {data(step.label)} is a secret, and was not kept."
    elif isinstance(step, Filled):
        value = data(step.value) if isinstance(step.value, str) else str(step.value)
        yield f"chat.card({data(step.card)}).fill({data(step.label)}, {value})"
    elif isinstance(step, Reloaded):
        yield from RELOAD if step.kept and is_over(steps[:number]) else ["chat.reload()"]
    elif isinstance(step, BegunAnew):
        yield "chat.reset()"


def is_over(steps: Sequence[Step]) -> bool:
    """Was the last message answered before what came next?"""
    last = next((step for step in reversed(steps) if said(step) is not None), None)
    return last is None or getattr(last, "reply", None) is not None


def meanwhile(steps: Sequence[Step], number: int) -> list[Clicked]:
    """The clicks that were made while the reply to this step was written."""
    after = takewhile(lambda step: isinstance(step, Clicked) and step.meanwhile, steps[number + 1 :])
    return [step for step in after if isinstance(step, Clicked)]


def saying(step: Said, clicks: Sequence[Clicked]) -> Iterator[str]:
    """A message, and its reply where that was waited for."""
    if not clicks and step.reply is None:
        yield f"chat.begin({data(step.text)})  # its reply was not waited for"
        return
    if not clicks:
        yield f"reply = chat.send({data(step.text)})"
    else:
        yield f"turn = chat.begin({data(step.text)})"
        yield "turn.until()"
        yield from (f"{target(click)}.click()" for click in clicks)
        yield "reply = turn.reply()"
    if step.reply:
        yield from checks(step.reply)


def clicking(step: Clicked) -> Iterator[str]:
    """A click, with the reply that came of it or what was to be seen after it."""
    if step.reply is None:
        yield f"{target(step)}.click()"
        if step.after is not None:
            yield "assert chat.state().errors" if step.after.errors else "assert not chat.state().errors"
            yield from effects(step, step.after.cards)
        return
    if step.suggested:
        yield f"reply = chat.choose({data(step.name)})"
    else:
        yield f"reply = chat.reply_to({target(step)}.click)"
    yield from checks(step.reply)
    if step.sent:
        yield 'said = [message.text for message in chat.transcript() if message.role == "user"]'
        yield f"assert {data(step.sent)} in said"


def target(step: Clicked) -> str:
    """What is clicked."""
    card = f"chat.card({data(step.card)})" if step.card else "chat"
    return f"{card}.action({data(step.name)})"


def effects(step: Clicked, cards: Sequence[Card]) -> Iterator[str]:
    """What of the clicked card can still be used."""
    card = next((card for card in reversed(cards) if card.title == step.card), None)
    if card:
        usable = [action.name for action in card.actions if action.enabled]
        yield f"card = chat.card({data(card.title)}).read()"
        yield from equal("[action.name for action in card.actions if action.enabled]", usable)


def checks(reply: Reply) -> Iterator[str]:
    """What of a reply is the same whenever it is given, in whichever words."""
    if reply.text:
        yield "assert reply.text"
    yield "assert reply.errors" if reply.errors else "assert not reply.errors"
    if reply.cards:
        yield from equal("[card.title for card in reply.cards]", [card.title for card in reply.cards])
    for number, card in enumerate(reply.cards):
        what = f"[action.name for action in reply.cards[{number}].actions]"
        yield from equal(what, [action.name for action in card.actions])
    buttons = [action.name for action in reply.actions if action.kind != "suggestion"]
    if buttons:
        what = '[action.name for action in reply.actions if action.kind != "suggestion"]'
        yield from equal(what, buttons)
    if len(buttons) < len(reply.actions):
        yield 'assert any(action.kind == "suggestion" for action in reply.actions)'


def equal(what: str, names: Sequence[str]) -> Iterator[str]:
    """That a list of names is the same; a long one has a line for each."""
    line = f"assert {what} == [{', '.join(map(data, names))}]"
    if len(INDENT + line) <= WIDTH:
        yield line
        return
    yield f"assert {what} == ["
    yield from (f"{INDENT}{data(name)}," for name in names)
    yield "]"


def data(text: str) -> str:
    """What the product or a person wrote, as a string of Python and of YAML, without secrets of addresses."""
    return quoted(without_url_secrets(text))
