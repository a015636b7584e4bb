"""The clinic over each transport, through the page objects: the same talk, the same end, the same faults."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from evals.errors import StreamCutError, UsageError
from evals.transcript import Reply
from pages import ChatPage
from pages.demo.options import TRANSPORTS
from pages.demo.server import running
from pages.drivers.clinic import ui
from tests.pages.conftest import OpenChat
from tests.pages.demo.conftest import TODAY
from tests.pages.demo.visitor import Event, Visitor, events

MOVE = "Can I move my appointment to Thursday?"
PACE = "pauses=0.02-0.05&tokens=4&seed=1"
NEVER = "?pauses=60-90"
PER_TURN = ("fetch", "xhr", "eventsource")
"""Those that close a connection at the end of each turn."""

CUT = "the server broke the stream off in the middle of the reply"
ENDED = "the AG-UI stream ended before the product said that the reply was finished"
GIVEN_UP = "the page gave up on the reply before it was finished"
HOW_IT_BREAKS = {
    "fetch": CUT,
    "xhr": CUT,
    "websocket": CUT,
    "eventsource": ENDED,
    "shared": ENDED,
    "polling": GIVEN_UP,
}
LOST = "The connection was lost, and the reply is incomplete."

every_transport = pytest.mark.parametrize("transport", TRANSPORTS)


@pytest.fixture
def at(open_chat: OpenChat, clinic: str) -> Callable[[str, str], ChatPage]:
    """Opens the clinic with a transport and a query."""
    return lambda transport, query: open_chat(f"{clinic}/?transport={transport}&{query}", ui)


def truth(chat: ChatPage) -> str:
    """What the page itself says that it shows at the end of its last reply."""
    shown: str = chat.page.evaluate("() => window.clinic.turns.at(-1).text")
    return shown


def of_connection(reply: Reply) -> set[str]:
    """The signals that the transport gave."""
    return {"run finished", "stream closed"} & set(reply.signals)


@every_transport
def test_a_conversation(at: Callable[[str, str], ChatPage], transport: str) -> None:
    chat = at(transport, PACE)
    for text, skill, tools in (
        ("Hello, I'm Ana", "smalltalk", []),
        (MOVE, "booking", ["find_appointment", "move_appointment"]),
        ("Where are you?", "policies", []),
    ):
        reply = chat.send(text)
        assert reply.text == truth(chat)
        assert (reply.skill, [call.name for call in reply.tool_calls]) == (skill, tools)
        assert [card.title for card in reply.cards] == (["Appointment"] if tools else [])
        assert len(reply.messages) == (2 if tools else 1)
        assert of_connection(reply) == (
            {"run finished", "stream closed"} if transport in PER_TURN else {"run finished"}
        )
        assert reply.errors == ()
    said = chat.transcript()
    chat.reload()
    assert chat.transcript() == said


@every_transport
def test_what_was_shown_is_kept_when_they_stop(at: Callable[[str, str], ChatPage], transport: str) -> None:
    chat = at(transport, "pauses=0.3-0.4")
    turn = chat.begin(MOVE)
    turn.until()
    chat.page.get_by_role("button", name="Stop").click()
    stopped = turn.reply()
    assert (stopped.cards, stopped.errors) == ((), ())
    assert chat.page.evaluate("() => window.clinic.turns.length") == 1
    said = chat.transcript()
    assert [message.text for message in said] == [MOVE, stopped.text]
    chat.reload()
    assert chat.transcript() == said
    assert chat.send("Where are you?").text == truth(chat)


@every_transport
def test_a_connection_that_breaks_is_told_each_time(
    at: Callable[[str, str], ChatPage], transport: str
) -> None:
    chat = at(transport, f"{PACE}&bug=truncated-stream")
    for text in ("Where are you?", MOVE):
        with pytest.raises(StreamCutError) as raised:
            chat.send(text)
        assert raised.value.partial
        assert str(raised.value) == (
            f"{HOW_IT_BREAKS[transport]}\n"
            "  expected: a reply that ends\n"
            f"  seen:     the partial text {raised.value.partial!r}; the error banner '{LOST}'\n"
            f"  where:    {chat.page.url}"
        )
    assert [message.role for message in chat.transcript()] == ["user", "assistant"] * 2


@every_transport
def test_who_leaves_in_mid_reply_can_talk_on_elsewhere(
    at: Callable[[str, str], ChatPage], transport: str
) -> None:
    chat = at(transport, "pauses=0.1-0.2&tokens=8")
    chat.begin(MOVE).until()
    chat.reset()
    reply = chat.send("Where are you?")
    assert reply.text == truth(chat)
    assert [message.text for message in chat.transcript()] == ["Where are you?", reply.text]


@every_transport
def test_a_worker_reads_where_the_page_shows_no_stream(
    at: Callable[[str, str], ChatPage], transport: str
) -> None:
    chat = at(transport, f"{PACE}&hide=stream")
    reply = chat.send(MOVE)
    assert reply.text == truth(chat)
    assert (of_connection(reply), reply.skill, reply.tool_calls) == (set(), None, ())
    assert "Thursday" in reply.text


def test_a_clinic_has_a_transport_of_its_own_and_the_query_wins() -> None:
    with running(today=TODAY, pace=0, transport="polling") as url:
        visitor = Visitor(url)
        for query, name in (("", "polling"), ("?transport=shared", "shared")):
            assert f'<body data-transport="{name}">' in visitor.ask("GET", f"/{query}").text


def test_an_unknown_transport_is_one_clear_error(visitor: Visitor) -> None:
    message = (
        "there is no such transport\n"
        "  expected: one of fetch, xhr, eventsource, websocket, polling, shared\n"
        "  seen:     'pigeon'"
    )
    answer = visitor.ask("GET", "/?transport=pigeon")
    assert (answer.status, answer.json) == (400, {"error": message})
    with pytest.raises(UsageError) as raised, running(transport="pigeon"):
        pass
    assert str(raised.value) == message


# --- the server's side, over plain HTTP


def started(visitor: Visitor, query: str = "") -> str:
    """The address of a run that was started by itself."""
    conversation = visitor.begin(query)
    answer = visitor.ask("POST", "/api/runs", visitor.run(conversation, "Where are you?"))
    assert (answer.status, answer.json) == (202, {"run": f"run-{visitor.runs}"})
    return f"/api/conversations/{conversation}/runs/run-{visitor.runs}"


def test_every_transport_tells_the_same_events(visitor: Visitor) -> None:
    told = {"fetch": visitor.say(visitor.begin("?seed=1"), "Where are you?")}
    told["eventsource"] = list(events(visitor.ask("GET", f"{started(visitor, '?seed=1')}/events").text))
    told["polling"] = polled(visitor, started(visitor, "?seed=1"))
    with socket(visitor) as line:
        line.send(json.dumps(visitor.run(visitor.begin("?seed=1"), "Where are you?")))
        told["websocket"] = list(heard(line))
    assert len({json.dumps(plain(each)) for each in told.values()}) == 1
    assert told["fetch"][-1]["type"] == "RUN_FINISHED"


def plain(told: list[Event]) -> list[Event]:
    """The events without ids, which differ from run to run."""
    return [{key: value for key, value in each.items() if not key.endswith("Id")} for each in told]


def polled(visitor: Visitor, run: str) -> list[Event]:
    """All events of a run, poll after poll."""
    told: list[Event] = []
    over = False
    while not over:
        answer = visitor.ask("GET", f"{run}/poll?after={len(told)}").json
        told, over = told + answer["events"], answer["over"]
        assert answer["next"] == len(told)
    return told


def socket(visitor: Visitor, **changed: str) -> ClientConnection:
    """The clinic's socket, as its page opens it."""
    headers = {"cookie": visitor.cookie, "origin": visitor.url, **changed}
    return connect(visitor.url.replace("http:", "ws:") + "/api/socket", additional_headers=headers)


def heard(line: ClientConnection) -> Iterator[Event]:
    """The events of one run."""
    for message in line:
        event: Event = json.loads(message)
        yield event
        if event["type"] in ("RUN_FINISHED", "RUN_ERROR"):
            return


def test_a_poll_is_held_until_there_is_something_to_tell(visitor: Visitor) -> None:
    run = started(visitor, "?pauses=0.4-0.5&tokens=1")
    first = visitor.ask("GET", f"{run}/poll?after=0").json
    begun = time.monotonic()
    second = visitor.ask("GET", f"{run}/poll?after={first['next']}").json
    assert second["events"][0]["type"] == "TEXT_MESSAGE_START"
    assert time.monotonic() - begun > 0.2


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("/poll?after=-1", 400, "after is not a whole number from 0 up."),
        ("0/poll", 404, "There is no such run."),
        ("0/events", 404, "There is no such run."),
    ],
)
def test_bad_requests_are_told(visitor: Visitor, path: str, status: int, message: str) -> None:
    answer = visitor.ask("GET", started(visitor) + path)
    assert (answer.status, answer.json) == (status, {"error": message})


def test_nobody_reads_the_runs_of_others(visitor: Visitor, clinic: str) -> None:
    run = started(visitor)
    other = Visitor(clinic)
    for path in (f"{run}/events", f"{run}/poll", f"{run.partition('/runs')[0]}/events"):
        assert other.ask("GET", path).status == 404


def test_a_socket_is_for_pages_and_people_of_this_server(visitor: Visitor) -> None:
    visitor.begin()
    for changed in ({"origin": "http://elsewhere.example"}, {"origin": ""}, {"cookie": "clinic_user=nobody"}):
        with pytest.raises(InvalidStatus, match="403"):
            socket(visitor, **changed)


def test_a_socket_tells_what_it_refuses_and_goes_on(visitor: Visitor) -> None:
    conversation = visitor.begin()
    with socket(visitor) as line:
        line.send("{")
        *_, refused = heard(line)
        assert refused["message"] == "The request is not an AG-UI run: threadId, runId and messages."
        line.send(json.dumps(visitor.run("none", "Hello")))
        begun, refused = heard(line)
        assert (begun["type"], begun["runId"]) == ("RUN_STARTED", "run-1")
        assert refused["message"] == "There is no such conversation."
        line.send(json.dumps(visitor.run(conversation, "Hello")))
        assert [each["type"] for each in heard(line)][-1] == "RUN_FINISHED"


def test_a_reply_that_is_stopped_says_so_to_those_who_still_listen(visitor: Visitor) -> None:
    conversation = visitor.begin(NEVER)
    with socket(visitor) as line:
        line.send(json.dumps(visitor.run(conversation, "Hello")))
        assert json.loads(line.recv())["type"] == "RUN_STARTED"
        line.send(json.dumps({"stop": "run-1"}))
        *_, last = heard(line)
    assert (last["type"], last["message"], last["code"]) == ("RUN_ERROR", "The reply was stopped.", "stopped")


def hang_up_source(visitor: Visitor, conversation: str) -> None:
    """Start a run, listen to it, and go away."""
    visitor.ask("POST", "/api/runs", visitor.run(conversation, "Hello"))
    with closing(visitor.connect()) as connection:
        path = f"/api/conversations/{conversation}/runs/run-{visitor.runs}/events"
        visitor.start(connection, "GET", path).read1(1)


def hang_up_socket(visitor: Visitor, conversation: str) -> None:
    """Start a run on a socket, and go away."""
    with socket(visitor) as line:
        line.send(json.dumps(visitor.run(conversation, "Hello")))
        line.recv()


@pytest.mark.parametrize("hang_up", [hang_up_source, hang_up_socket])
def test_a_reader_who_hangs_up_ends_the_run(
    visitor: Visitor, hang_up: Callable[[Visitor, str], None]
) -> None:
    conversation = visitor.begin(NEVER)
    hang_up(visitor, conversation)
    deadline = time.monotonic() + 30
    while visitor.ask("POST", "/api/runs", visitor.run(conversation, "Hello")).status == 409:
        assert time.monotonic() < deadline


def test_it_stops_quickly_with_readers_on_every_transport() -> None:
    with ExitStack() as connections:
        with running() as url:
            visitor = Visitor(url)
            run = started(visitor, NEVER)
            held, one, every = (connections.enter_context(closing(visitor.connect())) for _ in range(3))
            held.request("GET", f"{run}/poll?after=2", headers={"cookie": visitor.cookie})
            visitor.start(one, "GET", f"{run}/events")
            visitor.start(every, "GET", f"{run.partition('/runs')[0]}/events")
            connections.enter_context(socket(visitor))
            told = time.monotonic()
        assert time.monotonic() - told < 10
