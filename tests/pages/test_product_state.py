"""What the product's API says: asked until it is so, and what is said where it is not."""

import re
import socket
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from evals.errors import ProductError, Unexpected
from pages import ChatPage
from pages.match import difference
from pages.settle import Limits
from tests.pages.bookings import UI, Bookings, serving_bookings
from tests.pages.conftest import Kept

HASTY = Limits(act_s=0.3)
OpenBookings = Callable[..., ChatPage]


@pytest.fixture
def booked(page: Page, kept: Kept, new_context: Callable[[], BrowserContext]) -> OpenBookings:
    """Opens a chat on the bookings and books an appointment."""

    def opened(product: Bookings, limits: Limits = HASTY) -> ChatPage:
        chat = ChatPage(page, UI, kept, Limits(), product.url, new_context)
        chat.open()
        chat.send("Thursday?")
        chat.card("Appointment").action("Confirm").click()
        chat.state()
        return ChatPage(page, UI, kept, limits, product.url, new_context)

    return opened


def read(error: BaseException) -> str:
    """The message, with the free port taken out."""
    return re.sub(r"127.0.0.1:\d+", "product", str(error))


def test_it_is_asked_until_it_is_so(booked: OpenBookings) -> None:
    with serving_bookings() as product:
        chat = booked(product, Limits())
        chat.expect_state("/api/appointments", [{"day": "Thursday", "status": "confirmed"}])
        chat.another_user().expect_state("/api/appointments", [])


def test_without_a_base_url_the_host_of_the_page_is_asked(booked: OpenBookings, kept: Kept) -> None:
    with serving_bookings() as product:
        chat = ChatPage(booked(product).page, UI, kept, Limits())
        chat.expect_state("/api/appointments", [{"id": 1}])


def test_what_is_not_so(booked: OpenBookings) -> None:
    def is_early(time: object) -> bool:
        return time == "08:00"

    with serving_bookings() as product:
        chat = booked(product)
        with pytest.raises(Unexpected) as raised:
            chat.expect_state(
                "/api/appointments", [{"session_token": "x", "day": "Friday", "id": is_early}], limit_s=0.2
            )
        with pytest.raises(Unexpected) as other_day:
            chat.expect_state("/api/appointments", [{"day": "Friday", "id": is_early, "status": str}])
    answer = "{'id': 1, 'day': 'Thursday', 'status': 'confirmed', 'session_token': '[redacted]'}"
    assert read(raised.value).replace("pending", "confirmed") == (
        "the product's state is not the expected one, not even after 0.2 s\n"
        "  expected: [{'session_token': [redacted], 'day': 'Friday', 'id': what is_early accepts}]\n"
        "  seen:     [0].session_token: expected [redacted], seen [redacted]\n"
        f"            in [{answer}]\n"
        "  where:    GET http://product/api/appointments"
    )
    assert read(other_day.value).replace("pending", "confirmed") == (
        "the product's state is not the expected one, not even after 0.3 s\n"
        "  expected: [{'day': 'Friday', 'id': what is_early accepts, 'status': any str}]\n"
        "  seen:     [0].day: expected 'Friday', seen 'Thursday'\n"
        f"            in [{answer}]\n"
        "  where:    GET http://product/api/appointments"
    )


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        (
            "/api/broken",
            "HTTP 503 from http://product/api/broken, {'error': 'no more', 'api_key': '[redacted]'}",
        ),
        ("/api/nowhere", "HTTP 404 from http://product/api/nowhere, text/plain; charset=utf-8"),
        ("/api/private", "HTTP 200 from http://product/?login=1, text/html; charset=utf-8"),
    ],
)
def test_what_cannot_be_asked(booked: OpenBookings, path: str, seen: str) -> None:
    with serving_bookings() as product, pytest.raises(ProductError) as raised:
        booked(product).expect_state(path, {})
    assert read(raised.value) == told(path, seen)


def test_a_product_that_is_gone(booked: OpenBookings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
    with serving_bookings() as product, pytest.raises(ProductError) as raised:
        booked(product).expect_state(f"{url}/", {})
    assert read(raised.value) == told("/", "APIRequestContext.get: connect ECONNREFUSED product")


def told(path: str, seen: str) -> str:
    return (
        "the product does not tell its state\n"
        "  expected: a status below 400, and JSON\n"
        f"  seen:     {seen}\n"
        f"  where:    GET http://product{path}\n"
        "  to fix:   check the path, and whether the person of this chat may ask there"
    )


@pytest.mark.parametrize(
    ("expected", "seen"),
    [
        ({}, {"a": 1}),
        ({"a": {"b": [1, 2.0]}}, {"a": {"b": [1, 2], "c": 3}, "d": 4}),
        ([], []),
        ((1, None), [1, None]),
        (int, 3),
        (bool, True),
        (lambda value: value > 2, 3),
        ({"a": dict, "b": list}, {"a": {}, "b": [1]}),
    ],
)
def test_what_matches(expected: object, seen: object) -> None:
    assert difference(expected, seen) is None


@pytest.mark.parametrize(
    ("expected", "seen", "told"),
    [
        ([{"day": "Thursday"}], [{"day": "Friday"}], "[0].day: expected 'Thursday', seen 'Friday'"),
        ({"a": {"b c": [1, 2]}}, {"a": {"b c": [1, 3]}}, "a['b c'][1]: expected 2, seen 3"),
        ({"a": 1}, {"b": 1, "c": 2}, "all of it: expected a key 'a', seen only 'b', 'c'"),
        ({"a": {"b": 1}}, {"a": {}}, "a: expected a key 'b', seen nothing"),
        ({"a": [1]}, {"a": [1, 2]}, "a: expected 1 item, seen 2 items"),
        ([], {}, "all of it: expected [], seen {}"),
        ({"a": {}}, {"a": None}, "a: expected {}, seen None"),
        (1, True, "all of it: expected 1, seen True"),
        (int, True, "all of it: expected any int, seen True"),
        ("1", 1, "all of it: expected '1', seen 1"),
        ([lambda value: value > 2], [1], "[0]: expected what <lambda> accepts, seen 1"),
        ({"token": "a"}, {"token": "b"}, "token: expected [redacted], seen [redacted]"),
        ("a", "\x1b[31m\u202e", r"all of it: expected 'a', seen '\x1b[31m\u202e'"),
        ("a", "b" * 700, f"all of it: expected 'a', seen '{'b' * 599} ... (102 characters more)"),
    ],
)
def test_the_first_difference(expected: object, seen: object, told: str) -> None:
    assert str(difference(expected, seen)) == told
