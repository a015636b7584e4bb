"""How the Python apps ask the bot. Standard library alone: they run where nothing but their UI is."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from urllib.request import Request, urlopen


def say(chat: str, text: str) -> Iterator[str]:
    """All of the reply so far, again and again until it is whole. `chat` is one person's conversation."""
    asked = json.dumps({"chat": chat, "text": text}).encode()
    request = Request(f"{os.environ['BOT']}/say", data=asked)
    so_far = ""
    with urlopen(request) as reply:
        for line in reply:
            if line.startswith(b"data: "):
                so_far += json.loads(line[6:])["text"]
                yield so_far


async def stream(chat: str, text: str) -> AsyncIterator[str]:
    """The same for apps that may not be held up."""
    reply = say(chat, text)
    while (so_far := await asyncio.to_thread(next, reply, None)) is not None:
        yield so_far
