"""Which tier of the cascade decides, what it records, and when the arbiter is asked."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from evals.errors import ModelUnavailableError
from evals.judge.cascade import CascadeJudge
from evals.judge.local import local_judge
from evals.judge.port import Case, Evidence
from evals.models import local
from evals.score import Score


@dataclass
class Ruler:
    """An arbiter with one answer, which remembers what it was shown."""

    value: float | None = 1.0
    name: str = "ruler"
    shown: list[Evidence] = field(default_factory=list)

    def correctness(self, case: Case, evidence: Evidence) -> Score:  # noqa: ARG002
        self.shown.append(evidence)
        if self.value is None:
            return Score(scorer="correctness", value=None, unscored="error")
        return Score(scorer="correctness", value=self.value, evidence={"prompt": "abc"})

    def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:  # noqa: ARG002
        return [Score(scorer="condition", value=1.0) for _ in conditions]

    def refusal(self, case: Case) -> Score:  # noqa: ARG002
        return Score(scorer="refusal", value=0.0)


@dataclass
class Plane:
    """An embedder that knows the place of each text on the unit circle, by its angle in degrees."""

    angles: dict[str, float]
    name: str = "plane"
    floor: float = 0.5

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        angles = np.radians([self.angles[text] for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


class Broken:
    """An embedder whose service is down."""

    name = "broken"
    floor = 0.5

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:  # noqa: ARG002
        raise ModelUnavailableError("the embedder is down")


def case(reply: str, *expected: str) -> Case:
    return Case(prompt="?", reply=reply, expected=expected)


@pytest.mark.parametrize(
    "reply",
    [
        "It is on Thursday.",
        "it is  on\nthursday",
        "**It is on Thursday**",
        "It is on \uff34hursday.",
        "- It is on Thursday",
    ],
)
def test_equal_text_needs_no_arbiter(reply: str) -> None:
    ruler = Ruler(value=0.0)
    score = CascadeJudge(ruler, None).correctness(case(reply, "No.", "It is on Thursday."))
    assert (score.value, score.evidence["tier"], ruler.shown) == (1, "equal", [])


def test_an_empty_reply_needs_no_arbiter() -> None:
    ruler = Ruler()
    score = CascadeJudge(ruler, None).correctness(case(" \n", "Yes."))
    assert (score.value, score.reason, score.evidence["tier"]) == (0, "the reply is empty", "equal")
    assert ruler.shown == []


def test_off_topic_needs_no_arbiter() -> None:
    ruler, plane = Ruler(), Plane({"The pool is warm.": 0, "We open at nine am.": 80})
    score = CascadeJudge(ruler, plane).correctness(case("The pool is warm.", "We open at nine am."))
    assert (score.value, score.evidence["tier"], ruler.shown) == (0, "similarity", [])
    assert score.reason == ("off topic: similarity 0.174 is below 0.50, and no expected fact is in the reply")
    assert score.evidence["similarity"] == pytest.approx(0.1736, abs=1e-3)


@pytest.mark.parametrize("reply", ["The pool opens at 9:00.", "The pool is warm."])
def test_a_shared_fact_or_another_close_answer_keeps_it_open(reply: str) -> None:
    ruler = Ruler()
    plane = Plane({reply: 0, "We open at nine am.": 80, "Warm.": 0 if "warm" in reply else 80})
    score = CascadeJudge(ruler, plane).correctness(case(reply, "We open at nine am.", "Warm."))
    assert (score.value, score.evidence["tier"], len(ruler.shown)) == (1, "judge", 1)


def test_the_arbiter_is_shown_what_was_seen() -> None:
    ruler = Ruler(value=0.0)
    reply, expected = "It is on Friday for $5.", "It is on Thursday."
    score = CascadeJudge(ruler, Plane({reply: 0, expected: 10})).correctness(case(reply, expected))
    assert ruler.shown[0].rendered() == (
        "similarity: 0.98\n"
        "contradictions: expected 'Thursday' (weekday), the reply says 'Friday' (weekday)\n"
        "only in the reply: '$5' (money)"
    )
    assert json.loads(json.dumps(score.evidence)) == {
        "tier": "judge",
        "similarity": pytest.approx(0.985, abs=1e-3),
        "facts": {
            "shared": [],
            "missing": [],
            "contradicted": [
                [
                    {"kind": "weekday", "value": "thursday", "quote": "Thursday"},
                    {"kind": "weekday", "value": "friday", "quote": "Friday"},
                ]
            ],
            "extra": [{"kind": "money", "value": "5 USD", "quote": "$5"}],
        },
        "prompt": "abc",
    }


DISAGREEMENTS = (
    (1.0, "It is on Friday.", "judged correct, but the facts say: expected Thursday, the reply says Friday"),
    (0.0, "See you on Thursday.", "judged wrong, but the reply has every expected fact and contradicts none"),
    (0.0, "It is on Friday.", None),
    (1.0, "See you on Thursday.", None),
    (0.5, "It is on Friday.", None),
)


@pytest.mark.parametrize(("value", "reply", "flag"), DISAGREEMENTS)
def test_flags_a_disagreement_of_facts_and_label(value: float, reply: str, flag: str | None) -> None:
    score = CascadeJudge(Ruler(value=value), None).correctness(case(reply, "It is on Thursday."))
    assert score.value == value
    assert score.evidence.get("disagreement") == flag


def test_the_closest_answer_is_shown_first_and_asked_once() -> None:
    ruler = Ruler()
    answers = ("It is on Monday.", "It is on Friday.", "It is on Thursday at 9am.")
    CascadeJudge(ruler, None).correctness(case("On Friday, then.", *answers))
    assert [evidence.expected for evidence in ruler.shown] == ["It is on Friday."]


def test_any_accepted_answer_is_enough() -> None:
    judge = local_judge(None)
    score = judge.correctness(case("On Friday, then.", "It is on Monday.", "It is on Friday."))
    assert (score.value, score.evidence["tier"]) == (1, "facts")


def test_an_outage_of_the_embedder_is_no_low_score() -> None:
    score = CascadeJudge(Ruler(), Broken()).correctness(case("It is on Friday.", "It is on Monday."))
    assert (score.value, score.unscored) == (None, "error")
    assert score.reason == "the embedder could not answer: the embedder is down"


def test_an_outage_of_the_arbiter_stays_one() -> None:
    score = CascadeJudge(Ruler(value=None), None).correctness(case("It is on Friday.", "It is on Monday."))
    assert (score.value, score.unscored, "disagreement" in score.evidence) == (None, "error", False)


def test_nothing_expected_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="correctness needs at least one accepted answer in `expected`"):
        CascadeJudge(Ruler(), None).correctness(case("It is on Friday."))


CLASSIC = "I have moved your appointment with the clinic to Thursday."
SHORT = "Thursday it is, see you then!"
COPY = "I have moved your appointment with the clinic to Friday."


def test_the_short_paraphrase_passes_and_the_near_copy_does_not() -> None:
    embedder = local.load()
    if embedder is None:
        pytest.skip("wordllama is not installed")
    judge = local_judge(embedder)
    short, copy = (judge.correctness(case(reply, CLASSIC)) for reply in (SHORT, COPY))
    alike, copied = short.evidence["similarity"], copy.evidence["similarity"]
    assert isinstance(alike, float)
    assert isinstance(copied, float)
    assert alike < 0.5 < 0.8 < copied
    assert (short.value, copy.value) == (1, 0)
    assert copy.reason == "expected Thursday, the reply says Friday"
    assert short.evidence["tier"] == copy.evidence["tier"] == "facts"
