"""What is noted of a person at a chat: messages, clicks, inputs of cards, reloads, and what comes of them."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Playwright

from pages import detect
from pages.demo.server import running
from pages.steps import BegunAnew, Clicked, Filled, Reloaded, Said
from tests.pages.conftest import Kept
from tests.pages.person import Person
from tests.pages.product import STREAMING, Script, serving

Sit = Callable[[str], Person]
MOVE, HOURS = "Can I move my appointment to Thursday?", "When are you open?"
SUNDAY = "Are you open on Sunday?"

CARD = """
async function say(text) {
  add('user', text);
  const bubble = add('bot', '');
  for await (const piece of pieces(await post('/say', { text }))) bubble.textContent += piece;
  if (!text.startsWith('Sign')) return;
  const card = document.createElement('article');
  card.style.border = '1px solid';
  card.innerHTML = `<h3>Sign up</h3><label>Name <input></label><label>Password <input type=password></label>
    <label><input type=checkbox> News</label><label>Size <select><option>small<option>large</select></label>
    <button type=button>Show</button><button type=button>Join</button>`;
  card.querySelector('button').onclick = () => { card.querySelector('[type=password]').type = 'text'; };
  log.append(card);
}
"""
STARTERS = """
async function say(text) {
  offers.remove();
  add('user', text);
  const bubble = add('bot', '');
  for await (const piece of pieces(await post('/say', { text }))) bubble.textContent += piece;
}
const offers = document.createElement('div');
offers.innerHTML = '<button type=button>Opening hours</button> <button type=button>All prices</button>';
document.getElementById('status').append(offers);
offers.firstChild.onclick = () => say('Tell me when you are open, please.');
"""
IMPATIENT = STREAMING + "box.placeholder = 'Type a message';"
PAGES = {"card": CARD, "starters": STARTERS, "impatient": IMPATIENT}
SCRIPTS: dict[str, Script] = {
    "Sign me up": ["Please fill ", 0.1, "this in."],
    "Thanks": ["You are ", 0.1, "welcome."],
    "Tell me when you are open, please.": ["From nine ", 0.1, "to five."],
    "One": ["The first ", 1.5, "reply."],
    "Two": ["The second ", 0.1, "reply."],
    "https://a.example/?token=hush": ["Thank you ", 0.1, "for the link."],
}


@pytest.fixture(scope="module")
def clinic() -> Iterator[str]:
    """One product for all tests."""
    with running(pace=0.1, seed=4) as url:
        yield url


@pytest.fixture(scope="module")
def small() -> Iterator[str]:
    """The pages above."""
    with serving(SCRIPTS, PAGES) as product:
        yield product.url


@pytest.fixture
def sit(page: Page, kept: Kept, playwright: Playwright) -> Sit:
    """Opens a chat for a person."""
    detect.register(playwright)
    return lambda url: Person(page, kept, url)


@pytest.mark.parametrize("dom", ["plain", "closed-shadow", "launcher-iframe", "newest-first"])
def test_a_conversation(sit: Sit, clinic: str, dom: str) -> None:
    person = sit(f"{clinic}/?dom={dom}")
    moved = person.say(MOVE)
    assert moved.reply
    assert "Thursday" in moved.reply.text
    assert [card.title for card in moved.reply.cards] == ["Appointment"]

    with person.noted():
        person.click(person.chat.card("Appointment").locator.get_by_label("Note for the clinic"))
        person.page.keyboard.type("I will be late")
    assert person.steps[-1] == Filled(card="Appointment", label="Note for the clinic", value="I will be late")

    confirm = person.use("Confirm")
    assert (confirm.card, confirm.sent, confirm.reply) == ("Appointment", None, None)
    assert confirm.after
    assert [action.enabled for action in confirm.after.cards[-1].actions] == [False, False]

    assert isinstance(person.reload(), Reloaded)
    if dom == "launcher-iframe":
        person.click(person.page.get_by_label("Chat with us"))
        person.wait(lambda: person.steps[-1] == Reloaded(kept=True))
    assert person.recording.steps[-1] == Reloaded(kept=True)

    hours = person.say(HOURS)
    assert hours.reply
    assert "Saturday" in hours.reply.text
    sunday = person.use(SUNDAY)
    assert (sunday.suggested, sunday.sent) == (True, SUNDAY)
    assert sunday.reply
    assert "Sunday" in sunday.reply.text
    assert person.told == [
        f"said {MOVE!r}",
        f"  heard {moved.reply.messages[0]!r}",
        "filled 'Note for the clinic' of the card 'Appointment'",
        "clicked 'Confirm' in the card 'Appointment'",
        "reloaded",
        f"said {HOURS!r}",
        f"  heard {hours.reply.text!r}",
        f"clicked {SUNDAY!r}",
        f"  which said {SUNDAY!r}",
        f"  heard {sunday.reply.text!r}",
    ]


def test_a_message_of_several_lines(sit: Sit, clinic: str) -> None:
    said = sit(clinic).say("Hello\nWhen are you open?")
    assert said.text == "Hello\nWhen are you open?"
    assert said.reply


@pytest.mark.parametrize("dom", ["icon-send", "contenteditable", "soup"])
def test_the_button_sends(sit: Sit, clinic: str, dom: str) -> None:
    person = sit(f"{clinic}/?dom={dom}")
    with person.noted():
        person.write("When are you")
        if dom == "icon-send":
            person.page.keyboard.press("Enter")  # begins a new line there
        person.page.keyboard.type(" open?")
        person.click(detect.part("send")(person.page.main_frame))
    step = person.steps[-1]
    assert isinstance(step, Said)
    assert step.text.split() == HOURS.split()
    assert step.reply
    assert "Saturday" in step.reply.text
    assert person.recording.detector.sends_by == detect.BUTTON


def test_enter_that_ends_a_composition_sends_nothing(sit: Sit, clinic: str) -> None:
    person = sit(clinic)
    keyboard = person.page.context.new_cdp_session(person.page)
    person.click(person.chat.composer)
    keyboard.send("Input.imeSetComposition", {"text": "Helo", "selectionStart": 4, "selectionEnd": 4})
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
    keyboard.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **enter})
    keyboard.send("Input.insertText", {"text": "Hello"})
    assert person.chat.draft == "Hello"
    with person.noted():
        person.page.keyboard.press("Enter")
    assert person.steps[0] == Said(text="Hello", reply=getattr(person.steps[0], "reply", None))


def test_what_is_sent_need_not_be_what_the_button_says(sit: Sit, small: str) -> None:
    person = sit(f"{small}/p/starters")
    step = person.use("Opening hours")
    assert step.sent == "Tell me when you are open, please."
    assert step.reply, person.told
    assert step.reply.text == "From nine to five."


def test_a_reply_that_no_message_asked_for(sit: Sit, clinic: str) -> None:
    person = sit(clinic)
    person.say(HOURS)
    again = person.use("Regenerate")
    assert (again.sent, again.suggested) == (None, False)
    assert again.reply
    assert "Saturday" in again.reply.text


def test_an_edit_and_a_new_conversation(sit: Sit, clinic: str) -> None:
    person = sit(clinic)
    person.say(HOURS)
    assert person.use("Edit").reply is None
    person.page.keyboard.press("ControlOrMeta+A")
    with person.noted():
        person.page.keyboard.type("How much is a flu shot?")
        person.page.keyboard.press("Enter")
    assert "$30" in str(person.steps[-1])
    with person.noted():
        person.click(person.page.get_by_role("button", name="New conversation"))
    assert person.steps[-1] == BegunAnew()
    assert person.say(HOURS).reply


def test_stop_is_clicked_while_the_reply_is_written(sit: Sit, clinic: str) -> None:
    person = sit(f"{clinic}/?pauses=0.3-0.5")
    with person.noted(2):
        person.write("What are your prices?")
        person.page.keyboard.press("Enter")
        person.page.locator("[data-role=assistant]").get_by_text("price").first.wait_for()
        person.click(person.page.get_by_role("button", name="Stop"))
    said, stop = person.steps
    assert isinstance(said, Said)
    assert said.reply
    assert stop == Clicked(name="Stop", meanwhile=True, after=getattr(stop, "after", None))


def test_a_message_that_does_not_wait_for_the_reply(sit: Sit, small: str) -> None:
    person = sit(f"{small}/p/impatient")
    with person.noted(2):
        person.write("One")
        person.page.keyboard.press("Enter")
        person.page.get_by_text("The first").wait_for()
        person.write("Two")
        person.page.keyboard.press("Enter")
    one, two = person.steps
    assert one == Said(text="One")
    assert isinstance(two, Said)
    assert two.reply
    assert two.reply.text == "The second reply."


def test_inputs_of_a_card_but_no_password(sit: Sit, small: str) -> None:
    person = sit(f"{small}/p/card")
    person.say("Sign me up")
    card = person.chat.card("Sign up").locator
    with person.noted(6):
        person.click(card.get_by_label("Name"))
        person.page.keyboard.type("Ana")
        person.click(card.get_by_label("Password"))
        person.page.keyboard.type("hush")
        person.click(card.get_by_text("News"))
        card.get_by_label("Size").focus()
        person.page.keyboard.press("l")
        person.click(card.get_by_text("Show"))
        person.click(card.get_by_label("Password"))
        person.page.keyboard.type(", hush")
    assert [step for step in person.steps if isinstance(step, Filled)] == [
        Filled(card="Sign up", label="Name", value="Ana"),
        Filled(card="Sign up", label="Password", value=None),
        Filled(card="Sign up", label="News", value=True),
        Filled(card="Sign up", label="Size", value="large"),
        Filled(card="Sign up", label="Password", value=None),
    ]
    assert "hush" not in str(person.steps) + str(person.told)


def test_a_click_elsewhere_and_what_scripts_do_are_no_steps(sit: Sit, clinic: str) -> None:
    person = sit(f"{clinic}/?dom=launcher-iframe")
    review = person.page.get_by_label("Leave a review")
    person.click(review)
    person.page.keyboard.type("Nice.")
    person.page.keyboard.press("Enter")
    person.click(person.page.get_by_role("button", name="Send review"))
    person.click(person.page.get_by_role("heading").first)
    person.chat.composer.evaluate("e => e.form.querySelector('[type=submit]').click()")
    assert person.say(HOURS).reply
    assert len(person.steps) == 1


def test_a_reload_in_the_middle_of_a_reply(sit: Sit, clinic: str) -> None:
    person = sit(f"{clinic}/?pauses=0.3-0.5")
    with person.noted(2):
        person.write("What are your prices?")
        person.page.keyboard.press("Enter")
        person.page.locator("[data-role=assistant]").first.wait_for()
        person.page.reload()
    assert person.steps[0] == Said(text="What are your prices?")
    assert isinstance(person.steps[1], Reloaded)


def test_the_window_is_closed_in_the_middle_of_a_reply(sit: Sit, clinic: str) -> None:
    person = sit(f"{clinic}/?pauses=0.3-0.5")
    person.write("What are your prices?")
    person.page.keyboard.press("Enter")
    person.page.locator("[data-role=assistant]").first.wait_for()
    person.leave(person.page.close)
    assert person.steps == [Said(text="What are your prices?")]
    assert person.recording.over == "the window was closed"


def test_the_page_crashes(sit: Sit, clinic: str) -> None:
    person = sit(clinic)
    person.say("Hello")
    person.leave(lambda: person.page.goto("chrome://crash"))
    assert person.recording.over == "the page crashed"
    assert len(person.steps) == 1


def test_the_page_goes_to_another_site(sit: Sit, clinic: str, small: str) -> None:
    person = sit(clinic)
    person.say("Hello")
    person.leave(lambda: person.page.goto(f"{small}/?token=hush"))
    assert person.recording.over == (
        f"the page went on to {small}/?token=[redacted], which is not the chat's site"
    )
    assert len(person.steps) == 1


def test_a_dialog_is_the_persons_to_answer(sit: Sit, small: str) -> None:
    person = sit(f"{small}/p/starters")
    person.page.once("dialog", lambda dialog: dialog.accept())
    person.page.evaluate("() => { setTimeout(() => { window.said = confirm('Sure?'); }); }")
    person.wait(lambda: bool(person.told))
    assert person.told == ["the browser asks 'Sure?': what you answer is not noted"]
    person.page.wait_for_function("() => window.said === true")
