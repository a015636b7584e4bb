"""Streamlit's chat elements: streamlit run app.py"""

from urllib.error import HTTPError
from uuid import uuid4

import streamlit as st

from tests.uis.bot import say
from tests.uis.script import (
    BUTTONS,
    CARD,
    CARD_BUTTON,
    CARD_FIELDS,
    CARD_INPUT,
    CARD_TEXT,
    CARD_TITLE,
    COLOURS,
    FAILED,
    QUESTION,
    ordered,
)

state = st.session_state
OWN = {COLOURS: QUESTION, CARD: CARD_TEXT}


def press(text: str) -> None:
    """A button asks this in the run that comes of it."""
    state.pressed = text


def order() -> None:
    """The button of the card asks with what was typed."""
    press(ordered(state.note))


def offer(text: str) -> None:
    """What the app answers by itself."""
    st.markdown(OWN[text])
    if text == COLOURS:
        for colour in BUTTONS:
            st.button(colour, on_click=press, args=(colour,))
    else:
        with st.form("order"):
            st.subheader(CARD_TITLE, anchor=False)
            st.table({"price": CARD_FIELDS})
            st.text_input(CARD_INPUT, key="note")
            st.form_submit_button(CARD_BUTTON, on_click=order)


def reply(text: str) -> str:
    """Stream the bot's reply."""
    place, so_far = st.empty(), ""
    try:
        for so_far in say(state.person, text):
            place.markdown(so_far)
    except HTTPError as error:
        st.error(f"{FAILED}: {error.code}")
    return so_far


if "person" not in state:
    state.person, state.messages = uuid4().hex, [("assistant", "Welcome to Streamlit.")]
for role, text in state.messages:
    with st.chat_message(role):
        if role == "assistant" and text in OWN:
            offer(text)
        else:
            st.markdown(text)
if asked := st.chat_input("Message") or state.pop("pressed", None):
    state.messages.append(("user", asked))
    with st.chat_message("user"):
        st.markdown(asked)
    with st.chat_message("assistant"):
        if asked in OWN:
            offer(asked)
            state.messages.append(("assistant", asked))
        elif said := reply(asked):
            state.messages.append(("assistant", said))
