"""Which judge and which embedder a run uses. A library is loaded only when it is chosen."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from evals.errors import SettingsError
from evals.score import Score
from evals.settings import Settings

if TYPE_CHECKING:
    from evals.judge.port import Case, Judge
    from evals.models.openai import OpenAIChat
    from evals.models.ports import Embedder

DEFAULT_MODEL = "gpt-5.4-mini"
"""What judges where OPENAI_API_KEY is set and --judge is not: a small model that keeps to a JSON schema."""

DEFAULT_EMBEDDING_MODEL = "text-embedding-3-small"
"""What `--embedder openai` stands for."""

LOCAL_JUDGE = "local heuristic judge"
NO_JUDGE = "none (set OPENAI_API_KEY, or choose --judge local)"
NO_EMBEDDER = "none (wordllama is not installed: the similarity tier is off)"
ANY_KEY = "OPENAI_API_KEY in the environment (any word, for a service that asks for none)"


class ChosenJudge:
    """The judge of a run, with what has to be done before the first test and after the last one."""

    def __init__(self, judge: "Judge", chat: "OpenAIChat | None", embedder: "Embedder | None") -> None:
        self.name = judge.name
        self._judge, self._parts = judge, (chat, embedder)

    def correctness(self, case: "Case") -> Score:
        """See `Judge`."""
        return self._judge.correctness(case)

    def conditions(self, case: "Case", conditions: Sequence[str]) -> list[Score]:
        """See `Judge`."""
        return self._judge.conditions(case, conditions)

    def refusal(self, case: "Case") -> Score:
        """See `Judge`."""
        return self._judge.refusal(case)

    def preflight(self) -> None:
        """One cheap request to each service that is needed; none for the local judge. Raises ModelError."""
        for part in self._parts:
            if preflight := getattr(part, "preflight", None):
                preflight()

    def close(self) -> None:
        """Let go of the connections."""
        for part in self._parts:
            if close := getattr(part, "close", None):
                close()


def choose_judge(settings: Settings, *, embedded: bool) -> ChosenJudge:
    """The judge that --judge and the environment say; `embedded`: the product under test is our own demo.

    Raises SettingsError where there is none, or where its key or its address cannot be one.
    """
    from evals.judge.local import local_judge

    model = chosen_model(settings, embedded=embedded)
    embedder = choose_embedder(settings)
    if model is None:
        return ChosenJudge(local_judge(embedder), None, embedder)

    from evals.judge.cascade import CascadeJudge
    from evals.judge.model import ModelJudge
    from evals.models.openai import OpenAIChat

    chat = OpenAIChat(model, key=settings.api_key or "", url=settings.api_url)
    return ChosenJudge(CascadeJudge(ModelJudge(chat), embedder), chat, embedder)


def choose_embedder(settings: Settings) -> "Embedder | None":
    """The embedder that --embedder says; None where it is the local one and wordllama is not installed.

    Raises SettingsError for another one without a key.
    """
    if settings.embedder == "local":
        from evals.models.local import load

        return load()
    if not settings.api_key:
        raise keyless(f"--embedder {settings.embedder}", "--embedder local")

    from evals.models.openai import OpenAIEmbedder

    return OpenAIEmbedder(embedding_model(settings), key=settings.api_key, url=settings.api_url)


def chosen_model(settings: Settings, *, embedded: bool) -> str | None:
    """The model that judges; None for the local judge. Raises SettingsError where there is no judge."""
    if settings.judge == "local":
        return None
    if settings.judge and not settings.api_key:
        raise keyless(f"--judge {settings.judge}", "--judge local")
    if settings.api_key:
        return settings.judge or DEFAULT_MODEL
    if embedded:
        return None
    raise SettingsError(
        "there is no judge, and the selected tests ask what replies mean",
        expected=f"{ANY_KEY}, or --judge local",
        seen="neither of them",
        fix="set OPENAI_API_KEY, or choose --judge local (heuristics: no model, no network, no cost)",
    )


def embedding_model(settings: Settings) -> str:
    return DEFAULT_EMBEDDING_MODEL if settings.embedder == "openai" else settings.embedder


def keyless(option: str, instead: str) -> SettingsError:
    return SettingsError(
        f"{option} needs a key",
        expected=ANY_KEY,
        seen="OPENAI_API_KEY is not set",
        fix=f"set OPENAI_API_KEY, or choose {instead}",
    )


def judge_name(settings: Settings, *, embedded: bool) -> str:
    """What judges, without setting it up."""
    try:
        return chosen_model(settings, embedded=embedded) or LOCAL_JUDGE
    except SettingsError:
        return NO_JUDGE


def embedder_name(settings: Settings) -> str:
    """What measures similarity, without setting it up."""
    if settings.embedder == "local":
        return "wordllama (local)" if find_spec("wordllama") else NO_EMBEDDER
    return embedding_model(settings)


def describe(settings: Settings, *, embedded: bool) -> str:
    """One line for a header."""
    return f"judge: {judge_name(settings, embedded=embedded)} · embedder: {embedder_name(settings)}"
