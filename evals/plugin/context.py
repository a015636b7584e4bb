"""What a failure that is not one of our own checks does not say: what was asked, and how to see it again."""

from evals.errors import JudgementError
from evals.expect.conclude import CheckFailed
from evals.expect.message import labelled
from evals.record.recorder import RunRecorder


def add_context(error: BaseException, recorder: RunRecorder) -> None:
    """Add the last turn and the rerun command to an exception; our own checks' messages hold them already."""
    if not isinstance(error, Exception) or isinstance(error, CheckFailed | JudgementError):
        return
    lines = labelled("asked", recorder.asked)
    if reply := recorder.reply:
        lines += labelled("reply", reply.text or "(no text)")
        lines += labelled("signals", ", ".join(reply.signals))
        lines += labelled("screenshot", str(reply.screenshot or ""))
    error.add_note("\n".join([*lines, *labelled("rerun", recorder.rerun)]))
