"""The page that follows an order."""

from datetime import date
from html import escape
from string import Template

from pages.demo import facts
from pages.demo.cards import STATUSES
from pages.demo.plan import Order, long_date

STEPS = ("preparing", "sent", "delivered")
PAGE = Template("""\
<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Order $number – Riverside Clinic</title>
  <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/order.css">
</head>
<body>
  <main>
    <img src="/static/parcel.svg" alt="" width="72" height="72">
    <h1>Order $number</h1>
    <p>$items</p>
    <ol aria-label="Progress">$steps</ol>
    <p>$expected</p>
    <p><a href="/orders/$number/receipt" download>Receipt</a> <a href="/">Back to the assistant</a></p>
  </main>
</body>
</html>
""")


def tracking(order: Order, today: date) -> str:
    """The page as HTML."""
    status = order.status(today)
    steps = ("cancelled",) if order.cancelled else STEPS
    marks: dict[str, str] = {status: ' aria-current="step"'}
    items = (f"<li{marks.get(each, '')}>{escape(STATUSES[each])}</li>" for each in steps)
    arrives = f"{facts.weekday(order.expected)}, {long_date(order.expected)}"
    return PAGE.substitute(
        number=order.number,
        items=escape(order.items),
        steps="".join(items),
        expected="You pay nothing for it." if order.cancelled else f"Expected on {arrives}",
    )
