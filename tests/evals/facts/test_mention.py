"""What `to_mention` finds, and what it does not."""

import pytest

from evals.facts import KINDS, find
from evals.models.numerals import digits

TEXT = (
    "We moved it to Thursday 3 December at 2pm; it costs 45 dollars. Ana, write to help@clinic.example "
    "or see https://clinic.example/faq. You may call +49 30 1234567. Open Monday to Friday. 20% off for "
    "30 days, two visits."
)
FOUND = (
    ("money", ("45 dollars",)),
    ("MONEY", ("45 dollars",)),
    ("date", ("3 December",)),
    ("time", ("2pm",)),
    ("weekday", ("Thursday", "Monday to Friday")),
    ("number", ("two",)),
    ("percent", ("20%",)),
    ("duration", ("30 days",)),
    ("email", ("help@clinic.example",)),
    ("link", ("https://clinic.example/faq",)),
    ("phone", ("+49 30 1234567",)),
    ("$45", ("45 dollars",)),
    ("45", ("45 dollars",)),
    ("14:00", ("2pm",)),
    ("Thursday", ("Thursday",)),
    ("Thu", ("Thursday",)),
    ("weekdays", ("Monday to Friday",)),
    ("Friday", ("Friday",)),
    ("Dec 3rd", ("3 December",)),
    ("one month", ("30 days",)),
    ("20 percent", ("20%",)),
    ("Thursday at 2pm", ("Thursday", "2pm")),
    ("Ana", ("Ana",)),
    ("ana", ("Ana",)),
    ("moved it", ("moved it",)),
    ("2 visits", ("two visits",)),
)
NOT_FOUND = ("$54", "4", "5", "15:00", "Tuesday", "Thursday at 3pm", "an", "visit", "May", "free", "")


@pytest.mark.parametrize(("sought", "quotes"), FOUND)
def test_finds(sought: str, quotes: tuple[str, ...]) -> None:
    assert find(TEXT, sought, digits) == quotes


@pytest.mark.parametrize("sought", NOT_FOUND)
def test_does_not_find(sought: str) -> None:
    assert find(TEXT, sought, digits) == ()


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_is_in_plain_words(kind: str) -> None:
    assert find("Hello, how can I help you?", kind, digits) == ()


def test_amounts_are_whole() -> None:
    assert find("It costs $45.50.", "$45", digits) == ()
    assert find("It costs 1,450.", "450", digits) == ()
