"""`python -m tests.bench [NAME ...]`: measure everything, or what is named, one module after the other."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module

from tests.bench.figure import Figure
from tests.bench.process import ROOT, environment

MODULES = (
    "startup",
    "collection",
    "judge",
    "overhead",
    "detector",
    "memory",
    "replies",
    "detection",
    "transports",
)
"""From cheap to dear."""


def main(names: Sequence[str]) -> int:
    """Print each module's heading and what it prints. 2 where a name is not known, else 0 in any case."""
    if unknown := [name for name in names if name not in MODULES]:
        print(
            f"there is no measurement called {unknown[0]!r}; there are {', '.join(MODULES)}", file=sys.stderr
        )
        return 2
    for name in names or MODULES:
        print(f"\n{name}: {heading(name)}", flush=True)
        for line in measured(f"tests.bench.{name}"):
            print(line, flush=True)
    return 0


def heading(name: str) -> str:
    """The first line of a module's docstring."""
    try:
        return (import_module(f"tests.bench.{name}").__doc__ or "").partition("\n")[0]
    except ImportError as error:
        return f"cannot be loaded: {error}"


def measured(module: str) -> Iterator[str]:
    """What a module prints, in a process of its own; where it breaks off, its other figures are short."""
    code = f"from {module} import main; main()"
    shown: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdout
        for line in process.stdout:
            shown.append(line.rstrip())
            yield shown[-1]
    if process.returncode:
        yield f"{module} broke off with {process.returncode}; what it did not measure is short"
    told = {line.split()[1] for line in shown if line.startswith("figure ")}
    yield from (figure.line(None) for figure in figures(module) if figure.name not in told)


def figures(module: str) -> Sequence[Figure]:
    """The figures that a module is to print; one in their place where it cannot even be loaded."""
    try:
        return tuple(import_module(module).FIGURES)
    except (ImportError, AttributeError):
        return (Figure(name=module.rpartition(".")[2], unit="figures", target=">=1"),)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
