"""What one process of a pytest run knows; made when pytest is configured, costs nothing until asked."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evals.errors import GoldenError, ReplywrightError
from evals.judge.choice import NO_JUDGE, ChosenJudge, choose_judge, embedder_name, judge_name
from evals.plugin.select import stop
from evals.record.journal import Journal, new_run_id, reason, write_whole
from evals.score import Score
from evals.settings import Settings

if TYPE_CHECKING:
    from evals.goldens.model import Golden
    from evals.judge.port import Case
    from evals.record.run import Run


class State:
    """Settings, goldens, judge and record of one process. Raises SettingsError."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.settings = config, Settings.of(config)
        workerinput = getattr(config, "workerinput", None)
        self.is_worker = workerinput is not None
        self.run_id: str = workerinput["replywright_run"] if workerinput else new_run_id()
        self.folder = config.rootpath / self.settings.runs_dir / self.run_id
        worker = str(workerinput["workerid"]) if workerinput else "main"
        self.journal = Journal(self.folder, worker, [self.settings.api_key or ""])
        self.deferred_judge = DeferredJudge(self)
        self.run: Run | None = None
        self.crashed: list[pytest.TestReport] = []
        self.unwritten: list[str] = []

    @property
    def base_url(self) -> str:
        """Of the product under test; empty for the embedded one."""
        return base_url(self.config)

    @property
    def judge_name(self) -> str:
        """What judges, told without setting it up."""
        return judge_name(self.settings, embedded=not self.base_url)

    @property
    def embedder_name(self) -> str:
        """What measures similarity, told without setting it up."""
        return embedder_name(self.settings)

    @property
    def golden_files(self) -> list[Path]:
        """The golden files that were read; none where no test asked for a golden."""
        if "goldens" not in vars(self):
            return []
        from evals.goldens.load import golden_files

        return golden_files(self.config.rootpath / self.settings.goldens_dir)

    @property
    def shown_folder(self) -> str:
        """The run's folder as a person types it."""
        inside = self.folder.is_relative_to(self.config.rootpath)
        return str(self.folder.relative_to(self.config.rootpath) if inside else self.folder)

    @cached_property
    def goldens(self) -> "tuple[Golden, ...] | GoldenError":
        """All goldens, read once; or why they cannot be read."""
        from evals.goldens.load import load

        try:
            return load(self.config.rootpath / self.settings.goldens_dir, self.config.rootpath)
        except GoldenError as error:
            return error

    @cached_property
    def judge(self) -> ChosenJudge:
        """The judge that was chosen. Raises SettingsError."""
        return choose_judge(self.settings, embedded=not self.base_url)

    def prepare_judge(self) -> None:
        """Prove that the judge can be asked, or stop the run before the first test."""
        try:
            self.judge.preflight()
        except ReplywrightError as error:
            stop(self.config, error)

    def close_judge(self) -> None:
        """Let go of the judge's connections, if there are any."""
        if "judge" in vars(self):
            self.judge.close()

    def open_record(self, tests: Sequence[str]) -> None:
        """Begin this process's file, where there is something to record."""
        if tests:
            from evals.plugin.header import header

            self.journal.write("run", **header(self))
            self.journal.write("collected", tests=tests)

    def finish(self) -> bool:
        """Read all files, write the summary; whether a result is missing, or a file could not be written."""
        from evals.record.run import read_run
        from evals.report.summary import SUMMARY, summary

        self.unwritten += self.journal.close()
        if not (self.folder.is_dir() or self.unwritten):
            return False
        for report in self.crashed:
            self.journal.write(
                "result", test=report.nodeid, outcome="error", message=str(report.longrepr), duration_s=0
            )
        self.unwritten += self.journal.close()
        self.run = read_run(self.folder, self.unwritten)
        try:
            write_whole(self.folder / SUMMARY, summary(self.run).encode())
        except OSError as error:
            self.run.lost[SUMMARY] = reason(error)
        return bool(self.run.missing or self.run.lost)


STATE = pytest.StashKey[State]()


def base_url(config: pytest.Config) -> str:
    """The URL of the product under test, as --base-url or the ini file says; empty where neither does."""
    try:
        return str(config.getoption("base_url", None) or config.getini("base_url") or "")
    except (ValueError, KeyError):  # nobody has added the option
        return ""


class DeferredJudge:
    """The judge of the run, set up when it is first asked."""

    def __init__(self, state: State) -> None:
        self.name = "no judge" if state.judge_name == NO_JUDGE else state.judge_name
        self._state = state

    def correctness(self, case: "Case") -> Score:
        return self._state.judge.correctness(case)

    def conditions(self, case: "Case", conditions: Sequence[str]) -> list[Score]:
        return self._state.judge.conditions(case, conditions)

    def refusal(self, case: "Case") -> Score:
        return self._state.judge.refusal(case)
