"""Checks on a whole conversation."""

from collections.abc import Sequence
from typing import Self

from evals.errors import UsageError
from evals.expect.conclude import Conclusion
from evals.expect.message import Check
from evals.record.recorder import RunRecorder
from evals.score import Score, Verdict
from evals.transcript import Conversation, Reply


class ExpectConversation:
    """The fixture `expect_conversation`: call it with a conversation, then say what must be true of it."""

    def __init__(self, recorder: RunRecorder) -> None:
        self._recorder = recorder

    def __call__(self, conversation: Conversation) -> "ConversationChecks":
        return ConversationChecks(conversation, self._recorder)


class ConversationChecks:
    """The checks on one conversation. Each records its verdict, returns nothing, and raises on a failure.

    `with expect_conversation(conversation) as it:` makes them soft, as with `expect_reply`.
    """

    def __init__(self, conversation: Conversation, recorder: RunRecorder) -> None:
        replies = conversation.replies
        self._replies = replies
        self._conclusion = Conclusion(
            recorder=recorder,
            asked=" / ".join(reply.prompt for reply in replies),
            seen=replies[-1].text if replies else "",
            screenshot=replies[-1].screenshot if replies else None,
            signals=replies[-1].signals if replies else (),
        )

    def __enter__(self) -> Self:
        self._conclusion.hold()
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        __tracebackhide__ = True
        self._conclusion.release(error)

    def to_call_tools(self, *names: str) -> None:
        """These tools were called in this order over all replies; others may come between."""
        __tracebackhide__ = True
        self._conclusion.add([tools_check("to_call_tools", self._replies, names)])


def tools_check(name: str, replies: Sequence[Reply], wanted: Sequence[str]) -> Check:
    """Whether the tools were called in order. Raises UsageError where none is named."""
    if not wanted or not all(wanted):
        raise UsageError(f"{name} names no tool", fix=f'name them: {name}("find_appointment")')
    called = [call.name for reply in replies for call in reply.tool_calls]
    rest = iter(called)
    missing = [tool for tool in wanted if tool not in rest]
    listed = ", ".join(called) or "none"
    score = Score(
        scorer="tool calls",
        value=0.0 if missing else 1.0,
        reason=f"{missing[0]!r} was not called, or not in this order" if missing else "called in this order",
        evidence={"called": listed, "wanted": ", ".join(wanted)},
    )
    return Check(
        name=name,
        says=f"the tools were not called as expected: called were {listed}",
        expected=(", then ".join(wanted),),
        verdict=Verdict.of(score, threshold=1.0),
    )
