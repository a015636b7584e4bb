"""From what a model wrote to a checked ruling. Tolerant of wrapping, strict about meaning.

Put up with: markdown fences, thoughts and prose around the JSON, Python's literals (`True`, single quotes),
trailing commas, the case of keys and labels. Not put up with: a label that is not offered, no reason, no
JSON, and several objects that contradict each other.
"""

import ast
import itertools
import json
import re
import reprlib
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
PYTHON_WORDS = {"True": "true", "False": "false", "None": "null"}
STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
MOST_OBJECTS, MOST_BRACES = 50, 8
"""How many braces are looked at: they keep the search linear in the length of the text."""


class UnreadableError(ValueError):
    """The answer holds no ruling; the message says why, in words that fit after "the answer"."""


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """A checked answer: `label` is one of those offered, `raw` is how the model wrote it."""

    label: str
    reason: str
    raw: str


def schema(labels: Sequence[str]) -> dict[str, object]:
    """The JSON schema of a ruling. The reason stands first, so that the model thinks before it decides."""
    return {
        "type": "object",
        "properties": {
            "reason": {"type": "string", "description": "one sentence"},
            "label": {"type": "string", "enum": list(labels)},
        },
        "required": ["reason", "label"],
        "additionalProperties": False,
    }


def ruling(answer: str, labels: Sequence[str]) -> Ruling:
    """Read a ruling out of an answer. Raises UnreadableError."""
    found = list(objects(THOUGHTS.sub("", answer)))
    if not found:
        raise UnreadableError("holds no JSON object" if answer.strip() else "is empty")
    rulings, problems = [], []
    for candidate in found:
        try:
            rulings.append(checked(candidate, labels))
        except UnreadableError as problem:
            problems.append(problem)
    if not rulings:
        raise problems[0]
    if len({r.label for r in rulings}) > 1:
        raise UnreadableError("holds several rulings that contradict each other")
    return rulings[0]


def checked(candidate: dict[str, object], labels: Sequence[str]) -> Ruling:
    fields = {str(key).strip().casefold(): value for key, value in candidate.items()}
    reason, raw = fields.get("reason"), fields.get("label")
    offered = " | ".join(labels)
    if raw is None:
        raise UnreadableError(f"has no label (expected {offered})")
    label = normal(raw)
    if label not in labels:
        raise UnreadableError(f"has the label {reprlib.repr(raw)} (expected {offered})")
    if not isinstance(reason, str) or not reason.strip():
        raise UnreadableError("has no reason")
    return Ruling(label=label, reason=" ".join(reason.split()), raw=str(raw))


def normal(raw: object) -> str:
    """`Partially correct` is partially_correct; JSON's and Python's true and false are yes and no."""
    text = re.sub(r"[\s_-]+", "_", str(raw).strip().strip(".'\"").casefold())
    return {"true": "yes", "false": "no"}.get(text, text)


def objects(text: str) -> Iterator[dict[str, object]]:
    """The outermost JSON objects in a text, in order."""
    at, opened = text.find("{"), 0
    while at >= 0 and opened < MOST_OBJECTS:
        opened += 1
        value, end = strict(text, at) or lenient(text, at) or (None, at + 1)
        if value is not None:
            yield value
        at = text.find("{", end)


def strict(text: str, at: int) -> tuple[dict[str, object], int] | None:
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(text, at)
    except (ValueError, RecursionError):
        return None
    return (value, end) if isinstance(value, dict) else None


def lenient(text: str, at: int) -> tuple[dict[str, object], int] | None:
    """An object with trailing commas or as Python writes it, up to the first brace where it can be read."""
    for brace in itertools.islice(re.finditer("}", text[at:]), MOST_BRACES):
        part = text[at : at + brace.end()]
        if part.count("{") > MOST_OBJECTS:
            return None
        for read in (mended_json, python_literal):
            try:
                value = read(part)
            except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
                continue
            if isinstance(value, dict):
                return value, at + brace.end()
    return None


def mended_json(text: str) -> object:
    """JSON after True, False, None and trailing commas are mended, but for those inside of strings."""
    parts, at = [], 0
    for string in STRINGS.finditer(text):
        parts += [mended(text[at : string.start()]), string.group()]
        at = string.end()
    value: object = json.loads("".join([*parts, mended(text[at:])]), strict=False)
    return value


def mended(text: str) -> str:
    text = re.sub(r"\b(True|False|None)\b", lambda word: PYTHON_WORDS[word.group()], text)
    return TRAILING_COMMA.sub("", text)


def python_literal(text: str) -> object:
    with warnings.catch_warnings(action="ignore"):  # of escapes that Python does not know
        value: object = ast.literal_eval(text)
    return value
