"""Orders: kept for each patient, cancelled while that is possible, and told on paper."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from sqlite3 import Row
from typing import Any

from evals.errors import UsageError
from pages.demo import facts
from pages.demo.database import Database
from pages.demo.plan import Order, long_date


class Orders:
    """The orders of all patients."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def first(self, user: str, today: date) -> Order:
        """What every new patient has ordered just now."""
        ready = today + timedelta(days=facts.PACKING_DAYS)
        return self.add(
            user,
            Order(
                number=facts.FIRST_ORDER,
                goods=facts.GOODS[0].key,
                quantity=2,
                expected=facts.next_weekday(facts.DELIVERY, ready),
            ),
        )

    def add(self, user: str, new: Order) -> Order:
        """Keep a new one."""
        with self.database.transaction() as db:
            values = (user, new.number, new.goods, new.quantity, new.expected.isoformat(), new.cancelled)
            db.execute("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)", values)
        return new

    def all(self, user: str) -> list[Order]:
        """This user's orders, the latest last."""
        found = self.database.rows("SELECT * FROM orders WHERE user = ? ORDER BY number", user)
        return [as_order(row) for row in found]

    def get(self, user: str, number: int) -> Order | None:
        """One of this user."""
        return next((each for each in self.all(user) if each.number == number), None)

    def change(self, user: str, changed: Order) -> None:
        """Write whether it is cancelled."""
        with self.database.transaction() as db:
            db.execute(
                "UPDATE orders SET cancelled = ? WHERE user = ? AND number = ?",
                (changed.cancelled, user, changed.number),
            )


def as_order(row: Row) -> Order:
    """A row of the table as a value."""
    return Order(
        number=row["number"],
        goods=row["goods"],
        quantity=row["quantity"],
        expected=date.fromisoformat(row["expected"]),
        cancelled=bool(row["cancelled"]),
    )


def changed(current: Order, asked: Mapping[str, Any], today: date) -> Order:
    """The order cancelled, which is all that can be changed. Raises UsageError."""
    if asked.get("status") != "cancelled":
        raise UsageError(
            "an order can only be cancelled", expected='"status": "cancelled"', seen=repr(asked.get("status"))
        )
    status = current.status(today)
    if status not in ("preparing", "cancelled"):
        raise UsageError("the order can no longer be cancelled", expected="one that is not sent", seen=status)
    return replace(current, cancelled=True)


def receipt(order: Order) -> str:
    """The receipt as plain text."""
    kind = facts.goods(order.goods)
    rows = (
        ("Riverside Clinic", facts.FACTS["address"]),
        (f"Receipt for order {order.number}", "cancelled, not charged" if order.cancelled else ""),
        (order.items, f"${order.quantity * kind.price}.00"),
        ("Delivery", long_date(order.expected)),
    )
    return "".join(f"{left:<44}{right}".rstrip() + "\n" for left, right in rows)
