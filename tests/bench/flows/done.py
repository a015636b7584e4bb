"""What the product does: buttons, calls, reloads, other people."""

from playwright.sync_api import expect

from pages import ChatPage

MOVE = "Can I move my appointment to Thursday?"


def test_dead_button(clinic: ChatPage) -> None:
    clinic.send(MOVE)

    confirm = clinic.card("Appointment").action("Confirm")
    with clinic.page.expect_response("**/api/appointments/*", timeout=5000) as response:
        confirm.click()
    assert response.value.status == 200
    expect(confirm.locator).to_be_disabled()


def test_wrong_payload(clinic: ChatPage) -> None:
    clinic.send(MOVE)

    with clinic.watch_calls() as calls:
        clinic.card("Appointment").action("Confirm").click()
    calls.only("PATCH", "/api/appointments/*", json={"day": "Thursday"})


def test_wrong_endpoint(clinic: ChatPage) -> None:
    clinic.send(MOVE)

    with clinic.watch_calls() as calls:
        clinic.card("Appointment").action("Confirm").click()
    calls.only("PATCH", "/api/appointments/*")


def test_double_submit(clinic: ChatPage) -> None:
    clinic.send(MOVE)

    with clinic.watch_calls() as calls:
        clinic.card("Appointment").action("Confirm").click()
    calls.only("PATCH", "/api/appointments/*")


def test_error_swallowed(clinic: ChatPage) -> None:
    clinic.send(MOVE)

    card = clinic.card("Appointment")
    card.action("Confirm").click()
    expect(card.locator).to_contain_text("Confirmed")
    clinic.expect_state("/api/appointments", [{"day": "Thursday", "status": "confirmed"}])


def test_card_missing(clinic: ChatPage) -> None:
    clinic.send(MOVE)

    assert clinic.card("Appointment").read().fields["Day"] == "Thursday"


def test_stuck_typing(clinic: ChatPage) -> None:
    reply = clinic.send("Hello")

    assert reply.text


def test_input_lost(clinic: ChatPage) -> None:
    reply = clinic.send("Hello")

    assert "retyped" not in reply.signals, "what was typed first was lost"


def test_reload_loses_history(clinic: ChatPage) -> None:
    clinic.send("Hello, I'm Ana")
    clinic.send(MOVE)

    before = clinic.transcript()
    clinic.reload()

    assert clinic.transcript() == before


def test_reload_duplicates(clinic: ChatPage) -> None:
    clinic.send("Hello, I'm Ana")

    before = clinic.state()
    clinic.reload()

    assert clinic.state() == before


def test_reload_reorders(clinic: ChatPage) -> None:
    clinic.send("Hello, I'm Ana")
    clinic.send("Where are you located?")

    before = clinic.state()
    clinic.reload()

    assert clinic.state() == before


def test_reload_reenables_confirm(clinic: ChatPage) -> None:
    clinic.send(MOVE)
    clinic.card("Appointment").action("Confirm").click()

    before = clinic.state()
    clinic.reload()

    assert clinic.state() == before


def test_other_users_conversation(clinic: ChatPage) -> None:
    clinic.send("Hello, I'm Ana")

    other = clinic.another_user()
    other.open(clinic.page.url)

    assert other.state().messages == ()  # a state is read when the page is still
