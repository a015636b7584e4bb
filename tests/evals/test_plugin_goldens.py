"""The fixture `golden` and its marker, through real pytest runs."""

import json
from pathlib import Path

import pytest

from tests.evals.project import Project

GOLDENS = """\
version: 1
goldens:
  - {id: one, prompt: Hi, mention: x, tags: [short]}
  - {id: two, prompt: Hi, mention: x, paraphrases: [Hey], runs: 2}
  - {id: three, turns: [{user: Hi, mention: x}, {user: Bye, mention: y}], tags: [long]}
"""
TESTS = """\
import pytest

def test_all(golden): pass

@pytest.mark.goldens("one")
def test_id(golden): pass

@pytest.mark.goldens(tag="long")
def test_tag(golden): pass

@pytest.mark.goldens("one", tag=["long"])
def test_both(golden): pass

@pytest.mark.goldens("one")
@pytest.mark.goldens("three")
class TestTwoMarkers:
    def test_it(self, golden): pass

@pytest.fixture
def prompt(golden):
    return golden.turns[0].user

@pytest.mark.goldens("one")
def test_through_a_fixture(prompt): pass

@pytest.mark.parametrize("golden", ["own"])
def test_own_parameters(golden): pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.write("data/goldens/a.yaml", GOLDENS)
    return project


def test_a_draft_is_left_out_but_where_a_test_asks_for_it(project: Project) -> None:
    project.write(
        "data/goldens/b.yaml",
        "version: 1\ngoldens:\n  - {id: maybe, prompt: Hi, mention: x, tags: [draft]}\n",
    )
    project.write(
        "test_a.py",
        """\
import pytest

def test_all(golden): pass

@pytest.mark.goldens("maybe")
def test_id(golden): pass

@pytest.mark.goldens(tag="draft")
def test_tag(golden): pass
""",
    )
    out = project.pytest("--collect-only", "-q").out
    assert [line for line in out.splitlines() if "maybe" in line] == [
        "test_a.py::test_id[maybe]",
        "test_a.py::test_tag[maybe]",
    ]
    assert "test_a.py::test_all[one]" in out


def test_items(project: Project) -> None:
    project.write("test_a.py", TESTS)
    out = project.pytest("--collect-only", "-q").out
    assert out.splitlines()[:14] == [
        "test_a.py::test_all[one]",
        "test_a.py::test_all[two]",
        "test_a.py::test_all[two[run2]]",
        "test_a.py::test_all[two[1]]",
        "test_a.py::test_all[two[1][run2]]",
        "test_a.py::test_all[three]",
        "test_a.py::test_id[one]",
        "test_a.py::test_tag[three]",
        "test_a.py::test_both[one]",
        "test_a.py::test_both[three]",
        "test_a.py::TestTwoMarkers::test_it[one]",
        "test_a.py::TestTwoMarkers::test_it[three]",
        "test_a.py::test_through_a_fixture[one]",
        "test_a.py::test_own_parameters[own]",
    ]


def test_one_item_is_run_by_its_id(project: Project) -> None:
    project.write(
        "test_a.py",
        "def test_it(golden, expect_reply, say):\n"
        "    assert golden.prompt == 'Hey' and golden.run == 2\n"
        "    expect_reply(say('x')).to_match(golden)\n",
    )
    assert project.pytest("test_a.py::test_it[two[1][run2]]").outcomes == {"test_it[two[1][run2]]": "pass"}


def test_conversation_is_matched_turn_by_turn(project: Project) -> None:
    project.write(
        "test_a.py",
        "import pytest\n\n"
        "@pytest.mark.goldens('three')\n"
        "def test_turns(golden, expect_reply, say):\n"
        "    for turn, text in zip(golden.turns, ['x', 'z']):\n"
        "        expect_reply(say(text)).to_match(turn)\n\n"
        "@pytest.mark.goldens('three')\n"
        "def test_whole(golden, expect_reply, say):\n"
        "    expect_reply(say('x')).to_match(golden)\n",
    )
    result = project.pytest()
    assert result.outcomes == {"test_turns[three]": "fail", "test_whole[three]": "error"}
    assert "CheckFailed: the reply does not mention 'y'" in result.out
    assert "GoldenError: golden 'three' is a conversation of 2 turns" in result.out


BAD = {
    "unknown id": (
        '@pytest.mark.goldens("tow")',
        (
            "no golden has the id 'tow'\n  seen:     3 other ids\n  where:    test_a.py::test_it\n"
            "  to fix:   did you mean 'two'?"
        ),
    ),
    "unknown tag": (
        '@pytest.mark.goldens(tag="lang")',
        (
            "no golden has the tag 'lang'\n  seen:     2 other tags\n  where:    test_a.py::test_it\n"
            "  to fix:   did you mean 'long'?"
        ),
    ),
    "unknown argument": (
        '@pytest.mark.goldens("one", tags="long")',
        (
            "a goldens marker is not right\n"
            '  expected: @pytest.mark.goldens("id", "other-id", tag="booking")\n'
            "  seen:     'one', tags='long'\n  where:    test_a.py::test_it"
        ),
    ),
    "not a text": (
        "@pytest.mark.goldens(1)",
        (
            "a goldens marker is not right\n"
            '  expected: @pytest.mark.goldens("id", "other-id", tag="booking")\n'
            "  seen:     1\n  where:    test_a.py::test_it"
        ),
    ),
}


@pytest.mark.parametrize(("marker", "said"), BAD.values(), ids=BAD.keys())
def test_wrong_marker_stops_before_the_first_test(project: Project, marker: str, said: str) -> None:
    project.write(
        "test_a.py", f"import pytest\n\ndef test_fine(): pass\n\n{marker}\ndef test_it(golden): pass\n"
    )
    result = project.pytest()
    assert (result.status, result.err) == (4, f"ERROR: {said}\n\n")
    assert project.pytest("-k", "fine").status == 0


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["serial", "two workers"])
def test_wrong_file_is_one_error_however_many_tests_want_it(
    project: Project, workers: tuple[str, ...]
) -> None:
    project.write("data/goldens/a.yaml", GOLDENS + "  - {id: one, prompt: Hi}\n")
    for name in "abc":
        project.write(f"test_{name}.py", "def test_it(golden): pass\ndef test_fine(): pass\n")
    result = project.pytest(*workers)
    assert (result.status, result.err) == (
        4,
        (
            "ERROR: two goldens have the id 'one'\n"
            "  where:    data/goldens/a.yaml:3 and data/goldens/a.yaml:6\n"
            "  to fix:   rename one of them: an id names one golden in all files of the folder\n\n"
        ),
    )
    assert project.pytest(*workers, "-k", "fine").status == 0


def test_turns_may_lead_up_to_a_check_but_one_must_be_there(project: Project) -> None:
    turns = "turns: [{user: Hi}, {user: Name?%s}]"
    project.write(
        "data/goldens/a.yaml",
        f"- {{id: checked, {turns % ', mention: [Ana]'}}}\n- {{id: unchecked, {turns % ''}}}\n",
    )
    project.write(
        "test_a.py",
        "def test_it(golden, expect_reply, say):\n"
        "    for turn in golden.turns:\n"
        "        expect_reply(say('Ana')).to_match(turn)\n",
    )
    result = project.pytest()
    assert result.outcomes == {"test_it[checked]": "pass", "test_it[unchecked]": "fail"}
    assert "nothing was judged\n" in result.out


def test_no_golden_files(project: Project) -> None:
    project.write("test_a.py", "def test_it(golden): pass\n")
    result = project.pytest("--goldens-dir", "elsewhere")
    assert result.status == 4
    assert result.err == (
        "ERROR: there are no golden files\n  expected: files called *.yaml, *.yml, *.jsonl, *.json\n"
        f"  seen:     no such folder\n  where:    {project.folder / 'elsewhere'}\n"
        "  to fix:   write one there, or name another folder with --goldens-dir\n\n"
    )


def test_files_are_not_read_when_nobody_asks(project: Project) -> None:
    project.write("data/goldens/a.yaml", "not: [right")
    project.write("test_a.py", "def test_it(): pass\n")
    assert project.pytest().status == 0


def test_ten_thousand_goldens_are_read_once(project: Project) -> None:
    lines = [
        json.dumps({"id": f"q-{n}", "question": f"What is {n}?", "expected": str(n)}) for n in range(10_000)
    ]
    project.write("data/goldens/a.yaml", "- {id: one, prompt: Hi}\n")
    project.write("data/goldens/b.jsonl", "\n".join(lines))
    project.write("test_a.py", "def test_a(golden): pass\ndef test_b(golden): pass\n")
    out = project.pytest("--collect-only", "-q").out
    assert "20002 tests collected" in out
