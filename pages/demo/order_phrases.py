"""What the assistant says about orders; wording.py says how to read this."""

from collections.abc import Mapping

ORDER_PHRASES: Mapping[str, tuple[str, ...]] = {
    "order_preparing": (
        "Your order {number} is being prepared. It should arrive on **{day}**.",
        "We are preparing your order {number}, and it should be with you on {day}.",
        "Order {number} is being prepared, and you should have it on {day}.",
    ),
    "order_sent": (
        "Your order {number} is on its way. It should arrive on **{day}**.",
        "We have sent your order {number}, and it should be with you on {day}.",
        "Order {number} is on its way, and you should have it on {day}.",
    ),
    "order_delivered": (
        "Your order {number} was delivered on {day}.",
        "We delivered your order {number} on {day}.",
        "Order {number} arrived on {day}.",
    ),
    "order_cancelled": (
        "Your order {number} is cancelled.",
        "As you wished, order {number} is cancelled.",
        "We have cancelled your order {number}.",
    ),
    "order_unknown": (
        "I cannot find an order {number} of yours.",
        "There is no order {number} under your name.",
        "I see no order {number} of yours.",
    ),
    "order_cancel_there": (
        "You can still cancel it with the button on the card.",
        "To cancel it, please use the button on the card.",
        "If you want to cancel it, press the button on the card.",
    ),
}
