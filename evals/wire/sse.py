"""Server-sent events: chunks of text -> data payloads (WHATWG HTML, section 9.2.6)."""

import re
from collections.abc import Iterable, Iterator

Chunk = tuple[float, str]
"""(seconds since the send, text); chunks may be cut anywhere."""

LINE_END = re.compile(r"\r\n|\n|\r")


def payloads(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """The data of each event with the time at which its last chunk came.

    An event that the stream's end cuts off is dropped, as the standard says.
    """
    data: list[str] = []
    for at_s, line in lines(chunks):
        if line:
            field, _, value = line.partition(":")
            if field == "data":
                data.append(value.removeprefix(" "))
        elif data:
            yield at_s, "\n".join(data)
            data = []


def lines(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Whole lines, each with the time of the chunk that completed it; CR, LF and CRLF end a line."""
    rest = ""
    for at_s, text in chunks:
        pieces = LINE_END.split(rest + text)
        held_back = (rest + text).endswith("\r")  # its LF may be in the next chunk
        rest = pieces.pop()
        if held_back:
            rest = pieces.pop() + "\r"
        yield from ((at_s, line) for line in pieces)
    if rest.endswith("\r"):
        yield at_s, rest[:-1]
