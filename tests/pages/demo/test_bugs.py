"""Each seeded bug shows itself, and the same conversation without it is right."""

import pytest

from pages.demo import bugs
from pages.demo.server import running
from tests.pages.demo.visitor import Answer, Visitor, custom, events, text_of

MOVE = "Can I move my appointment to Thursday?"
SEEDS = (1, 2, 3)


def pair(visitor: Visitor, bug: str, seed: int, text: str) -> tuple[Answer, Answer]:
    """The same words to the product with the bug and without; each time by a new patient."""
    answers = []
    for query in (f"?seed={seed}&bug={bug}", f"?seed={seed}"):
        patient = Visitor(visitor.url)
        answers.append(patient.chat(patient.begin(query), text))
    return answers[0], answers[1]


def said(answer: Answer) -> str:
    return text_of(list(events(answer.text)))


@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_day(visitor: Visitor, seed: int) -> None:
    wrong, right = pair(visitor, "wrong-day", seed, MOVE)
    assert said(wrong) == said(right).replace("Thursday", "Friday") != said(right)
    cards = [custom(list(events(answer.text)), "card") for answer in (wrong, right)]
    assert [dict(card["fields"])["Day"] for card in cards] == ["Friday", "Thursday"]
    assert [card["actions"][0]["call"]["body"]["day"] for card in cards] == ["Friday", "Thursday"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("question", ["How much is a check-up?", "What are your prices?"])
def test_wrong_price(visitor: Visitor, seed: int, question: str) -> None:
    wrong, right = pair(visitor, "wrong-price", seed, question)
    assert "$97" in said(wrong)
    assert "$80" not in said(wrong)
    assert "$80" in said(right)


@pytest.mark.parametrize("seed", SEEDS)
def test_negated_policy(visitor: Visitor, seed: int) -> None:
    wrong, right = pair(visitor, "negated-policy", seed, "What is your cancellation policy?")
    assert " not " in said(wrong).replace("cannot", "can not")
    assert " not " not in said(right).replace("cannot", "can not")


@pytest.mark.parametrize("seed", SEEDS)
def test_off_topic(visitor: Visitor, seed: int) -> None:
    wrong, right = pair(visitor, "off-topic", seed, MOVE)
    assert "Thursday" in said(right)
    assert "Thursday" not in said(wrong)
    assert custom(list(events(wrong.text)), "card") is None


@pytest.mark.parametrize("seed", SEEDS)
def test_truncated_stream_is_really_cut(visitor: Visitor, seed: int) -> None:
    wrong, right = pair(visitor, "truncated-stream", seed, "When are you open?")
    assert (wrong.cut, right.cut) == (True, False)
    assert '"RUN_FINISHED"' not in wrong.text
    assert 0 < len(said(wrong)) <= len(said(right)) / 2
    assert said(right).startswith(said(wrong))


@pytest.mark.parametrize("seed", SEEDS)
def test_empty_reply(visitor: Visitor, seed: int) -> None:
    wrong, right = pair(visitor, "empty-reply", seed, MOVE)
    kinds = [event["type"] for event in events(wrong.text)]
    assert kinds[-3:] == ["TEXT_MESSAGE_START", "TEXT_MESSAGE_END", "RUN_FINISHED"]
    assert said(wrong) == ""
    assert "Thursday" in said(right)


def test_dead_button(visitor: Visitor) -> None:
    wrong, right = pair(visitor, "dead-button", 1, MOVE)
    calls = [custom(list(events(answer.text)), "card")["actions"][0].get("call") for answer in (wrong, right)]
    assert calls[0] is None
    assert calls[1]["method"] == "PATCH"
    assert said(wrong) == said(right)


def test_reload_loses_history_but_the_server_has_it(visitor: Visitor) -> None:
    for query, shown in (("?bug=reload-loses-history", 0), ("", 2)):
        conversation = visitor.begin(query)
        visitor.say(conversation, "Hello")
        view = visitor.view(conversation)
        assert (view["shown"], len(view["messages"])) == (shown, 2)


def test_bugs_can_be_combined_and_switched_on_for_all() -> None:
    with running(pace=0, bugs=["wrong-price"]) as url:
        visitor = Visitor(url)
        assert "$97" in text_of(visitor.say(visitor.begin(), "How much is a check-up?"))
        both = visitor.begin("?bug=dead-button")
        card = custom(visitor.say(both, MOVE), "card")
        assert card["actions"][0].get("call") is None
        assert "$97" in text_of(visitor.say(both, "How much is a check-up?"))


def test_every_bug_has_its_test_and_its_sentence() -> None:
    names = {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")}
    for name, bug in bugs.BUGS.items():
        assert any(each.startswith(name) for each in names), name
        assert bug.sentence
        assert not bug.sentence.endswith(".")
