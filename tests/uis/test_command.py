"""What `python -m tests.uis` tells, and what its bot hears, without any UI."""

import json
import shutil
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.uis.__main__ import Row, app_and_way, brought, main
from tests.uis.backend import serving
from tests.uis.catalog import APPS, App
from tests.uis.install import home
from tests.uis.script import ERROR, HELLO, seen
from tests.uis.talk import Noted


def test_an_unknown_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gradio", "slack"]) == 2
    assert capsys.readouterr().err == f"there is no 'slack'; there are {', '.join(APPS)}, driver, auto\n"


def test_what_cannot_be_installed_is_left_out_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = App(name="nowhere", kind="python", pins=("no such package",))
    assert not brought(nowhere)
    shutil.rmtree(home(nowhere))
    assert "nowhere is left out: " in capsys.readouterr().err


def test_a_test_tells_its_app_and_its_way() -> None:
    assert app_and_way("a.py::test_card[chromium-deep_chat-driver]@deep_chat") == (
        "deep_chat",
        "driver",
    )
    assert app_and_way("test_command.py::test_card") is None


def test_the_row_of_an_app() -> None:
    row = Row(passed=["reload"], failed=["card"])
    for text, lag_ms in (("Hello.", 20.0), ("Hel", 40.0), ("Bye.", 90.0)):
        turn = Noted(prompt="hi", expected="Hello.", text=text, lag_ms=lag_ms, signals=())
        row.note([("asked", "hi"), ("turn", vars(turn))])
    row.note([("asked", "never answered"), ("double", 1)])
    assert row.cells("iframe", "auto") == (
        *("iframe", "6.31.0", "auto", "1/4", "1", "1", "40 ms"),
        "reload; FAILED: card",
    )


def test_the_bot_counts_the_turns_of_each_chat_and_hears_everything(tmp_path: Path) -> None:
    with serving(tmp_path) as bot:

        def say(chat: str, text: str) -> str:
            with urlopen(f"{bot.url}/say", json.dumps({"chat": chat, "text": text}).encode()) as reply:
                events = [json.loads(line[len("data: ") :]) for line in reply if line.strip()]
            return "".join(event["text"] for event in events)

        assert [say("a", "x"), say("b", "x"), say("a", "x")] == [seen("x", 1), seen("x", 1), seen("x", 2)]
        with pytest.raises(HTTPError, match="500") as failed:
            say("a", ERROR)
        failed.value.close()
        assert say("a", HELLO) == seen(HELLO, 4)
        assert bot.heard == ["x", "x", "x", ERROR, HELLO]


def test_an_app_without_a_driver_is_driven_by_the_detector_alone() -> None:
    alone = {name for name, app in APPS.items() if app.driver is None}
    assert alone == {
        "panel",
        "shiny",
        "vue_advanced_chat",
        "nlux",
        "chatui",
        "react_chatbotify",
        "solara",
        "mesop",
        "dash_chat",
    }
    assert APPS["shiny"].ways == ("auto",)
    assert APPS["gradio"].ways == ("driver", "auto")
