"""The pieces of a reply and the pauses between them."""

import random

import pytest

from pages.demo import stream
from pages.demo.plan import Line, Plan
from pages.demo.stream import Pace, Script

TEXT = "We are open Monday to Friday from 9 am to 6 pm,\n\n- and on   Saturday too. 👍🏽\n"


def waits(text: str, pace: Pace) -> list[float]:
    """The pauses of a reply of one bubble."""
    script = Script(
        thread="t",
        run="r",
        plan=Plan(skill="hours", lines=(Line(key="hours"),)),
        texts=(text,),
        message_ids=("m",),
        card=None,
        input_tokens=1,
    )
    return [wait_s for wait_s, _ in stream.events(script, pace)]


@pytest.mark.parametrize("most", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("text", [TEXT, "word", "  lead", "", "\n\n", "👍"])
def test_pieces_are_the_text_and_not_too_many(text: str, most: int) -> None:
    pieces = Pace(rng=random.Random(1)).cut(text, most)
    assert "".join(pieces) == text
    assert len(pieces) <= most


@pytest.mark.parametrize("seed", range(20))
def test_a_usual_reply_takes_about_a_second(seed: int) -> None:
    text = "We are open Monday to Friday from 9 am to 6 pm and on Saturday from 10 am to 2 pm."
    assert 0.4 < sum(waits(text, Pace(rng=random.Random(seed)))) < 1.5


def test_the_pace_scales_the_pauses_and_zero_ends_them() -> None:
    usual, double, none = (
        sum(waits(TEXT, Pace(rng=random.Random(1), factor=factor))) for factor in (1.0, 2.0, 0.0)
    )
    assert double == pytest.approx(2 * usual)
    assert none == 0


def test_a_range_of_its_own_is_drawn_log_uniformly_whatever_the_pace() -> None:
    pace = Pace(rng=random.Random(1), factor=0, range_s=(0.1, 3.0))
    drawn = [pace.pause((1, 2)) for _ in range(4000)]
    assert 0.1 <= min(drawn) < 0.11
    assert 2.7 < max(drawn) <= 3.0
    middle = sorted(drawn)[2000]
    assert middle == pytest.approx((0.1 * 3.0) ** 0.5, rel=0.1)
