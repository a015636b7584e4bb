"""A folder of golden files -> goldens; and which of them a test asked for."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from evals.errors import GoldenError
from evals.goldens.model import Golden
from evals.goldens.schema import Defaults, File, golden, valid
from evals.goldens.source import Place, decoded, read_json, read_jsonl, read_yaml

SUFFIXES = (".yaml", ".yml", ".jsonl", ".json")


def golden_files(folder: Path) -> list[Path]:
    """The golden files in a folder and the folders below it, in a stable order."""
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES and p.is_file())


def load(folder: Path, root: Path | None = None) -> tuple[Golden, ...]:
    """All goldens in a folder; places are told relative to `root`. Raises GoldenError."""
    files = golden_files(folder)
    if not files:
        raise GoldenError(
            "there are no golden files",
            expected="files called " + ", ".join("*" + s for s in SUFFIXES),
            seen="no such folder" if not folder.is_dir() else "none of them",
            where=str(folder),
            fix="write one there, or name another folder with --goldens-dir",
        )
    found: dict[str, Golden] = {}
    for file in files:
        for g in load_file(file, root):
            if g.id in found:
                raise GoldenError(
                    f"two goldens have the id {g.id!r}",
                    where=f"{found[g.id].source} and {g.source}",
                    fix="rename one of them: an id names one golden in all files of the folder",
                )
            found[g.id] = g
    return tuple(found.values())


def load_file(file: Path, root: Path | None = None) -> Iterator[Golden]:
    """The goldens of one file. Raises GoldenError."""
    name = file.relative_to(root).as_posix() if root and file.is_relative_to(root) else str(file)
    text = decoded(file.read_bytes(), name)
    if file.suffix == ".jsonl":
        pairs: Iterable[tuple[object, Place]] = read_jsonl(text, name)
    elif file.suffix == ".json":
        pairs = read_json(text, name)
    else:
        yield from from_yaml(text, name)
        return
    empty = True
    for raw, place in pairs:
        empty = False
        yield golden(raw, place)
    if empty:
        raise no_goldens(Place(file=name, line=1))


def from_yaml(text: str, name: str) -> Iterator[Golden]:
    """The goldens of a YAML file: a head (`version`, `defaults`, `goldens`), or a bare list."""
    raw, place = read_yaml(text, name)
    defaults: dict[str, object] = {}
    entries, path = raw, list[str | int]()
    if not isinstance(raw, list):
        head = valid(File, without_wrong_version({} if raw is None else raw, place), place)
        entries, path = head.goldens, ["goldens"]
        defaults = head.defaults or {}
        valid(Defaults, defaults, place.within(["defaults"]))
    if not entries:
        raise no_goldens(place.within(path))
    assert isinstance(entries, list)
    for i, entry in enumerate(entries):
        yield golden(entry, place.within([*path, i]), defaults)


def without_wrong_version(raw: object, place: Place) -> object:
    """The same value, unless it says it is of a version that this program does not read."""
    version = raw.get("version", "1") if isinstance(raw, dict) else "1"
    if str(version) != "1":
        raise GoldenError(
            "this version of golden files is not known",
            expected="version: 1",
            seen=f"version: {version}",
            where=str(place.within(["version"])),
        )
    return raw


def no_goldens(place: Place) -> GoldenError:
    return GoldenError(
        "a golden file holds no goldens", where=str(place), fix="write one, or remove the file"
    )


def select(
    goldens: Sequence[Golden], ids: Collection[str], tags: Collection[str], where: str = ""
) -> list[Golden]:
    """Those named and those with one of the tags, in file order; all where neither is given.

    Raises GoldenError for an id or a tag that no golden has; `where` is who asked.
    """
    if not ids and not tags:
        return list(goldens)
    refuse_unknown("id", ids, {g.id for g in goldens}, where)
    refuse_unknown("tag", tags, {tag for g in goldens for tag in g.tags}, where)
    return [g for g in goldens if g.id in ids or not set(tags).isdisjoint(g.tags)]


def refuse_unknown(kind: str, asked: Collection[str], known: Collection[str], where: str) -> None:
    for name in asked:
        if name not in known:
            near = get_close_matches(name, sorted(known), n=1)
            raise GoldenError(
                f"no golden has the {kind} {name!r}",
                seen=f"{len(known) or 'no'} other {kind}{'s' * (len(known) != 1)}",
                where=where,
                fix=f"did you mean {near[0]!r}?" if near else "",
            )
