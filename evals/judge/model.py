"""The LLM judge: asks a chat model, verifies its answer, and says so where it cannot tell."""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files

from evals.errors import ModelError
from evals.judge.parsing import Ruling, UnreadableError, ruling, schema
from evals.judge.port import Case, Evidence
from evals.models.ports import ChatModel, Prompt
from evals.score import Score

CORRECTNESS: Mapping[str, float] = {"correct": 1.0, "partially_correct": 0.5, "wrong": 0.0}
YES_NO: Mapping[str, float] = {"yes": 1.0, "no": 0.0}
KEPT_CHARACTERS = 1000
"""How much of an unreadable answer is kept in the record."""

Sections = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Template:
    """A prompt file of evals/prompts, and the short hash under which a record names it."""

    name: str
    text: str

    @classmethod
    def load(cls, name: str) -> "Template":
        return cls(name=name, text=files("evals").joinpath("prompts", f"{name}.txt").read_text("utf-8"))

    @property
    def sha(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]


@dataclass(frozen=True, kw_only=True)
class Question:
    """One thing that the model is asked: the template, the data, and what each label is worth."""

    scorer: str
    template: Template
    sections: Sections
    labels: Mapping[str, float]
    evidence: Mapping[str, object] = field(default_factory=dict)

    def prompt(self, nonce: str) -> Prompt:
        return Prompt(
            name=self.template.name,
            system=self.template.text,
            user=fenced(self.sections, nonce),
            schema=schema(tuple(self.labels)),
        )


@dataclass(frozen=True, kw_only=True)
class Unreadable:
    """An answer that holds no ruling, and why."""

    answer: str
    problem: str


Read = Ruling | Unreadable | ModelError


class ModelJudge:
    """An arbiter that asks a chat model. What is judged is data: it stands in fences named by a fresh nonce.

    A malformed answer gets one request to repair it. What remains unreadable, and an outage, give an unscored
    Score (`error`), never a low one. `nonce` makes the names of fences.
    """

    def __init__(self, model: ChatModel, *, nonce: Callable[[], str] = lambda: secrets.token_hex(16)) -> None:
        self.name = model.name
        self._model, self._nonce = model, nonce

    def correctness(self, case: Case, evidence: Evidence) -> Score:
        """1 correct, 0.5 partially correct, 0 wrong, with one sentence of reason."""
        expected = tuple((f"expected-{n}", text) for n, text in enumerate(case.expected, 1))
        shown = (("question", case.prompt), *expected, *context(case), ("reply", case.reply))
        seen = (("evidence", rendered),) if (rendered := evidence.rendered()) else ()
        template = Template.load("correctness")
        question = Question(
            scorer="correctness", template=template, sections=(*shown, *seen), labels=CORRECTNESS
        )
        return self._judge([question])[0]

    def conditions(self, case: Case, conditions: Sequence[str]) -> list[Score]:
        """A Score (1 or 0) for each; every condition completes "the reply should ...". Judged in parallel."""
        template = Template.load("condition")
        shown = (("question", case.prompt), *context(case), ("reply", case.reply))
        return self._judge(
            [
                Question(
                    scorer="condition",
                    template=template,
                    sections=(*shown, ("condition", condition)),
                    labels=YES_NO,
                    evidence={"condition": condition},
                )
                for condition in conditions
            ]
        )

    def refusal(self, case: Case) -> Score:
        """1 where the reply declines the request, 0 where it does not."""
        sections = (("question", case.prompt), ("reply", case.reply))
        template = Template.load("refusal")
        question = Question(scorer="refusal", template=template, sections=sections, labels=YES_NO)
        return self._judge([question])[0]

    def _judge(self, questions: Sequence[Question]) -> list[Score]:
        first = self._ask(questions, [q.prompt(self._fence(q)) for q in questions])
        broken = {n: read for n, read in enumerate(first) if isinstance(read, Unreadable)}
        again = [repaired(questions[n], read) for n, read in broken.items()]
        prompts = [repair_prompt(q, self._fence(q)) for q in again]
        second = dict(zip(broken, self._ask(again, prompts), strict=True))
        return [self._score(q, first[n], second.get(n)) for n, q in enumerate(questions)]

    def _ask(self, questions: Sequence[Question], prompts: Sequence[Prompt]) -> list[Read]:
        answers = self._model.complete(prompts) if prompts else []
        return [read(answer, tuple(q.labels)) for q, answer in zip(questions, answers, strict=True)]

    def _fence(self, question: Question) -> str:
        """A nonce that stands nowhere in the data, so that nothing in the data can end a fence."""
        nonce = self._nonce()
        while any(nonce in text for _, text in question.sections):
            nonce = self._nonce()
        return nonce

    def _score(self, question: Question, first: Read, second: Read | None) -> Score:
        last = first if second is None else second
        evidence: dict[str, object] = {
            "model": self.name,
            "prompt": question.template.sha,
            "repaired": second is not None,
            **question.evidence,
        }
        if isinstance(first, Unreadable):
            evidence["unreadable"] = [
                r.answer[:KEPT_CHARACTERS] for r in (first, last) if isinstance(r, Unreadable)
            ]
        if isinstance(last, Ruling):
            evidence |= {"label": last.label, "raw_label": last.raw, "reason": last.reason}
            return Score(
                scorer=question.scorer,
                value=question.labels[last.label],
                reason=last.reason,
                evidence=evidence,
            )
        if isinstance(last, ModelError):
            reason, evidence["error"] = str(last), type(last).__name__
        else:
            reason = f"the judge {self.name} gave an answer that {last.problem}, also after one repair"
        return Score(scorer=question.scorer, value=None, unscored="error", reason=reason, evidence=evidence)


def context(case: Case) -> Sections:
    return () if case.context is None else (("context", case.context),)


def read(answer: str | ModelError, labels: Sequence[str]) -> Read:
    if isinstance(answer, ModelError):
        return answer
    try:
        return ruling(answer, labels)
    except UnreadableError as problem:
        return Unreadable(answer=answer, problem=str(problem))


def fenced(sections: Sections, nonce: str) -> str:
    """The user message: each section between two lines that only this request knows."""
    parts = (f"BEGIN {name} {nonce}\n{text}\nEND {name} {nonce}" for name, text in sections)
    return "\n\n".join([f"Fence of this request: {nonce}", *parts])


def repaired(question: Question, bad: Unreadable) -> Question:
    """The same question with the bad answer as further data: it is the material that is judged again."""
    more = (("unreadable", bad.answer), ("problem", f"It {bad.problem}."))
    return replace(question, sections=(*question.sections, *more))


def repair_prompt(question: Question, nonce: str) -> Prompt:
    prompt = question.prompt(nonce)
    wanted = f"{Template.load('repair').text}\n{json.dumps(prompt.schema)}"
    return replace(prompt, system=f"{prompt.system}\n{wanted}")
