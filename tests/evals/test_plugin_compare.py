"""Two transcripts or states that are not the same: what pytest prints, in full."""

from dataclasses import replace
from pathlib import Path

import pytest

from evals import Action, Card, ChatState, Message
from evals.plugin.compare import compared
from evals.transcript import Image
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


CONFIRM, CANCEL = Action(name="Confirm"), Action(name="Cancel")
VISIT = Card(
    title="Appointment",
    text="Day\nThursday\nTime\n9:00",
    fields={"Day": "Thursday", "Time": "9:00"},
    actions=(CONFIRM, CANCEL),
    images=(Image(alt="Dr. Patel", src="/p.svg", loaded=True),),
)
YES, NO = Action(name="Yes", kind="suggestion"), Action(name="No", kind="suggestion")


@pytest.mark.parametrize(
    ("left", "right", "lines"),
    [
        (
            ChatState(messages=(HELLO, HI), cards=(VISIT,), actions=(YES, NO)),
            ChatState(messages=(HELLO,)),
            [
                "a state of 2 messages, 1 card, 2 actions == one of 1 message",
                "only left: assistant: Hi! How are you?",
                "only left: card 'Appointment'",
                "only left: suggestion 'Yes'",
                "only left: suggestion 'No'",
            ],
        ),
        (
            ChatState(messages=(HELLO, HI), errors=("Too busy",)),
            ChatState(messages=(HI, HELLO)),
            [
                "a state of 2 messages, 1 error == one of 2 messages",
                "only right: assistant: Hi! How are you?",
                "only left: assistant: Hi! How are you?",
                "the same messages in another order",
                "only left: error 'Too busy'",
            ],
        ),
        (
            ChatState(cards=(VISIT,)),
            ChatState(cards=(replace(VISIT, actions=(replace(CONFIRM, enabled=False), CANCEL)),)),
            [
                "a state of no messages, 1 card == one of no messages, 1 card",
                "card 'Appointment': action 'Confirm' enabled on the left, disabled on the right",
            ],
        ),
        (
            ChatState(cards=(VISIT,)),
            ChatState(
                cards=(
                    replace(
                        VISIT,
                        text="Day\nFriday\nTime\n9:00\nConfirmed",
                        fields={"Day": "Friday", "Time": "9:00"},
                        inputs={"Name": "Ana"},
                        actions=(CANCEL, CONFIRM),
                        images=(Image(alt="Dr. Patel", src="/p.svg", loaded=False),),
                    ),
                )
            ),
            [
                "a state of no messages, 1 card == one of no messages, 1 card",
                "card 'Appointment': field 'Day' 'Thursday' on the left, 'Friday' on the right",
                "card 'Appointment': input 'Name' not there on the left, 'Ana' on the right",
                "card 'Appointment': text 'Thursday' on the left, 'Friday' on the right",
                "card 'Appointment': text nothing on the left, 'Confirmed' on the right",
                "card 'Appointment': only right: action 'Cancel'",
                "card 'Appointment': only left: action 'Cancel'",
                "card 'Appointment': the same actions in another order",
                "card 'Appointment': image 'Dr. Patel' loaded on the left, broken on the right",
            ],
        ),
        (
            ChatState(cards=(VISIT, replace(VISIT, title="Order")), actions=(YES, NO)),
            ChatState(
                cards=(replace(VISIT, title="Order"), VISIT), actions=(YES, replace(NO, enabled=False))
            ),
            [
                "a state of no messages, 2 cards, 2 actions == one of no messages, 2 cards, 2 actions",
                "only right: card 'Order'",
                "only left: card 'Order'",
                "the same cards in another order",
                "suggestion 'No' enabled on the left, disabled on the right",
            ],
        ),
        (
            ChatState(cards=(VISIT,)),
            ChatState(
                cards=(
                    replace(
                        VISIT,
                        fields={"Time": "9:00", "Day": "Thursday"},
                        images=(Image(alt="Dr. Patel", src="/q.svg", loaded=True),),
                    ),
                )
            ),
            [
                "a state of no messages, 1 card == one of no messages, 1 card",
                "card 'Appointment': the same fields in another order",
                "card 'Appointment': image 'Dr. Patel' '/p.svg' on the left, '/q.svg' on the right",
            ],
        ),
    ],
    ids=["less", "moved", "disabled", "card", "cards", "image"],
)
def test_what_differs_between_two_states(left: ChatState, right: ChatState, lines: list[str]) -> None:
    assert compared("==", left, right) == lines


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
