"""What the facts of two texts say about each other."""

import pytest

from evals.facts import Comparison, compare, extract
from evals.models.numerals import digits


def held(expected: str, reply: str) -> Comparison:
    return compare(extract(expected, digits), extract(reply, digits))


SHARED = (
    ("It costs $4.99.", "You pay 4.99 dollars."),
    ("$80", "The price: 80"),
    ("It is free.", "There is no charge."),
    ("at 2pm", "at 14:00"),
    ("at 2pm", "at 2 in the afternoon"),
    ("at 2pm", "at 2 on Monday"),
    ("on Thursday", "on Thu."),
    ("Monday to Friday", "on weekdays"),
    ("March 12", "12 March 2026"),
    ("2026-03-12", "12 March"),
    ("in May", "on 5 May"),
    ("within a month", "30 days"),
    ("within a day", "24 hours"),
    ("two years", "24 months"),
    ("order #48213", "order 48213"),
    ("+44 20 7946 0321", "020 7946 0321"),
    ("Ask Ana.", "ask ana"),
    ("King Street", "King St"),
    ("up to 10 users", "as many as ten users"),
)
CONTRADICTED = (
    ("on Thursday", "on Friday", "Thursday", "Friday"),
    ("at 2pm", "at 4pm", "2pm", "4pm"),
    ("at 2pm", "at 2am", "2pm", "2am"),
    ("It costs $80.", "It costs $95.", "$80", "$95"),
    ("It is free.", "It costs $5.", "free", "$5"),
    ("30 days", "14 days", "30 days", "14 days"),
    ("$29 a month", "$29 a year", "a month", "a year"),
    ("March 12", "March 15", "March 12", "March 15"),
    ("We use FedEx.", "We use DHL.", "FedEx", "DHL"),
    ("15 King Street", "51 King Street", "15", "51"),
    ("orders over $50", "orders under $50", "$50", "$50"),
    ("It is on Thursday.", "It is not on Thursday.", "Thursday", "Thursday"),
    ("We accept cash.", "We do not accept cash.", "We accept cash", "We do not accept cash"),
    ("We do not accept cash.", "We also accept cash.", "We do not accept cash", "We also accept cash"),
    ("Yes, it is.", "No, it is not.", "Yes", "No"),
    ("The pass is closed.", "The pass is open.", "The pass is closed", "The pass is open"),
    ("one suitcase", "two suitcases", "one", "two"),
)
MISSING = (
    ("We open at 9 and close at 6 pm.", "We open at 9.", ["6 pm"]),
    ("Visa, Mastercard and PayPal", "the cards Visa and Mastercard", ["PayPal"]),
    ("We take cards but no cash.", "We take cards.", ["but no cash"]),
    ("on Thursday at 2pm", "on Thursday", ["2pm"]),
)
AT_PEACE = (
    ("The fee is $25.", "The fee is $25, our address is 12 River Street, call 555-0142."),
    ("Dogs are not allowed, except for guide dogs.", "Only guide dogs may come in; other dogs can't."),
    ("Yes, you can cancel.", "Sure, you can cancel."),
    ("It is on Thursday.", "We moved it from Tuesday to Thursday."),
    ("You may cancel up to 24 hours before.", "Cancel at least 24 hours ahead."),
    ("The clinic is closed on Sunday.", "Monday to Friday we are open. On Sunday we are closed."),
)


@pytest.mark.parametrize(("expected", "reply"), SHARED)
def test_shares(expected: str, reply: str) -> None:
    found = held(expected, reply)
    assert found.shared
    assert not found.missing
    assert not found.contradicted


@pytest.mark.parametrize(("expected", "reply", "right", "wrong"), CONTRADICTED)
def test_contradicts(expected: str, reply: str, right: str, wrong: str) -> None:
    pairs = [(e.quote, s.quote) for e, s in held(expected, reply).contradicted]
    assert (right, wrong) in pairs


@pytest.mark.parametrize(("expected", "reply", "quotes"), MISSING)
def test_misses(expected: str, reply: str, quotes: list[str]) -> None:
    found = held(expected, reply)
    assert [fact.quote for fact in found.missing] == quotes
    assert not found.contradicted


@pytest.mark.parametrize(("expected", "reply"), AT_PEACE)
def test_more_or_otherwise_said_is_no_contradiction(expected: str, reply: str) -> None:
    found = held(expected, reply)
    assert not found.missing
    assert not found.contradicted


def test_extra_facts_are_named() -> None:
    assert [fact.quote for fact in held("on Thursday", "on Thursday for $5").extra] == ["$5"]


@pytest.mark.parametrize(
    ("text", "same"), [(row[0], row[0]) for row in (*SHARED, *CONTRADICTED, *MISSING, *AT_PEACE)]
)
def test_a_text_never_contradicts_itself(text: str, same: str) -> None:
    found = held(text, same)
    assert not found.missing
    assert not found.contradicted
