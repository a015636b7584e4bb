"""Which facts are read out of a text, kind by kind, and which are not."""

import pytest

from evals.facts import Kind, extract
from evals.models.numerals import digits

MONEY = (
    ("It costs $4.99.", "4.99 USD"),
    ("29 USD a month", "29 USD"),
    ("fifty dollars", "50 USD"),
    ("€20 or 25€", "20 EUR", "25 EUR"),
    ("1,299.00 EUR and €1.299,00", "1299 EUR", "1299 EUR"),
    ("£50m", "50000000 GBP"),
    ("£50 million", "50000000 GBP"),
    ("$1.5k", "1500 USD"),
    ("$80–$120", "80 USD", "120 USD"),
    ("between 80 and 120 dollars", "120 USD"),
    ("42 dollars and 50 cents", "42.5 USD"),
    ("99 cents", "0.99 USD"),
    ("Delivery is free.", "0"),
    ("free of charge", "0"),
    ("There is no fee.", "0"),
    ("Delivery is on us.", "0"),
    ("Shipping costs nothing.", "0"),
    ("You won't be charged.", "0"),
    ("Feel free to ask.",),
    ("gluten-free bread",),
    ("The slot at 10:00 is free.",),
    ("You are free to go.",),
    ("I am free on Monday.",),
)
TIMES = (
    ("at 9am", "09:00"),
    ("at 9 a.m.", "09:00"),
    ("at 11.40 p.m.", "23:40"),
    ("12 am and 12 pm", "00:00", "12:00"),
    ("noon", "12:00"),
    ("midnight", "00:00"),
    ("14:00", "14:00"),
    ("2 in the afternoon", "14:00"),
    ("nine o'clock", "09:00|21:00"),
    ("at 2 on Monday", "02:00|14:00"),
    ("half past two pm", "14:30"),
    ("quarter to 9 am", "08:45"),
    ("from 2 to 4pm", "02:00|14:00", "16:00"),
    ("open from ten until two", "10:00|22:00", "02:00|14:00"),
    ("open 9-18 on weekdays", "09:00|21:00", "18:00"),
    ("open 24/7", "always"),
    ("9:00 to 18:00", "09:00", "18:00"),
    ("3-5 people",),
    ("at 2 people",),
    ("version 9.30",),
    ("I am here.",),
)
WEEKDAYS = (
    ("Thursday", "thursday"),
    ("on thursdays", "thursday"),
    ("Thu or Fri.", "thursday", "friday"),
    ("Mon-Wed", "monday", "tuesday", "wednesday"),
    ("Friday through Monday", "friday", "saturday", "sunday", "monday"),
    ("on weekdays", "monday", "tuesday", "wednesday", "thursday", "friday"),
    ("at the weekend", "saturday", "sunday"),
    ("Sat 10-2", "saturday"),
    ("He sat down. Sat there all day.",),
    ("The sun is out; the Sun shines.",),
    ("3 working days",),
    ("We wed in June.",),
)
DATES = (
    ("March 12", "03-12"),
    ("12 March", "03-12"),
    ("12th of March", "03-12"),
    ("Mar. 12, 2026", "2026-03-12"),
    ("2026-03-12", "2026-03-12"),
    ("3/12/2026", "2026-03-12|2026-12-03"),
    ("25/12/2026", "2026-12-25"),
    ("May 5", "05-05"),
    ("in May", "05"),
    ("tomorrow", "tomorrow"),
    ("You may come.",),
    ("May I help?",),
    ("You may 3 times.",),
    ("We march on.",),
    ("13/13/2026",),
)
DURATIONS = (
    ("30 days", "720 h"),
    ("within a month", "720 h"),
    ("two years", "17520 h"),
    ("24 months", "17520 h"),
    ("a two-year warranty", "17520 h"),
    ("24 hours", "24 h"),
    ("within a day", "24 h"),
    ("three to five business days", "72 h", "120 h"),
    ("half an hour", "0.5 h"),
    ("a 30-minute visit", "0.5 h"),
    ("One second, please.",),
)
NUMBERS = (
    ("order #48213", "48213"),
    ("train TR3839", "TR3839"),
    ("up to ten users", "10"),
    ("15 King Street", "15"),
    ("1,500 people", "1500"),
    ("on the 2nd floor", "no. 2"),
    ("1. First\n2. Second",),
    ("the second visit",),
    ("No one came.",),
)
OTHERS = (
    (Kind.PERCENT, "20%, 20 percent", "20", "20"),
    (Kind.PERIOD, "$29 a month", "month"),
    (Kind.PERIOD, "$29 monthly", "month"),
    (Kind.PERIOD, "$29/mo", "month"),
    (Kind.PERIOD, "per year", "year"),
    (Kind.PERIOD, "20 per cent of a month"),
    (Kind.EMAIL, "Write to Help@Clinic.example.", "help@clinic.example"),
    (Kind.LINK, "See https://www.clinic.example/faq.", "clinic.example/faq"),
    (Kind.LINK, "clinic.example", "clinic.example"),
    (Kind.LINK, "at home.Then"),
    (Kind.PHONE, "Call +49 30 1234567.", "49301234567"),
    (Kind.PHONE, "Call 555-0142", "5550142"),
    (Kind.PHONE, "order #12345678"),
    (Kind.NAME, "I asked Ana in Leeds.", "ana", "leed"),
    (Kind.NAME, "FedEx has it.", "fedex"),
    (Kind.NAME, "You see Dr. Novak.", "novak"),
    (Kind.NAME, "Then we go. The end. Is it OK?"),
    (Kind.NAME, "Our Opening Hours And Prices"),
)


def table() -> list[tuple[Kind, str, tuple[str, ...]]]:
    kinds = {
        Kind.MONEY: MONEY,
        Kind.TIME: TIMES,
        Kind.WEEKDAY: WEEKDAYS,
        Kind.DATE: DATES,
        Kind.DURATION: DURATIONS,
        Kind.NUMBER: NUMBERS,
    }
    rows: list[tuple[Kind, str, tuple[str, ...]]] = [
        (kind, text, tuple(values)) for kind, entries in kinds.items() for text, *values in entries
    ]
    return [*rows, *((kind, text, tuple(values)) for kind, text, *values in OTHERS)]


@pytest.mark.parametrize(("kind", "text", "values"), table())
def test_reads(kind: Kind, text: str, values: tuple[str, ...]) -> None:
    assert tuple(fact.value for fact in extract(text, digits) if fact.kind is kind) == values


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("Wait two years, or thirty-five days.", ["two years", "thirty-five days"]),
        ("It is **$4.99**, on “Thursday”.", ["$4.99", "Thursday"]),
        ("Three rooms. Four beds at 9 a.m.", ["Three", "Four", "9 a.m"]),
    ],
)
def test_quotes_are_as_written(text: str, quotes: list[str]) -> None:
    assert [fact.quote for fact in extract(text, digits) if fact.kind is not Kind.POLARITY] == quotes


def test_without_digits_number_words_stay_words() -> None:
    assert [fact.value for fact in extract("30 days or two years") if fact.kind is Kind.DURATION] == ["720 h"]


POLARITY = (
    ("We accept cash.", ["yes"]),
    ("We do not accept cash.", ["no"]),
    ("Sorry, no cash.", ["no"]),
    ("Cash isn't accepted.", ["no"]),
    ("I was unable to move it.", ["no"]),
    ("Your card was declined.", ["no"]),
    ("The clinic is closed.", ["no"]),
    ("No, dogs can't come in.", ["no", "no"]),
    ("You cannot order without an account.", ["yes"]),
    ("No problem, it is booked.", ["yes", "yes"]),
    ("There is no fee for that change.", ["yes"]),
    ("Don't forget the card.", ["yes"]),
    ("Only guide dogs may come in.", ["unclear"]),
    ("If you are late, we charge a fee.", ["yes"]),
    ("Dogs are not allowed, except for guide dogs.", ["no", "yes"]),
    ("Do not bring:\n- food\n- drinks", ["no", "no", "no"]),
)


@pytest.mark.parametrize(("text", "values"), POLARITY)
def test_reads_denial(text: str, values: list[str]) -> None:
    assert [fact.value for fact in extract(text, digits) if fact.kind is Kind.POLARITY] == values


def test_says_what_a_text_takes_back() -> None:
    facts = {fact.value: fact.negated for fact in extract("It is on Friday, not on Thursday.")}
    assert (facts["friday"], facts["thursday"]) == (False, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "\0",
        "a" * 20_000,
        "1 " * 500,
        " " * 20_000 + "x",
        "half \ud83d an emoji",
        "$",
        "€€€ %%%",
    ],
)
def test_takes_any_text(text: str) -> None:
    extract(text, digits)
