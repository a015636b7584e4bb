"""How pytest tells that two transcripts are not the same: message by message, not as one long repr."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TypeGuard

from evals.report.text import clean, cut
from evals.transcript import Message

WIDEST = 160


def compared(op: str, left: object, right: object) -> list[str] | None:
    """The lines of a failed `==` of two transcripts; None for anything else."""
    if op != "==" or not (is_transcript(left) and is_transcript(right) and (left or right)):
        return None
    return [
        f"a transcript of {counted(left)} == one of {counted(right)}",
        *(f"only {side}: {shown(message)}" for side, message in differences(left, right)),
    ]


def is_transcript(value: object) -> TypeGuard[Sequence[Message]]:
    return isinstance(value, tuple | list) and all(isinstance(m, Message) for m in value)


def counted(messages: Sequence[Message]) -> str:
    return "1 message" if len(messages) == 1 else f"{len(messages) or 'no'} messages"


def differences(left: Sequence[Message], right: Sequence[Message]) -> Iterator[tuple[str, Message]]:
    """What only one side has, in order; a message that moved is on both."""
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (("left", message) for message in left[a:b])
            yield from (("right", message) for message in right[c:d])


def shown(message: Message) -> str:
    return cut(f"{message.role}: {' '.join(clean(message.text).split())}", WIDEST)
