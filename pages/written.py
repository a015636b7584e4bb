"""The files that `init` writes: a driver, draft goldens, a test."""

import json
import re
from collections.abc import Iterator
from datetime import date

from pages.detect import Description
from pages.explore import Explored, Heard

DETECTED = '''\
"""Found by its looks: {why}."""

from dataclasses import replace

from pages.drivers.auto import ui as auto

ui = replace(auto, name={name}, path={path}, keeps_on_reload={keeps})
'''
NO_TEXT = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
TEST = '''\
"""What {name} did when it was looked at on {seen}."""

from pages import ChatPage


def test_it_answers(chat: ChatPage) -> None:
    reply = chat.send({hello})

    assert reply.text or reply.cards
    assert not reply.errors


def test_it_answers_again(chat: ChatPage) -> None:
    chat.send({hello})
    reply = chat.send({follow_up})

    assert reply.text or reply.cards
    assert [message.text for message in chat.transcript() if message.role == "user"][-2:] == [
        {hello},
        {follow_up},
    ]
'''
KEEPS = """

def test_a_reload_keeps_the_conversation(chat: ChatPage) -> None:
    chat.send({hello})
    before = chat.transcript()
    chat.reload()

    assert chat.transcript() == before
"""
SUGGESTION = """

def test_a_suggested_reply_is_sent(chat: ChatPage) -> None:
    chat.send({hello})
    reply = chat.choose({clicked})

    assert reply.text or reply.cards
    assert [message.text for message in chat.transcript() if message.role == "user"][-1] == {sent}
"""


def driver(name: str, description: Description, *, path: str, keeps: bool) -> str:
    """Where the parts are, by selectors that last; else that they have to be detected again, and why."""
    if why := description.undescribed():
        because = "; ".join(reason[0].lower() + reason[1:] for reason in why)
        return DETECTED.format(why=because, name=json.dumps(name), path=json.dumps(path), keeps=keeps)
    return description.source(name, path, keeps=keeps)


def goldens(name: str, found: Explored) -> str:
    """Each reply as it came, as a draft; JSON strings are YAML as well."""
    lines = [
        "version: 1",
        "defaults: {tags: [draft]}   # take a golden's tag away once it is right",
        "goldens:",
    ]
    for number, heard in enumerate(found.heard, start=1):
        if not heard.reply.text:
            continue
        lines += [
            f"  - id: {slug(name)}-{number}-{slug(heard.sent)}",
            f"    prompt: {quoted(heard.sent)}",
            f"    expected: [{quoted(heard.reply.text)}]",
        ]
    return "\n".join(lines) + "\n"


def tests(name: str, found: Explored, *, seen: date) -> str:
    """A test of what was seen to work."""
    after_hello = next(suggested(found), None)
    values = {
        "name": name,
        "seen": f"{seen:%Y-%m-%d}",
        "hello": quoted(found.heard[0].sent),
        "follow_up": quoted(found.follow_up.sent),
        "clicked": quoted(after_hello.clicked or "") if after_hello else "",
        "sent": quoted(after_hello.sent) if after_hello else "",
    }
    parts = [TEST, KEEPS if found.keeps_on_reload else "", SUGGESTION if after_hello else ""]
    return "".join(part.format(**values) for part in parts)


def suggested(found: Explored) -> Iterator[Heard]:
    """The exchanges that began with a click on what the reply to the greeting suggested."""
    offered = {action.name for action in found.heard[0].reply.actions}
    return (heard for heard in found.heard if heard.clicked in offered)


def slug(text: str) -> str:
    """A few words of a text as an id."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower())[:6]) or "x"


def quoted(text: str) -> str:
    """A string of Python and of YAML, with the characters escaped that either takes for no text."""
    return NO_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
