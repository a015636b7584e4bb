"""What a failure of a service means, without any service."""

import email.utils
import time

import pytest

from evals.models.endpoint import Endpoint, Failure, shown


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9.0),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": email.utils.formatdate(0, usegmt=True)}, 0.0),
    ],
)
def test_how_long_a_service_asks_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert Failure(status=429, headers=headers).retry_after_s == seconds


def test_a_date_to_come_is_so_many_seconds_away() -> None:
    date = email.utils.formatdate(time.time() + 1000, usegmt=True)
    seconds = Failure(status=429, headers={"retry-after": date}).retry_after_s
    assert seconds is not None
    assert 900 < seconds <= 1000


@pytest.mark.parametrize(
    ("status", "code", "passing"),
    [
        (None, "", True),
        (408, "", True),
        (409, "", True),
        (429, "rate_limit_exceeded", True),
        (429, "insufficient_quota", False),
        (500, "", True),
        (503, "", True),
        (400, "", False),
        (401, "", False),
        (404, "", False),
    ],
)
def test_what_may_pass(status: int | None, code: str, passing: bool) -> None:
    assert Failure(status=status, code=code).passing is passing


def test_a_parameter_that_was_not_sent_is_not_dropped() -> None:
    failure = Failure(status=400, text="temperature is too hot for seed and response_format")
    assert failure.refused_parameter({"model": "m", "messages": []}) is None


def test_the_parameter_field_counts_more_than_the_text() -> None:
    failure = Failure(status=400, param="messages", text="messages is too long; temperature is fine")
    assert failure.refused_parameter({"temperature": 0}) is None


def test_the_key_is_not_in_the_repr_and_the_url_is_shown_without_secrets() -> None:
    endpoint = Endpoint(
        model="m", url="https://ana:pw@x.test:8443/v1?k=1#f", key="sk-1", instead="--judge local"
    )
    assert "sk-1" not in repr(endpoint)
    assert endpoint.where == "https://x.test:8443/v1, model 'm'"
    assert shown("http://x.test/v1") == "http://x.test/v1"
