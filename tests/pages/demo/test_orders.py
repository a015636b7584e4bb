"""Orders over HTTP: what the assistant says, the card, the endpoints, the page and the receipt."""

from datetime import date, timedelta

import pytest

from evals.errors import UsageError
from pages.demo import orders
from pages.demo.plan import Order
from pages.demo.server import running
from tests.pages.demo.conftest import TODAY
from tests.pages.demo.visitor import Visitor, custom, text_of, tools_of

ORDER = {
    "number": 1042,
    "status": "preparing",
    "expected": "2026-12-04",
    "items": "2 × daily contact lenses, box of 30",
    "total": 48,
}


def test_the_card_of_an_order(visitor: Visitor) -> None:
    stream = visitor.say(visitor.begin(), "Where is my order?")
    assert custom(stream, "route") == {"skill": "orders"}
    assert tools_of(stream) == ["find_order"]
    assert "1042" in text_of(stream)
    assert "Friday" in text_of(stream)
    card = custom(stream, "card")
    assert card["title"] == "Order 1042"
    assert card["fields"] == [
        ["Status", "Being prepared"],
        ["Expected", "Friday, December 4, 2026"],
        ["Items", "2 × daily contact lenses, box of 30"],
    ]
    assert [action["name"] for action in card["actions"]] == ["Track", "Receipt", "Cancel order"]
    assert visitor.ask("GET", card["image"]["src"]).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "asked",
    ["status of order 1042", "Has my parcel been sent?", "track order #1042", "When will my lenses arrive?"],
)
def test_ways_to_ask(visitor: Visitor, asked: str) -> None:
    assert custom(visitor.say(visitor.begin(), asked), "card")["title"] == "Order 1042"


def test_an_order_is_cancelled_by_its_card(visitor: Visitor) -> None:
    conversation = visitor.begin()
    stream = visitor.say(conversation, "I want to cancel my order")
    assert "button on the card" in text_of(stream)
    call = custom(stream, "card")["actions"][2]["call"]
    answer = visitor.ask(call["method"], call["path"], call["body"])
    assert (answer.status, answer.json) == (200, {**ORDER, "status": "cancelled"})
    assert visitor.ask("GET", "/api/orders/1042").json["status"] == "cancelled"
    assert visitor.view(conversation)["messages"][-1]["cards"][0]["state"] == "done"
    later = visitor.say(conversation, "Where is my order?")
    assert [action["name"] for action in custom(later, "card")["actions"]] == ["Track", "Receipt"]


def test_an_order_that_is_not_there(visitor: Visitor) -> None:
    stream = visitor.say(visitor.begin(), "Where is order 7?")
    assert custom(stream, "card") is None
    assert "7" in text_of(stream)
    assert visitor.ask("GET", "/api/orders/7").json == {"error": "There is no such order."}
    assert visitor.ask("GET", "/orders/7").status == 404


def test_everybody_has_orders_of_their_own(clinic: str) -> None:
    ana, ben = Visitor(clinic), Visitor(clinic)
    assert ana.ask("GET", "/api/orders").json == ben.ask("GET", "/api/orders").json == [ORDER]
    ana.ask("PATCH", "/api/orders/1042", {"status": "cancelled"})
    assert ben.ask("GET", "/api/orders").json == [ORDER]


def test_only_cancelling_is_possible_and_only_in_time(visitor: Visitor) -> None:
    answer = visitor.ask("PATCH", "/api/orders/1042", {"status": "delivered"})
    assert (answer.status, answer.json["error"]) == (
        400,
        'an order can only be cancelled\n  expected: "status": "cancelled"\n  seen:     \'delivered\'',
    )
    sent = Order(number=1, goods="contact-lenses", quantity=1, expected=TODAY + timedelta(days=1))
    with pytest.raises(UsageError, match="the order can no longer be cancelled"):
        orders.changed(sent, {"status": "cancelled"}, TODAY)


def test_an_order_goes_its_way_while_days_pass() -> None:
    order = Order(number=1, goods="contact-lenses", quantity=1, expected=date(2026, 12, 4))
    days = [date(2026, 12, day) for day in (2, 3, 4, 9)]
    assert [order.status(day) for day in days] == ["preparing", "sent", "delivered", "delivered"]


def test_the_page_and_the_receipt(visitor: Visitor) -> None:
    page = visitor.ask("GET", "/orders/1042")
    assert page.headers["content-type"].startswith("text/html")
    assert '<li aria-current="step">Being prepared</li>' in page.text
    receipt = visitor.ask("GET", "/orders/1042/receipt")
    assert receipt.headers["content-disposition"] == 'attachment; filename="receipt-1042.txt"'
    assert receipt.text == (
        "Riverside Clinic                            12 River Street\n"
        "Receipt for order 1042\n"
        "2 × daily contact lenses, box of 30         $48.00\n"
        "Delivery                                    December 4, 2026\n"
    )


def test_a_note_and_a_reminder_go_along_with_confirm() -> None:
    with running(today=TODAY, pace=0) as url:
        visitor = Visitor(url)
        conversation = visitor.begin()
        card = custom(visitor.say(conversation, "Move my appointment to Thursday"), "card")
        assert [each["label"] for each in card["inputs"]] == ["Note for the clinic", "Remind me"]
        call = card["actions"][0]["call"]
        wish = {"note": "My knee hurts", "reminder": "day"}
        for bad in ({"note": "x" * 201}, {"note": 1}, {"reminder": "never"}):
            assert visitor.ask(call["method"], call["path"], {**call["body"], **bad}).status == 400
        made = visitor.ask(call["method"], call["path"], {**call["body"], **wish}).json
        assert {name: made[name] for name in wish} == wish
        (kept,) = visitor.view(conversation)["messages"][-1]["cards"]
        assert [each["value"] for each in kept["inputs"]] == ["My knee hurts", "day"]
