"""Readers of dates, times of day and weekdays."""

import re
from collections.abc import Iterator

Found = tuple[int, int, str]
"""Start and end in the text, and the value."""

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
DAY = (
    r"(?:(?i:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)"
    r"|Mon|Tues?|Weds?|Thu(?:rs?)?|Fri"
    r"|(?:Sat|(?<!the )Sun)(?=\s*(?:$|[^a-zA-Z\s]|(?:and|or|to|through|at|from|morning|afternoon|evening)\b))"
    r"|MON|TUE|WED|THU|FRI|SAT|SUN)\b\.?"
)
DAY_GROUPS = {
    r"week-?days?\b|working week": DAYS[:5],
    r"week-?ends?\b": DAYS[5:],
    r"(?:every|each|any) ?day\b|daily\b|(?:7|seven) days a week|all week\b": DAYS,
}
WEEKDAY = re.compile(rf"\b({DAY})\s*(?:-|to|through|thru|until|till)\s*({DAY})|\b({DAY})")
WEEKDAYS = re.compile("|".join(rf"\b(?:{group})" for group in DAY_GROUPS), re.I)

MONTH = (
    r"(?:(?i:january|february|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug"
    r"|sept?|oct|nov|dec)\b\.?|(?:March|march|Mar|May|MAY|MARCH)\b\.?)"
)
DAY_NUMBER = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?\b"
YEAR = r"(?:,?\s+(?P<y>\d{4}))?\b"
DATE_FORMS = (
    re.compile(r"\b(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})\b"),
    re.compile(r"\b(?P<a>\d{1,2})[/.](?P<b>\d{1,2})[/.](?P<y>\d{4}|\d{2})\b"),
    re.compile(rf"\b(?P<name>{MONTH})\s+(?:the\s+)?{DAY_NUMBER}(?!:){YEAR}"),
    re.compile(rf"\b{DAY_NUMBER}\s+(?:of\s+)?(?P<name>{MONTH}){YEAR}"),
    re.compile(rf"\b(?P<name>{MONTH})\s+(?P<y>\d{{4}})\b"),
    re.compile(rf"\b(?:in|of|since|until|by|next|this|during)\s+(?P<name>{MONTH})"),
    re.compile(
        r"\b(?P<rel>today|tonight|this evening|tomorrow|yesterday|(?:next|this) (?:week|month))\b", re.I
    ),
)

HALF = r"(?:a\.?m\b\.?|p\.?m\b\.?|in the (?:morning|afternoon|evening)|at night|o'clock)"
CLOCK = r"(\d{1,2})(?:[:.](\d{2}))?"
NO_AMOUNT = r"(?<![\d$€£#.:/])"
TO = r"\s*(?:-|to|until|till|and|through|or)\s*"
RANGE = re.compile(rf"{NO_AMOUNT}{CLOCK}\s*({HALF})?{TO}{CLOCK}\s*({HALF})", re.I)
TIME_FORMS = (
    re.compile(rf"{NO_AMOUNT}(\d{{1,2}}):([0-5]\d)(?!:?\d)(?:\s*({HALF}))?", re.I),
    re.compile(rf"{NO_AMOUNT}{CLOCK}\s*({HALF})", re.I),
)
NAMED_TIMES = {
    r"noon|midday": "12:00",
    r"midnight": "00:00",
    r"24/7|(?:a)?round the clock|24 hours a day|day and night|never closes?": "always",
}
NAMED_TIME = re.compile("|".join(rf"\b(?:{words})\b" for words in NAMED_TIMES), re.I)
PAST = re.compile(rf"\b(half past|quarter past|quarter to)\s+(\d{{1,2}})\b(?:\s*({HALF}))?", re.I)
AFTER_HOUR = (
    r"(?=\s*(?:$|[.,;!?)]|(?:on|and|or|each|every|daily|tomorrow|today|sharp|this|next|with|for you"
    r"|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b))"
)
BARE = re.compile(
    rf"\b(?:at|from|between|until|till|by)\s+(\d{{1,2}})(?:{TO}(\d{{1,2}}))?{AFTER_HOUR}(?!\.\d)", re.I
)
BARE_RANGE = re.compile(
    rf"{NO_AMOUNT}(\d{{1,2}})\s*(?:-|to|until|till)\s*(\d{{1,2}})(?![\d:./%])"
    r"(?!\s*-?\s*(?!(?:on|and|or|every|each|daily|mon|tue|wed|thu|fri|sat|sun)\b)[a-z])",
    re.I,
)
HOURS_WORDS = re.compile(rf"\b(?:open|opening|hours|closes?|closed|{DAY}|weekdays?|weekends?|daily)\b", re.I)


def read_weekdays(text: str) -> Iterator[Found]:
    for match in WEEKDAY.finditer(text):
        if match[3]:
            yield match.start(), match.end(), DAYS[day(match[3])]
            continue
        first, last = day(match[1]), day(match[2])
        for i in range(first, first + (last - first) % 7 + 1):
            yield match.start(), match.end(), DAYS[i % 7]
    for match in WEEKDAYS.finditer(text):
        group = next(days for words, days in DAY_GROUPS.items() if re.fullmatch(words, match[0], re.I))
        for name in group:
            yield match.start(), match.end(), name


def day(word: str) -> int:
    return next(i for i, name in enumerate(DAYS) if name.startswith(word[:3].casefold()))


def read_dates(text: str) -> Iterator[Found]:
    for form in DATE_FORMS:
        for match in form.finditer(text):
            value = date_of({k: v for k, v in match.groupdict().items() if v})
            if value:
                yield match.start(), match.end(), value


def date_of(parts: dict[str, str]) -> str:
    """`[YYYY-]MM[-DD]`, both readings of 3/12/2026, or the relative word; empty where it is no date."""
    if "rel" in parts:
        word = parts["rel"].casefold()
        return "today|tonight" if word in ("tonight", "this evening") else word
    year = parts.get("y", "")
    year = f"20{year}" if len(year) == 2 else year
    if "a" in parts:
        pairs = {(int(parts["a"]), int(parts["b"])), (int(parts["b"]), int(parts["a"]))}
        return "|".join(sorted(f"{year}-{m:02}-{d:02}" for m, d in pairs if m <= 12 and 1 <= d <= 31))
    month = int(parts["m"]) if "m" in parts else month_number(parts["name"])
    number = int(parts.get("d", 0))
    if not 1 <= month <= 12 or number > 31:
        return ""
    return "-".join(part for part in (year, f"{month:02}", f"{number:02}" if number else "") if part)


def month_number(name: str) -> int:
    return next(i for i, month in enumerate(MONTHS, 1) if month.startswith(name[:3].casefold()))


def same_date(expected: str, seen: str) -> bool:
    """Equal as far as the expected date goes: a year or day that it leaves out may be anything."""
    return any(seen_date_fits(e, s) for e in expected.split("|") for s in seen.split("|"))


def seen_date_fits(expected: str, seen: str) -> bool:
    year_e, rest_e = year_and_rest(expected)
    year_s, rest_s = year_and_rest(seen)
    return (not year_e or not year_s or year_e == year_s) and (
        rest_s == rest_e or rest_s.startswith(rest_e + "-")
    )


def year_and_rest(value: str) -> tuple[str, str]:
    return (value[:4], value[5:]) if re.match(r"\d{4}-", value) else ("", value)


def read_times(text: str) -> Iterator[Found]:
    yield from ranges(text)
    for form in TIME_FORMS:
        for match in form.finditer(text):
            yield match.start(), match.end(), clock(match[1], match[2], match[3] or "")
    for match in PAST.finditer(text):
        yield match.start(), match.end(), past(match[1].casefold(), int(match[2]), match[3] or "")
    for match in NAMED_TIME.finditer(text):
        value = next(v for words, v in NAMED_TIMES.items() if re.fullmatch(words, match[0], re.I))
        yield match.start(), match.end(), value
    bare = [*BARE.finditer(text), *(BARE_RANGE.finditer(text) if HOURS_WORDS.search(text) else ())]
    for match in bare:
        for group in (1, 2):
            if match[group]:
                yield match.start(group), match.end(group), clock(match[group], None, "")


def ranges(text: str) -> Iterator[Found]:
    """Both ends of "9-6pm"; where only the second names its half of the day, the first may be in either."""
    for match in RANGE.finditer(text):
        first = clock(match[1], match[2], match[3] or "")
        yield match.start(1), match.end(3 if match[3] else 2 if match[2] else 1), first
        yield match.start(4), match.end(), clock(match[4], match[5], match[6])


def clock(hour: str, minute: str | None, half: str) -> str:
    """HH:MM; both halves of the day where that is left open ("at 2", "2:30"); empty if it is no time."""
    h, m, half = int(hour), int(minute or 0), half.casefold().replace(".", "")
    if h > 24 or m > 59:
        return ""
    if half.startswith("a") or ("morning" in half and h != 12):
        return hhmm(h % 12 if h == 12 else h, m)
    if half.startswith("p") or "afternoon" in half or "evening" in half or half == "at night":
        return hhmm(h if h >= 12 else h + 12, m)
    if 1 <= h <= (12 if minute is None else 7) and not hour.startswith("0"):
        return f"{hhmm(h % 12, m)}|{hhmm(h % 12 + 12, m)}"
    return hhmm(h % 24, m)


def past(words: str, hour: int, half: str) -> str:
    minutes = {"half past": 30, "quarter past": 15, "quarter to": 45}[words]
    hour = hour - 1 if words == "quarter to" else hour
    return "|".join(f"{value[:3]}{minutes}" for value in clock(str(hour), None, half).split("|"))


def hhmm(hour: int, minute: int) -> str:
    return f"{hour:02}:{minute:02}"
