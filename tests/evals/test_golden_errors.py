"""Every error of a golden file, in full."""

from pathlib import Path

import pytest

from evals.errors import GoldenError
from evals.goldens.load import load
from tests.evals.conftest import Load

HEAD = "version: 1\ngoldens:\n"


def message(loaded: Load, name: str, content: str | bytes) -> str:
    with pytest.raises(GoldenError) as caught:
        loaded(name, content)
    return str(caught.value)


CHECKS = "expected, should, sections, mention, not_mention, skill, tools, refuse, context"
WRONG: dict[str, tuple[str, str | bytes, str]] = {
    "unknown key": (
        "a.yaml",
        HEAD + "  - id: a\n    prompt: Hi\n    expcted: x\n",
        (
            "unknown key 'expcted'\n"
            f"  expected: one of {CHECKS}, tags, runs, id, prompt, paraphrases, turns\n"
            "  where:    a.yaml:5\n"
            "  to fix:   did you mean 'expected'?"
        ),
    ),
    "unknown key of a turn": (
        "a.yaml",
        HEAD + "  - id: a\n    turns:\n      - user: Hi\n        mentions: [x]\n",
        (
            f"unknown key 'mentions'\n  expected: one of {CHECKS}, user\n"
            "  where:    a.yaml:6\n  to fix:   did you mean 'mention'?"
        ),
    ),
    "unknown key of the head": (
        "a.yaml",
        "version: 1\nfoo: 2\ngoldens: [{id: a, prompt: Hi}]\n",
        "unknown key 'foo'\n  expected: one of version, defaults, goldens\n  where:    a.yaml:2",
    ),
    "unknown default": (
        "a.yaml",
        "version: 1\ndefaults:\n  id: x\ngoldens: [{id: a, prompt: Hi}]\n",
        f"unknown key 'id'\n  expected: one of {CHECKS}, tags, runs\n  where:    a.yaml:3",
    ),
    "key twice": (
        "a.yaml",
        HEAD + "  - id: a\n    prompt: Hi\n    prompt: Ho\n",
        "the key 'prompt' occurs twice\n  where:    a.yaml:5\n  to fix:   keep one of them",
    ),
    "key twice in JSON": (
        "a.jsonl",
        '\n{"id": "a", "prompt": "Hi", "id": "b"}',
        "the key 'id' occurs twice\n  where:    a.jsonl:2\n  to fix:   keep one of them",
    ),
    "two names of one key": (
        "a.jsonl",
        '{"id": "a", "prompt": "Hi", "question": "Ho"}',
        "'question' is another name of 'prompt', and both are given\n  where:    a.jsonl:1",
    ),
    "duplicate id": (
        "a.yaml",
        HEAD + "  - {id: a, prompt: Hi}\n  - {id: a, prompt: Ho}\n",
        (
            "two goldens have the id 'a'\n  where:    a.yaml:3 and a.yaml:4\n"
            "  to fix:   rename one of them: an id names one golden in all files of the folder"
        ),
    ),
    "bad id": (
        "a.yaml",
        HEAD + "  - prompt: Hi\n    id: Move to Thursday!\n",
        (
            "the id 'Move to Thursday!' is not usable\n"
            "  expected: small letters a-z, digits and hyphens only (ids name files)\n"
            "  where:    a.yaml:4\n  to fix:   call it 'move-to-thursday'"
        ),
    ),
    "no id": ("a.jsonl", '{"prompt": "Hi"}', "the key 'id' is missing\n  where:    a.jsonl:1"),
    "no prompt": (
        "a.yaml",
        HEAD + "  - {id: a}\n",
        "golden 'a' has no prompt\n  expected: one of the two: prompt, or turns\n  where:    a.yaml:3",
    ),
    "prompt and turns": (
        "a.yaml",
        HEAD + "  - id: a\n    turns: [{user: Hi}]\n    prompt: Hi\n",
        (
            "golden 'a' has turns and 'prompt'\n"
            "  expected: a prompt, or turns that hold the checks\n  where:    a.yaml:5"
        ),
    ),
    "checks beside turns": (
        "a.yaml",
        HEAD + "  - id: a\n    turns: [{user: Hi}]\n    mention: [Ana]\n",
        (
            "golden 'a' has turns and 'mention'\n"
            "  expected: a prompt, or turns that hold the checks\n  where:    a.yaml:5"
        ),
    ),
    "empty turns": (
        "a.yaml",
        HEAD + "  - {id: a, turns: []}\n",
        "the turns of golden 'a' are empty\n  where:    a.yaml:3",
    ),
    "blank prompt": (
        "a.yaml",
        HEAD + "  - id: a\n    prompt: '  '\n",
        "'prompt' is not right\n  expected: a text that is not blank\n  seen:     '  '\n  where:    a.yaml:4",
    ),
    "wrong type in a list": (
        "a.yaml",
        HEAD + "  - id: a\n    prompt: Hi\n    mention:\n      - x\n      - [y]\n",
        (
            "'mention.1' is not right\n  expected: input should be a valid string\n"
            "  seen:     ['y']\n  where:    a.yaml:7"
        ),
    ),
    "no run": (
        "a.yaml",
        HEAD + "  - {id: a, prompt: Hi, runs: 0}\n",
        (
            "'runs' is not right\n  expected: input should be greater than or equal to 1\n"
            "  seen:     '0'\n  where:    a.yaml:3"
        ),
    ),
    "not a mapping": (
        "a.jsonl",
        '"Hi"',
        "a golden is not a mapping of keys to values\n  seen:     'Hi'\n  where:    a.jsonl:1",
    ),
    "wrong version": (
        "a.yaml",
        "version: 2\ngoldens: []\n",
        (
            "this version of golden files is not known\n"
            "  expected: version: 1\n  seen:     version: 2\n  where:    a.yaml:1"
        ),
    ),
    "no version": (
        "a.yaml",
        "goldens: [{id: a, prompt: Hi}]\n",
        "the key 'version' is missing\n  where:    a.yaml:1",
    ),
    "empty set": (
        "a.yaml",
        HEAD.replace("goldens:", "goldens: []"),
        "a golden file holds no goldens\n  where:    a.yaml:2\n  to fix:   write one, or remove the file",
    ),
    "empty lines": (
        "a.jsonl",
        "\n\n",
        "a golden file holds no goldens\n  where:    a.jsonl:1\n  to fix:   write one, or remove the file",
    ),
    "bad bytes": (
        "a.yaml",
        HEAD.encode() + b"  - {id: a, prompt: caf\xe9}\n",
        (
            "a golden file is not UTF-8\n  expected: UTF-8 text\n  seen:     the byte 0xe9\n"
            "  where:    a.yaml:3\n  to fix:   save the file as UTF-8"
        ),
    ),
    "bad YAML": (
        "a.yaml",
        HEAD + "  - {id: a, prompt: [}\n",
        (
            "a golden file cannot be read as YAML\n"
            "  seen:     did not find expected node content\n  where:    a.yaml:3"
        ),
    ),
    "bad JSON": (
        "a.jsonl",
        '{"id": "a", "prompt": "Hi"}\n{"id": "b", }',
        (
            "a golden file cannot be read as JSON\n"
            "  seen:     Expecting property name enclosed in double quotes\n  where:    a.jsonl:2"
        ),
    ),
    "bad JSON list": (
        "a.json",
        '[\n{"id": "a" "prompt": 1}]',
        "a golden file cannot be read as JSON\n  seen:     Expecting ',' delimiter\n  where:    a.json:2",
    ),
    "JSON that is no list": (
        "a.json",
        "{}",
        (
            "a JSON file of goldens is not a list\n  expected: a list of goldens\n  seen:     dict\n"
            "  where:    a.json:1"
        ),
    ),
    "nested too deep": (
        "a.jsonl",
        "[" * 100_000,
        "a golden file cannot be read as JSON\n  seen:     nested too deep\n  where:    a.jsonl:1",
    ),
    "a node inside itself": (
        "a.yaml",
        HEAD + "  - {id: a, prompt: Hi, mention: &m [*m]}\n",
        (
            "'mention.0' is not right\n  expected: input should be a valid string\n"
            "  seen:     a value that holds itself\n  where:    a.yaml:3"
        ),
    ),
}


@pytest.mark.parametrize(("name", "content", "said"), WRONG.values(), ids=WRONG.keys())
def test_error(loaded: Load, name: str, content: str | bytes, said: str) -> None:
    assert message(loaded, name, content) == said


def test_duplicate_id_in_two_files_names_both(tmp_path: Path, loaded: Load) -> None:
    (tmp_path / "b.jsonl").write_text('\n{"id": "a", "prompt": "Hi"}')
    assert message(loaded, "a.yaml", HEAD + "  - {id: a, prompt: Hi}\n") == (
        "two goldens have the id 'a'\n  where:    a.yaml:3 and b.jsonl:2\n"
        "  to fix:   rename one of them: an id names one golden in all files of the folder"
    )


def test_no_files(tmp_path: Path) -> None:
    for folder, seen in ((tmp_path, "none of them"), (tmp_path / "x", "no such folder")):
        with pytest.raises(GoldenError) as caught:
            load(folder)
        assert str(caught.value) == (
            "there are no golden files\n  expected: files called *.yaml, *.yml, *.jsonl, *.json\n"
            f"  seen:     {seen}\n  where:    {folder}\n"
            "  to fix:   write one there, or name another folder with --goldens-dir"
        )


def test_aliases_cannot_grow_without_bound(loaded: Load) -> None:
    lines = ["- id: a", "  prompt:", "  - &x0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"  - &x{n} [{', '.join([f'*x{n - 1}'] * 10)}]" for n in range(1, 40)]
    said = message(loaded, "a.yaml", "\n".join(lines))
    assert said.startswith("'prompt' is not right\n  expected: input should be a valid string\n  seen:     [")
    assert said.endswith("\n  where:    a.yaml:2")
