"""Moving an appointment: the answer is right, the button works, and a reload remembers it."""

import pytest
from playwright.sync_api import expect

from evals import ExpectConversation, ExpectReply, Golden
from pages import ChatPage

pytestmark = pytest.mark.embedded


@pytest.mark.goldens("move-to-thursday")
def test_moved_appointment_survives_reload(
    chat: ChatPage,  # opened in a browser context of its own
    golden: Golden,  # data/goldens
    expect_reply: ExpectReply,  # bound to judge, embedder, recorder
    expect_conversation: ExpectConversation,
) -> None:
    reply = chat.send(golden.prompt)

    expect_reply(reply).to_mean(golden.expected)
    expect_reply(reply).to_mention("Thursday")
    expect_reply(reply).not_to_mention("money")

    confirm = chat.card("Appointment").action("Confirm")
    with chat.page.expect_response("**/api/appointments/*") as response_info:
        confirm.click()
    assert response_info.value.status == 200
    assert (response_info.value.request.post_data_json or {})["day"] == "Thursday"

    before = chat.transcript()
    chat.reload()

    assert chat.transcript() == before
    expect(chat.card("Appointment").action("Confirm").locator).to_be_disabled()
    expect_conversation(chat.conversation).to_call_tools("find_appointment", "move_appointment")
