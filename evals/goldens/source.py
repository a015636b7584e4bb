"""Bytes of a golden file -> plain values, each with the place it came from.

In YAML every plain value is a text until the schema asks for something else: `12:30`, `no` and `2026-03-01`
mean what they look like. Keys that occur twice are errors in every format.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from evals.errors import GoldenError

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
NOTHING = ("", "~", "null", "Null", "NULL")

OTHER_NAMES = {
    "question": "prompt",
    "input": "prompt",
    "reference": "expected",
    "expected_tool": "skill",
    "expected_sections": "sections",
}
"""Keys of goldens in public shapes -> our own."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a value stands; `line` counts from 1, `node` (YAML only) knows the lines of its parts."""

    file: str
    line: int
    node: yaml.Node | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def within(self, path: Sequence[str | int]) -> "Place":
        """The place of a part, as near as is known."""
        node, line = self.node, self.line
        for part in path:
            if isinstance(node, yaml.MappingNode):
                pairs = [p for p in node.value if part in (p[0].value, OTHER_NAMES.get(p[0].value))]
                if not pairs:
                    break
                line, node = pairs[0][0].start_mark.line + 1, pairs[0][1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
                node = node.value[part]
                line = node.start_mark.line + 1
            else:
                break
        return Place(file=self.file, line=line, node=node)


def decoded(data: bytes, file: str) -> str:
    """The text of a file. Raises GoldenError where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise GoldenError(
            "a golden file is not UTF-8",
            expected="UTF-8 text",
            seen=f"the byte 0x{data[error.start]:02x}",
            where=f"{file}:{line}",
            fix="save the file as UTF-8",
        ) from None


def read_yaml(text: str, file: str) -> tuple[object, Place]:
    """The one document of a YAML file. Raises GoldenError."""
    try:
        node = yaml.compose(text, Loader=Loader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        place = Place(file=file, line=mark.line + 1 if mark else 1)
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "nested too deep"
        raise unreadable("YAML", str(problem), place) from None
    if node is None:
        return None, Place(file=file, line=1)
    place = Place(file=file, line=node.start_mark.line + 1, node=node)
    return plain(node, file, {}), place


def plain(node: yaml.Node, file: str, done: dict[int, object]) -> object:
    """The value of a node; a shared node (an alias) is built once. Raises GoldenError."""
    if isinstance(node, yaml.ScalarNode):
        return None if node.style is None and node.value in NOTHING else node.value
    if id(node) in done:
        return done[id(node)]
    here = Place(file=file, line=node.start_mark.line + 1)
    done[id(node)] = Inside()
    if isinstance(node, yaml.SequenceNode):
        value: object = [plain(child, file, done) for child in node.value]
    else:
        pairs = [(k, plain(v, file, done)) for k, v in node.value]
        if bad := [k for k, _ in pairs if not isinstance(k, yaml.ScalarNode)]:
            raise unreadable("YAML", "a key must be a word", here.within([bad[0].value]))
        value = without_twins([(k.value, v, k.start_mark.line + 1) for k, v in pairs], file)
    done[id(node)] = value
    return value


class Inside:
    """Stands for a YAML node that contains itself; no field accepts it."""

    def __repr__(self) -> str:
        return "a value that holds itself"


def without_twins(pairs: Sequence[tuple[str, object, int]], file: str) -> dict[str, object]:
    """A mapping of the pairs. Raises GoldenError where a key occurs twice."""
    found: dict[str, object] = {}
    for key, value, line in pairs:
        if key in found:
            raise GoldenError(
                f"the key {key!r} occurs twice",
                where=f"{file}:{line}",
                fix="keep one of them",
            )
        found[key] = value
    return found


def read_jsonl(text: str, file: str) -> Iterator[tuple[object, Place]]:
    """Each line that is not blank. Raises GoldenError."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield parse_json(line, file, number), Place(file=file, line=number)


def read_json(text: str, file: str) -> list[tuple[object, Place]]:
    """Each element of a JSON list, with the line where it begins. Raises GoldenError."""
    values = parse_json(text, file, 1)
    if not isinstance(values, list):
        raise GoldenError(
            "a JSON file of goldens is not a list",
            expected="a list of goldens",
            seen=type(values).__name__,
            where=f"{file}:1",
        )
    places, at = [], text.index("[") + 1
    for _ in values:
        at = next(i for i in range(at, len(text)) if text[i] not in " \t\r\n,")
        places.append(Place(file=file, line=text.count("\n", 0, at) + 1))
        at = json.JSONDecoder().raw_decode(text, at)[1]
    return list(zip(values, places, strict=True))


def parse_json(text: str, file: str, first_line: int) -> object:
    """One JSON value. Raises GoldenError."""
    try:
        return json.loads(
            text, object_pairs_hook=lambda pairs: without_twins([(k, v, first_line) for k, v in pairs], file)
        )
    except json.JSONDecodeError as error:
        place = Place(file=file, line=first_line + error.lineno - 1)
        raise unreadable("JSON", error.msg, place) from None
    except RecursionError:
        raise unreadable("JSON", "nested too deep", Place(file=file, line=first_line)) from None


def unreadable(kind: str, problem: str, place: Place) -> GoldenError:
    return GoldenError(f"a golden file cannot be read as {kind}", seen=problem, where=str(place))
