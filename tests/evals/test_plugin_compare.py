"""Two transcripts that are not the same: what pytest prints, in full."""

from pathlib import Path

import pytest

from evals import Message
from evals.plugin.compare import compared
from tests.evals.project import Project

HELLO, HI = Message(role="user", text="Hello"), Message(role="assistant", text="Hi!\nHow are you?")


@pytest.mark.parametrize(
    ("left", "right", "lines"),
    [
        (
            (),
            (HELLO, HI),
            [
                "a transcript of no messages == one of 2 messages",
                "only right: user: Hello",
                "only right: assistant: Hi! How are you?",
            ],
        ),
        (
            (HELLO, HI),
            [HELLO],
            ["a transcript of 2 messages == one of 1 message", "only left: assistant: Hi! How are you?"],
        ),
        (
            (HELLO, HI),
            (HI, HELLO),
            [
                "a transcript of 2 messages == one of 2 messages",
                "only right: assistant: Hi! How are you?",
                "only left: assistant: Hi! How are you?",
            ],
        ),
        (
            (HELLO,),
            (Message(role="assistant", text="Hello"),),
            [
                "a transcript of 1 message == one of 1 message",
                "only left: user: Hello",
                "only right: assistant: Hello",
            ],
        ),
        (
            (Message(role="user", text="\x1b[31mlo" + "o" * 200),),
            (),
            [
                "a transcript of 1 message == one of no messages",
                "only left: user: l" + "o" * 153 + " ... (48 characters more)",
            ],
        ),
    ],
)
def test_what_only_one_side_has(left: object, right: object, lines: list[str]) -> None:
    assert compared("==", left, right) == lines


@pytest.mark.parametrize(
    ("op", "left", "right"),
    [("!=", (HELLO,), (HELLO,)), ("==", (), ()), ("==", (HELLO,), ("Hello",)), ("==", "Hello", (HELLO,))],
)
def test_anything_else_is_left_to_pytest(op: str, left: object, right: object) -> None:
    assert compared(op, left, right) is None


def test_in_a_run(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write(
        "test_a.py",
        "from evals import Message\n"
        "def test_it(recorder):\n"
        "    before = (Message(role='user', text='Hello'),)\n"
        "    assert () == before\n",
    )
    (test,) = project.pytest().run.tests
    assert test.result
    assert test.result["message"].startswith(
        "assert a transcript of no messages == one of 1 message\n  only right: user: Hello\n"
    )
