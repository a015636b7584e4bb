"""Chat UIs and the drivers that hold them."""

from pathlib import Path

import pytest

from evals.errors import ChatUIError
from pages import ChatUI
from pages.ui import TEMPLATE, load


def test_a_driver_is_a_file_with_a_ui(tmp_path: Path) -> None:
    (tmp_path / "acme.py").write_text("from pages import ChatUI\nui = ChatUI(name='acme', path='/chat')\n")
    assert load("acme", tmp_path).path == "/chat"


def test_the_template_is_a_driver(tmp_path: Path) -> None:
    (tmp_path / "acme.py").write_text(TEMPLATE.format(name="acme"))
    assert load("acme", tmp_path).name == "acme"


def test_an_unknown_name_prints_a_chat_ui_to_fill_in(tmp_path: Path) -> None:
    (tmp_path / "clinic.py").write_text("")
    with pytest.raises(ChatUIError) as raised:
        load("acme", tmp_path)
    indented = TEMPLATE.format(name="acme").replace("\n", "\n" + " " * 12)
    assert str(raised.value) == (
        "there is no chat UI called 'acme'\n"
        "  expected: one of clinic\n"
        "  seen:     --chat-ui acme\n"
        f"  where:    {tmp_path}\n"
        f"  to fix:   write acme.py there:\n            {indented}"
    )


def test_a_driver_without_a_ui(tmp_path: Path) -> None:
    (tmp_path / "acme.py").write_text("ui = 'chat'\n")
    with pytest.raises(ChatUIError) as raised:
        load("acme", tmp_path)
    assert str(raised.value) == (
        "the driver 'acme' defines no chat UI\n"
        "  expected: a variable `ui` that holds a ChatUI\n"
        "  seen:     ui = 'chat'\n"
        f"  where:    {tmp_path / 'acme.py'}"
    )


def test_a_quiet_time_that_is_too_short() -> None:
    with pytest.raises(ChatUIError) as raised:
        ChatUI(name="acme", quiet_s=0.3)
    assert str(raised.value) == (
        "ChatUI 'acme': quiet_s is too short\n"
        "  expected: at least 1 second: models pause that long within a sentence\n"
        "  seen:     0.3\n"
        "  to fix:   leave it out, or give the UI a `busy` locator so that no quiet time is needed"
    )
