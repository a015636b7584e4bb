"""What may stand in a golden file, and what it becomes."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from reprlib import Repr
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from evals.errors import GoldenError
from evals.goldens.model import Golden, Turn
from evals.goldens.source import OTHER_NAMES, Place


def not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("blank", "a text that is not blank")
    return text


def as_list(value: object) -> list[Any]:
    """One or many, as a list."""
    return [] if value is None else list(value) if isinstance(value, list | tuple) else [value]


Text = Annotated[str, AfterValidator(not_blank)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(as_list)]
GROUNDED = "say nothing that the context does not support"
SHORT = Repr()
SHORT.maxstring = 80
ID = re.compile(r"[a-z0-9-]+")


class Checks(BaseModel):
    """The fields that may stand on a golden and on a turn."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    expected: Texts = ()
    should: Texts = ()
    sections: Texts = ()
    mention: Texts = ()
    not_mention: Texts = ()
    skill: Text | None = None
    tools: Texts = ()
    refuse: bool | None = None
    context: Text | None = None


class TurnEntry(Checks):
    """One turn of a conversation."""

    user: Text


class Defaults(Checks):
    """What every golden of a file has, unless it says otherwise; its tags are added to the golden's own."""

    tags: Texts = ()
    runs: int = Field(default=1, ge=1)


class Entry(Defaults):
    """One golden as written: with a prompt, or with turns."""

    id: Text
    prompt: Text | None = None
    paraphrases: Texts = ()
    turns: tuple[TurnEntry, ...] | None = None


class File(BaseModel):
    """A golden file with a head."""

    model_config = ConfigDict(extra="forbid")

    version: Literal["1", 1]
    defaults: dict[str, Any] | None = None
    goldens: list[Any]


CHECKS = frozenset(Checks.model_fields)


def golden(raw: object, place: Place, defaults: Mapping[str, object] | None = None) -> Golden:
    """One golden from plain values; raises GoldenError with the place."""
    entry = valid(Entry, with_defaults(own_names(raw, place), defaults or {}), place)
    if not ID.fullmatch(entry.id):
        slug = re.sub(r"[^a-z0-9]+", "-", entry.id.lower()).strip("-")
        raise GoldenError(
            f"the id {entry.id!r} is not usable",
            expected="small letters a-z, digits and hyphens only (ids name files)",
            where=str(place.within(["id"])),
            fix=f"call it {slug!r}" if slug else "",
        )
    return Golden(
        id=entry.id,
        turns=turns_of(entry, place),
        tags=entry.tags,
        paraphrases=entry.paraphrases,
        runs=entry.runs,
        source=str(place),
    )


def turns_of(entry: Entry, place: Place) -> tuple[Turn, ...]:
    """The turns of an entry, a lone prompt being one. Raises GoldenError where it has both or neither."""
    if entry.turns is not None:
        stray = [n for n in ("prompt", "paraphrases", *Checks.model_fields) if n in entry.model_fields_set]
        if stray:
            wanted = "a prompt, or turns that hold the checks"
            raise problem(f"golden {entry.id!r} has turns and {stray[0]!r}", place.within(stray[:1]), wanted)
        if not entry.turns:
            raise problem(f"the turns of golden {entry.id!r} are empty", place.within(["turns"]))
        return tuple(Turn(**dict(turn)) for turn in entry.turns)
    if entry.prompt is None:
        raise problem(f"golden {entry.id!r} has no prompt", place, "one of the two: prompt, or turns")
    turn = Turn(user=entry.prompt, **{name: getattr(entry, name) for name in CHECKS})
    return (turn,)


def own_names(raw: object, place: Place) -> dict[str, object]:
    """A golden in any of the public shapes, in our names."""
    if not isinstance(raw, dict):
        raise problem("a golden is not a mapping of keys to values", place, seen=short(raw))
    found: dict[str, object] = {}
    for key, value in raw.items():
        name = str(OTHER_NAMES.get(key, key))
        if name in found:
            raise problem(f"{key!r} is another name of {name!r}, and both are given", place.within([key]))
        found[name] = value
    tags = found.get("tags")
    if "reference" in raw and "grounded" in (tags if isinstance(tags, list) else [tags]):
        found["context"] = found.pop("expected")
        found.setdefault("should", [GROUNDED])
    return found


def with_defaults(own: dict[str, object], defaults: Mapping[str, object]) -> dict[str, object]:
    """The golden's own values over the file's defaults. In a conversation the checks go to every turn."""
    if not defaults:
        return own
    merged = {**defaults, **own}
    merged["tags"] = list(dict.fromkeys([*as_list(defaults.get("tags")), *as_list(own.get("tags"))]))
    if isinstance(own.get("turns"), list):
        checks = {k: v for k, v in defaults.items() if k in CHECKS}
        merged = {k: v for k, v in merged.items() if k in own or k not in CHECKS}
        merged["turns"] = [{**checks, **t} if isinstance(t, dict) else t for t in as_list(own["turns"])]
    return merged


M = TypeVar("M", bound=BaseModel)


def valid(model: type[M], raw: object, place: Place) -> M:
    """The raw values as a model; the first thing wrong with them becomes a GoldenError."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
    path = first["loc"]
    name = ".".join(str(part) for part in path)
    if first["type"] == "extra_forbidden":
        known = [*(TurnEntry if path[0] == "turns" else model).model_fields]
        near = get_close_matches(str(path[-1]), known + list(OTHER_NAMES), n=1)
        raise GoldenError(
            f"unknown key {path[-1]!r}",
            expected="one of " + ", ".join(known),
            where=str(place.within(path)),
            fix=f"did you mean {near[0]!r}?" if near else "",
        )
    if first["type"] == "missing":
        raise problem(f"the key {path[-1]!r} is missing", place.within(path))
    raise GoldenError(
        f"{name!r} is not right",
        expected=first["msg"][0].lower() + first["msg"][1:],
        seen=short(first["input"]),
        where=str(place.within(path)),
    )


def short(value: object) -> str:
    """A value as it is shown: cut early, as aliases can make it endlessly large."""
    return SHORT.repr(value)


def problem(what: str, place: Place, expected: str = "", seen: str = "") -> GoldenError:
    return GoldenError(what, expected=expected, seen=seen, where=str(place))
