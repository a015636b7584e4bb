"""Every variant of a line states the same facts."""

import re
from string import Formatter

import pytest

from evals.facts import extract
from evals.models import numerals
from pages.demo import facts, wording
from pages.demo.dialogue import POLICIES
from pages.demo.false_phrases import FALSE_PHRASES
from pages.demo.plan import Line

KEYS = sorted(set(wording.WORDING) - set(FALSE_PHRASES))
SAMPLE = {
    "name": "Ana",
    "service": "flu shot",
    "day": "Thursday",
    "number": "1042",
    "files": "scan.pdf",
    "time": "10:30",
    "clinician": "Dr. Patel",
    "price": "$80",
    "opens": "9 am",
    "closes": "6 pm",
    "table": "| a | b |\n| --- | --- |\n| Flu shot | $30 |",
    "list": "- a flu shot on Monday",
    "entry": "BEGIN:VEVENT",
}
STATED = POLICIES - {"address", "human", "contact"}


def placeholders(template: str) -> set[str]:
    """The facts a template takes."""
    return {name for _, name, _, _ in Formatter().parse(template.replace("[", "(")) if name}


@pytest.mark.parametrize("key", KEYS)
def test_variants_are_several_and_take_the_same_facts(key: str) -> None:
    templates = wording.WORDING[key]
    assert len(set(templates)) >= 3
    assert len({frozenset(placeholders(template)) for template in templates}) == 1


@pytest.mark.parametrize("key", KEYS)
def test_variants_state_the_same_values(key: str) -> None:
    def values(text: str) -> set[tuple[str, str]]:
        kinds = {"money", "time", "weekday", "duration", "number"}
        text = text.replace("**", "")
        return {(f.kind, str(f.value)) for f in extract(text, numerals.digits) if f.kind in kinds}

    stated = [values(text) for text in wording.variants(Line(key=key, facts=SAMPLE))]
    assert all(each == stated[0] for each in stated)


@pytest.mark.parametrize("key", sorted(STATED))
def test_every_policy_variant_can_be_turned_into_its_opposite(key: str) -> None:
    for so, not_so in zip(
        wording.variants(Line(key=key)), wording.variants(Line(key=key, negated=True)), strict=True
    ):
        assert so != not_so
        assert "|" not in so + not_so


def test_no_fact_is_written_into_a_sentence() -> None:
    for key in KEYS:
        for template in wording.WORDING[key]:
            assert not re.search(r"\d|\$", re.sub(r"^\d\. ", "", template, flags=re.M)), key


def test_clinic_facts_agree_with_its_calendar() -> None:
    hours = {
        "weekday_opens": facts.WEEKDAY_HOURS.opens,
        "weekday_closes": facts.WEEKDAY_HOURS.closes,
        "saturday_opens": facts.SATURDAY_HOURS.opens,
        "saturday_closes": facts.SATURDAY_HOURS.closes,
    }
    for name, minutes in hours.items():
        hour = minutes // 60
        assert facts.FACTS[name] == f"{(hour - 1) % 12 + 1} {'am' if hour < 12 else 'pm'}"


def test_same_seed_and_turn_pick_the_same_words_and_other_seeds_other_words() -> None:
    line = Line(key="hours")
    said = [wording.say(line, wording.rng_of(seed, 1)) for seed in range(20)]
    assert said == [wording.say(line, wording.rng_of(seed, 1)) for seed in range(20)]
    assert set(said) == set(wording.variants(line))
