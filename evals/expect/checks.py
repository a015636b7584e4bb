"""The single checks: a question to the judge, the facts or the wire -> a Check with its verdict."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evals.expect.conclude import scored
from evals.expect.message import Check
from evals.score import Score, Verdict
from evals.transcript import Card, Reply

if TYPE_CHECKING:
    from evals.judge.port import Case, Judge

CORRECT = 1.0


def seen_by_person(reply: Reply) -> str:
    """The reply's text, and that of its cards where the text does not hold it already."""
    shown = " ".join(reply.text.split())
    cards = [in_lines(card) for card in reply.cards if " ".join(card.text.split()) not in shown]
    return "\n\n".join(part for part in (reply.text, *cards) if part)


def in_lines(card: Card) -> str:
    """The card's text; a label and its value that stand in a line each become one: `Day: Thursday`."""
    text = f"\n{card.text}\n"
    for label, value in card.fields.items():
        text = text.replace(f"\n{label}\n{value}\n", f"\n{label.removesuffix(':')}: {value}\n", 1)
    return text[1:-1]


def actions_of(reply: Reply) -> str:
    """What a person can click in the reply and on its cards, and what is shown and cannot be."""
    actions = (*reply.actions, *(action for card in reply.cards for action in card.actions))
    return ", ".join(action.name if action.enabled else f"{action.name} (disabled)" for action in actions)


def meaning_check(name: str, judge: "Judge", case: "Case", negated: bool = False) -> Check:
    """Whether the reply is correct (1); partly correct (0.5) is neither correct nor wrong."""
    (score,) = scored("correctness", lambda: [judge.correctness(case)])
    partly = score.value == 0.5
    says = (
        "the reply means only a part of what was expected"
        if partly
        else "the reply does not mean what was expected"
    )
    if negated:
        says = "the reply means " + ("a part of " if partly else "") + "what it should not mean"
    verdict = Verdict.of(score, threshold=CORRECT, negated=negated)
    return Check(
        name=name,
        says=says,
        expected=one_of(case.expected, negated),
        verdict=verdict,
        negated=negated,
        judge=judge.name,
    )


def one_of(expected: Sequence[str], negated: bool) -> tuple[str, ...]:
    """The accepted answers, in words."""
    first, *others = expected
    return ((f"not: {first}" if negated else first), *(f"or: {text}" for text in others))


def conditions_checks(name: str, judge: "Judge", case: "Case", conditions: Sequence[str]) -> list[Check]:
    """Whether the reply satisfies each condition."""
    scores = scored("conditions", lambda: judge.conditions(case, conditions), len(conditions))
    return [
        Check(
            name=name,
            says=f"the reply should {condition}, and does not",
            expected=(f"the reply should {condition}",),
            verdict=Verdict.of(score, threshold=1.0),
            judge=judge.name,
        )
        for condition, score in zip(conditions, scores, strict=True)
    ]


def refusal_check(name: str, judge: "Judge", case: "Case", negated: bool = False) -> Check:
    """Whether the reply declines the request."""
    (score,) = scored("refusal", lambda: [judge.refusal(case)])
    return Check(
        name=name,
        says="the reply declines the request" if negated else "the reply does not decline the request",
        expected=("a reply that does not decline" if negated else "a reply that declines",),
        verdict=Verdict.of(score, threshold=1.0, negated=negated),
        negated=negated,
        judge=judge.name,
    )


def mention_check(name: str, reply: Reply, value: str, negated: bool = False) -> Check:
    """Whether the reply mentions a value, or a kind of fact."""
    (score,) = scored("facts", lambda: [mention_score(reply, value)])
    return Check(
        name=name,
        says=f"the reply mentions {value!r}" if negated else f"the reply does not mention {value!r}",
        expected=((f"no mention of {value}" if negated else f"a mention of {value}"),),
        verdict=Verdict.of(score, threshold=1.0, negated=negated),
        negated=negated,
    )


def mention_score(reply: Reply, value: str) -> Score:
    from evals.facts import find
    from evals.models.numerals import digits

    quotes = list(find(seen_by_person(reply), value, digits))
    if value.strip().casefold() == "link":
        quotes += [link.href or link.text for link in reply.links]
    said = ", ".join(quotes[:5])
    reason = f"the reply says {said}" if quotes else f"{value!r} is nowhere in the reply"
    return Score(scorer="facts", value=1.0 if quotes else 0.0, reason=reason, evidence={"found": quotes})


def route_check(name: str, reply: Reply, skill: str) -> Check:
    """Whether the product told that it answered with this skill, exactly."""
    if reply.skill is None:
        score = Score(
            scorer="route",
            value=None,
            unscored="inconclusive",
            reason="the product told no skill on the wire, so the route is not known",
        )
    else:
        score = Score(
            scorer="route",
            value=float(reply.skill == skill),
            reason=f"the wire named the skill {reply.skill!r}",
            evidence={"skill": reply.skill},
        )
    return Check(
        name=name,
        says=f"the reply came from the skill {reply.skill!r}, not {skill!r}",
        expected=(f"the skill {skill}",),
        verdict=Verdict.of(score, threshold=1.0),
    )
