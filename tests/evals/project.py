"""A user's project in a temporary folder, and real pytest runs in it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from evals.record import Run, read_run

ROOT = Path(__file__).parents[2]

CONFTEST = """\
import pytest

pytest_plugins = ["evals.plugin"]


@pytest.fixture
def say():
    from evals import Reply

    return lambda text, **more: Reply(prompt="What is it?", text=text, **more)
"""

SCRIPTED_JUDGE = '''

class ScriptedJudge:
    """Says what the reply tells it: "0.5 because" scores 0.5, "down" breaks, "open" is undecided."""

    name = "scripted judge"

    def _score(self, reply):
        from evals import Score

        if reply.startswith("down"):
            raise ConnectionError("nobody answers")
        if reply.startswith("open"):
            return Score(scorer=self.name, value=None, unscored="inconclusive", reason="cannot tell")
        return Score(scorer=self.name, value=float(reply.split()[0]), reason="as told")

    def correctness(self, case):
        return self._score(case.reply)

    def conditions(self, case, conditions):
        return [self._score(case.reply) for _ in conditions]

    def refusal(self, case):
        return self._score(case.reply)


@pytest.fixture(scope="session")
def judge():
    return ScriptedJudge()
'''

INI = """\
[pytest]
addopts = --strict-markers --strict-config --import-mode=importlib
filterwarnings = error
"""


@dataclass(frozen=True, kw_only=True)
class Result:
    """How a pytest run ended: exit status, what it printed, the folder of its record."""

    status: int
    out: str
    err: str
    folder: Path | None

    @property
    def run(self) -> Run:
        assert self.folder, self.out + self.err
        return read_run(self.folder)

    @property
    def outcomes(self) -> dict[str, str]:
        """The outcome of each recorded test, by its name without the file."""
        return {test.id.split("::")[-1]: test.outcome for test in self.run.tests}

    @property
    def summary(self) -> str:
        assert self.folder, self.out + self.err
        return (self.folder / "summary.md").read_text("utf-8")


class Project:
    """A folder with a conftest, an ini file and tests."""

    def __init__(self, folder: Path, conftest: str = CONFTEST + SCRIPTED_JUDGE) -> None:
        self.folder = folder
        self.launcher: tuple[str, ...] = (sys.executable, "-m", "pytest")
        self.write("conftest.py", conftest)
        self.write("pytest.ini", INI)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def start(self, *args: str, **environ: str) -> "subprocess.Popen[str]":
        """Begin a pytest run in its own process group."""
        inherited = {
            k: v for k, v in os.environ.items() if not k.startswith(("REPLYWRIGHT", "OPENAI", "PYTEST"))
        }
        command = [*self.launcher, "-p", "no:cacheprovider", *args]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=inherited | {"PYTHONPATH": str(ROOT), "COLUMNS": "120", **environ},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )

    def result(self, process: "subprocess.Popen[str]") -> Result:
        """Wait for a run; its record is the newest one."""
        out, err = process.communicate(timeout=120)
        folders = sorted((self.folder / "runs").glob("*"))
        return Result(status=process.returncode, out=out, err=err, folder=folders[-1] if folders else None)

    def pytest(self, *args: str, **environ: str) -> Result:
        """A whole run."""
        return self.result(self.start(*args, **environ))
