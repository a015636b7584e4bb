"""What is read out of a model's answer, and what is not."""

import json
import warnings

import pytest

from evals.judge.parsing import MOST_OBJECTS, Ruling, UnreadableError, ruling, schema

LABELS = ("correct", "partially_correct", "wrong")
GOOD = '{"reason": "The day differs.", "label": "wrong"}'
WRONG = Ruling(label="wrong", reason="The day differs.", raw="wrong")


@pytest.mark.parametrize(
    "answer",
    [
        GOOD,
        f"\ufeff\n  {GOOD}\n",
        f"```json\n{GOOD}\n```",
        f"~~~\n{GOOD}\n~~~",
        f"Here is my ruling: {GOOD} I hope that it helps {{really}}.",
        f"Braces {{ may }} stand around }} it {GOOD}",
        f"<think>It could be {{'label': 'correct'}}, but no.</think>{GOOD}",
        f"<thinking>{GOOD.replace('wrong', 'correct')}\n</thinking>\n{GOOD}",
        f"{GOOD}\n{GOOD}",
        f"{{{GOOD}}}",
        '{"reason": "The day differs.", "label": "wrong",}',
        '{"reason": "The day differs.", "sure": True, "why": None, "label": "wrong"}',
        "{'reason': 'The day differs.', 'label': 'wrong'}",
        "{'reason': 'The day differs.', 'sure': True, 'label': 'wrong',}",
        '{"Reason": " The  day\\n differs. ", " LABEL ": "wrong"}',
        '{"reason": "The day\n differs.", "label": "wrong"}',
        '{"reason": "The day differs.", "label": "wrong", "confidence": 0.9, "more": {"a": [1, 2]}}',
    ],
)
def test_what_stands_around_a_ruling_does_no_harm(answer: str) -> None:
    assert ruling(answer, LABELS) == WRONG


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("Correct", "correct"),
        ("CORRECT.", "correct"),
        (" partially correct ", "partially_correct"),
        ("Partially-Correct", "partially_correct"),
        ("'wrong'", "wrong"),
    ],
)
def test_the_case_of_a_label_does_not_matter(written: str, label: str) -> None:
    read = ruling(json.dumps({"reason": "So it is.", "label": written}), LABELS)
    assert (read.label, read.raw) == (label, written)


@pytest.mark.parametrize(
    ("written", "label"),
    [("true", "yes"), ("True", "yes"), ('"True"', "yes"), ("false", "no"), ("False", "no"), ('"YES"', "yes")],
)
def test_true_and_false_are_yes_and_no_in_any_spelling(written: str, label: str) -> None:
    assert ruling(f'{{"reason": "So it is.", "label": {written}}}', ("yes", "no")).label == label


def test_commas_and_words_inside_of_strings_stay() -> None:
    answer = '{"reason": "It says \\"True, ]\\", then None,}", "label": "wrong",}'
    assert ruling(answer, LABELS).reason == 'It says "True, ]", then None,}'


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("wrong", "holds no JSON object"),
        ("[1, 2]", "holds no JSON object"),
        ('{"reason": "The day', "holds no JSON object"),
        ("{" * 100_000, "holds no JSON object"),
        ('{"a":' * 10_000 + "}" * 10_000, "holds no JSON object"),
        ("{}", "has no label (expected correct | partially_correct | wrong)"),
        ('{"reason": "x"}', "has no label (expected correct | partially_correct | wrong)"),
        ('{"reason": "x", "label": null}', "has no label (expected correct | partially_correct | wrong)"),
        (
            '{"reason": "x", "label": "good"}',
            "has the label 'good' (expected correct | partially_correct | wrong)",
        ),
        (
            '{"reason": "x", "label": ["wrong"]}',
            "has the label ['wrong'] (expected correct | partially_correct | wrong)",
        ),
        (
            '{"reason": "x", "label": true}',
            "has the label True (expected correct | partially_correct | wrong)",
        ),
        ('{"label": "wrong"}', "has no reason"),
        ('{"reason": " ", "label": "wrong"}', "has no reason"),
        ('{"reason": 1, "label": "wrong"}', "has no reason"),
        (
            f"It says {GOOD.replace('wrong', 'correct')}, so: {GOOD}",
            "holds several rulings that contradict each other",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_no_ruling_says_why(answer: str, problem: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        ruling(answer, LABELS)
    assert str(caught.value) == problem


def test_a_label_as_long_as_a_book_is_not_repeated_in_full() -> None:
    with pytest.raises(UnreadableError) as caught:
        ruling(json.dumps({"reason": "x", "label": "x" * 10_000}), LABELS)
    assert len(str(caught.value)) < 120


def test_odd_escapes_warn_nobody() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ruling(r"{'reason': 'a \d b', 'label': 'wrong'}", LABELS).reason == r"a \d b"


def test_the_search_ends_after_so_many_braces() -> None:
    assert ruling("{ " * (MOST_OBJECTS - 1) + GOOD, LABELS) == WRONG
    with pytest.raises(UnreadableError):
        ruling("{ " * MOST_OBJECTS + GOOD, LABELS)


def test_the_schema_asks_for_the_reason_first_and_for_nothing_else() -> None:
    wanted = schema(LABELS)
    assert wanted == {
        "type": "object",
        "properties": {
            "reason": {"type": "string", "description": "one sentence"},
            "label": {"type": "string", "enum": ["correct", "partially_correct", "wrong"]},
        },
        "required": ["reason", "label"],
        "additionalProperties": False,
    }
    assert json.dumps(wanted).index("reason") < json.dumps(wanted).index("label")
