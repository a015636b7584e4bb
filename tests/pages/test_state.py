"""What is shown now, as one value: it waits until the page stands still, survives a reload, a step, a tab."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from evals import Action, Card, ChatState, Message
from evals.errors import Unexpected, UsageError
from evals.transcript import Image
from pages import ChatPage, ChatUI
from pages.settle import Limits
from tests.pages.bookings import UI, Bookings, serving_bookings
from tests.pages.conftest import Kept, OpenChat
from tests.pages.product import Script, serving

OpenBookings = Callable[..., ChatPage]
CONFIRM = Action(name="Confirm")


@pytest.fixture
def open_bookings(page: Page, kept: Kept, new_context: Callable[[], BrowserContext]) -> OpenBookings:
    """Opens a chat on the bookings."""

    def opened(product: Bookings, limits: Limits | None = None, ui: ChatUI = UI, path: str = "/") -> ChatPage:
        chat = ChatPage(page, ui, kept, limits or Limits(), product.url, new_context)
        chat.open(path)
        return chat

    return opened


def read(error: BaseException) -> str:
    """The message, with the free port taken out."""
    return re.sub(r"http://127.0.0.1:\d+", "http://product", str(error))


def test_all_that_can_be_seen_and_used(open_bookings: OpenBookings) -> None:
    with serving_bookings() as product:
        chat = open_bookings(product)
        assert chat.state() == ChatState()
        chat.send("Thursday?")
        chat.page.locator("#banner").evaluate("node => { node.innerHTML = '<p role=alert>Too busy</p>'; }")
        state = chat.state()
    (card,) = state.cards
    (image,) = card.images
    assert state == ChatState(
        messages=(
            Message(role="user", text="Thursday?"),
            Message(role="assistant", text="Thursday is free."),
        ),
        cards=(
            Card(
                title="Appointment",
                text="Day\nThursday",
                fields={"Day": "Thursday"},
                actions=(CONFIRM,),
                images=(Image(alt="Dr. Patel", src=image.src, loaded=True),),
            ),
        ),
        actions=(Action(name="Edit"), Action(name="Copy"), Action(name="Another day", kind="suggestion")),
        errors=("Too busy",),
    )


def test_it_is_what_a_click_leads_to(open_bookings: OpenBookings) -> None:
    with serving_bookings() as product:
        chat = open_bookings(product)
        chat.send("Thursday?")
        chat.card("Appointment").action("Confirm").click()
        (card,) = chat.state().cards
    assert card.actions == (Action(name="Confirm", enabled=False),)
    assert [image.loaded for image in card.images] == [True]


def test_a_reload_shows_the_same_cards_and_all(open_bookings: OpenBookings) -> None:
    with serving_bookings() as product:
        chat = open_bookings(product)
        chat.send("Thursday?")
        before = chat.state()
        chat.reload()
        assert chat.card("Appointment").locator.count() == 1  # it has waited for the card
        assert chat.state() == before


@pytest.mark.parametrize("lost", ["messages", "cards"])
def test_a_reload_that_shows_less_is_for_the_test_to_find(open_bookings: OpenBookings, lost: str) -> None:
    with serving_bookings(forgets=lost) as product:
        chat = open_bookings(product, Limits(act_s=1))
        chat.send("Thursday?")
        before = chat.state()
        chat.reload()
        after = chat.state()
    assert getattr(before, lost)
    assert getattr(after, lost) == ()


def test_a_look_at_the_state_leaves_a_reply_that_is_being_written_alone(open_chat: OpenChat) -> None:
    script: Script = ["Hello ", 0.5, "there."]
    with serving({"hi": script}) as product:
        chat = open_chat(product.url)
        chat.send("hi")
        turn = chat.begin("hi")
        turn.until()
        assert chat.state().messages[2:3] == (Message(role="user", text="hi"),)
        assert len(chat.transcript()) == 4
        reply = turn.reply()
    assert reply.messages == ("Hello there.",)


def test_a_page_that_never_stands_still_is_looked_at_after_the_limit(open_chat: OpenChat) -> None:
    ticking = "setInterval(() => { document.title = Date.now(); }, 30); add('bot', 'Hi');"
    with serving({}, {"streaming": ticking}) as product:
        chat = open_chat(product.url, limits=Limits(act_s=0.5))
        assert chat.state().messages == (Message(role="assistant", text="Hi"),)


def test_a_request_that_waits_for_news_holds_nothing_back(open_bookings: OpenBookings) -> None:
    with serving_bookings() as product:
        chat = open_bookings(product, Limits(act_s=60))
        chat.page.evaluate("() => { fetch('/api/poll'); }")
        since = time.monotonic()
        chat.state()
    assert time.monotonic() - since < 30


def test_an_image_made_in_the_page_is_the_same_one_after_a_reload(open_chat: OpenChat) -> None:
    drawn = """
    const svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
    const src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    add('bot', '').innerHTML = `<article aria-label="Map"><img alt="A map" src="${src}"></article>`;
    """
    with serving({}, {"streaming": drawn}) as product:
        chat = open_chat(product.url)
        before = chat.state()
        chat.reload()
        assert chat.state() == before
    assert before.cards[0].images == (Image(alt="A map", src="blob:", loaded=True),)


# ---- history ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ui", "path"),
    [(UI, "/"), (ChatUI(**{**vars(UI), "frame": "iframe"}), "/frame")],
    ids=["page", "frame"],
)
def test_steps_through_the_history_of_a_page(open_bookings: OpenBookings, ui: ChatUI, path: str) -> None:
    with serving_bookings() as product:
        chat = open_bookings(product, ui=ui, path=path)
        chat.send("Thursday?")
        old = chat.state()
        chat.reset()
        chat.back()
        assert chat.state() == old
        chat.forward()
        assert chat.state() == ChatState()


def test_steps_from_page_to_page(open_bookings: OpenBookings) -> None:
    with serving_bookings() as product:
        chat = open_bookings(product)
        chat.send("Thursday?")
        old = chat.state()
        chat.open("/?c=other")
        chat.back()
        assert chat.state() == old
        chat.forward()
        assert chat.state() == ChatState()


@pytest.mark.parametrize(
    ("command", "seen"),
    [("back", "the empty page that a browser begins with"), ("forward", "nothing moved")],
)
def test_there_is_no_such_step(open_bookings: OpenBookings, command: str, seen: str) -> None:
    with serving_bookings() as product:
        chat = open_bookings(product, Limits(ready_s=3))
        with pytest.raises(Unexpected) as raised:
            getattr(chat, command)()
    assert read(raised.value) == (
        f"there is no step {command} in the history\n"
        "  expected: a page, or a step within this one, that can be shown again\n"
        f"  seen:     {seen}\n"
        "  where:    http://product/"
    )


# ---- tabs and users --------------------------------------------------------------------------------------


def test_a_second_tab_and_another_user(open_bookings: OpenBookings, kept: Kept) -> None:
    with serving_bookings() as product:
        chat = open_bookings(product)
        chat.send("Thursday?")
        tab, other = chat.second_tab(), chat.another_user()
        assert tab.card("Appointment").locator.count() == 1
        assert tab.state() == chat.state()
        assert other.state() == ChatState()
        tab.send("Or Friday?")
        other.send("Hello")
        chat.reload()
        assert [message.text for message in chat.transcript()[::2]] == ["Thursday?", "Or Friday?"]
    assert [turn.prompt for turn in kept.turns] == ["Thursday?", "Or Friday?", "Hello"]


def test_a_second_tab_knows_what_was_said_where_the_page_does_not_tell(open_bookings: OpenBookings) -> None:
    with serving_bookings() as product:
        chat = open_bookings(
            product, ui=ChatUI(name="untold", reply=lambda root: root.locator(".user, .bot"))
        )
        chat.send("Thursday?")
        assert chat.second_tab().transcript() == chat.transcript()
        assert [message.role for message in chat.transcript()] == ["user", "assistant"]


def test_another_user_logs_in_as_somebody_else(open_bookings: OpenBookings) -> None:
    with serving_bookings() as product:
        other = open_bookings(product).another_user(
            login=lambda page: page.evaluate("() => { name = 'Bo'; }")
        )
        assert other.page.evaluate("name") == "Bo"


def test_another_user_needs_a_browser(open_chat: OpenChat) -> None:
    with serving({}) as product:
        chat = open_chat(product.url)
        with pytest.raises(UsageError) as raised:
            chat.another_user()
    assert str(raised.value) == (
        "this ChatPage cannot open a browser for another user\n"
        "  expected: a ChatPage that was made with `new_context`\n"
        "  seen:     ChatPage(..., new_context=None)\n"
        "  to fix:   take the fixture `chat`, or pass pytest-playwright's fixture `new_context`"
    )
