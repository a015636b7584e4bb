"""A chat in a frame: of another site, without an origin, within another frame, or put in late."""

import pytest

from tests.pages.conftest import OpenChat
from tests.pages.product import Script, serving

SCRIPTS: dict[str, Script] = {"hi": ["Hello ", 1.2, "there."], "more": ["More."]}
HOST = "<!doctype html><title>A shop</title><h1>A shop</h1><input type=search aria-label=Search>"
FRAME = HOST + '<iframe title="Help" src="{url}" width="600" height="400"></iframe>'
SANDBOX = FRAME.replace("<iframe", '<iframe sandbox="allow-scripts allow-forms"')
NESTED = (
    HOST
    + """<iframe width="640" height="440" srcdoc='<iframe src="{url}" width="600" height="400">'></iframe>"""
)
LATE = (
    HOST
    + """<script>
    setTimeout(() => {{
      const frame = document.createElement('iframe');
      document.body.append(frame);
      Object.assign(frame, {{ width: 600, height: 400, src: '{url}' }});
    }}, 700);
    </script>"""
)
WHERE = {"another site": FRAME, "no origin": SANDBOX, "two deep": NESTED, "late": LATE}


@pytest.mark.parametrize("where", WHERE)
def test_a_chat_in_a_frame(auto: OpenChat, where: str) -> None:
    with (
        serving(SCRIPTS) as product,
        serving({}, {"streaming": WHERE[where].format(url=product.url)}) as shop,
    ):
        chat = auto(shop.url.replace("127.0.0.1", "localhost"))
        replies = [chat.send("hi"), chat.send("more")]
        assert product.asked == ["hi", "more"]
    assert [reply.text for reply in replies] == ["Hello there.", "More."]
    assert [reply.signals for reply in replies] == [("stream closed",)] * 2
