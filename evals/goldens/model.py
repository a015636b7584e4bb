"""A golden in code: one conversation, turn by turn, with what each reply must fulfil."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from evals.errors import GoldenError


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One thing the user says, and the checks on the reply; what is empty or None is not checked.

    `expected` holds the accepted answers (any of them is enough). Each of `should` completes "the reply
    should ..."; each of `sections` names something it must cover. `mention` and `not_mention` are facts: a
    value ("Thursday", "EUR 85") or a kind ("money"). `tools` must be called in this order, others may come
    between. `refuse` true: the reply must decline; false: it must not. `context` is what the judge may know.
    """

    user: str
    expected: tuple[str, ...] = ()
    should: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    mention: tuple[str, ...] = ()
    not_mention: tuple[str, ...] = ()
    skill: str | None = None
    tools: tuple[str, ...] = ()
    refuse: bool | None = None
    context: str | None = None

    @property
    def needs_judge(self) -> bool:
        """Whether a check can only be decided by a judge."""
        return bool(self.expected or self.should or self.sections) or self.refuse is not None

    @property
    def checks_nothing(self) -> bool:
        """Whether any reply at all would do."""
        facts = self.mention or self.not_mention or self.skill or self.tools
        return not (self.needs_judge or facts)


@dataclass(frozen=True, kw_only=True)
class Golden:
    """One test case. `turns` has at least one turn, `runs` is 1 or more, `source` is file:line.

    A golden file's entry becomes several items: one for its prompt and for each paraphrase, times `runs`.
    `variant` counts the paraphrases from 1 (0 is the prompt itself), `run` the runs from 1.
    """

    id: str
    turns: tuple[Turn, ...]
    tags: tuple[str, ...] = ()
    paraphrases: tuple[str, ...] = ()
    runs: int = 1
    variant: int = 0
    run: int = 1
    source: str = ""

    @property
    def item(self) -> str:
        """The name of this item: `id`, `id[1]` for the first paraphrase, `id[run2]` for the second run."""
        variant = f"[{self.variant}]" if self.variant else ""
        return self.id + variant + (f"[run{self.run}]" if self.run > 1 else "")

    def items(self) -> Iterator["Golden"]:
        """This golden and its paraphrases, each `runs` times."""
        if not self.paraphrases and self.runs == 1:
            yield self
            return
        for variant, prompt in enumerate((self.turns[0].user, *self.paraphrases)):
            turns = (replace(self.turns[0], user=prompt), *self.turns[1:])
            for run in range(1, self.runs + 1):
                yield replace(self, turns=turns, variant=variant, run=run)

    @property
    def only(self) -> Turn:
        """The turn of a golden that has just one. Raises GoldenError where there are more."""
        if len(self.turns) == 1:
            return self.turns[0]
        raise GoldenError(
            f"golden {self.id!r} is a conversation of {len(self.turns)} turns",
            where=self.source,
            fix="play and check its turns: for turn in golden.turns: "
            "expect_reply(chat.send(turn.user)).to_match(turn)",
        )

    @property
    def prompt(self) -> str:
        return self.only.user

    @property
    def expected(self) -> tuple[str, ...]:
        return self.only.expected

    @property
    def should(self) -> tuple[str, ...]:
        return self.only.should

    @property
    def sections(self) -> tuple[str, ...]:
        return self.only.sections

    @property
    def mention(self) -> tuple[str, ...]:
        return self.only.mention

    @property
    def not_mention(self) -> tuple[str, ...]:
        return self.only.not_mention

    @property
    def skill(self) -> str | None:
        return self.only.skill

    @property
    def tools(self) -> tuple[str, ...]:
        return self.only.tools

    @property
    def refuse(self) -> bool | None:
        return self.only.refuse

    @property
    def context(self) -> str | None:
        return self.only.context
