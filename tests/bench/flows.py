"""One test for each seeded bug of the embedded product, as a user would write it for the clean one.

`bugs.py` runs each with its bug, where it must fail, and without, where it must pass. pytest does not collect
this file by itself: half of it is there to fail.
"""

import pytest
from playwright.sync_api import expect

from evals import ExpectReply, Golden
from pages import ChatPage

SEEDED, CLEAN = "seeded", "clean"
SEEDS = (1, 4, 6)
"""With these the product says the same in three different ways."""


@pytest.fixture(params=SEEDS)
def seed(request: pytest.FixtureRequest) -> int:
    """Chooses the wording: the same with the bug and without."""
    return int(request.param)


@pytest.fixture(params=[SEEDED, CLEAN])
def clinic(chat: ChatPage, seed: int, request: pytest.FixtureRequest) -> ChatPage:
    """The chat in a conversation of that seed, with the bug that the test is named after or without it."""
    bug = request.function.__name__.removeprefix("test_").replace("_", "-")
    chat.open(f"/?bug={bug}&seed={seed}" if request.param == SEEDED else f"/?seed={seed}")
    return chat


@pytest.mark.goldens("move-to-thursday")
def test_wrong_day(clinic: ChatPage, golden: Golden, expect_reply: ExpectReply) -> None:
    reply = clinic.send(golden.prompt)

    expect_reply(reply).to_match(golden)


@pytest.mark.goldens("price-of-a-check-up")
def test_wrong_price(clinic: ChatPage, expect_reply: ExpectReply) -> None:
    reply = clinic.send("How much is a check-up?")

    expect_reply(reply).to_mean("A check-up costs $80.")


def test_negated_policy(clinic: ChatPage, expect_reply: ExpectReply) -> None:
    reply = clinic.send("What is your cancellation policy?")

    expect_reply(reply).to_mean(
        "You can cancel free of charge up to 24 hours before your appointment; after that we charge $25."
    )


def test_off_topic(clinic: ChatPage, expect_reply: ExpectReply) -> None:
    reply = clinic.send("Where are you located?")

    expect_reply(reply).to_mean("We are at 12 River Street, next to the library.")


def test_truncated_stream(clinic: ChatPage, expect_reply: ExpectReply) -> None:
    reply = clinic.send("When are you open?")

    expect_reply(reply).to_mention("2 pm")


def test_empty_reply(clinic: ChatPage, expect_reply: ExpectReply) -> None:
    reply = clinic.send("Do you take my health insurance?")

    expect_reply(reply).to_mean("Yes, we accept all major health insurance plans.")


def test_dead_button(clinic: ChatPage) -> None:
    clinic.send("Can I move my appointment to Thursday?")

    confirm = clinic.card("Appointment").action("Confirm")
    with clinic.page.expect_response("**/api/appointments/*", timeout=5000) as response:
        confirm.click()
    assert response.value.status == 200
    expect(confirm.locator).to_be_disabled()


def test_reload_loses_history(clinic: ChatPage) -> None:
    clinic.send("Hello, I'm Ana")
    clinic.send("Can I move my appointment to Thursday?")

    before = clinic.transcript()
    clinic.reload()

    assert clinic.transcript() == before
