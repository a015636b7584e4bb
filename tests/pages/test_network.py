"""What is kept of a page's requests."""

import pytest

from pages.network import REDACTED, contains, parsed, redacted


@pytest.mark.parametrize(
    "key",
    [
        "password",
        "Authorization",
        "access_token",
        "token",
        "apiKey",
        "api_key",
        "API-Key",
        "client_secret",
        "cookie",
    ],
)
def test_secrets_are_redacted_at_any_depth(key: str) -> None:
    assert redacted({"a": [{key: "s3cret", "day": "Thursday"}]}) == {
        "a": [{key: REDACTED, "day": "Thursday"}]
    }


@pytest.mark.parametrize(
    "value", [{"input_tokens": 3, "keyboard": "x", "author": "y"}, [1, None, "a"], "text", None]
)
def test_the_rest_stays(value: object) -> None:
    assert redacted(value) == value


@pytest.mark.parametrize("body", ["", None, "plain", "{half", "a=1&b=2"])
def test_a_body_that_is_no_json(body: str | None) -> None:
    assert parsed(body) is None


@pytest.mark.parametrize(
    "sent",
    [
        'm=Caf\u00e9 "now"?',
        '{"text": "Caf\\u00e9 \\"now\\"?"}',
        '{"text": "Caf\u00e9 \\"now\\"?"}',
        "/ask?q=Caf%C3%A9%20%22now%22%3F",
        "q=Caf%C3%A9+%22now%22%3F&x=1",
    ],
)
def test_a_text_is_found_however_it_is_sent(sent: str) -> None:
    assert contains(sent, 'Caf\u00e9 "now"?')
    assert not contains(sent, "Tea")
