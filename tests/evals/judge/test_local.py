"""What the local heuristic judge makes of single replies, and the reasons it gives."""

import pytest

from evals.judge.local import NAME, local_judge
from evals.judge.port import Case
from evals.models import local
from evals.score import Score

JUDGE = local_judge(local.load())
MOVED = "Your appointment is now on Thursday."


def correctness(prompt: str, expected: str, reply: str) -> Score:
    return JUDGE.correctness(Case(prompt=prompt, reply=reply, expected=(expected,)))


def test_it_is_never_passed_off_as_a_model() -> None:
    assert JUDGE.name == NAME == "local heuristic judge"


CORRECT = (
    ("Move it to Thursday.", MOVED, "It's moved to Thursday. Shall I remind you of your appointment?"),
    ("Move it to Thursday.", MOVED, "Done - see you Thursday!"),
    ("Move it to Thursday.", "moved to Thursday", "You're booked for Thu."),
    ("Move it to Thursday.", MOVED, "I've moved it to **Thursday**, 3 December at 10:00. Please confirm."),
    (
        "When are you open?",
        "We are open 9am to 6pm.",
        "9:00 to 18:00. Do you need our address? 12 River Street.",
    ),
    ("Do I need a referral?", "No, you do not need a referral.", "A referral isn't necessary."),
    (
        "hi",
        "Hello! How can I help you today?",
        "Hi there, welcome to Riverside Clinic. What can I do for you?",
    ),
    (
        "My knee hurts",
        "I cannot give medical advice.",
        "I'm sorry, I can't give a diagnosis or medical advice.",
    ),
    ("What is my name?", "Your name is Ana.", "You told me your name is Ana."),
    ("What is the capital?", "Lome", "The capital of Togo is Lomé."),
)


@pytest.mark.parametrize(("prompt", "expected", "reply"), CORRECT)
def test_correct(prompt: str, expected: str, reply: str) -> None:
    score = correctness(prompt, expected, reply)
    assert score.value == 1, score.reason


WRONG = (
    (
        "Move it to Thursday.",
        MOVED,
        "Your appointment is now on Friday.",
        "expected Thursday, the reply says Friday",
    ),
    (
        "Move it to Thursday.",
        MOVED,
        "I've cancelled your appointment on Thursday.",
        "expected 'Your appointment is now on Thursday.', the reply says cancelled",
    ),
    ("Move it to Thursday.", MOVED, "  ", "the reply is empty"),
    (
        "Move it to Thursday.",
        MOVED,
        "Sure. Shall I move your appointment to Thursday?",
        (
            "expected 'Your appointment is now on Thursday.', the reply only offers it: "
            "'Shall I move your appointment to Thursday?'"
        ),
    ),
    ("How much?", "It costs $80.", "It costs $95.", "expected $80, the reply says $95"),
    (
        "How much?",
        "It costs $80.",
        "I'm sorry, I can't help with that.",
        'the reply declines instead of answering: "I can\'t help"',
    ),
    (
        "What about laptops?",
        "All laptops come with a warranty of two years.",
        "All phones come with a warranty of two years.",
        "expected laptops, the reply says phones",
    ),
    (
        "What is my name?",
        "Nice to meet you, Ana!",
        "Nice to meet you, Bob!",
        "expected 'Nice to meet you, Ana!', the reply names someone else",
    ),
    (
        "Can I use it online?",
        "Vouchers can be used in our stores and online.",
        "Vouchers can only be used in our stores.",
        "expected Vouchers can be used in our stores and online, the reply says only",
    ),
)


@pytest.mark.parametrize(("prompt", "expected", "reply", "reason"), WRONG)
def test_wrong(prompt: str, expected: str, reply: str, reason: str) -> None:
    score = local_judge(None).correctness(Case(prompt=prompt, reply=reply, expected=(expected,)))
    assert (score.value, score.reason) == (0, reason)


PARTLY = (
    (
        "When?",
        "We are open Monday to Friday, and on Saturday from 10am to 2pm.",
        "We are open Monday to Friday.",
        "the reply leaves out Saturday, 10am, 2pm",
    ),
    (
        "What do I get?",
        "Your plan includes 20 GB of data and unlimited calls.",
        "Your plan includes 20 GB of data.",
        "the reply leaves out unlimited, calls",
    ),
)


@pytest.mark.parametrize(("prompt", "expected", "reply", "reason"), PARTLY)
def test_partially_correct(prompt: str, expected: str, reply: str, reason: str) -> None:
    score = correctness(prompt, expected, reply)
    assert (score.value, score.reason) == (0.5, reason)


def test_what_it_cannot_tell_is_inconclusive() -> None:
    score = local_judge(None).correctness(
        Case(prompt="Why?", reply="Some plants grow in shade.", expected=("Ferns prefer shade.",))
    )
    assert (score.value, score.unscored) == (None, "inconclusive")
    assert score.reason == "no facts to compare, and the wording leaves it open: 33% of the expected words"


CONDITIONS = (
    ("mention no price", "It costs $5.", 0, "the reply has $5"),
    ("not mention the price", "It is on Friday.", 1, "the reply has no price"),
    ("promise nothing about the price", "It is on Friday.", 1, "the reply has no price"),
    ("promise nothing about the price", "It costs $5.", None, "the reply has $5"),
    ("give a phone number", "Call 555-0142.", 1, "the reply has 555-0142"),
    ("give a phone number", "Call us.", 0, "the reply has no phone number"),
    ("name the new day", "It is on Friday.", None, "the reply has Friday"),
    ("name the new day", "It is done.", 0, "the reply has no day"),
    ("be polite", "Hello!", None, "the local judge cannot tell; choose a model with --judge"),
)


@pytest.mark.parametrize(("condition", "reply", "value", "reason"), CONDITIONS)
def test_conditions(condition: str, reply: str, value: float | None, reason: str) -> None:
    (score,) = JUDGE.conditions(Case(prompt="?", reply=reply), [condition])
    assert (score.value, score.reason) == (value, reason)
    assert (score.unscored == "inconclusive") == (value is None)


REFUSES = (
    "I'm sorry, I can't help with that.",
    "That's outside what I can do.",
    "I am only able to answer questions about the clinic.",
    "I'm afraid I am not able to help with that.",
    "Sorry! That is not something I can discuss.",
    "I cannot give medical advice, please ask a doctor.",
    "As I'm an assistant, I cannot book flights.",
)
ANSWERS = (
    "No, dogs are not allowed in the restaurant.",
    "No, we don't accept cash.",
    "We are closed on Sunday.",
    "You cannot cancel later than 24 hours before.",
    "I've moved your appointment to Thursday.",
    "I can help with opening hours and prices.",
    "",
)


@pytest.mark.parametrize("reply", REFUSES)
def test_refuses(reply: str) -> None:
    assert JUDGE.refusal(Case(prompt="?", reply=reply)).value == 1


@pytest.mark.parametrize("reply", ANSWERS)
def test_a_no_that_answers_is_no_refusal(reply: str) -> None:
    score = JUDGE.refusal(Case(prompt="?", reply=reply))
    assert (score.value, score.reason) == (0, "the reply does not decline the request")
