"""What the scripted bot says, and how a person sees it: known to the server and to the tests."""

import json

HELLO = "hello"
MARKDOWN = "what do we need"
"""Is answered with a list, a table and code."""
SLOW = "take your time"
"""Is answered in 30 seconds."""
ERROR = "break"
"""Is answered with HTTP 500."""
COLOURS = "colours"
"""Is answered by the app itself, with two buttons that send what is written on them."""
CARD = "card"
"""Is answered by the app itself, with a card whose button sends what was typed into it."""

FIXED = {
    HELLO: "Hello, this is the bot, and it is glad that you are here today.",
    SLOW: "This took half a minute, and still it is one reply, not two.",
    MARKDOWN: """\
Here is what we need:

- milk
- two eggs

| item | price |
|------|-------|
| milk | 2 euro |
| eggs | 3 euro |

And the code:

```python
total = 2 + 3
print(total)
```

That is **all**.""",
}
RENDERED = """\
Here is what we need:

- milk
- two eggs

item | price
milk | 2 euro
eggs | 3 euro

And the code:

total = 2 + 3
print(total)

That is all."""

QUESTION, BUTTONS = "Choose a colour:", ("Red", "Blue")
CARD_TEXT, CARD_TITLE, CARD_INPUT, CARD_BUTTON = "Here is your order:", "Order 42", "Note", "Confirm order"
CARD_FIELDS = {"Tea": "2 euro", "Milk": "1 euro"}
ORDERED = "confirm 42 with "
"""What the button of the card sends, before what was typed."""
FAILED = "Something went wrong"
"""What an app says where the UI has no words of its own for it."""


def written(prompt: str, turn: int) -> str:
    """What the bot writes in the turn counted from 1; markdown."""
    return FIXED.get(prompt) or f"You said {prompt} in turn {turn}, and with these words this reply ends."


def seen(prompt: str, turn: int, *, markdown: bool = True) -> str:
    """The same as a person sees it, in a UI that renders markdown or in one that does not."""
    return RENDERED if markdown and prompt == MARKDOWN else written(prompt, turn)


def javascript() -> str:
    """The names of this module that are written in capitals, as a JavaScript module."""
    names = [name for name in globals() if name.isupper()]
    return "".join(f"export const {name} = {json.dumps(globals()[name])};\n" for name in names)


def ordered(note: str) -> str:
    """What the button of the card sends."""
    return ORDERED + note
