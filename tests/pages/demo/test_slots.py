"""Days, times and names out of what people type."""

from datetime import date

import pytest

from pages.demo import slots
from pages.demo.dialogue import hear

MONDAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("thursday", date(2026, 12, 3)),
        ("on Thrusday please", date(2026, 12, 3)),
        ("wendesday works", date(2026, 12, 2)),
        ("next monday", date(2026, 12, 7)),
        ("today", MONDAY),
        ("tomorrow", date(2026, 12, 1)),
        ("the day after tomorrow", date(2026, 12, 2)),
        ("fri", date(2026, 12, 4)),
        ("December 10", date(2026, 12, 10)),
        ("10th of December", date(2026, 12, 10)),
        ("on the 10th", date(2026, 12, 10)),
        ("Jan 5th", date(2027, 1, 5)),
        ("12/24", date(2026, 12, 24)),
        ("2026-12-09", date(2026, 12, 9)),
        ("from Tuesday to Friday", date(2026, 12, 4)),
        ("Friday instead of Tuesday", date(2026, 12, 4)),
        ("February 30", None),
        ("some day", None),
        ("the sunny side", None),
    ],
)
def test_day(text: str, day: date | None) -> None:
    assert hear(text, MONDAY).day == day


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("at 10:00", "10:00"),
        ("10.30", "10:30"),
        ("at 3pm", "15:00"),
        ("3 p.m. please", "15:00"),
        ("9am", "9:00"),
        ("at nine", "9:00"),
        ("around 4", "16:00"),
        ("half past two", "14:30"),
        ("ten o'clock", "10:00"),
        ("noon", "12:00"),
        ("12 pm", "12:00"),
        ("12 am", "0:00"),
        ("25:00", None),
        ("11", "11:00"),
        ("in 10 minutes", None),
        ("thursday", None),
    ],
)
def test_time(text: str, time: str | None) -> None:
    assert hear(text, MONDAY).time == time


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hi, I'm Ana", "Ana"),
        ("hi i'm ana", "Ana"),
        ("My name is miguel", "Miguel"),
        ("I am Zoë-Marie Lund, nice to meet you", "Zoë-Marie"),
        ("this is O'Brien", "O'Brien"),
        ("call me Max", "Max"),
        ("I'm late", None),
        ("I'm looking for a doctor", None),
        ("I am not sure", None),
        ("It's Thursday", None),
        ("I'm Sorry", None),
    ],
)
def test_name(text: str, name: str | None) -> None:
    assert hear(text, MONDAY).name == name


@pytest.mark.parametrize(
    ("text", "service"),
    [
        ("a check up", "check-up"),
        ("Bloodwork", "blood-test"),
        ("flu vaccine", "flu-shot"),
        ("physical therapy", "physiotherapy"),
        ("haircut", None),
    ],
)
def test_service(text: str, service: str | None) -> None:
    assert hear(text, MONDAY).service == service


def test_yes_and_no() -> None:
    assert slots.agrees(["yes", "please"]) is True
    assert slots.agrees(["no", "keep", "it"]) is False
    assert slots.agrees(["hello"]) is None
