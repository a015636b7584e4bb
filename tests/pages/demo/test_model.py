"""A model does the talking: streamed, with tools and cards, and never a made-up reply when it fails."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pages.demo.clerk import TOOLS
from pages.demo.model import Model
from pages.demo.server import running
from tests.model_server import Fault, ModelServer, serving
from tests.pages.demo.conftest import TODAY
from tests.pages.demo.test_page import bubbles, say
from tests.pages.demo.visitor import Event, Visitor, custom, text_of, tools_of


@pytest.fixture
def service() -> Iterator[ModelServer]:
    """A scripted model service."""
    with serving() as server:
        yield server


@pytest.fixture
def talking(service: ModelServer) -> Iterator[str]:
    """A clinic for which that model talks."""
    model = Model(url=service.url, name="scripted", key=service.key)
    with running(today=TODAY, pace=0, model=model) as url:
        yield url


def last(stream: list[Event]) -> tuple[str, object]:
    return stream[-1]["type"], stream[-1].get("message")


def test_the_model_is_told_of_the_clinic_and_of_what_was_said(service: ModelServer, talking: str) -> None:
    service.say("", "Good **morning** to you.", where="anywhere")
    visitor = Visitor(talking)
    conversation = visitor.begin()
    stream = visitor.say(conversation, "Hello")
    assert text_of(stream) == "Good **morning** to you."
    assert sum(event["type"] == "TEXT_MESSAGE_CONTENT" for event in stream) == 4
    assert stream[-1]["result"]["model"] == "scripted"
    visitor.say(conversation, "And now?")
    sent = service.requests[-1].body
    assert [(each["role"], each["content"]) for each in sent["messages"][1:]] == [
        ("user", "Hello"),
        ("assistant", "Good **morning** to you."),
        ("user", "And now?"),
    ]
    system = service.requests[-1].system
    for fact in (
        "Monday, November 30, 2026",
        "flu shot (service flu-shot): $30, Dr. Okafor",
        "911",
        "24 hours",
    ):
        assert fact in system
    assert {each["function"]["name"] for each in sent["tools"]} == set(TOOLS)


def test_tools_are_used_and_a_card_is_shown(service: ModelServer, talking: str) -> None:
    service.call("Thursday", "find_appointment", {})
    service.call("Thursday", "move_appointment", {"id": 1, "date": "2026-12-03"})
    service.say("Thursday", "It is on Thursday now; please confirm.", where="anywhere")
    visitor = Visitor(talking)
    conversation = visitor.begin()
    stream = visitor.say(conversation, "Can I move my appointment to Thursday?")
    assert tools_of(stream) == ["find_appointment", "move_appointment"]
    assert custom(stream, "route") == {"skill": "booking"}
    assert service.requests[-1].results[0][0]["day"] == "Tuesday"
    card = custom(stream, "card")
    assert dict(card["fields"])["Day"] == "Thursday"
    call = card["actions"][0]["call"]
    assert visitor.ask(call["method"], call["path"], call["body"]).json["status"] == "confirmed"
    assert visitor.view(conversation)["messages"][-1]["cards"][0]["state"] == "done"


def test_what_cannot_be_done_is_told_to_the_model(service: ModelServer, talking: str) -> None:
    for name, arguments in (
        ("hold_slot", {"service": "eye-test", "date": "2026-12-06", "time": "10:00"}),
        ("move_appointment", {"id": 99, "date": "2026-12-03"}),
        ("find_slots", {}),
        ("sell_the_clinic", {}),
    ):
        service.call("please", name, arguments)
    service.say("", "That is not possible.", where="anywhere")
    visitor = Visitor(talking)
    stream = visitor.say(visitor.begin(), "please")
    assert text_of(stream) == "That is not possible."
    assert custom(stream, "card") is None
    errors = [result["error"].splitlines()[0] for result in service.requests[-1].results]
    assert errors == [
        "no appointment begins then",
        "there is no such appointment",
        "cannot be done: KeyError('service')",
        "cannot be done: KeyError('sell_the_clinic')",
    ]


def test_what_the_model_changed_is_undone_when_it_is_asked_again(service: ModelServer, talking: str) -> None:
    service.call("cancel", "cancel_appointment", {"id": 1})
    service.say("", "Done.", where="anywhere")
    visitor = Visitor(talking)
    conversation = visitor.begin()
    visitor.say(conversation, "cancel it")
    assert visitor.ask("GET", "/api/appointments").json == []
    visitor.say(conversation, "no", replaces="run-1")
    assert len(visitor.ask("GET", "/api/appointments").json) == 1


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Fault.UNAUTHORISED, "The model does not accept the key (401)."),
        (Fault.NO_SUCH_MODEL, "The model failed to answer (404)."),
        (Fault.OVERLOADED_HTML, "The model failed to answer (503)."),
        (Fault.RESET, "The model cannot be reached at {url}."),
        (Fault.CUT, "The answer of the model broke off."),
        (Fault.HTML, "The answer of the model broke off."),
        (Fault.EMPTY, "The answer of the model broke off."),
        (Fault.HALF_STREAM, "The answer of the model broke off."),
        (Fault.CUT_SHORT, "The answer of the model broke off (length)."),
        (Fault.FILTERED_ANSWER, "The answer of the model broke off (content_filter)."),
    ],
)
def test_failures_are_errors_of_the_run(
    service: ModelServer, talking: str, fault: Fault, message: str
) -> None:
    service.say("", "We are open on Sunday, and always were.", where="anywhere")
    service.fail(fault, times=2)
    visitor = Visitor(talking)
    conversation = visitor.begin()
    stream = visitor.say(conversation, "Are you open on Sunday?")
    assert last(stream) == ("RUN_ERROR", message.format(url=service.url))
    assert service.key not in json.dumps(stream)
    kept = visitor.view(conversation)["messages"][1:]
    assert all(each["stopped"] for each in kept)


def test_an_empty_answer_and_endless_tools_are_failures(service: ModelServer, talking: str) -> None:
    service.call("round", "find_appointment", {}, times=99)
    service.say("", " ", where="anywhere")
    visitor = Visitor(talking)
    assert last(visitor.say(visitor.begin(), "Hello")) == ("RUN_ERROR", "The model gave an empty answer.")
    stream = visitor.say(visitor.begin(), "round and round")
    assert last(stream) == ("RUN_ERROR", "The model found no end with its tools.")
    assert tools_of(stream) == ["find_appointment"] * 8


def test_a_service_that_is_down(service: ModelServer, talking: str) -> None:
    service.stop()
    visitor = Visitor(talking)
    stream = visitor.say(visitor.begin(), "Hello")
    assert last(stream) == ("RUN_ERROR", f"The model cannot be reached at {service.url}.")


def test_a_silent_model_can_be_stopped(service: ModelServer, talking: str) -> None:
    service.fail(Fault.SILENCE)
    service.say("", "Here I am.", where="anywhere")
    visitor = Visitor(talking)
    conversation = visitor.begin()
    run = visitor.run(conversation, "Hello")
    connection = visitor.connect()
    visitor.start(connection, "POST", "/api/chat", run).read1(1)
    service.wait_for(1)
    stopped = visitor.ask(
        "POST", f"/api/conversations/{conversation}/stop", {"run": run["runId"], "kept": []}
    )
    connection.close()
    assert stopped.json == {"stopped": True}
    assert text_of(visitor.say(conversation, "Hello", replaces=run["runId"])) == "Here I am."


def test_the_page_shows_an_error_and_retries(page: Page, service: ModelServer, talking: str) -> None:
    service.fail(Fault.UNAUTHORISED)
    service.say("", "I am back.", where="anywhere")
    page.goto(talking)
    say(page, "Hello")
    expect(page.get_by_role("alert")).to_have_text("The model does not accept the key (401).")
    assert bubbles(page) == ["Hello"]
    page.get_by_role("button", name="Retry").click()
    expect(page.locator("[data-role=assistant]")).to_have_text("I am back.")
    expect(page.get_by_role("alert")).to_have_count(0)
