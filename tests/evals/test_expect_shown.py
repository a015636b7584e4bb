"""How a reply is shown and announced: what is asked, what is told."""

from pathlib import Path

import pytest

from evals.errors import UsageError
from evals.transcript import FLAWS, Card, Flaw
from tests.evals.scripted_judge import Bench
from tests.evals.test_exported_names import API

BOLD, HASH = Flaw(kind="raw markdown", quote="**Thursday**"), Flaw(kind="raw markdown", quote="# Hours")
GONE = Flaw(kind="broken image", quote='<img src="/map.png">')
BUBBLES = ("It is on Thursday.", "Please confirm it.")


@pytest.fixture
def expect(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_flaws_are_listed_by_kind(expect: Bench) -> None:
    expect(flaws=()).to_render_well()
    with pytest.raises(AssertionError) as caught:
        expect(flaws=(BOLD, GONE, HASH)).to_render_well()
    assert str(caught.value) == (
        "the reply is not shown well: raw markdown, broken image\n"
        "  asked:      When?\n"
        "  seen:       It is on Thursday.\n"
        "  expected:   a reply that is shown well\n"
        "  score:      0 (rendering; passes at 1)\n"
        "  reason:     raw markdown: markdown as it was written: `**bold**`, `# heading`, a fence, a link, "
        "rows of a table; broken image: an image that failed to load\n"
        "  evidence:   raw markdown: **Thursday**, # Hours\n"
        '              broken image: <img src="/map.png">\n'
        "  rerun:      pytest test_a.py::test_it --headed"
    )
    assert expect.recorded == [("to_render_well", "pass"), ("to_render_well", "fail")]


def test_kinds_can_be_ignored(expect: Bench) -> None:
    expect(flaws=(BOLD, HASH)).to_render_well(ignore=["raw markdown"])
    expect(flaws=(BOLD, HASH)).to_render_well(ignore="raw markdown")
    with pytest.raises(AssertionError, match=r"^the reply is not shown well: broken image\n"):
        expect(flaws=(BOLD, GONE)).to_render_well(ignore=["raw markdown"])


def test_an_unknown_kind_lists_those_there_are(expect: Bench) -> None:
    with pytest.raises(UsageError) as caught:
        expect().to_render_well(ignore=["markdown"])
    assert str(caught.value) == (
        "to_render_well cannot ignore 'markdown': there is no such flaw\n"
        "  expected: kinds of flaws: raw markdown, broken table, broken image, link without a target, "
        "markup that ran, clipped text, mojibake, half an emoji, wrong direction\n"
        "  seen:     ignore=('markdown',)"
    )
    assert expect.recorded == []


def test_the_docs_tell_every_kind() -> None:
    assert [f"| {kind} | {what} |" for kind, what in FLAWS.items()] == [
        line
        for line in API.read_text("utf-8").splitlines()
        if line.split(" |")[0].removeprefix("| ") in FLAWS
    ]


@pytest.mark.parametrize(
    "announced",
    [
        BUBBLES,
        ("When?", "Assistant said: It is on **Thursday**. Please Copy confirm it."),
        ("Typing", "It is on Thursday.\nCopy", "Please confirm it.", "Appointment on Thursday"),
    ],
)
def test_announced_once(expect: Bench, announced: tuple[str, ...]) -> None:
    expect(messages=BUBBLES, announced=announced).to_be_announced_once()


@pytest.mark.parametrize(
    ("announced", "says"),
    [
        ((), "the message 'it is on thursday' was not announced"),
        (("When?", "Please confirm it."), "the message 'it is on thursday' was not announced"),
        ((*BUBBLES, BUBBLES[1]), "the message 'please confirm it' was announced 2 times"),
        (
            ("It is", "on", "Thursday.", BUBBLES[1]),
            "the message 'it is on thursday' was announced in 3 piece(s)",
        ),
        (("It is", "It is on Thursday.", *BUBBLES), "the message 'it is on thursday' was announced 2 times"),
    ],
)
def test_announced_otherwise(expect: Bench, announced: tuple[str, ...], says: str) -> None:
    with pytest.raises(AssertionError) as caught:
        expect(messages=BUBBLES, announced=announced).to_be_announced_once()
    assert str(caught.value).splitlines()[0] == says


def test_announced_in_pieces_tells_them(expect: Bench) -> None:
    with pytest.raises(AssertionError) as caught:
        expect(messages=BUBBLES[:1], announced=("It is", "on Thursday.")).to_be_announced_once()
    assert str(caught.value) == (
        "the message 'it is on thursday' was announced in 2 piece(s)\n"
        "  asked:      When?\n"
        "  seen:       It is on Thursday.\n"
        "  expected:   each message given to a screen reader once, whole, by a live region\n"
        "  score:      0 (announcements; passes at 1)\n"
        "  reason:     the message 'it is on thursday' was announced in 2 piece(s)\n"
        "  evidence:   announced: It is, on Thursday.\n"
        "  rerun:      pytest test_a.py::test_it --headed"
    )


def test_a_short_message_that_is_part_of_another(expect: Bench) -> None:
    shown = ("Done.", "It is done.")
    expect(messages=shown, announced=shown).to_be_announced_once()
    with pytest.raises(AssertionError, match=r"^the message 'done' was not announced each time"):
        expect(messages=shown, announced=shown[1:]).to_be_announced_once()


def test_a_reply_of_cards_only(expect: Bench) -> None:
    card = Card(title="Order", text="Order\nStatus: shipped")
    expect(text="", cards=(card,), announced=("Order\nStatus: shipped\nTrack",)).to_be_announced_once()
    expect(text="", announced=()).to_be_announced_once()
    assert expect.recorded[-1] == ("to_be_announced_once", "inconclusive")
