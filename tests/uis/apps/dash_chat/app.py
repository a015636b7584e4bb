"""Dash's chat component: python app.py PORT"""

import sys
from typing import TypedDict
from urllib.error import HTTPError
from uuid import uuid4

from dash import Dash, Input, Output, State, callback, dcc, html
from dash_chat import ChatComponent

from tests.uis.bot import say
from tests.uis.script import FAILED


class Message(TypedDict):
    """What one of them said."""

    role: str
    content: str


def layout() -> html.Div:
    """The page of one visitor."""
    return html.Div([dcc.Store(id="person", data=uuid4().hex), ChatComponent(id="chat", messages=[])])


@callback(
    Output("chat", "messages"),
    Input("chat", "new_message"),
    State("chat", "messages"),
    State("person", "data"),
    prevent_initial_call=True,
)
def reply(asked: Message, messages: list[Message], person: str) -> list[Message]:
    """The bot's whole reply: the component takes each change of its messages for a new one."""
    try:
        *_, whole = say(person, asked["content"])
    except HTTPError as error:
        whole = f"{FAILED}: {error.code}"
    return [*messages, asked, {"role": "assistant", "content": whole}]


app = Dash(title="Dash")
app.layout = layout
app.run(host="127.0.0.1", port=int(sys.argv[1]))
