"""The one adapter of the `openai` package: chat and embeddings of any OpenAI-compatible service.

Whatever the client raises, and whatever the service sends, leaves this file as a ModelError.
"""

import json
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

import numpy as np
from numpy.typing import NDArray

from evals.errors import ModelError, ModelUnavailableError
from evals.models.endpoint import Endpoint, Failure, Limits
from evals.models.ports import Prompt
from evals.models.request import PREFLIGHT, chat_body, sendable

if TYPE_CHECKING:
    from openai import APIError, OpenAI

DEFAULT_URL = "https://api.openai.com/v1"

FLOORS: Mapping[str, float] = {
    "text-embedding-3-small": 0.10,
    "text-embedding-3-large": 0.10,
    "text-embedding-ada-002": 0.70,
}
"""Cosine below which two texts are off topic, for each model.

Set low after what is published about unrelated texts (about 0.1 to 0.25 for the third generation, 0.75 and
more for ada-002); not measured on pairs of our own. Too low a floor only costs a call of the judge,
too high a one would fail a good reply.
"""

UNKNOWN_FLOOR = 0.0
"""For a model that is not in the table: rules out next to nothing, so that the later tiers decide."""

MOST_INPUTS = 2048
"""The API's own limit of texts in one embeddings request."""

LIMITS = Limits()


class Service:
    """One client of one service: sends, retries, and remembers which parameters a model does not take."""

    def __init__(self, endpoint: Endpoint, limits: Limits) -> None:
        self.endpoint, self.limits = endpoint, limits
        self._client: OpenAI | None = None
        self._refused: frozenset[str] = frozenset()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._open_at_s = 0.0

    def ask(
        self, kind: Literal["chat", "embeddings"], body: Callable[[frozenset[str]], dict[str, Any]]
    ) -> dict[str, Any]:
        """Send `body(refused)`, made again whenever the service names a parameter that it does not take."""
        attempt = 0
        while True:
            self._wait_until_open()
            sent = body(self._refused)
            answer = self._post(kind, sent)
            if isinstance(answer, str):
                return self._read(answer)
            if name := answer.refused_parameter(sent):
                self._remember(name)
                continue
            attempt += 1
            self._pause(answer, attempt)

    @property
    def closed(self) -> bool:
        return self._closed.is_set()

    def closed_error(self) -> ModelError:
        what = "the connection to the model service is closed"
        return self.endpoint.error(ModelUnavailableError, what, "a request after close()")

    def close(self) -> None:
        self._closed.set()
        if self._client is not None:
            self._client.close()

    def _connected(self) -> "OpenAI":
        import openai

        with self._lock:
            if self._client is None:
                self._client = openai.OpenAI(
                    api_key=self.endpoint.key,
                    base_url=self.endpoint.url,
                    timeout=self.limits.timeout_s,
                    max_retries=0,
                )
            return self._client

    def _post(self, kind: str, sent: dict[str, Any]) -> str | Failure:
        from openai import APIError, OpenAIError

        # The raw text, as the client's own reading turns HTML or half an answer into surprises further on.
        client: Any = self._connected()
        calls = client.chat.completions if kind == "chat" else client.embeddings
        try:
            return str(calls.with_raw_response.create(**sent).text)
        except APIError as error:
            return self._failure(error)
        except (
            OpenAIError,
            RuntimeError,
        ) as error:  # a RuntimeError says that the client was closed meanwhile
            seen = f"{type(error).__name__}: {self.endpoint.quoted(str(error))}"
            what = "the request could not be sent"
            raise self.endpoint.error(ModelUnavailableError, what, seen) from None

    def _failure(self, error: "APIError") -> Failure:
        from openai import APIStatusError, APITimeoutError

        if not isinstance(error, APIStatusError):
            return Failure(status=None, timed_out=isinstance(error, APITimeoutError))
        message = error.body.get("message") if isinstance(error.body, Mapping) else None
        return Failure(
            status=error.status_code,
            code=self.endpoint.clean(str(error.code or "")),
            param=str(error.param or ""),
            text=self.endpoint.clean(str(message or error.body or "no text")),
            headers=dict(error.response.headers.items()),
        )

    def _read(self, text: str) -> dict[str, Any]:
        if not text.strip():
            raise self.endpoint.unreadable("an empty body")
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise self.endpoint.unreadable(self.endpoint.quoted(text)) from None
        if not isinstance(answer, dict) or answer.get("error"):
            raise self.endpoint.unreadable(self.endpoint.quoted(text))
        return answer

    def _remember(self, name: str) -> None:
        with self._lock:
            self._refused |= {name}

    def _wait_until_open(self) -> None:
        while (left_s := self._open_at_s - time.monotonic()) > 0 and not self._closed.is_set():
            self._closed.wait(left_s)
        if self._closed.is_set():
            raise self.closed_error()

    def _pause(self, failure: Failure, attempt: int) -> None:
        """Wait before the next attempt; where there is none to come, raise what the failure means."""
        longest_s, asked_s = self.limits.longest_wait_s, failure.retry_after_s
        if not failure.passing or attempt >= self.limits.attempts or (asked_s or 0) > longest_s:
            raise self.endpoint.failed(failure, attempts=attempt, longest_wait_s=longest_s)
        if asked_s is None:
            self._closed.wait(self.limits.backoff_s * 2 ** (attempt - 1) * random.uniform(0.75, 1))
        else:  # the limit is the account's: requests that are still to be sent wait as well
            with self._lock:
                self._open_at_s = max(self._open_at_s, time.monotonic() + asked_s)


class OpenAIChat:
    """A chat model of an OpenAI-compatible service; satisfies `ChatModel`.

    Asks for JSON by schema, else by `json_object`, else in words: whatever the service takes.
    Raises SettingsError for a URL or a key that cannot be one.
    """

    def __init__(self, model: str, *, key: str, url: str | None = None, limits: Limits = LIMITS) -> None:
        self.name = model
        self._endpoint = Endpoint(model=model, url=url or DEFAULT_URL, key=key, instead="--judge local")
        self._service = Service(self._endpoint, limits)
        self._pool = ThreadPoolExecutor(max_workers=limits.parallel, thread_name_prefix="model")

    def preflight(self) -> None:
        """One cheap request that proves address, key and model. Raises ModelError."""
        self._answer(PREFLIGHT)

    def complete(self, prompts: Sequence[Prompt]) -> list[str | ModelError]:
        """The raw answers in order; a prompt that failed gives its error in place of its answer."""
        if self._service.closed:
            return [self._service.closed_error() for _ in prompts]
        futures = [self._pool.submit(self._try, prompt) for prompt in prompts]
        try:
            return [future.result() for future in futures]
        except KeyboardInterrupt:
            self.close()  # nothing more is sent, and nobody waits for another attempt
            raise
        finally:
            for future in futures:
                future.cancel()

    def close(self) -> None:
        """Let go of the connections."""
        self._service.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _try(self, prompt: Prompt) -> str | ModelError:
        try:
            return self._answer(prompt)
        except ModelError as error:
            return error

    def _answer(self, prompt: Prompt) -> str:
        answer = self._service.ask("chat", lambda refused: chat_body(self.name, prompt, refused))
        try:
            choice = answer["choices"][0]
            content, refusal = choice["message"].get("content"), choice["message"].get("refusal")
            finish = choice.get("finish_reason")
        except (LookupError, TypeError, AttributeError):
            raise self._endpoint.unreadable(self._endpoint.quoted(json.dumps(answer))) from None
        if finish == "content_filter" or refusal:
            said = f", {self._endpoint.quoted(str(refusal))}" if refusal else ""
            raise self._endpoint.refused(f"finish_reason {finish!r}{said}")
        if finish == "length":
            raise self._endpoint.unreadable("an answer cut off at the length limit (finish_reason 'length')")
        return content if isinstance(content, str) else ""


class OpenAIEmbedder:
    """An embedding model of an OpenAI-compatible service; satisfies `Embedder`. Its floor comes from FLOORS.

    Raises SettingsError for a URL or a key that cannot be one.
    """

    def __init__(self, model: str, *, key: str, url: str | None = None, limits: Limits = LIMITS) -> None:
        self.name = model
        self.floor = FLOORS.get(model, UNKNOWN_FLOOR)
        self._endpoint = Endpoint(model=model, url=url or DEFAULT_URL, key=key, instead="--embedder local")
        self._service = Service(self._endpoint, limits)

    def preflight(self) -> None:
        """One cheap request that proves address, key and model. Raises ModelError."""
        self.embed(["ready"])

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (len(texts), d), each row of length 1; equal texts are sent once. Raises ModelError."""
        # The API takes no empty text.
        asked = [sendable(text) or " " for text in texts]
        distinct = list(dict.fromkeys(asked))
        rows: list[list[float]] = []
        for start in range(0, len(distinct), MOST_INPUTS):
            rows += self._rows(distinct[start : start + MOST_INPUTS])
        place = {text: row for row, text in enumerate(distinct)}
        return self._unit(rows)[[place[text] for text in asked]]

    def close(self) -> None:
        """Let go of the connections."""
        self._service.close()

    def _rows(self, texts: list[str]) -> list[list[float]]:
        body = {"model": self.name, "input": texts, "encoding_format": "float"}
        data = self._service.ask("embeddings", lambda _: body).get("data")
        items = [item for item in data if isinstance(item, dict)] if isinstance(data, list) else []
        if len(items) != len(texts):
            raise self._endpoint.unreadable(f"{len(items)} vectors for {len(texts)} texts")
        if all(isinstance(item.get("index"), int) for item in items):
            items.sort(key=lambda item: item["index"])
        vectors = [vector for item in items if is_vector(vector := item.get("embedding"))]
        if len(vectors) != len(texts):
            raise self._endpoint.unreadable("a vector that is no list of finite numbers")
        return vectors

    def _unit(self, rows: list[list[float]]) -> NDArray[np.float32]:
        if len({len(row) for row in rows}) > 1:
            raise self._endpoint.unreadable("vectors of different lengths")
        vectors = np.array(rows, dtype=np.float64, ndmin=2).reshape(len(rows), -1 if rows else 0)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not lengths.all():
            raise self._endpoint.unreadable("a vector of nothing but zeros")
        unit: NDArray[np.float32] = (vectors / lengths).astype(np.float32)
        return unit


def is_vector(value: object) -> TypeGuard[list[float]]:
    # The bounds keep out NaN and infinity, and what would overflow when squared.
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(x, int | float) and -1e30 < x < 1e30 for x in value)
    )
