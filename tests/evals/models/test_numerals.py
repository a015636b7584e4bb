"""Number words become digits, but for those that seldom count."""

import pytest

from evals.models.numerals import digits


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("twenty-one days", "21 days"),
        ("a two-year warranty", "a 2 year warranty"),
        ("from ten until two", "from 10 until 2"),
        ("a hundred and twenty euros", "a 120 euros"),
        ("£50 million", "£50 million"),
        ("No one of us has the second one.", "No one of us has the second one."),
        ("one visit", "1 visit"),
        (" keeps\n its  spaces ", " keeps\n its  spaces "),
        ("", ""),
    ],
)
def test_digits(text: str, written: str) -> None:
    assert digits(text) == written
