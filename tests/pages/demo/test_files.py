"""Attachments over HTTP: kept, named, given back to who sent them, and refused where they are too large."""

import pytest

from pages.demo.files import LARGEST, plain_name
from tests.pages.demo.visitor import Visitor, text_of


def test_a_file_is_kept_and_given_back(visitor: Visitor) -> None:
    data = bytes(range(256))
    made = visitor.ask("POST", "/api/attachments?name=a%20scan%C3%A9.pdf", data)
    assert (made.status, made.json["name"]) == (201, "a scané.pdf")
    conversation = visitor.begin()
    stream = visitor.say(conversation, "When are you open?", attachments=[made.json["id"]])
    assert "a scané.pdf" in text_of(stream)
    assert "9 am" in text_of(stream)
    (message, *_) = visitor.view(conversation)["messages"]
    assert message["attachments"] == [made.json]
    given = visitor.ask("GET", f"/api/attachments/{made.json['id']}")
    assert given.headers["content-disposition"] == "attachment; filename*=UTF-8''a%20scan%C3%A9.pdf"
    assert given.headers["content-type"] == "application/octet-stream"
    assert given.headers["content-length"] == "256"


def test_a_file_without_a_word_is_answered(visitor: Visitor) -> None:
    made = visitor.ask("POST", "/api/attachments?name=x.txt", b"").json["id"]
    stream = visitor.say(visitor.begin(), "", attachments=[made])
    assert "x.txt" in text_of(stream)


def test_a_file_that_is_too_large_is_refused(visitor: Visitor) -> None:
    answer = visitor.ask("POST", "/api/attachments?name=x", b"x" * (LARGEST + 1))
    assert (answer.status, answer.json) == (
        413,
        {"error": "That file is too large: at most 2 MB can be attached."},
    )
    assert visitor.ask("POST", "/api/attachments?name=x", b"x" * LARGEST).status == 201


def test_files_of_others_are_out_of_reach(clinic: str) -> None:
    ana, ben = Visitor(clinic), Visitor(clinic)
    made = ana.ask("POST", "/api/attachments?name=x", b"x").json["id"]
    assert ben.ask("GET", f"/api/attachments/{made}").json == {"error": "There is no such file."}
    answer = ben.chat(ben.begin(), "Hello", attachments=[made])
    assert (answer.status, answer.json) == (400, {"error": "There is no such attachment."})


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\x\\y.txt", "y.txt"),
        ("a\r\nb", "ab"),
        ("", "file"),
        ("x" * 500, "x" * 120),
    ],
)
def test_names_are_plain(name: str, plain: str) -> None:
    assert plain_name(name) == plain
