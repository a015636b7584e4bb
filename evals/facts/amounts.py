"""Readers of money, percentages, durations, periods and other numbers."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from evals.facts.moments import Found
from evals.facts.text import any_of, before

NUMBER = r"\d{1,3}(?:[,.' ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?"
SCALE = r"(?:\s?(k|thousand|m|million|bn|billion)\b)?"
SCALES = {"k": 3, "thousand": 3, "m": 6, "million": 6, "bn": 9, "billion": 9}
SYMBOLS = {"us$": "USD", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "a$": "AUD", "c$": "CAD"}
UNITS = {
    r"usd|us dollars?|dollars?|bucks?": "USD",
    r"eur|euros?": "EUR",
    r"gbp|pounds?(?: sterling)?|quid": "GBP",
    r"jpy|yen": "JPY",
    r"inr|rupees?": "INR",
    r"chf|(?:swiss )?francs?": "CHF",
    r"cad": "CAD",
    r"aud": "AUD",
    r"sek|kronor|krona": "SEK",
}
SYMBOL = r"(?:US\$|A\$|C\$|[$€£¥₹])"
UNIT = "|".join(UNITS)

TO = r"\s*(?:-|to|or)\s*"
MONEY_FORMS = (
    re.compile(
        rf"(?P<s>{SYMBOL})\s?(?P<n>{NUMBER}){SCALE}(?:{TO}{SYMBOL}?\s?(?P<n2>{NUMBER}))?(?:\s?(?:USD|CAD|AUD)\b)?",
        re.I,
    ),
    re.compile(rf"\b(?P<u>USD|EUR|GBP|JPY|INR|CHF|CAD|AUD|SEK)\s?(?P<n>{NUMBER}){SCALE}", re.I),
    re.compile(
        rf"(?<![\w.,])(?:(?P<n2>{NUMBER}){TO})?(?P<n>{NUMBER}){SCALE}"
        rf"\s?(?:(?P<s>[€£$])(?!\d)|-?(?P<u>{UNIT})\b)",
        re.I,
    ),
)
CENTS = re.compile(r"(?:\band\s+)?\b(\d{1,2})\s?(?:cents?|¢|pence|p)\b(?!\.?m)", re.I)
MORE = r"(?:any |an |extra |additional |added |further )*"
FREE = re.compile(
    any_of(
        rf"""free of {MORE}charges? | (?:no|without|zero|waived?) {MORE}(?:charges?|fees?|costs?|payment)
        (?:don't|doesn't|won't|needn't) (?:have to )?pay
        (?:costs?|charges?) (?:you )?nothing | complimentary | gratis | (?:for|pay) nothing
        (?:is|are|it's) (?:all )?on (?:us|the house) | at no {MORE}(?:cost|charge)
        (?:won't|will not|not|never|isn't|don't) (?:be )?charged?(?: you)?(?: for (?:it|this|that))?"""
    )
    + r"|(?<![-\w])free(?!-| (?:to|time|on|at|from|this|next|slots?|appointments?|times?|spots?)\b)\b",
    re.I,
)
NOT_A_PRICE = re.compile(  # "feel free", "10:00 is free", "we are free on"
    any_of(
        r"""feels? | slots? | openings? | times? | spots? | tables? | \d{1,2}:\d\d | am | pm
        we're | i'm | you're | i | we"""
    )
    + r"[^.]{0,12}$",
    re.I,
)
PERCENT = re.compile(rf"({NUMBER})\s?(?:%|percent\b|per cent\b)", re.I)

HOURS = {
    "minute": Decimal(1) / 60,
    "hour": Decimal(1),
    "day": Decimal(24),
    "night": Decimal(24),
    "week": Decimal(168),
}
SPAN = r"(?:minutes?|mins?|hours?|hrs?|h|days?|nights?|weeks?|wks?|months?|years?|yrs?)"
SPANS = {"m": "minute", "h": "hour", "d": "day", "n": "night", "w": "week", "y": "year"}
DURATION = re.compile(
    rf"(?<![\d.$€£#])(?:(?P<n2>{NUMBER}){TO})?(?P<n>{NUMBER})[\s-]?"
    rf"(?:(?:business|working|calendar|full|whole|consecutive|more|extra)[\s-])?(?P<unit>{SPAN})\b",
    re.I,
)
ONE = re.compile(
    r"\b(?:within|in|for|after|than|about|least|lasts|takes?|every|under|over|up to|until|till)\s+"
    rf"(?P<one>(?:an?|one)\s+(?:full |whole )?(?P<unit>{SPAN}))\b"
    r"|\b(?P<half>half an hour|half-hour|half a (?:day|year))\b|\b(?P<quarter>quarter of an hour)\b",
    re.I,
)
PERIOD = "month|mo|year|yr|annum|week|wk|day|night|hour|hr|person|head|guest|user|seat|member"
PER = re.compile(rf"(?:\b(?:per|each|every)\s+|/\s?)(?:calendar |single )?({PERIOD})\b", re.I)
A_TIME = re.compile(r"(?<=[^a-z])an? (month|year|week|day|night|hour|person|head)\b", re.I)
EVERY = re.compile(r"\b(month|week|year|night|hour|annual)(?:ly)\b|\bannual\b", re.I)
AMOUNT_BEFORE = re.compile(
    r"(?:[\d\0%]|\b(?:once|twice|times|hours|bucks|dollars|euros|pounds))[\s.]*$", re.I
)
PERIODS = {
    "mo": "month", "yr": "year", "annum": "year", "annual": "year", "wk": "week", "hr": "hour",
    "head": "person", "guest": "person", "seat": "user", "member": "user",
}  # fmt: skip
CODE = re.compile(
    r"#\s?[A-Za-z]{0,4}-?\d[\w-]*|\b(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*\b(?!')"
)
FLOOR = re.compile(
    r"\b(\d+)(?:st|nd|rd|th)\s+(?=floor|level|stor(?:e?)y|street|avenue|class|platform|gate)", re.I
)
PLAIN_NUMBER = re.compile(
    rf"(?<![\w.,#$€£:/])({NUMBER})(?![\w:/]|[.,]\d|st\b|nd\b|rd\b|th\b)(?:\s?(thousand|million|billion)\b)?"
)
LIST_NUMBER = re.compile(r"^[ \t]*\d{1,2}[.)]\s", re.M)


def amount(text: str, scale: str | None = None) -> str:
    """The decimal number a text writes, in its shortest form: "1,299.00" is "1299", "4,50" is "4.5"."""
    digits = text.replace("'", "").replace(" ", "")
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        digits = digits.replace(",", "")
    elif re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?", digits):
        digits = digits.replace(".", "").replace(",", ".")
    try:
        value = Decimal(digits.replace(",", ".")).scaleb(SCALES.get((scale or "").casefold(), 0))
    except InvalidOperation:
        return digits
    return shortest(value)


def shortest(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def read_money(text: str) -> Iterator[Found]:
    taken: list[range] = []
    for form in MONEY_FORMS:
        for match in form.finditer(text):
            if any(match.start() in span for span in taken):
                continue
            taken.append(range(match.start(), match.end()))
            groups = match.groupdict()
            currency = currency_of(groups.get("s") or groups.get("u") or "")
            scale = next((g for g in match.groups() if g and g.casefold() in SCALES), None)
            cents = CENTS.match(text, match.end() + 1) if text[match.end() : match.end() + 1] == " " else None
            whole = amount(match["n"], scale)
            value = shortest(Decimal(whole) + Decimal(cents[1]) / 100) if cents else whole
            yield match.start(), cents.end() if cents else match.end(), f"{value} {currency}"
            if groups.get("n2"):
                yield match.start(), match.end(), f"{amount(groups['n2'], scale)} {currency}"
    for match in CENTS.finditer(text):
        if not match[0].startswith("and") and not any(match.start() in span for span in taken):
            unit = "GBP" if "p" in match[0] else "USD"
            yield match.start(), match.end(), f"{shortest(Decimal(match[1]) / 100)} {unit}"
    for match in FREE.finditer(text):
        if match[0].casefold() != "free" or not NOT_A_PRICE.search(before(text, match.start())):
            yield match.start(), match.end(), "0"


def currency_of(written: str) -> str:
    written = written.casefold()
    return SYMBOLS.get(written) or next(c for words, c in UNITS.items() if re.fullmatch(words, written))


def same_money(expected: str, seen: str) -> bool:
    return expected == seen or (expected.split()[0] == "0" and seen.split()[0] == "0")


def read_percents(text: str) -> Iterator[Found]:
    for match in PERCENT.finditer(text):
        yield match.start(), match.end(), amount(match[1])


def read_durations(text: str) -> Iterator[Found]:
    for match in DURATION.finditer(text):
        for group in ("n2", "n"):
            if match[group]:
                yield match.start(), match.end(), hours(Decimal(amount(match[group])), match["unit"])
    for match in ONE.finditer(text):
        if match["one"]:
            yield match.start("one"), match.end("one"), hours(Decimal(1), match["unit"])
        elif match["half"]:
            unit = re.split(r"[\s-]", match["half"])[-1]
            yield match.start(), match.end(), hours(Decimal("0.5"), unit)
        else:
            yield match.start(), match.end(), hours(Decimal("0.25"), "hour")


def hours(count: Decimal, unit: str) -> str:
    """A duration in hours; a month counts as 30 days and a year as 365, so that 24 months are 2 years."""
    unit = unit.casefold()
    name = "month" if unit.startswith("mo") else SPANS[unit[0]]
    if name in HOURS:
        return f"{shortest(round(count * HOURS[name], 3))} h"
    months = count * (12 if name == "year" else 1)
    years, rest = divmod(months, 12)
    return f"{shortest(years * 8760 + rest * 720)} h"


def read_periods(text: str) -> Iterator[Found]:
    for match in [*PER.finditer(text), *EVERY.finditer(text)]:
        unit = (match[1] or "year").casefold()
        yield match.start(), match.end(), PERIODS.get(unit, unit)
    for match in A_TIME.finditer(text):
        if AMOUNT_BEFORE.search(before(text, match.start())):
            yield match.start(), match.end(), PERIODS.get(match[1].casefold(), match[1].casefold())


def read_numbers(text: str) -> Iterator[Found]:
    numbering = {match.start(): match.end() for match in LIST_NUMBER.finditer(text)}
    for match in CODE.finditer(text):
        yield match.start(), match.end(), match[0].lstrip("# ").upper()
    for match in FLOOR.finditer(text):
        yield match.start(), match.end() - 1, f"no. {match[1]}"
    for match in PLAIN_NUMBER.finditer(text):
        if not any(a <= match.start() < b for a, b in numbering.items()):
            yield match.start(), match.end(), amount(match[1], match[2])
