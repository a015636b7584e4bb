"""What is true about the clinic. Wording is elsewhere: every sentence takes its facts from here."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SLOT_MINUTES = 30


@dataclass(frozen=True, kw_only=True)
class Hours:
    """Opening hours of a day, in minutes since midnight."""

    opens: int
    closes: int


WEEKDAY_HOURS = Hours(opens=9 * 60, closes=18 * 60)
SATURDAY_HOURS = Hours(opens=10 * 60, closes=14 * 60)


@dataclass(frozen=True, kw_only=True)
class Service:
    """Something a patient can book; `names` are what people call it, in lower case."""

    key: str
    name: str
    price: int
    clinician: str
    names: tuple[str, ...]


SERVICES = (
    Service(
        key="check-up",
        name="check-up",
        price=80,
        clinician="Dr. Patel",
        names=(
            "check-up",
            "checkup",
            "check up",
            "physical exam",
            "general exam",
            "health check",
            "doctor visit",
        ),
    ),
    Service(
        key="blood-test",
        name="blood test",
        price=45,
        clinician="Dr. Patel",
        names=("blood test", "blood tests", "blood work", "bloodwork", "blood draw", "lab test"),
    ),
    Service(
        key="flu-shot",
        name="flu shot",
        price=30,
        clinician="Dr. Okafor",
        names=(
            "flu shot",
            "flu shots",
            "flu jab",
            "flu vaccine",
            "flu vaccination",
            "vaccination",
            "vaccine",
        ),
    ),
    Service(
        key="skin-check",
        name="skin check",
        price=120,
        clinician="Dr. Rossi",
        names=("skin check", "skin exam", "skin screening", "mole check", "dermatology", "dermatologist"),
    ),
    Service(
        key="physiotherapy",
        name="physiotherapy session",
        price=65,
        clinician="Dr. Lindqvist",
        names=("physiotherapy session", "physiotherapy", "physical therapy", "physio session", "physio"),
    ),
    Service(
        key="eye-test",
        name="eye test",
        price=55,
        clinician="Dr. Rossi",
        names=("eye test", "eye exam", "eye check", "vision test", "sight test"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Goods:
    """Something a patient can order; `price` is for one of it."""

    key: str
    name: str
    price: int


GOODS = (Goods(key="contact-lenses", name="daily contact lenses, box of 30", price=24),)
FIRST_ORDER = 1042
"""The number of everybody's first order: numbers are counted for each patient."""
DELIVERY = "Friday"
"""The day on which the courier comes."""
PACKING_DAYS = 3
"""From the order to the earliest delivery."""

FACTS: Mapping[str, str] = {
    "weekday_opens": "9 am",
    "weekday_closes": "6 pm",
    "saturday_opens": "10 am",
    "saturday_closes": "2 pm",
    "cancel_hours": "24",
    "cancel_fee": "$25",
    "late_minutes": "15",
    "children_age": "2",
    "parking_hours": "2",
    "result_days": "3",
    "prescription_days": "2",
    "address": "12 River Street",
    "phone": "555-0142",
    "emergency": "911",
}


def service(key: str) -> Service:
    """The service with this key."""
    return next(each for each in SERVICES if each.key == key)


def goods(key: str) -> Goods:
    """The goods with this key."""
    return next(each for each in GOODS if each.key == key)


def hours(day: date) -> Hours | None:
    """When the clinic is open on that day, or None."""
    if day.weekday() == 6:
        return None
    return SATURDAY_HOURS if day.weekday() == 5 else WEEKDAY_HOURS


def slots(day: date) -> tuple[str, ...]:
    """The times (HH:MM) at which an appointment can begin on that day."""
    open_hours = hours(day)
    if open_hours is None:
        return ()
    starts = range(open_hours.opens, open_hours.closes, SLOT_MINUTES)
    return tuple(clock(minutes) for minutes in starts)


def clock(minutes: int) -> str:
    """Minutes since midnight as people write them: 9:00, 14:30."""
    return f"{minutes // 60}:{minutes % 60:02d}"


def next_weekday(name: str, today: date) -> date:
    """The first day of that name after today."""
    ahead = (WEEKDAYS.index(name) - today.weekday() - 1) % 7 + 1
    return today + timedelta(days=ahead)


def next_open_day(day: date) -> date:
    """The first day after `day` on which the clinic is open."""
    later = day + timedelta(days=1)
    return later if hours(later) else next_open_day(later)


def weekday(day: date) -> str:
    """The English name of the day, whatever the locale."""
    return WEEKDAYS[day.weekday()]
