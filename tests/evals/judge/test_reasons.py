"""The local judge's reason says what was expected and what was said, also where it was only taken back."""

import pytest

from evals.judge.local import local_judge
from evals.judge.port import Case


@pytest.mark.parametrize(
    ("expected", "reply", "reason"),
    [
        (
            "You can cancel free of charge up to 24 hours before.",
            "Cancelling is not free up to 24 hours before the appointment.",
            "expected free of charge, the reply says not free",
        ),
        (
            "Your appointment is on Thursday.",
            "Your appointment is not on Thursday.",
            "expected Thursday, the reply says not Thursday",
        ),
        (
            "We are not open on Sunday.",
            "We are open on Sunday.",
            "expected not Sunday, the reply says Sunday",
        ),
        ("It costs $80.", "It costs $97.", "expected $80, the reply says $97"),
    ],
)
def test_expected_and_said(expected: str, reply: str, reason: str) -> None:
    score = local_judge(None).correctness(Case(prompt="?", reply=reply, expected=(expected,)))
    assert (score.value, score.reason) == (0.0, reason)
