"""The adapter of OpenAI-compatible services, against a real server with real faults."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from evals.errors import (
    ModelAnswerError,
    ModelAuthError,
    ModelError,
    ModelRefusedError,
    ModelUnavailableError,
    SettingsError,
)
from evals.models.endpoint import Limits
from evals.models.openai import DEFAULT_URL, FLOORS, UNKNOWN_FLOOR, OpenAIChat, OpenAIEmbedder
from evals.models.ports import ChatModel, Embedder, Prompt
from tests.model_server import Fault, ModelServer
from tests.model_server.faults import RETRY_AFTER_S

ROOT = Path(__file__).parents[3]
QUICK = Limits(timeout_s=10, attempts=3, backoff_s=0.001)
CHECK = "check OPENAI_BASE_URL, the model's name and the state of the service, or use --judge local"
SCHEMA = {
    "type": "object",
    "properties": {"label": {"type": "string", "enum": ["yes", "no"]}},
    "required": ["label"],
    "additionalProperties": False,
}


def prompt(user: str = "Is it?", system: str = "Answer.") -> Prompt:
    return Prompt(name="test", system=system, user=user, schema=SCHEMA)


@pytest.fixture
def chat(model_server: ModelServer) -> Iterator[OpenAIChat]:
    with closing(OpenAIChat("m-1", key=model_server.key, url=model_server.url, limits=QUICK)) as chat:
        yield chat


@pytest.fixture
def embedder(model_server: ModelServer) -> Iterator[OpenAIEmbedder]:
    model = OpenAIEmbedder("e-1", key=model_server.key, url=model_server.url, limits=QUICK)
    with closing(model) as embedder:
        yield embedder


def failed(chat: OpenAIChat) -> ModelError:
    [answer] = chat.complete([prompt()])
    assert isinstance(answer, ModelError)
    return answer


def read(what: str, *, seen: str, url: str, fix: str = CHECK, model: str = "m-1") -> str:
    """The whole message that is expected."""
    return f"{what}\n  seen:     {seen}\n  where:    {url}, model '{model}'\n  to fix:   {fix}"


def test_the_adapters_satisfy_the_ports(chat: OpenAIChat, embedder: OpenAIEmbedder) -> None:
    ports: tuple[ChatModel, Embedder] = chat, embedder
    assert [port.name for port in ports] == ["m-1", "e-1"]


def test_an_answer_comes_back_raw_and_the_request_is_complete(
    chat: OpenAIChat, model_server: ModelServer
) -> None:
    model_server.say("Is it", ' {"label": "yes"}\n', where="outside")
    assert chat.complete([prompt()]) == [' {"label": "yes"}\n']
    [request] = model_server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {model_server.key}"
    assert request.body == {
        "model": "m-1",
        "temperature": 0,
        "seed": 7,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "test", "strict": True, "schema": SCHEMA},
        },
        "messages": [{"role": "system", "content": "Answer."}, {"role": "user", "content": "Is it?"}],
    }


def test_no_prompts_need_no_request(chat: OpenAIChat, model_server: ModelServer) -> None:
    assert chat.complete([]) == []
    assert model_server.requests == []


def test_many_prompts_run_at_once_and_keep_their_order(chat: OpenAIChat, model_server: ModelServer) -> None:
    for n in range(16):
        model_server.say(rf"number {n}\b", f"answer {n}", where="outside")
    model_server.gather(16)  # none is answered before all sixteen are there
    assert chat.complete([prompt(f"number {n}") for n in range(16)]) == [f"answer {n}" for n in range(16)]
    assert model_server.most_at_once == 16


def test_never_more_than_the_limit_at_once(model_server: ModelServer) -> None:
    limits = Limits(parallel=2)
    model_server.gather(2)
    with closing(OpenAIChat("m-1", key=model_server.key, url=model_server.url, limits=limits)) as chat:
        answers = chat.complete([prompt(f"number {n}") for n in range(6)])
    assert all(isinstance(answer, str) for answer in answers)
    assert (model_server.most_at_once, len(model_server.requests)) == (2, 6)


def test_one_failure_leaves_the_other_answers_alone(chat: OpenAIChat, model_server: ModelServer) -> None:
    model_server.fail(Fault.CONTENT_FILTER, after=1)
    with closing(
        OpenAIChat("m-1", key=model_server.key, url=model_server.url, limits=Limits(parallel=1))
    ) as chat:
        first, second, third = chat.complete([prompt(), prompt(), prompt()])
    assert isinstance(second, ModelRefusedError)
    assert isinstance(first, str)
    assert isinstance(third, str)


# --- what the service does not take ---


def formats(server: ModelServer) -> list[str | None]:
    return [(r.body.get("response_format") or {}).get("type") for r in server.requests]


def test_the_ladder_goes_down_to_json_object_and_is_remembered(
    chat: OpenAIChat, model_server: ModelServer
) -> None:
    model_server.refuse("json_schema")
    for _ in range(2):
        assert isinstance(chat.complete([prompt()])[0], str)
    assert formats(model_server) == ["json_schema", "json_object", "json_object"]
    assert model_server.requests[1].system == (
        f"Answer.\n\nAnswer with one JSON object of this schema and nothing else:\n{json.dumps(SCHEMA)}"
    )


@pytest.mark.parametrize(
    "message",
    [
        "'response_format.type' must be 'text'",
        "json_schema is no valid value",
        "extra fields not permitted: response_format",
    ],
)
@pytest.mark.parametrize("status", [400, 422])
def test_the_ladder_ends_at_a_plain_prompt_whatever_the_wording(
    chat: OpenAIChat, model_server: ModelServer, message: str, status: int
) -> None:
    model_server.refuse("response_format", status=status, message=message, param=False)
    for _ in range(2):
        assert isinstance(chat.complete([prompt()])[0], str)
    assert formats(model_server) == ["json_schema", "json_object", None, None]


@pytest.mark.parametrize("name", ["temperature", "seed"])
@pytest.mark.parametrize("param", [True, False])
def test_a_refused_parameter_is_dropped_and_remembered(
    chat: OpenAIChat, model_server: ModelServer, name: str, param: bool
) -> None:
    model_server.refuse(name, param=param)
    for _ in range(2):
        assert isinstance(chat.complete([prompt()])[0], str)
    assert [name in request.body for request in model_server.requests] == [True, False, False]


def test_everything_refused_at_once_by_a_model_that_runs_in_parallel(
    chat: OpenAIChat, model_server: ModelServer
) -> None:
    for name in ("temperature", "seed", "response_format"):
        model_server.refuse(name)
    answers = chat.complete([prompt() for _ in range(8)])
    assert all(isinstance(answer, str) for answer in answers)
    model_server.requests.clear()
    chat.complete([prompt()])
    assert [sorted(r.body) for r in model_server.requests] == [["messages", "model"]]


def test_a_400_about_something_else_is_an_error_at_once(chat: OpenAIChat, model_server: ModelServer) -> None:
    model_server.fail(Fault.TOO_LONG)
    error = failed(chat)
    assert type(error) is ModelError
    assert str(error) == read(
        "the model service refused the request",
        seen='400: "This model\'s maximum context length is 8 tokens." (1 attempt)',
        url=model_server.url,
    )
    assert len(model_server.requests) == 1


# --- failures that pass ---

PASSING = [
    Fault.RATE_LIMIT,
    Fault.RATE_LIMIT_BARE,
    Fault.SERVER_ERROR,
    Fault.OVERLOADED_HTML,
    Fault.RESET,
    Fault.CUT,
]


@pytest.mark.parametrize("fault", PASSING)
def test_a_passing_failure_is_tried_again(chat: OpenAIChat, model_server: ModelServer, fault: Fault) -> None:
    model_server.fail(fault, times=2)
    assert isinstance(chat.complete([prompt()])[0], str)
    assert len(model_server.requests) == 3


def test_retry_after_is_honoured_by_every_request(chat: OpenAIChat, model_server: ModelServer) -> None:
    model_server.fail(Fault.RATE_LIMIT)
    chat.complete([prompt()])
    first, second = model_server.requests
    assert second.arrived_s - first.arrived_s >= RETRY_AFTER_S


UNREACHED = "the model service could not be reached"
FAILING = "the model service keeps failing"


@pytest.mark.parametrize(
    ("fault", "what", "seen"),
    [
        (Fault.RATE_LIMIT, FAILING, "429: 'Rate limit reached for requests' (3 attempts)"),
        (Fault.SERVER_ERROR, FAILING, "500: 'The server had an error with key [key].' (3 attempts)"),
        (
            Fault.OVERLOADED_HTML,
            FAILING,
            "503: '<!doctype html><title>Gateway</title><h1>Try again later</h1>' (3 attempts)",
        ),
        (Fault.RESET, UNREACHED, "no connection, or it broke off (3 attempts)"),
        (Fault.CUT, UNREACHED, "no connection, or it broke off (3 attempts)"),
    ],
)
def test_a_failure_that_stays_is_an_outage(
    chat: OpenAIChat, model_server: ModelServer, fault: Fault, what: str, seen: str
) -> None:
    model_server.fail(fault, times=9)
    error = failed(chat)
    assert isinstance(error, ModelUnavailableError)
    assert str(error) == read(what, seen=seen, url=model_server.url)
    assert len(model_server.requests) == 3


def test_no_answer_in_time(model_server: ModelServer) -> None:
    model_server.fail(Fault.SILENCE, times=9)
    limits = Limits(timeout_s=0.1, attempts=2, backoff_s=0.001)
    with closing(OpenAIChat("m-1", key=model_server.key, url=model_server.url, limits=limits)) as chat:
        error = failed(chat)
    assert isinstance(error, ModelUnavailableError)
    assert str(error) == read(UNREACHED, seen="no answer in time (2 attempts)", url=model_server.url)


def test_nothing_listens_there(model_server: ModelServer) -> None:
    model_server.stop()
    with closing(OpenAIChat("m-1", key="sk-1", url=model_server.url, limits=QUICK)) as chat:
        error = failed(chat)
    assert isinstance(error, ModelUnavailableError)
    assert str(error) == read(
        UNREACHED, seen="no connection, or it broke off (3 attempts)", url=model_server.url
    )


# --- failures that last: no second attempt ---


@pytest.mark.parametrize(
    ("fault", "kind", "what", "seen"),
    [
        (
            Fault.NO_SUCH_MODEL,
            ModelUnavailableError,
            "the model service does not know this model or this address",
            "404: 'The model does not exist.' (1 attempt)",
        ),
        (
            Fault.RATE_LIMIT_LONG,
            ModelUnavailableError,
            FAILING,
            "429: 'Rate limit reached for requests' (1 attempt); it asks to wait 3600 s, the limit is 60 s",
        ),
        (
            Fault.OUT_OF_QUOTA,
            ModelUnavailableError,
            "the account has no quota left",
            "429: 'You exceeded your current quota.' (1 attempt)",
        ),
        (
            Fault.HTML,
            ModelAnswerError,
            "the model service sent an answer that cannot be read",
            "'<!doctype html><title>Gateway</title><h1>Try again later</h1>'",
        ),
        (
            Fault.HALF_JSON,
            ModelAnswerError,
            "the model service sent an answer that cannot be read",
            '\'{"choices": [{"message": {"content": "{\'',
        ),
        (
            Fault.EMPTY,
            ModelAnswerError,
            "the model service sent an answer that cannot be read",
            "an empty body",
        ),
        (
            Fault.ERROR_INSIDE,
            ModelAnswerError,
            "the model service sent an answer that cannot be read",
            '\'{"error": {"message": "upstream failed", "code": 502}}\'',
        ),
        (
            Fault.NO_CHOICES,
            ModelAnswerError,
            "the model service sent an answer that cannot be read",
            "'{\"choices\": []}'",
        ),
        (
            Fault.CUT_SHORT,
            ModelAnswerError,
            "the model service sent an answer that cannot be read",
            "an answer cut off at the length limit (finish_reason 'length')",
        ),
    ],
)
def test_a_lasting_failure_is_not_tried_again(
    chat: OpenAIChat, model_server: ModelServer, fault: Fault, kind: type[ModelError], what: str, seen: str
) -> None:
    model_server.fail(fault, times=9)
    error = failed(chat)
    assert type(error) is kind
    assert str(error) == read(what, seen=seen, url=model_server.url)
    assert len(model_server.requests) == 1


@pytest.mark.parametrize(
    ("fault", "seen"),
    [
        (Fault.CONTENT_FILTER, "400: 'The prompt triggered the content policy.'"),
        (Fault.FILTERED_ANSWER, "finish_reason 'content_filter'"),
        (Fault.REFUSAL, "finish_reason 'stop', 'I cannot help with that.'"),
    ],
)
def test_the_content_filter_is_its_own_error(
    chat: OpenAIChat, model_server: ModelServer, fault: Fault, seen: str
) -> None:
    model_server.fail(fault, times=9)
    error = failed(chat)
    assert isinstance(error, ModelRefusedError)
    fix = "look at the texts that were to be judged, choose another model, or use --judge local"
    what = "the model service's content filter refused the request"
    assert str(error) == read(what, seen=seen, url=model_server.url, fix=fix)
    assert len(model_server.requests) == 1


def test_a_content_that_is_null_or_empty_is_left_to_whoever_reads_it(
    chat: OpenAIChat, model_server: ModelServer
) -> None:
    model_server.say("", "", where="anywhere")
    assert chat.complete([prompt()]) == [""]


# --- the key ---

KEY_FIX = "check that OPENAI_API_KEY fits OPENAI_BASE_URL and this model, or use --judge local"


@pytest.mark.parametrize(
    ("fault", "seen"), [(Fault.UNAUTHORISED, "401 (invalid_api_key)"), (Fault.FORBIDDEN, "403")]
)
def test_a_key_that_is_not_accepted(
    chat: OpenAIChat, model_server: ModelServer, fault: Fault, seen: str
) -> None:
    model_server.fail(fault, times=9)
    error = failed(chat)
    assert isinstance(error, ModelAuthError)
    assert str(error) == read(
        "the model service did not accept the key", seen=seen, url=model_server.url, fix=KEY_FIX
    )
    assert len(model_server.requests) == 1


def test_a_wrong_key_is_seen_before_the_first_test(model_server: ModelServer) -> None:
    chat = OpenAIChat("m-1", key="sk-wrong", url=model_server.url, limits=QUICK)
    with closing(chat), pytest.raises(ModelAuthError) as caught:
        chat.preflight()
    assert str(caught.value) == read(
        "the model service did not accept the key",
        seen="401 (invalid_api_key)",
        url=model_server.url,
        fix=KEY_FIX,
    )


def test_preflight_is_one_request_and_settles_the_ladder(chat: OpenAIChat, model_server: ModelServer) -> None:
    chat.preflight()
    assert len(model_server.requests) == 1
    model_server.refuse("json_schema")
    chat.preflight()
    model_server.requests.clear()
    chat.complete([prompt()])
    assert formats(model_server) == ["json_object"]


OF_A_WHOLE_ANSWER = [fault for fault in Fault if "vector" not in fault and fault is not Fault.HALF_STREAM]
"""The judge asks for no streams."""


@pytest.mark.parametrize("fault", OF_A_WHOLE_ANSWER)
def test_the_key_is_in_no_message(model_server: ModelServer, fault: Fault) -> None:
    model_server.fail(fault, times=9)
    limits = Limits(timeout_s=0.1, attempts=1)
    with closing(OpenAIChat("m-1", key=model_server.key, url=model_server.url, limits=limits)) as chat:
        error = failed(chat)
    shown = f"{error} {error!r} {vars(error)} {chat!r} {vars(chat)}"
    assert model_server.key not in shown


def test_a_short_key_of_a_local_server_does_not_spoil_the_answers(model_server: ModelServer) -> None:
    model_server.key = "e"
    model_server.say("", '{"label": "yes"}', where="anywhere")
    with closing(OpenAIChat("m-1", key="e", url=model_server.url, limits=QUICK)) as chat:
        assert chat.complete([prompt()]) == ['{"label": "yes"}']


@pytest.mark.parametrize("key", ["", "with space", "line\nbreak", "schlüssel", "tab\t"])
def test_a_key_that_cannot_be_one(key: str) -> None:
    with pytest.raises(SettingsError) as caught:
        OpenAIChat("m-1", key=key)
    seen = "other characters in it (the key is never shown)" if key else "an empty text"
    assert str(caught.value) == (
        "OPENAI_API_KEY is not a key\n"
        "  expected: printable ASCII characters without spaces\n"
        f"  seen:     {seen}\n"
        "  to fix:   copy the key again, or use --judge local"
    )


@pytest.mark.parametrize(
    "url", ["localhost:8000", "ftp://x/v1", "http://", "http://x:port/v1", "http://ü/v1"]
)
def test_an_address_that_cannot_be_one(url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        OpenAIChat("m-1", key="sk-1", url=url)
    assert str(caught.value) == (
        "OPENAI_BASE_URL is not a URL\n"
        "  expected: an address such as https://api.openai.com/v1\n"
        f"  seen:     {url!r}"
    )


def test_a_password_in_the_address_is_not_shown(model_server: ModelServer) -> None:
    model_server.stop()
    url = model_server.url.replace("://", "://ana:s3cret@") + "?token=t0ken"
    with closing(OpenAIChat("m-1", key="sk-1", url=url, limits=QUICK)) as chat:
        error = failed(chat)
    assert str(error) == read(
        UNREACHED, seen="no connection, or it broke off (3 attempts)", url=model_server.url
    )


def test_without_an_address_it_is_openai() -> None:
    with closing(OpenAIChat("m-1", key="sk-1")) as chat:
        assert chat._endpoint.where == f"{DEFAULT_URL}, model 'm-1'"


# --- odd texts, and the end ---


def test_half_an_emoji_and_control_characters_are_sent(chat: OpenAIChat, model_server: ModelServer) -> None:
    assert isinstance(chat.complete([prompt("a\ud83d b \x00 \ud83d\ude00")])[0], str)
    assert model_server.requests[0].user == "a\ufffd b \x00 😀"


def test_after_close_there_is_an_error_and_no_request(chat: OpenAIChat, model_server: ModelServer) -> None:
    chat.complete([prompt()])
    chat.close()
    error = failed(chat)
    assert isinstance(error, ModelUnavailableError)
    assert str(error) == read(
        "the connection to the model service is closed", seen="a request after close()", url=model_server.url
    )
    assert len(model_server.requests) == 1


def test_close_ends_a_wait(model_server: ModelServer) -> None:
    limits = Limits(attempts=2, backoff_s=3600)
    model_server.fail(Fault.SERVER_ERROR)
    chat = OpenAIChat("m-1", key=model_server.key, url=model_server.url, limits=limits)
    answers: list[str | ModelError] = []
    thread = threading.Thread(target=lambda: answers.extend(chat.complete([prompt()])))
    thread.start()
    model_server.wait_for(1)
    chat.close()
    thread.join(20)
    [error] = answers
    assert isinstance(error, ModelUnavailableError)


INTERRUPTED = """
import signal, sys
from evals.models.endpoint import Limits
from evals.models.openai import OpenAIChat
from evals.models.request import PREFLIGHT
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background process may ignore it
chat = OpenAIChat("m-1", key=sys.argv[2], url=sys.argv[1], limits=Limits(backoff_s=3600, parallel=1))
try:
    chat.complete([PREFLIGHT, PREFLIGHT])
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_ends_every_wait_and_sends_nothing_more(model_server: ModelServer) -> None:
    model_server.fail(Fault.SERVER_ERROR, times=9)
    command = [sys.executable, "-c", INTERRUPTED, model_server.url, model_server.key]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        model_server.wait_for(1)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=30)
    assert (said, process.returncode) == ("interrupted\n", 0)
    assert len(model_server.requests) == 1


def test_one_connection_serves_a_row_of_requests(chat: OpenAIChat, model_server: ModelServer) -> None:
    for _ in range(3):
        chat.complete([prompt()])
    assert model_server.connections == 1


# --- embeddings ---


def test_embeddings_are_unit_vectors_of_one_deduplicated_request(
    embedder: OpenAIEmbedder, model_server: ModelServer
) -> None:
    vectors = embedder.embed(["to be", "or not", "to be", ""])
    [request] = model_server.requests
    assert request.path == "/v1/embeddings"
    assert request.body == {"model": "e-1", "input": ["to be", "or not", " "], "encoding_format": "float"}
    assert (vectors.dtype, vectors.shape) == (np.dtype("float32"), (4, 64))
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert np.array_equal(vectors[0], vectors[2])
    assert not np.array_equal(vectors[0], vectors[1])


def test_no_texts_need_no_request(embedder: OpenAIEmbedder, model_server: ModelServer) -> None:
    assert embedder.embed([]).shape == (0, 0)
    assert model_server.requests == []


def test_more_texts_than_a_request_may_hold(embedder: OpenAIEmbedder, model_server: ModelServer) -> None:
    texts = [f"text {n}" for n in range(2049)]
    vectors = embedder.embed(texts)
    assert [len(request.body["input"]) for request in model_server.requests] == [2048, 1]
    assert np.array_equal(vectors[2048], embedder.embed(["text 2048"])[0])


def test_vectors_are_put_in_order_by_their_index(embedder: OpenAIEmbedder, model_server: ModelServer) -> None:
    straight = embedder.embed(["one word", "other words"])
    model_server.fail(Fault.SHUFFLED_VECTORS)
    assert np.array_equal(embedder.embed(["one word", "other words"]), straight)


@pytest.mark.parametrize(
    ("fault", "seen"),
    [
        (Fault.NAN, "a vector that is no list of finite numbers"),
        (Fault.TOO_FEW_VECTORS, "1 vectors for 2 texts"),
        (Fault.UNEVEN_VECTORS, "vectors of different lengths"),
        (Fault.ZERO_VECTOR, "a vector of nothing but zeros"),
        (Fault.NO_CHOICES, "0 vectors for 2 texts"),
        (Fault.EMPTY, "an empty body"),
    ],
)
def test_vectors_that_cannot_be_used(
    embedder: OpenAIEmbedder, model_server: ModelServer, fault: Fault, seen: str
) -> None:
    model_server.fail(fault)
    with pytest.raises(ModelAnswerError) as caught:
        embedder.embed(["a", "b"])
    assert str(caught.value) == read(
        "the model service sent an answer that cannot be read",
        seen=seen,
        url=model_server.url,
        model="e-1",
        fix=CHECK.replace("--judge", "--embedder"),
    )


def test_an_embedder_with_a_wrong_key(model_server: ModelServer) -> None:
    embedder = OpenAIEmbedder("e-1", key="sk-wrong", url=model_server.url)
    with closing(embedder), pytest.raises(ModelAuthError) as caught:
        embedder.embed(["a"])
    assert str(caught.value) == read(
        "the model service did not accept the key",
        seen="401 (invalid_api_key)",
        url=model_server.url,
        model="e-1",
        fix=KEY_FIX.replace("--judge", "--embedder"),
    )


def test_floors_are_of_the_model_and_low_where_nothing_is_known() -> None:
    with closing(OpenAIEmbedder("text-embedding-ada-002", key="sk-1")) as known:
        assert known.floor == FLOORS["text-embedding-ada-002"] > FLOORS["text-embedding-3-small"]
    with closing(OpenAIEmbedder("own-model", key="sk-1")) as unknown:
        assert unknown.floor == UNKNOWN_FLOOR <= min(FLOORS.values())
