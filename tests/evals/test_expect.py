"""The checks on a reply: what is asked, what is recorded, what is raised."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from evals.errors import JudgementError
from evals.judge.port import Case
from evals.score import Outcome, Score
from evals.transcript import Action, Card, Link
from tests.evals.scripted_judge import Bench, Judge, headline


@pytest.fixture
def expect(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.mark.parametrize(
    ("answer", "means", "means_not"),
    [
        (1.0, "pass", "fail"),
        (0.5, "fail", "fail"),
        (0.0, "fail", "pass"),
        ("open", "inconclusive", "inconclusive"),
    ],
)
def test_meaning(expect: Bench, answer: float | str, means: str, means_not: str) -> None:
    checks = expect(judge=Judge(answer))
    for check, outcome in ((checks.to_mean, means), (checks.not_to_mean, means_not)):
        if outcome == "fail":
            with pytest.raises(AssertionError):
                check("Thursday")
        else:
            check("Thursday")
    assert expect.recorded == [("to_mean", means), ("not_to_mean", means_not)]


def test_meaning_of_several_answers(expect: Bench) -> None:
    judge = Judge(0.0)
    with pytest.raises(AssertionError) as caught:
        expect(judge=judge).to_mean(["On Thursday.", "The 5th."])
    assert judge.asked == [
        Case(prompt="When?", reply="It is on Thursday.", expected=("On Thursday.", "The 5th."))
    ]
    assert str(caught.value) == (
        "the reply does not mean what was expected\n"
        "  asked:      When?\n"
        "  seen:       It is on Thursday.\n"
        "  expected:   On Thursday.\n"
        "              or: The 5th.\n"
        "  score:      0 (scripted judge; passes at 1)\n"
        "  reason:     as told\n"
        "  rerun:      pytest test_a.py::test_it --headed"
    )


def test_partly_correct_says_so(expect: Bench) -> None:
    with pytest.raises(AssertionError) as partly:
        expect(judge=Judge(0.5)).to_mean("x")
    assert headline(partly.value) == "the reply means only a part of what was expected"
    with pytest.raises(AssertionError) as partly_not:
        expect(judge=Judge(0.5)).not_to_mean("x")
    assert headline(partly_not.value) == "the reply means a part of what it should not mean"
    with pytest.raises(AssertionError) as wholly:
        expect(judge=Judge(1.0)).not_to_mean("x")
    assert headline(wholly.value) == "the reply means what it should not mean"
    assert "  expected:   not: x\n  score:      1 (scripted judge; only 0 passes)\n" in str(wholly.value)


def test_exception_of_a_judge_is_an_error_never_a_bad_reply(expect: Bench) -> None:
    with pytest.raises(JudgementError) as caught:
        expect(judge=Judge(ConnectionError("nobody answers"))).to_refuse()
    assert not isinstance(caught.value, AssertionError)
    assert str(caught.value) == (
        "to_refuse could not be judged: an error, not a bad reply\n"
        "  asked:      When?\n"
        "  seen:       It is on Thursday.\n"
        "  expected:   a reply that declines\n"
        "  score:      none (refusal by scripted judge; passes at 1)\n"
        "  reason:     nobody answers\n"
        "  evidence:   exception: ConnectionError\n"
        "  rerun:      pytest test_a.py::test_it --headed"
    )
    assert expect.recorded == [("to_refuse", "error")]


def test_score_for_only_one_of_two_conditions_is_an_error(expect: Bench) -> None:
    class Short(Judge):
        def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:
            return super().conditions(case, conditions)[:1]

    with pytest.raises(JudgementError) as caught:
        expect(judge=Short()).to_satisfy("be kind", "be short")
    assert "conditions gave 1 scores for 2 questions" in str(caught.value)
    assert expect.recorded == [("to_satisfy", "error"), ("to_satisfy", "error")]


def test_conditions_are_asked_at_once_and_the_failed_one_is_named(expect: Bench) -> None:
    judge = Judge(no_to="weekday")
    with pytest.raises(AssertionError) as caught:
        expect(judge=judge).to_satisfy("be kind", "name the weekday")
    assert headline(caught.value) == "the reply should name the weekday, and does not"
    assert "be kind" not in str(caught.value)
    assert len(judge.asked) == 1
    assert expect.recorded == [("to_satisfy", "pass"), ("to_satisfy", "fail")]


def test_refusal(expect: Bench) -> None:
    expect(judge=Judge(1.0)).to_refuse()
    expect(judge=Judge(0.0)).not_to_refuse()
    with pytest.raises(AssertionError, match="the reply does not decline the request"):
        expect(judge=Judge(0.0)).to_refuse()
    with pytest.raises(AssertionError, match="the reply declines the request"):
        expect(judge=Judge(1.0)).not_to_refuse()


def test_mentions_need_no_judge(expect: Bench) -> None:
    checks = expect("Thursday at 14:00, for forty-five dollars.", judge=Judge(RuntimeError("asked")))
    checks.to_mention("Thursday", "2pm", "$45", "money")
    checks.not_to_mention("Friday", "email")
    with pytest.raises(AssertionError) as missing:
        checks.to_mention("Thursday", "Friday")
    assert headline(missing.value) == "the reply does not mention 'Friday'"
    with pytest.raises(AssertionError) as present:
        checks.not_to_mention("money")
    assert headline(present.value) == "the reply mentions 'money'"
    assert "  reason:     the reply says forty-five dollars\n" in str(present.value)
    assert expect.recorded[-3:] == [
        ("to_mention", "pass"),
        ("to_mention", "fail"),
        ("not_to_mention", "fail"),
    ]


def test_links_and_cards_are_part_of_what_is_seen(expect: Bench) -> None:
    card = Card(title="Appointment", text="Appointment\nDay: Thursday")
    judge = Judge()
    checks = expect(
        "Here it is.", judge=judge, cards=(card,), links=(Link(text="map", href="https://a.b/c"),)
    )
    checks.to_mention("Thursday", "link")
    checks.to_mean("Thursday")
    assert judge.asked[0] == Case(
        prompt="When?", reply="Here it is.\n\nAppointment\nDay: Thursday", expected=("Thursday",)
    )
    same = expect("Here: Appointment Day:  Thursday", judge=judge, cards=(card,))
    same.to_mean("Thursday")
    assert judge.asked[1] == Case(
        prompt="When?", reply="Here: Appointment Day:  Thursday", expected=("Thursday",)
    )


def test_a_card_reads_well(expect: Bench) -> None:
    card = Card(
        title="Appointment",
        text="Appointment\n\nDay\nThursday\nTime:\n14:00\nA day\nThursday\n\nFor you alone",
        fields={"Day": "Thursday", "Time:": "14:00", "Price": "on request"},
        actions=(Action(name="Confirm"), Action(name="Cancel", enabled=False)),
    )
    judge = Judge()
    checks = expect("Here it is.", judge=judge, cards=(card,), actions=(Action(name="Copy"),))
    checks.to_mean("Thursday")
    shown = "Here it is.\n\nAppointment\n\nDay: Thursday\nTime: 14:00\nA day\nThursday\n\nFor you alone"
    assert judge.asked == [Case(prompt="When?", reply=shown, expected=("Thursday",))]
    with pytest.raises(AssertionError) as caught:
        checks.to_mention("Confirm")
    assert str(caught.value) == (
        "the reply does not mention 'Confirm'\n"
        "  asked:      When?\n"
        "  seen:       Here it is.\n"
        "              \n"
        "              Appointment\n"
        "              \n"
        "              Day: Thursday\n"
        "              Time: 14:00\n"
        "              A day\n"
        "              Thursday\n"
        "              \n"
        "              For you alone\n"
        "  actions:    Copy, Confirm, Cancel (disabled)\n"
        "  expected:   a mention of Confirm\n"
        "  score:      0 (facts; passes at 1)\n"
        "  reason:     'Confirm' is nowhere in the reply\n"
        "  rerun:      pytest test_a.py::test_it --headed"
    )


def test_route(expect: Bench) -> None:
    expect(skill="booking").to_route_to("booking")
    with pytest.raises(AssertionError) as caught:
        expect(skill="booking_2").to_route_to("booking")
    assert headline(caught.value) == "the reply came from the skill 'booking_2', not 'booking'"
    expect().to_route_to("booking")
    assert expect.recorded == [
        ("to_route_to", "pass"),
        ("to_route_to", "fail"),
        ("to_route_to", "inconclusive"),
    ]
    assert expect.recorder.not_passed[Outcome.INCONCLUSIVE] == [
        (
            "to_route_to was not decided\n"
            "  asked:      When?\n"
            "  seen:       It is on Thursday.\n"
            "  expected:   the skill booking\n"
            "  score:      none (route; passes at 1)\n"
            "  reason:     the product told no skill on the wire, so the route is not known\n"
            "  rerun:      pytest test_a.py::test_it --headed"
        )
    ]
