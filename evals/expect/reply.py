"""Checks on one reply."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from evals.errors import UsageError
from evals.expect.checks import (
    actions_of,
    conditions_checks,
    meaning_check,
    mention_check,
    refusal_check,
    route_check,
    seen_by_person,
)
from evals.expect.conclude import Conclusion
from evals.expect.conversation import tools_check
from evals.expect.message import Check
from evals.expect.shown import announced_check, rendering_check
from evals.expect.times import time_checks
from evals.goldens.model import Golden, Turn
from evals.record.recorder import RunRecorder
from evals.transcript import Reply

if TYPE_CHECKING:
    from evals.judge.port import Case, Judge


class ExpectReply:
    """The fixture `expect_reply`: call it with a reply, then say what must be true of it."""

    def __init__(self, judge: "Judge", recorder: RunRecorder) -> None:
        self._judge, self._recorder = judge, recorder

    def __call__(self, reply: Reply) -> "ReplyChecks":
        return ReplyChecks(reply, self._judge, self._recorder)


class ReplyChecks:
    """The checks on one reply.

    Each records its verdicts and returns nothing. A failed one raises CheckFailed (an AssertionError), one
    that could not be judged raises JudgementError; one that was not decided lets the test go on and makes its
    result `inconclusive`. A check that asks nothing (no text, no name) raises UsageError.

    `with expect_reply(reply) as it:` makes them soft: all in the block are made, and its end raises once for
    all that did not pass. An exception that ends the block early carries as a note what was judged.
    """

    def __init__(self, reply: Reply, judge: "Judge", recorder: RunRecorder) -> None:
        self._reply, self._judge = reply, judge
        self._conclusion = Conclusion(
            recorder=recorder,
            asked=reply.prompt,
            seen=seen_by_person(reply),
            actions=actions_of(reply),
            screenshot=reply.screenshot,
            signals=reply.signals,
        )

    def __enter__(self) -> Self:
        self._conclusion.hold()
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        __tracebackhide__ = True
        self._conclusion.release(error)

    def to_match(self, golden: Golden | Turn) -> None:
        """All that the golden or the turn fills; every check is made and recorded before anything raises.

        A turn that fills nothing only leads up to the next one: it records no verdict, and a test without any
        fails. A golden that fills nothing raises UsageError.
        """
        __tracebackhide__ = True
        turn = golden.only if isinstance(golden, Golden) else golden
        if turn.checks_nothing:
            if isinstance(golden, Turn):
                return
            raise UsageError(
                f"there is nothing to check in the turn {turn.user!r}",
                expected="one of expected, should, sections, mention, not_mention, skill, tools, refuse",
                where=golden.source,
            )
        self._conclude(*self._all_of(turn))

    def to_mean(self, expected: str | Sequence[str]) -> None:
        """The reply says what one of the expected answers says; partly is not enough."""
        __tracebackhide__ = True
        self._conclude(meaning_check("to_mean", self._judge, self._case(expected=texts("to_mean", expected))))

    def not_to_mean(self, expected: str | Sequence[str]) -> None:
        """The reply says nothing of the kind; partly is too much."""
        __tracebackhide__ = True
        case = self._case(expected=texts("not_to_mean", expected))
        self._conclude(meaning_check("not_to_mean", self._judge, case, negated=True))

    def to_mention(self, *values: str) -> None:
        """The reply mentions each: a value ("Thursday", "EUR 85") or a kind of fact ("money", "link")."""
        __tracebackhide__ = True
        self._conclude(*(mention_check("to_mention", self._reply, v) for v in texts("to_mention", values)))

    def not_to_mention(self, *values: str) -> None:
        """The reply mentions none of them."""
        __tracebackhide__ = True
        wanted = texts("not_to_mention", values)
        self._conclude(*(mention_check("not_to_mention", self._reply, v, negated=True) for v in wanted))

    def to_satisfy(self, *conditions: str) -> None:
        """Each condition completes "the reply should ..."; they are judged in parallel."""
        __tracebackhide__ = True
        wanted = texts("to_satisfy", conditions)
        self._conclude(*conditions_checks("to_satisfy", self._judge, self._case(), wanted))

    def to_refuse(self) -> None:
        """The reply declines what was asked."""
        __tracebackhide__ = True
        self._conclude(refusal_check("to_refuse", self._judge, self._case()))

    def not_to_refuse(self) -> None:
        """The reply does not decline what was asked."""
        __tracebackhide__ = True
        self._conclude(refusal_check("not_to_refuse", self._judge, self._case(), negated=True))

    def to_route_to(self, skill: str) -> None:
        """The product answered with exactly this skill, as the wire told; not decided where it told none."""
        __tracebackhide__ = True
        self._conclude(route_check("to_route_to", self._reply, texts("to_route_to", skill)[0]))

    def to_take_at_most(
        self,
        *,
        first_token_s: float | None = None,
        total_s: float | None = None,
        longest_gap_s: float | None = None,
    ) -> None:
        """Each time that is given, in seconds, was not exceeded; not decided where it was not measured.

        Times run from the sending of the message; a gap is a time in which nothing moved, between the first
        token and the end.
        """
        __tracebackhide__ = True
        limits = {"first_token_s": first_token_s, "total_s": total_s, "longest_gap_s": longest_gap_s}
        self._conclude(*time_checks("to_take_at_most", self._reply, limits))

    def to_render_well(self, *, ignore: Sequence[str] = ()) -> None:
        """The reply is shown without a flaw (evals.transcript.FLAWS), but for the kinds in `ignore`.

        Raises UsageError for a kind that there is not.
        """
        __tracebackhide__ = True
        self._conclude(rendering_check("to_render_well", self._reply, ignore))

    def to_be_announced_once(self) -> None:
        """Live regions give each message of the reply to a screen reader once, and whole."""
        __tracebackhide__ = True
        self._conclude(announced_check("to_be_announced_once", self._reply))

    def _all_of(self, turn: Turn) -> list[Check]:
        """The checks of every field that the turn fills."""
        case = self._case(expected=turn.expected, context=turn.context)
        wanted = (*turn.should, *(f"cover this: {section}" for section in turn.sections))
        checks = [mention_check("mention", self._reply, v) for v in turn.mention]
        checks += [mention_check("not_mention", self._reply, v, negated=True) for v in turn.not_mention]
        if turn.skill:
            checks.append(route_check("skill", self._reply, turn.skill))
        if turn.tools:
            checks.append(tools_check("tools", [self._reply], turn.tools))
        if turn.refuse is not None:
            checks.append(refusal_check("refuse", self._judge, case, negated=not turn.refuse))
        if turn.expected:
            checks.append(meaning_check("expected", self._judge, case))
        if wanted:
            checks += conditions_checks("should", self._judge, case, wanted)
        return checks

    def _case(self, expected: tuple[str, ...] = (), context: str | None = None) -> "Case":
        from evals.judge.port import Case

        seen = self._conclusion.seen
        return Case(prompt=self._reply.prompt, reply=seen, expected=expected, context=context)

    def _conclude(self, *checks: Check) -> None:
        __tracebackhide__ = True
        self._conclusion.add(checks)


def texts(check: str, given: str | Sequence[str]) -> tuple[str, ...]:
    """One or many, as a tuple. Raises UsageError where there is none, or one is blank or no text."""
    found = (
        (given,) if isinstance(given, str) else tuple(given) if isinstance(given, list | tuple) else (given,)
    )
    if not found or not all(isinstance(t, str) and t.strip() for t in found):
        raise UsageError(
            f"{check} was given nothing to check",
            expected="a text that is not blank, or several",
            seen=repr(given)[:200],
            fix=f"give {check} a text; for all that a golden fills, use to_match(golden)",
        )
    return found
