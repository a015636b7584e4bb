"""Everything that is known to go wrong with a model service."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Fault(StrEnum):
    UNAUTHORISED = "401"
    FORBIDDEN = "403"
    NO_SUCH_MODEL = "404"
    RATE_LIMIT = "429 with Retry-After"
    RATE_LIMIT_LONG = "429 with a Retry-After of an hour"
    RATE_LIMIT_BARE = "429 without Retry-After"
    OUT_OF_QUOTA = "429 for lack of money"
    SERVER_ERROR = "500"
    OVERLOADED_HTML = "503 with a web page"
    TOO_LONG = "400 for too long a prompt"
    CONTENT_FILTER = "400 of the content filter"
    RESET = "connection reset"
    CUT = "connection closed in mid-body"
    SILENCE = "no answer at all"
    HTML = "200 with a web page"
    HALF_JSON = "200 with half a JSON"
    EMPTY = "200 with an empty body"
    ERROR_INSIDE = "200 with an error inside"
    NO_CHOICES = "200 without choices"
    FILTERED_ANSWER = "200 with finish_reason content_filter"
    REFUSAL = "200 with a refusal"
    HALF_STREAM = "a stream that ends without its end"
    CUT_SHORT = "200 with finish_reason length"
    NAN = "NaN in a vector"
    TOO_FEW_VECTORS = "a vector too few"
    UNEVEN_VECTORS = "vectors of different lengths"
    ZERO_VECTOR = "a vector of zeros"
    SHUFFLED_VECTORS = "vectors out of order, with their index"


RETRY_AFTER_S = 0.05


@dataclass(frozen=True, kw_only=True)
class Canned:
    """A response that does not depend on the request."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)


def error(status: int, message: str, code: str | None = None, **headers: str) -> Canned:
    body = {"error": {"message": message, "type": "error", "param": None, "code": code}}
    renamed = {name.replace("_", "-"): value for name, value in headers.items()}
    return Canned(status=status, body=json.dumps(body).encode(), headers=renamed)


def page(status: int) -> Canned:
    html = b"<!doctype html><title>Gateway</title><h1>Try again later</h1>"
    return Canned(status=status, body=html, content_type="text/html")


def canned(fault: Fault, key: str) -> Canned | None:
    """The response of faults that are one. Like some real services, the 401 quotes the key."""
    slow_down = "Rate limit reached for requests"
    table = {
        Fault.UNAUTHORISED: error(401, f"Incorrect API key provided: {key}.", "invalid_api_key"),
        Fault.FORBIDDEN: error(403, f"Project of {key} has no access to this model."),
        Fault.NO_SUCH_MODEL: error(404, "The model does not exist.", "model_not_found"),
        Fault.RATE_LIMIT: error(429, slow_down, "rate_limit_exceeded", Retry_After=str(RETRY_AFTER_S)),
        Fault.RATE_LIMIT_LONG: error(429, slow_down, "rate_limit_exceeded", Retry_After="3600"),
        Fault.RATE_LIMIT_BARE: error(429, slow_down, "rate_limit_exceeded"),
        Fault.OUT_OF_QUOTA: error(429, "You exceeded your current quota.", "insufficient_quota"),
        Fault.SERVER_ERROR: error(500, f"The server had an error with key {key}."),
        Fault.OVERLOADED_HTML: page(503),
        Fault.TOO_LONG: error(
            400, "This model's maximum context length is 8 tokens.", "context_length_exceeded"
        ),
        Fault.CONTENT_FILTER: error(400, "The prompt triggered the content policy.", "content_filter"),
        Fault.HTML: page(200),
        Fault.HALF_JSON: Canned(status=200, body=b'{"choices": [{"message": {"content": "{'),
        Fault.EMPTY: Canned(status=200, body=b""),
        Fault.ERROR_INSIDE: Canned(
            status=200, body=b'{"error": {"message": "upstream failed", "code": 502}}'
        ),
        Fault.NO_CHOICES: Canned(status=200, body=b'{"choices": []}'),
    }
    return table.get(fault)


def spoiled(fault: Fault | None, answer: dict[str, Any]) -> dict[str, Any]:
    """A good answer, with the fault worked into it."""
    choice = answer.get("choices", [{}])[0]
    vectors = answer.get("data", [])
    match fault:
        case Fault.FILTERED_ANSWER:
            choice["finish_reason"] = "content_filter"
            choice["message"]["content"] = ""
        case Fault.REFUSAL:
            choice["message"] |= {"content": None, "refusal": "I cannot help with that."}
        case Fault.CUT_SHORT:
            choice["finish_reason"] = "length"
            choice["message"]["content"] = choice["message"]["content"][:10]
        case Fault.NAN:
            vectors[0]["embedding"][0] = float("nan")
        case Fault.TOO_FEW_VECTORS:
            vectors.pop()
        case Fault.UNEVEN_VECTORS:
            vectors[0]["embedding"].append(0.5)
        case Fault.SHUFFLED_VECTORS:
            vectors.reverse()
        case Fault.ZERO_VECTOR:
            vectors[0]["embedding"] = [0.0] * len(vectors[0]["embedding"])
    return answer
