"""Golden files: what they become."""

import json
from pathlib import Path

import pytest

from evals.errors import GoldenError
from evals.goldens import Golden, Turn
from evals.goldens.load import select
from tests.evals.conftest import Load

HEAD = "version: 1\ngoldens:\n"


FULL = """\
version: 1
defaults: {tags: [booking]}
goldens:
  - id: move-to-thursday
    prompt: Can I move my appointment to Thursday?
    paraphrases: [Is Thursday possible?]
    expected: [Your appointment is now on Thursday.]
    should: [promise nothing about the price]
    sections: [names the new day, offers a reminder]
    mention: [Thursday]
    not_mention: [money]
    skill: booking
    tools: [find_appointment, move_appointment]
    refuse: false
    context: The clinic is closed on Sundays.
    tags: [moves]
  - id: remembers-the-name
    turns:
      - user: Hi, I'm Ana
      - user: Can I come on Monday?
      - {user: What is my name?, mention: [Ana]}
    runs: 3
"""


def test_every_field_of_a_golden(loaded: Load) -> None:
    golden = loaded("a.yaml", FULL)["move-to-thursday"]
    assert golden == Golden(
        id="move-to-thursday",
        turns=(
            Turn(
                user="Can I move my appointment to Thursday?",
                expected=("Your appointment is now on Thursday.",),
                should=("promise nothing about the price",),
                sections=("names the new day", "offers a reminder"),
                mention=("Thursday",),
                not_mention=("money",),
                skill="booking",
                tools=("find_appointment", "move_appointment"),
                refuse=False,
                context="The clinic is closed on Sundays.",
            ),
        ),
        tags=("booking", "moves"),
        paraphrases=("Is Thursday possible?",),
        source="a.yaml:4",
    )
    names = [n for n in vars(golden.turns[0]) if n != "user"]
    assert {n: getattr(golden, n) for n in names} == {n: getattr(golden.turns[0], n) for n in names}
    assert golden.prompt == golden.turns[0].user


def test_paraphrases_and_runs_are_items_of_their_own(loaded: Load) -> None:
    goldens = loaded("a.yaml", FULL)
    moved = list(goldens["move-to-thursday"].items())
    assert [(g.item, g.prompt) for g in moved] == [
        ("move-to-thursday", "Can I move my appointment to Thursday?"),
        ("move-to-thursday[1]", "Is Thursday possible?"),
    ]
    runs = [g.item for g in goldens["remembers-the-name"].items()]
    assert runs == ["remembers-the-name", "remembers-the-name[run2]", "remembers-the-name[run3]"]


def test_conversation_has_no_single_prompt(loaded: Load) -> None:
    golden = loaded("a.yaml", FULL)["remembers-the-name"]
    assert [turn.user for turn in golden.turns][2] == "What is my name?"
    with pytest.raises(GoldenError) as caught:
        _ = golden.prompt
    assert str(caught.value) == (
        "golden 'remembers-the-name' is a conversation of 3 turns\n"
        "  where:    a.yaml:17\n"
        "  to fix:   play and check its turns: for turn in golden.turns: "
        "expect_reply(chat.send(turn.user)).to_match(turn)"
    )


def test_defaults_give_way_and_reach_every_turn(loaded: Load) -> None:
    goldens = loaded(
        "a.yaml",
        "version: 1\ndefaults: {skill: booking, should: [be polite], runs: 2}\ngoldens:\n"
        "  - {id: own, prompt: Hi, skill: hours, runs: 1}\n"
        "  - {id: talk, turns: [{user: Hi}, {user: Bye, should: [say goodbye]}]}\n",
    )
    assert (goldens["own"].skill, goldens["own"].should, goldens["own"].runs) == ("hours", ("be polite",), 1)
    assert [t.should for t in goldens["talk"].turns] == [("be polite",), ("say goodbye",)]
    assert [t.skill for t in goldens["talk"].turns] == ["booking", "booking"]


def test_yaml_values_mean_what_they_look_like(loaded: Load) -> None:
    golden = loaded(
        "a.yaml", HEAD + "  - {id: a, prompt: no, mention: [12:30, 2026-03-01, 0x10, 1_000, 85.00]}\n"
    )
    assert golden["a"].prompt == "no"
    assert golden["a"].mention == ("12:30", "2026-03-01", "0x10", "1_000", "85.00")


PUBLIC_SHAPES = [
    {"id": "q1", "question": "How much?", "expected": "EUR 85"},
    {"id": "r1", "input": "How much?", "reference": "EUR 85", "tags": ["prices"]},
    {"id": "r2", "input": "How much?", "reference": "A visit is EUR 85.", "tags": ["grounded"]},
    {"id": "t1", "prompt": "Move it", "expected_tool": "booking", "tags": []},
    {"id": "s1", "prompt": "Tell me all", "expected_sections": ["prices", "hours"], "tags": ["long"]},
]


@pytest.mark.parametrize("form", ["jsonl", "json", "yaml"])
def test_public_shapes_load_unchanged(loaded: Load, form: str) -> None:
    lines = "\n".join(json.dumps(shape) for shape in PUBLIC_SHAPES)
    goldens = loaded(f"a.{form}", lines if form == "jsonl" else json.dumps(PUBLIC_SHAPES, indent=1))
    assert (goldens["q1"].prompt, goldens["q1"].expected) == ("How much?", ("EUR 85",))
    assert (goldens["r1"].expected, goldens["r1"].context, goldens["r1"].tags) == (
        ("EUR 85",),
        None,
        ("prices",),
    )
    assert (goldens["r2"].expected, goldens["r2"].context) == ((), "A visit is EUR 85.")
    assert goldens["r2"].should == ("say nothing that the context does not support",)
    assert goldens["t1"].skill == "booking"
    assert goldens["s1"].sections == ("prices", "hours")


def test_json_escapes_and_half_characters_survive(loaded: Load) -> None:
    goldens = loaded(
        "a.json", '[\n {"id": "a", "prompt": "\\ud83d\\ude00"},\n\n {"id": "b", "prompt": "\\ud83d"}]'
    )
    assert (goldens["a"].prompt, goldens["b"].prompt) == ("\U0001f600", "\ud83d")
    assert goldens["b"].source == "a.json:4"


def test_line_separators_inside_a_text_do_not_end_a_line(loaded: Load) -> None:
    assert loaded("a.jsonl", '{"id": "a", "prompt": "one\u2028two"}\r\n\r\n')["a"].prompt == "one\u2028two"


def test_byte_order_mark_is_no_matter(loaded: Load) -> None:
    assert "a" in loaded("a.yaml", b"\xef\xbb\xbf" + (HEAD + "  - {id: a, prompt: Hi}\n").encode())


def test_folders_below_are_read_too(tmp_path: Path, loaded: Load) -> None:
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "b.yml").write_text("- {id: b, prompt: Hi}\n")
    (tmp_path / "notes.txt").write_text("not a golden")
    goldens = loaded("a.jsonl", '{"id": "a", "prompt": "Hi"}')
    assert {g.source for g in goldens.values()} == {"a.jsonl:1", "team/b.yml:1"}


def test_select_by_id_and_tag(loaded: Load) -> None:
    goldens = list(
        loaded(
            "a.yaml",
            HEAD + "  - {id: a, prompt: Hi, tags: [x]}\n  - {id: b, prompt: Hi, tags: [x, y]}\n"
            "  - {id: c, prompt: Hi}\n",
        ).values()
    )
    assert [g.id for g in select(goldens, [], [])] == ["a", "b", "c"]
    assert [g.id for g in select(goldens, ["c"], [])] == ["c"]
    assert [g.id for g in select(goldens, [], ["x"])] == ["a", "b"]
    assert [g.id for g in select(goldens, ["c"], ["y"])] == ["b", "c"]
    with pytest.raises(GoldenError) as unknown_tag:
        select(goldens, [], ["z"])
    assert str(unknown_tag.value) == "no golden has the tag 'z'\n  seen:     2 other tags"
    with pytest.raises(GoldenError) as unknown_id:
        select(goldens[:1], ["aa"], [], "test_x.py::test_it")
    assert str(unknown_id.value) == (
        "no golden has the id 'aa'\n  seen:     1 other id\n  where:    test_x.py::test_it\n"
        "  to fix:   did you mean 'a'?"
    )


def test_what_a_turn_needs() -> None:
    assert Turn(user="Hi").checks_nothing
    assert not Turn(user="Hi", skill="x").needs_judge
    assert not Turn(user="Hi", mention=("x",)).checks_nothing
    for turn in (
        Turn(user="Hi", expected=("x",)),
        Turn(user="Hi", should=("x",)),
        Turn(user="Hi", sections=("x",)),
        Turn(user="Hi", refuse=False),
    ):
        assert turn.needs_judge
        assert not turn.checks_nothing
