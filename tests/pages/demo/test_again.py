"""Retry, Regenerate and Edit over HTTP: one run replaces another; and what is thought of a reply."""

import time
from contextlib import closing

from tests.pages.demo.visitor import Visitor, custom, text_of, tools_of

MOVE = "Can I move my appointment to Thursday?"


def said(visitor: Visitor, conversation: str) -> list[str]:
    return [each["text"] for each in visitor.view(conversation)["messages"] if each["role"] == "user"]


def test_a_run_takes_the_place_of_another_and_of_all_that_followed(visitor: Visitor) -> None:
    conversation = visitor.begin()
    for text in ("Hello", "When are you open?", "Thanks"):
        visitor.say(conversation, text)
    second = visitor.view(conversation)["messages"][2]["run"]
    stream = visitor.say(conversation, "How much is a check-up?", replaces=second)
    assert said(visitor, conversation) == ["Hello", "How much is a check-up?"]
    assert visitor.view(conversation)["messages"][-1]["text"] == text_of(stream)


def test_what_was_remembered_goes_back_as_well(visitor: Visitor) -> None:
    conversation = visitor.begin()
    visitor.say(conversation, "My name is Ana")
    visitor.say(conversation, "Call me Bea", replaces="run-1")
    assert "Bea" in text_of(visitor.say(conversation, "What is my name?"))
    visitor.say(conversation, "Hello", replaces="run-2")
    assert "Bea" not in text_of(visitor.say(conversation, "What is my name?"))


def test_what_the_assistant_changed_is_undone(visitor: Visitor) -> None:
    conversation = visitor.begin()
    visitor.say(conversation, MOVE)
    stream = visitor.say(conversation, MOVE, replaces="run-1")
    assert tools_of(stream) == ["find_appointment", "move_appointment"]
    visitor.say(conversation, "When are you open?", replaces="run-2")
    assert [each["day"] for each in visitor.ask("GET", "/api/appointments").json] == ["Tuesday"]
    assert [card for each in visitor.view(conversation)["messages"] for card in each["cards"]] == []


def test_a_cancelled_appointment_comes_back_but_a_confirmed_one_stays(visitor: Visitor) -> None:
    conversation = visitor.begin()
    visitor.say(conversation, "Cancel my appointment")
    visitor.say(conversation, "Yes, cancel it")
    assert visitor.ask("GET", "/api/appointments").json == []
    visitor.say(conversation, "No, keep it", replaces="run-2")
    (kept,) = visitor.ask("GET", "/api/appointments").json
    assert kept["day"] == "Tuesday"
    call = custom(visitor.say(conversation, MOVE), "card")["actions"][0]["call"]
    visitor.ask(call["method"], call["path"], call["body"])
    visitor.say(conversation, "Hello", replaces=f"run-{visitor.runs}")
    assert [each["day"] for each in visitor.ask("GET", "/api/appointments").json] == ["Thursday"]


def test_a_card_that_had_given_way_can_be_used_again(visitor: Visitor) -> None:
    conversation = visitor.begin()
    visitor.say(conversation, MOVE)
    visitor.say(conversation, "Friday instead")
    visitor.say(conversation, "Hello", replaces="run-2")
    cards = [card for each in visitor.view(conversation)["messages"] for card in each["cards"]]
    assert [card["state"] for card in cards] == ["open"]


def test_asking_again_may_bring_other_words(visitor: Visitor) -> None:
    conversation = visitor.begin("?seed=1")
    heard = {text_of(visitor.say(conversation, "Hello"))}
    for _ in range(8):
        heard.add(text_of(visitor.say(conversation, "Hello", replaces=f"run-{visitor.runs}")))
    assert len(heard) > 1


def test_a_run_that_never_came_leaves_everything_as_it_is(visitor: Visitor) -> None:
    conversation = visitor.begin()
    visitor.say(conversation, "Hello")
    visitor.say(conversation, "When are you open?", replaces="run-99")
    assert said(visitor, conversation) == ["Hello", "When are you open?"]


def test_a_run_that_still_goes_on_ends_for_the_one_that_replaces_it(visitor: Visitor) -> None:
    conversation = visitor.begin("?pauses=0.2-0.3")
    started = time.monotonic()
    with closing(visitor.connect()) as connection:
        run = visitor.run(conversation, "Hello")
        visitor.start(connection, "POST", "/api/chat", run).read1(1)
        visitor.say(conversation, "Hello", replaces=run["runId"])
    assert time.monotonic() - started < 30
    assert said(visitor, conversation) == ["Hello"]


def test_the_title_follows_the_first_message(visitor: Visitor) -> None:
    conversation = visitor.begin()
    visitor.say(conversation, "Hello")
    visitor.say(conversation, "When are you open?", replaces="run-1")
    assert [each["title"] for each in visitor.ask("GET", "/api/conversations").json] == ["When are you open?"]


def test_what_is_thought_of_a_reply_is_kept(clinic: str) -> None:
    visitor, other = Visitor(clinic), Visitor(clinic)
    conversation = visitor.begin()
    visitor.say(conversation, "Hello")
    user, reply = visitor.view(conversation)["messages"]
    for value in ("up", "down", None):
        assert visitor.ask("POST", "/api/feedback", {"message": reply["id"], "value": value}).status == 200
        assert visitor.view(conversation)["messages"][1]["feedback"] == value
    for who, body, status in (
        (visitor, {"message": reply["id"], "value": "meh"}, 400),
        (visitor, {"message": user["id"], "value": "up"}, 404),
        (other, {"message": reply["id"], "value": "up"}, 404),
    ):
        assert who.ask("POST", "/api/feedback", body).status == status
