"""Events of a run <-> runs/<id>/<worker>.jsonl: one file a worker, each line written out at once."""

from evals.record.journal import Journal
from evals.record.recorder import RunRecorder
from evals.record.run import Run, read_run

__all__ = ["Journal", "Run", "RunRecorder", "read_run"]
