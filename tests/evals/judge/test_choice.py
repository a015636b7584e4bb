"""Which judge and embedder are chosen, and the two ways out where there is none."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from evals.errors import ModelAuthError, SettingsError
from evals.judge import choice
from evals.judge.choice import (
    DEFAULT_EMBEDDING_MODEL,
    DEFAULT_MODEL,
    choose_embedder,
    choose_judge,
    describe,
)
from evals.judge.local import NAME
from evals.judge.port import Case, Judge
from evals.models.local import LocalEmbedder
from evals.models.openai import OpenAIEmbedder
from evals.settings import Settings
from tests.model_server import Fault, ModelServer

ROOT = Path(__file__).parents[3]
KEY = "sk-1"
CASE = Case(prompt="When?", reply="You are booked for Friday.", expected=("It is on Thursday.",))
KEYLESS = (
    "{option} needs a key\n"
    "  expected: OPENAI_API_KEY in the environment (any word, for a service that asks for none)\n"
    "  seen:     OPENAI_API_KEY is not set\n"
    "  to fix:   set OPENAI_API_KEY, or choose {instead}"
)


def settings(*, judge: str = "", embedder: str = "", **environ: str) -> Settings:
    chosen = {"replywright_judge": judge, "replywright_embedder": embedder}
    return Settings.read(option=lambda dest: chosen.get(dest) or None, environ=environ)


@pytest.mark.parametrize(
    ("judge", "key", "embedded", "name"),
    [
        ("", "", True, NAME),
        ("local", "", True, NAME),
        ("local", "", False, NAME),
        ("local", KEY, False, NAME),
        ("", KEY, True, DEFAULT_MODEL),
        ("", KEY, False, DEFAULT_MODEL),
        ("m-1", KEY, True, "m-1"),
        ("m-1", KEY, False, "m-1"),
    ],
)
def test_what_judges(judge: str, key: str, embedded: bool, name: str) -> None:
    chosen = settings(judge=judge, OPENAI_API_KEY=key)
    with closing(choose_judge(chosen, embedded=embedded)) as judge_of_run:
        port: Judge = judge_of_run
        assert port.name == choice.judge_name(chosen, embedded=embedded) == name


@pytest.mark.parametrize("embedded", [True, False])
def test_a_model_without_a_key(embedded: bool) -> None:
    with pytest.raises(SettingsError) as caught:
        choose_judge(settings(judge="m-1"), embedded=embedded)
    assert str(caught.value) == KEYLESS.format(option="--judge m-1", instead="--judge local")


def test_a_preview_without_a_key_names_the_two_ways_out() -> None:
    with pytest.raises(SettingsError) as caught:
        choose_judge(settings(), embedded=False)
    assert str(caught.value) == (
        "there is no judge, and the selected tests ask what replies mean\n"
        "  expected: OPENAI_API_KEY in the environment (any word, for a service that asks for none), "
        "or --judge local\n"
        "  seen:     neither of them\n"
        "  to fix:   set OPENAI_API_KEY, or choose --judge local (heuristics: no model, no network, no cost)"
    )


def test_an_address_that_is_none_is_seen_when_the_judge_is_chosen() -> None:
    with pytest.raises(SettingsError, match="OPENAI_BASE_URL is not a URL"):
        choose_judge(settings(OPENAI_API_KEY=KEY, OPENAI_BASE_URL="localhost"), embedded=True)


@pytest.mark.parametrize(
    ("option", "model"), [("openai", DEFAULT_EMBEDDING_MODEL), ("own-model", "own-model")]
)
def test_an_embedder_of_the_service(option: str, model: str) -> None:
    embedder = choose_embedder(settings(embedder=option, OPENAI_API_KEY=KEY))
    assert isinstance(embedder, OpenAIEmbedder)
    assert embedder.name == model
    embedder.close()


def test_the_local_embedder_is_the_default() -> None:
    pytest.importorskip("wordllama", reason="without a wheel of wordllama there is no local embedder")
    assert isinstance(choose_embedder(settings()), LocalEmbedder)


def test_an_embedder_of_the_service_without_a_key() -> None:
    with pytest.raises(SettingsError) as caught:
        choose_embedder(settings(embedder="openai"))
    assert str(caught.value) == KEYLESS.format(option="--embedder openai", instead="--embedder local")


# --- the whole judge ---


def test_the_local_judge_judges_without_a_request(model_server: ModelServer) -> None:
    judge = choose_judge(settings(judge="local", **model_server.environ), embedded=False)
    judge.preflight()
    assert judge.correctness(CASE).value == 0
    assert judge.refusal(CASE).value == 0
    assert judge.conditions(CASE, []) == []
    assert model_server.requests == []
    judge.close()


def test_a_model_judges_over_the_whole_cascade(model_server: ModelServer) -> None:
    chosen = settings(judge="m-1", embedder="e-1", **model_server.environ)
    model_server.answer("Friday", "wrong", reason="Thursday was expected.")
    model_server.answer("", "yes")
    with closing(choose_judge(chosen, embedded=False)) as judge:
        judge.preflight()
        assert [request.path for request in model_server.requests] == [
            "/v1/chat/completions",
            "/v1/embeddings",
        ]
        score = judge.correctness(CASE)
        assert (score.value, score.reason) == (0, "Thursday was expected.")
        assert (score.evidence["tier"], score.evidence["model"]) == ("judge", "m-1")
        assert judge.conditions(CASE, ["name a day"])[0].value == 1
        assert judge.refusal(CASE).value == 1


def test_equal_texts_ask_nobody(model_server: ModelServer) -> None:
    with closing(choose_judge(settings(**model_server.environ), embedded=False)) as judge:
        same = Case(prompt="When?", reply="It is on Thursday.", expected=("It is on Thursday.",))
        assert judge.correctness(same).value == 1
    assert model_server.requests == []


def test_a_disagreement_of_facts_and_model_is_flagged(model_server: ModelServer) -> None:
    model_server.answer("Friday", "correct")
    with closing(choose_judge(settings(**model_server.environ), embedded=False)) as judge:
        score = judge.correctness(CASE)
    assert score.value == 1
    assert "Friday" in str(score.evidence["disagreement"])
    assert "Friday" in model_server.requests[0].sections["evidence"]


@pytest.mark.parametrize("fault", [Fault.UNAUTHORISED, Fault.FORBIDDEN])
def test_preflight_tells_of_a_wrong_key(model_server: ModelServer, fault: Fault) -> None:
    model_server.fail(fault, times=2)
    judge = choose_judge(settings(**model_server.environ), embedded=True)
    with closing(judge), pytest.raises(ModelAuthError, match="the model service did not accept the key"):
        judge.preflight()


def test_preflight_tells_of_an_embedder_that_does_not_work(model_server: ModelServer) -> None:
    model_server.fail(Fault.UNAUTHORISED, after=1)
    chosen = settings(embedder="openai", **model_server.environ)
    judge = choose_judge(chosen, embedded=True)
    with closing(judge), pytest.raises(ModelAuthError, match="use --embedder local"):
        judge.preflight()


# --- names for the header ---


@pytest.mark.parametrize(
    ("judge", "embedder", "key", "embedded", "line"),
    [
        ("", "openai", "", True, f"judge: {NAME} · embedder: {DEFAULT_EMBEDDING_MODEL}"),
        ("", "e-1", KEY, True, f"judge: {DEFAULT_MODEL} · embedder: e-1"),
        ("m-1", "e-1", KEY, False, "judge: m-1 · embedder: e-1"),
        (
            "",
            "e-1",
            "",
            False,
            "judge: none (set OPENAI_API_KEY, or choose --judge local) · embedder: e-1",
        ),
    ],
)
def test_the_line_of_the_header(judge: str, embedder: str, key: str, embedded: bool, line: str) -> None:
    chosen = settings(judge=judge, embedder=embedder, OPENAI_API_KEY=key)
    assert describe(chosen, embedded=embedded) == line


def test_the_local_embedder_is_named_as_it_is_found() -> None:
    there = choose_embedder(settings()) is not None
    missing = "none (wordllama is not installed: the similarity tier is off)"
    assert choice.embedder_name(settings()) == ("wordllama (local)" if there else missing)


def python(code: str, **environ: str) -> str:
    """What a new process prints."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=clean | environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_without_wordllama_the_similarity_tier_is_off_and_the_header_says_so() -> None:
    said = python(
        "import sys; sys.modules['wordllama'] = None;"  # how Python marks what cannot be imported
        "from evals.judge.choice import choose_judge, describe; from evals.settings import Settings;"
        "from evals.judge.port import Case;"
        "print(describe(Settings.read(), embedded=True));"
        "case = Case(prompt='When?', reply='It is on Friday.', expected=('It is on Thursday.',));"
        "print(choose_judge(Settings.read(), embedded=True).correctness(case).value)"
    )
    assert said.splitlines() == [
        f"judge: {NAME} · embedder: none (wordllama is not installed: the similarity tier is off)",
        "0.0",
    ]


def test_choosing_a_name_loads_no_library() -> None:
    loaded = python(
        "import sys; from evals.judge.choice import describe; from evals.settings import Settings;"
        "print(describe(Settings.read(), embedded=True));"
        "print(sorted({'openai', 'numpy', 'wordllama', 'pydantic'} & set(sys.modules)))"
    )
    assert loaded.splitlines()[0].startswith(f"judge: {NAME} · embedder: ")
    assert loaded.splitlines()[1] == "[]"


def test_another_process_reaches_the_scripted_model_by_its_environment(model_server: ModelServer) -> None:
    model_server.answer("Friday", "partially_correct")
    said = python(
        "from evals.judge.choice import choose_judge; from evals.settings import Settings;"
        "from evals.judge.port import Case;"
        "judge = choose_judge(Settings.read(), embedded=False); judge.preflight();"
        "case = Case(prompt='When?', reply='It is on Friday.', expected=('It is on Thursday.',));"
        "print(judge.name, judge.correctness(case).value); judge.close()",
        **model_server.environ,
    )
    assert said == f"{DEFAULT_MODEL} 0.5"
    assert len(model_server.requests) == 2
