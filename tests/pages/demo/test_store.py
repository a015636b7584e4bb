"""What is kept, for whom, and for how long."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date
from pathlib import Path

from pages.demo.plan import Appointment
from pages.demo.server import running
from pages.demo.store import Store
from tests.pages.demo.visitor import Visitor

MONDAY = date(2026, 11, 30)


def test_a_new_user_has_the_same_appointment_every_time() -> None:
    with closing(Store()) as store:
        for _ in range(2):
            (only,) = store.appointments(store.new_user(MONDAY))
            assert (only.service, only.day, only.time) == ("check-up", date(2026, 12, 1), "10:00")


def test_conversations_survive_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "clinic.db"
    with running(db=file, today=MONDAY, pace=0) as url:
        visitor = Visitor(url)
        conversation = visitor.begin()
        visitor.say(conversation, "Can I move my appointment to Thursday?")
        before = visitor.view(conversation)
    with running(db=file, today=MONDAY, pace=0) as url:
        visitor.url = url
        assert visitor.view(conversation) == before
        assert [each["day"] for each in visitor.ask("GET", "/api/appointments").json] == ["Thursday"]
        visitor.say(conversation, "no")
        assert [each["day"] for each in visitor.ask("GET", "/api/appointments").json] == ["Tuesday"]


def test_users_see_only_what_is_theirs(clinic: str) -> None:
    ana, ben = Visitor(clinic), Visitor(clinic)
    conversation = ana.begin()
    ana.say(conversation, "Hello")
    (mine,) = ana.ask("GET", "/api/appointments").json
    for method, path, body in (
        ("GET", f"/api/conversations/{conversation}", None),
        ("POST", "/api/chat", ben.run(conversation, "Hello")),
        ("POST", f"/api/conversations/{conversation}/stop", {"run": "run-1", "kept": []}),
        ("PATCH", f"/api/appointments/{mine['id']}", {"day": "Friday"}),
    ):
        assert ben.ask(method, path, body).status == 404, path
    assert ben.ask("GET", "/api/conversations").json == []
    assert [each["title"] for each in ana.ask("GET", "/api/conversations").json] == ["Hello"]
    assert ana.ask("GET", "/api/appointments").json == [mine]


def test_threads_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "clinic.db")) as store:
        user = store.new_user(MONDAY)
        conversation = store.new_conversation(user, {})

        def write(number: int) -> None:
            store.add_message(conversation, run=str(number), role="user", text=str(number))
            store.add_appointment(user, Appointment(service="eye-test", day=MONDAY, time="9:00"))

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(write, range(80)))
        assert sorted(int(str(each["text"])) for each in store.messages(conversation)) == list(range(80))
        assert len(store.appointments(user)) == 81
