"""What every chat must do, whatever it is about. Needs no judge, no key and no golden."""

from pages import ChatPage


def test_a_greeting_gets_a_whole_reply(chat: ChatPage) -> None:
    reply = chat.send("Hello")

    assert reply.text or reply.cards, f"the reply is empty ({', '.join(reply.signals)})"
    assert not reply.errors, "an error banner is shown"
    assert not [line for line in reply.console if line.startswith("page error")], (
        "a script of the page failed"
    )
    assert not reply.flaws, "the reply is not shown well"


def test_a_second_turn_works(chat: ChatPage) -> None:
    chat.send("Hello")
    reply = chat.send("What can you do?")

    assert reply.text or reply.cards, f"the second reply is empty ({', '.join(reply.signals)})"
    assert not reply.errors, "an error banner is shown"


def test_a_reload_does_what_the_chat_ui_says(chat: ChatPage) -> None:
    chat.send("Hello")
    before = chat.transcript()
    chat.reload()

    after = chat.transcript()
    keeps = chat.ui.keeps_on_reload
    if keeps is None:  # nobody said: then all of it is there, or nothing that was said
        keeps = any(message.role == "user" for message in after)

    if keeps:
        assert after == before, (
            "the conversation is not the same after a reload; "
            "where that is intended, say keeps_on_reload=False in the ChatUI"
        )
    else:
        assert after != before, "the conversation is still there: say keeps_on_reload=True"
