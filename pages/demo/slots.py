"""The details a message names: a service, a day, a time of day, a person's name, yes or no."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from pages.demo import facts, words

SHORT_DAYS = {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "weds": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
ISO_DATE = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
US_DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})(?:/(\d{2,4}))?\b")
MONTH_DAY = re.compile(rf"\b{MONTH} (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?\b")
DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{MONTH}(?=\W|$)")
ORDINAL = re.compile(r"\bthe (\d{1,2})(?:st|nd|rd|th)\b")
DISMISSED = re.compile(r"\b(?:instead of|rather than|not on|from) (?:the |on )?(?:\w+day|tomorrow)\b")
NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
CLOCK = re.compile(r"\b(\d{1,2})[:.](\d{2}) ?(a\.?m|p\.?m)?")
HOUR = re.compile(r"\b(\d{1,2}) ?(a\.?m|p\.?m|o'?clock)\b")
AT_HOUR = re.compile(r"\b(?:at|around|by|about) (\d{1,2})(?! ?(?:min|%|[a-z]))\b")
HALF = re.compile(r"\bhalf past (\d{1,2})\b")
ORDER = re.compile(r"\b(?:orders?|number|no\.?)\s*(?:is\s+|number\s+)?#?(\d{1,9})\b|#(\d{1,9})\b")
NAME = re.compile(r"\b(?:my name is|my name's|call me|name's)\s+([^\W\d_][\w'’-]*)", re.IGNORECASE)
I_AM = re.compile(
    r"\b(?:i['’]m|i am|this is|it['’]s)\s+([^\W\d_][\w'’-]*)(\s+[^\W\d_][\w'’-]*)?", re.IGNORECASE
)
YES = words.bag("yes yeah yep yup sure ok okay please absolutely definitely correct right exactly confirm do")
NO = words.bag("no nope nah not never don't dont stop keep leave nevermind forget")


def service(text: str) -> str | None:
    """The key of the service that a plain, mended text names."""
    named = [
        (-len(name), each.key)
        for each in facts.SERVICES
        for name in each.names
        if re.search(rf"\b{re.escape(name)}\b", text)
    ]
    return min(named)[1] if named else None


def day(text: str, today: date) -> date | None:
    """The day that a plain, mended text asks for: the last one named that is not the one to get away from."""
    text = DISMISSED.sub(" ", text)
    return exact_date(text, today) or relative_day(text, today)


def exact_date(text: str, today: date) -> date | None:
    """A date with its month, or a day of the month with an ordinal; without a year the next such day."""
    if found := ISO_DATE.search(text):
        return calendar_day(*map(int, found.groups()))
    if found := US_DATE.search(text):
        month, number, year = found.groups()
        return coming(int(month), int(number), today, year)
    if found := MONTH_DAY.search(text):
        return coming(MONTHS.index(found[1]) + 1, int(found[2]), today)
    if found := DAY_MONTH.search(text):
        return coming(MONTHS.index(found[2]) + 1, int(found[1]), today)
    if found := ORDINAL.search(text):
        number = int(found[1])
        return next((d for d in (today + timedelta(days=n) for n in range(1, 62)) if d.day == number), None)
    return None


def coming(month: int, number: int, today: date, year: str | None = None) -> date | None:
    """That day of this year, or of the next one when it has passed."""
    if year:
        return calendar_day(int(year) + (2000 if len(year) == 2 else 0), month, number)
    this_year = calendar_day(today.year, month, number)
    if this_year and this_year >= today:
        return this_year
    return calendar_day(today.year + 1, month, number)


def calendar_day(year: int, month: int, number: int) -> date | None:
    """The date, or None where there is no such day."""
    try:
        return date(year, month, number)
    except ValueError:
        return None


def relative_day(text: str, today: date) -> date | None:
    """Weekday names, today, tomorrow and the day after."""
    found: date | None = None
    for word in words.split(text.replace("day after tomorrow", "overmorrow")):
        base = word.removesuffix("'s")
        base = base.removesuffix("s") if base.endswith("days") else base
        if base in ("today", "tonight"):
            found = today
        elif base == "tomorrow":
            found = today + timedelta(days=1)
        elif base == "overmorrow":
            found = today + timedelta(days=2)
        elif base in SHORT_DAYS:
            found = facts.next_weekday(facts.WEEKDAYS[SHORT_DAYS[base]], today)
        elif base.capitalize() in facts.WEEKDAYS:
            found = facts.next_weekday(base.capitalize(), today)
    return found


def time(text: str) -> str | None:
    """The time of day (H:MM, 24 hours). Without am or pm, hours from 1 to 7 are in the afternoon."""
    text = re.sub(rf"\b({'|'.join(NUMBERS)})\b", lambda match: str(NUMBERS.index(match[1])), text)
    if "noon" in words.split(text) or "midday" in words.split(text):
        return "12:00"
    if found := HALF.search(text):
        return clock(int(found[1]), 30, None)
    if found := CLOCK.search(text):
        return clock(int(found[1]), int(found[2]), found[3])
    if found := HOUR.search(text):
        return clock(int(found[1]), 0, found[2])
    if found := AT_HOUR.search(text):
        return clock(int(found[1]), 0, None)
    return clock(int(text.strip(" .!")), 0, None) if text.strip(" .!").isdecimal() and len(text) < 6 else None


def order(text: str) -> int | None:
    """The number of the order that a plain text names."""
    found = ORDER.search(text)
    return int(found[1] or found[2]) if found else None


def clock(hour: int, minute: int, half: str | None) -> str | None:
    """A time in 24 hours, or None where there is no such time."""
    afternoon = half.startswith("p") and hour < 12 if half else False
    unsaid = half is None or half.startswith("o")
    if half and half.startswith("a") and hour == 12:
        hour = 0
    if afternoon or (unsaid and 1 <= hour <= 7):
        hour += 12
    return facts.clock(hour * 60 + minute) if hour < 24 and minute < 60 else None


def name(message: str, known: Sequence[str]) -> str | None:
    """How the person introduced themselves; `message` as typed, for capital letters tell names from words."""
    if found := NAME.search(message):
        return written(found[1])
    for found in I_AM.finditer(message):
        first = found[1]
        ordinary = first.lower() in words.COMMON or first.lower() in known
        short = len(message.split()) <= 4
        if (
            not ordinary
            and (first[0].isupper() or (short and found[2] is None))
            and not first.endswith("ing")
        ):
            return written(first)
    return None


def written(name: str) -> str:
    """A name with a capital letter, and no longer than names are."""
    name = name.strip("'’-")[:40]
    return name if not name.islower() else name.capitalize()


def agrees(message: Sequence[str]) -> bool | None:
    """True for a yes, False for a no, None for neither; a no counts more."""
    if not NO.isdisjoint(message):
        return False
    return True if message and message[0] in YES else None
