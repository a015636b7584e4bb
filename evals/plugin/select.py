"""Which goldens a test takes, whether a judge is needed, and how a run is stopped before its first test."""

import inspect
from collections.abc import Collection, Iterable, Iterator
from types import CodeType
from typing import TYPE_CHECKING, NoReturn

import pytest

from evals.errors import GoldenError, ReplywrightError
from evals.goldens.model import Golden

if TYPE_CHECKING:
    from evals.plugin.state import State

DRAFT = "draft"
"""The tag of a golden that no person has accepted yet."""
JUDGED_METHODS = {"to_mean", "not_to_mean", "to_satisfy", "to_refuse", "not_to_refuse"}


def golden_items(metafunc: pytest.Metafunc, state: "State") -> None:
    """Parametrise `golden`. What cannot be read stands in as an item, in case it is deselected."""
    if any("golden" in str(mark.args[:1]) for mark in metafunc.definition.iter_markers("parametrize")):
        return
    try:
        if isinstance(state.goldens, GoldenError):
            raise state.goldens
        ids, tags = asked_for(metafunc)
        from evals.goldens.load import select

        chosen = select(state.goldens, ids, tags, metafunc.definition.nodeid)
        items = [item for g in chosen if is_due(g, ids, tags) for item in g.items()]
    except GoldenError as error:
        metafunc.parametrize("golden", [error], ids=["unreadable"], indirect=True)
    else:
        metafunc.parametrize("golden", items, ids=[item.item for item in items], indirect=True)


def is_due(golden: Golden, ids: Collection[str], tags: Collection[str]) -> bool:
    """A draft gates nothing: it is left out, but where a test asks for it by name or by its tag."""
    return DRAFT not in golden.tags or golden.id in ids or DRAFT in tags


def asked_for(metafunc: pytest.Metafunc) -> tuple[list[str], list[str]]:
    """The ids and tags that a test's markers name. Raises GoldenError."""
    ids: list[str] = []
    tags: list[str] = []
    for mark in metafunc.definition.iter_markers("goldens"):
        tag = mark.kwargs.get("tag", ())
        more_tags = [tag] if isinstance(tag, str) else list(tag)
        if set(mark.kwargs) - {"tag"} or not all(isinstance(x, str) for x in (*mark.args, *more_tags)):
            raise GoldenError(
                "a goldens marker is not right",
                expected='@pytest.mark.goldens("id", "other-id", tag="booking")',
                seen=", ".join([*map(repr, mark.args), *(f"{k}={v!r}" for k, v in mark.kwargs.items())]),
                where=metafunc.definition.nodeid,
            )
        ids += mark.args
        tags += more_tags
    return ids, tags


def chosen(item: pytest.Item) -> object:
    """The golden that an item was parametrised with, or why it could not be read, or None."""
    callspec = getattr(item, "callspec", None)
    return callspec.params.get("golden") if callspec else None


def unreadable(items: Iterable[pytest.Item]) -> GoldenError | None:
    """The first error of a golden that is still selected."""
    return next((g for item in items if isinstance(g := chosen(item), GoldenError)), None)


def needs_judge(item: pytest.Item, plugin: str) -> bool:
    """Whether the test's own code asks for a judgement, and from the judge of this plugin."""
    function = getattr(item, "function", None)
    if function is None or "expect_reply" not in getattr(item, "fixturenames", ()):
        return False
    definitions = item._fixtureinfo.name2fixturedefs.get("judge", ())  # type: ignore[attr-defined]
    if not definitions or definitions[-1].func.__module__ != plugin:
        return False
    names = set(names_in(inspect.unwrap(function).__code__))
    golden = chosen(item)
    matched = "to_match" in names and isinstance(golden, Golden) and any(t.needs_judge for t in golden.turns)
    return matched or not names.isdisjoint(JUDGED_METHODS)


def names_in(code: CodeType) -> Iterator[str]:
    """The names that a function's code uses, and those of functions written inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def stop(config: pytest.Config, error: ReplywrightError) -> NoReturn:
    """End the run before its first test, with exit status 4; a worker tells the controller why."""
    if hasattr(config, "workeroutput"):
        config.workeroutput["replywright_stop"] = str(error)
        pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)
    raise pytest.UsageError(str(error))
