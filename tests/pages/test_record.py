"""python -m pages record: the files that it writes, and the command as typed."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

from evals.goldens.load import load_file
from evals.settings import environment
from evals.transcript import Action, Card, ChatState, Reply
from pages import detect
from pages.commands.record import HOW, keep
from pages.demo.server import running
from pages.replay import code, goldens
from pages.steps import BegunAnew, Clicked, Filled, Reloaded, Said, Step
from tests.pages.conftest import Kept
from tests.pages.person import Person

ROOT = Path(__file__).parents[2]
ODD = "one\ntwo \"three\" 'four' \\ {five} # six: \x7f\x85\u2028\ufeff é 👍"
CONFIRM, CHANGE = Action(name="Confirm"), Action(name="Change")
CARD = Card(title="Appointment", text="", actions=(CONFIRM, CHANGE))
DONE = Card(title="Appointment", text="", actions=(Action(name="Confirm", enabled=False), CHANGE))
STEPS: list[Step] = [
    Said(text="Move it", reply=Reply(prompt="Move it", text="It is moved.", cards=(CARD,))),
    Filled(card="Appointment", label="Note", value="Late"),
    Filled(card="Appointment", label="News", value=True),
    Filled(card="Appointment", label="Password", value=None),
    Clicked(name="Confirm", card="Appointment", after=ChatState(cards=(DONE,))),
    Reloaded(kept=True),
    Clicked(
        name="Prices",
        suggested=True,
        sent="What does it cost?",
        reply=Reply(prompt="", text="$80", actions=(Action(name="Thanks", kind="suggestion"),)),
    ),
    Clicked(name="Regenerate", reply=Reply(prompt="", text="$80", errors=("Busy.",))),
    BegunAnew(),
    Said(text="Tell me all", reply=Reply(prompt="", text="All", actions=(Action(name="Copy"),))),
    Clicked(name="Stop", meanwhile=True, after=ChatState()),
    Said(text="https://a.example/?token=hush"),
    Reloaded(kept=False),
]
TEST = '''\
"""What a person did with river on 2026-11-30, done again in the same order."""

from pages import ChatPage


def test_what_was_recorded(chat: ChatPage) -> None:
    reply = chat.send("Move it")
    assert reply.text
    assert not reply.errors
    assert [card.title for card in reply.cards] == ["Appointment"]
    assert [action.name for action in reply.cards[0].actions] == ["Confirm", "Change"]

    chat.card("Appointment").fill("Note", "Late")

    chat.card("Appointment").fill("News", True)

    # What was typed into "Password" is a secret, and was not kept.

    chat.card("Appointment").action("Confirm").click()
    assert not chat.state().errors
    card = chat.card("Appointment").read()
    assert [action.name for action in card.actions if action.enabled] == ["Change"]

    before = chat.transcript()
    chat.reload()
    assert chat.transcript() == before

    reply = chat.choose("Prices")
    assert reply.text
    assert not reply.errors
    assert any(action.kind == "suggestion" for action in reply.actions)
    said = [message.text for message in chat.transcript() if message.role == "user"]
    assert "What does it cost?" in said

    reply = chat.reply_to(chat.action("Regenerate").click)
    assert reply.text
    assert reply.errors

    chat.reset()

    turn = chat.begin("Tell me all")
    turn.until()
    chat.action("Stop").click()
    reply = turn.reply()
    assert reply.text
    assert not reply.errors
    assert [action.name for action in reply.actions if action.kind != "suggestion"] == ["Copy"]

    chat.begin("https://a.example/?token=[redacted]")  # its reply was not waited for

    chat.reload()
'''
GOLDENS = """\
version: 1
defaults: {tags: [draft]}   # take a golden's tag away once it is right
goldens:
  - id: river-1
    turns:   # what else was clicked and filled stands in e2e/test_river.py
      - user: "Move it"
        expected: ["It is moved."]
      - user: "What does it cost?"
        expected: ["$80"]
  - id: river-2
    turns:   # what else was clicked and filled stands in e2e/test_river.py
      - user: "Tell me all"
      - user: "https://a.example/?token=[redacted]"
"""
SEEN = date(2026, 11, 30)
PERSON = """
import sys
from pages.__main__ import parser
from pages.commands.record import record

def person(recording):
    recording.page.get_by_label("Message", exact=True).click()
    recording.page.keyboard.type("What are your prices?")
    recording.page.keyboard.press("Enter")
    recording.watch()

sys.exit(record(parser().parse_args(["record", sys.argv[1], "--headless", "--name", "river"]), person))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project of a team."""
    shutil.copy(ROOT / "conftest.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    return tmp_path


@pytest.fixture(scope="module")
def clinic() -> Iterator[str]:
    """One product for all commands."""
    with running(pace=0.1, seed=4) as url:
        yield url


def start(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    """Start a program of ours, as a terminal does: Ctrl-C reaches all that it starts."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**environment(), "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


def test_the_test_that_is_written() -> None:
    assert code("river", STEPS, seen=SEEN) == TEST


def test_the_goldens_that_are_written(tmp_path: Path) -> None:
    assert goldens("river", STEPS) == GOLDENS
    (tmp_path / "river.yaml").write_text(GOLDENS)
    assert [len(golden.turns) for golden in load_file(tmp_path / "river.yaml")] == [2, 2]


def test_what_was_written_by_others_is_data(tmp_path: Path) -> None:
    card = Card(title=ODD, text=ODD, actions=(Action(name=ODD),))
    steps: list[Step] = [
        Said(text=ODD, reply=Reply(prompt=ODD, text=ODD, cards=(card,))),
        Filled(card=ODD, label=ODD, value=ODD),
        Clicked(name=ODD, card=ODD, sent=ODD, reply=Reply(prompt="", text=ODD)),
    ]
    written_code = code("river", steps, seen=SEEN)
    assert ODD not in written_code
    compile(written_code, "test_river.py", "exec")
    written = tmp_path / "river.yaml"
    written.write_text(goldens("river", steps), encoding="utf-8")
    (golden,) = load_file(written)
    assert [(turn.user, turn.expected) for turn in golden.turns] == [(ODD, (ODD,))] * 2


def test_the_test_that_is_written_is_formatted(tmp_path: Path) -> None:
    names = [f"A button with a rather long name, number {number}" for number in range(3)]
    actions = tuple(Action(name=name) for name in names)
    reply = Reply(prompt="", text="Hi", actions=actions, cards=(Card(title="Hi", text="", actions=actions),))
    written = tmp_path / "test_river.py"
    written.write_text(code("river", [*STEPS, Said(text="Hi", reply=reply)], seen=SEEN))
    formatted = [sys.executable, "-m", "ruff", "format", "--line-length", "110", "--diff", str(written)]
    assert subprocess.run(formatted, capture_output=True, text=True, check=False).stdout == ""


@pytest.mark.slow
@pytest.mark.parametrize("dom", ["plain", "closed-shadow", "launcher-iframe", "newest-first"])
def test_what_was_recorded_is_done_again(
    page: Page, kept: Kept, playwright: Playwright, project: Path, monkeypatch: pytest.MonkeyPatch, dom: str
) -> None:
    detect.register(playwright)
    monkeypatch.chdir(project)
    with running(pace=0.1, dom=dom) as url:
        person = Person(page, kept, url)
        person.say("Can I move my appointment to Thursday?")
        with person.noted():
            person.click(person.chat.card("Appointment").locator.get_by_label("Note for the clinic"))
            person.page.keyboard.type("I will be late")
        person.use("Confirm")
        person.reload()
        if dom == "launcher-iframe":
            person.click(page.get_by_label("Chat with us"))
            person.wait(lambda: person.steps[-1] == Reloaded(kept=True))
        person.say("Hello.\nWhen are you open?")
        person.use("Are you open on Sunday?")
        person.use("Regenerate")
        person.leave(page.close)
        keep(person.recording, "river", "/")
        process = start(
            "-m", "pytest", "e2e/test_river.py", "--base-url", url, "--chat-ui", "river", cwd=project
        )
        out, _ = process.communicate(timeout=200)
    assert process.returncode == 0, (project / "e2e" / "test_river.py").read_text() + out
    written = (project / "e2e" / "test_river.py").read_text()
    assert 'chat.card("Appointment").fill("Note for the clinic", "I will be late")' in written
    assert 'chat.send("Hello.\\nWhen are you open?")' in written
    assert 'chat.reply_to(chat.action("Regenerate").click)' in written
    assert "assert chat.transcript() == before" in written
    (golden,) = load_file(project / "data" / "goldens" / "river.yaml")
    assert golden.tags == ("draft",)
    assert len(golden.turns) == 3


def test_ctrl_c_while_a_reply_is_written_loses_nothing(clinic: str, project: Path) -> None:
    process = start("-c", PERSON, f"{clinic}/?pauses=0.3-0.5", cwd=project)
    assert process.stdout
    assert [process.stdout.readline() for _ in range(2)] == [f"{HOW}\n", "said 'What are your prices?'\n"]
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out == (
        "finished: Ctrl-C\n"
        "wrote pages/drivers/river.py\n"
        "wrote data/goldens/river.yaml\n"
        "wrote e2e/test_river.py\n"
        f"to do it again: pytest e2e/test_river.py --base-url {clinic} --chat-ui river\n"
    )
    written = (project / "e2e" / "test_river.py").read_text()
    assert 'chat.begin("What are your prices?")  # its reply was not waited for' in written


def test_nothing_was_said(clinic: str, project: Path) -> None:
    process = start("-m", "pages", "record", clinic, "--headless", cwd=project)
    assert process.stdout
    assert process.stdout.readline() == f"{HOW}\n"
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "finished: Ctrl-C\n")
    assert err == (
        "error: nothing was said, so nothing is written\n"
        "  expected: a message to the chat, or a click that sends one\n"
        "  seen:     nothing that was done in the chat\n"
    )
    assert sorted(file.name for file in project.iterdir()) == ["conftest.py", "pytest.ini"]


def test_a_driver_that_is_there_is_kept_and_nothing_is_written_over(clinic: str, project: Path) -> None:
    for folder, name in (("pages/drivers", "river.py"), ("data/goldens", "river.yaml")):
        (project / folder).mkdir(parents=True)
        (project / folder / name).write_text("mine")
    process = start("-m", "pages", "record", clinic, "--headless", "--name", "river", cwd=project)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err == (
        "error: nothing is written over\n"
        "  expected: files that are not there yet\n"
        "  seen:     data/goldens/river.yaml\n"
        "  to fix:   choose another --name\n"
    )
