"""The chat UIs that Replywright is proven on: at which versions, how they come and start, what they show."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pages import ChatUI
from pages.ui import load
from tests.bench.process import ROOT

DRIVERS = ROOT / "pages" / "drivers"
Kind = Literal["python", "npm", "package", "page"]
"""How it comes: an environment of its own; npm and a build; one npm package with a bundle; a page alone."""
WAYS = ("driver", "auto")
"""How an app is driven: by the project's driver for its UI, or by what the detector finds."""


@dataclass(frozen=True, kw_only=True)
class App:
    """The smallest app of one chat UI; it stands in `apps/<name>`."""

    name: str
    kind: Kind
    pins: tuple[str, ...] = ()
    """What is installed, as pip or npm take it; the first one is the UI itself."""
    files: tuple[str, ...] = ()
    """Of a package: what the page needs of it."""
    command: tuple[str, ...] = ()
    """How it is started, in its environment."""
    inside: str | None = None
    """The app that this page embeds; its address is the page's `?chat=`."""
    driver: str | None = ""
    """The driver, where it is called otherwise than the app; None where there is none."""
    differs: Mapping[str, Any] = field(default_factory=dict)
    """What of the driver's ChatUI is otherwise here."""
    buttons: bool = True
    """Can a reply offer buttons?"""
    button: str = "{}"
    """What a button is called on which {} is written."""
    card: bool = True
    """Can a reply hold a card with an input?"""
    markdown: bool = True
    """Is markdown rendered?"""
    goes_on: bool = True
    """Can one go on after an error without a reload?"""

    keeps_on_reload: bool = False
    """Does the conversation stand there after a reload?"""

    @property
    def version(self) -> str:
        """The version of the UI."""
        pinned = APPS[self.inside] if self.inside else self
        return pinned.pins[0].replace("==", "@").rpartition("@")[2]

    @property
    def ways(self) -> tuple[str, ...]:
        """How it can be driven."""
        return WAYS[1:] if self.driver is None else WAYS

    def ui(self, way: str) -> ChatUI:
        """How to drive it."""
        if way == "auto":
            return load(way, DRIVERS)
        return replace(load(self.driver or self.name, DRIVERS), **self.differs)


APPS = {
    app.name: app
    for app in (
        App(
            name="gradio",
            kind="python",
            pins=("gradio==6.31.0",),
            command=("python", "app.py", "{port}"),
            card=False,  # a message holds components for showing, not for filling in
            goes_on=False,  # its composer stays disabled
        ),
        App(
            name="nicegui",
            kind="python",
            pins=("nicegui==3.18.0",),
            command=("python", "app.py", "{port}"),
        ),
        App(
            name="chatscope",
            kind="npm",
            pins=(
                "@chatscope/chat-ui-kit-react@2.1.1",
                "@chatscope/chat-ui-kit-styles@1.4.0",
                "react@18.3.1",
                "react-dom@18.3.1",
                "esbuild@0.25.0",
            ),
            card=False,  # the kit has none
            markdown=False,
        ),
        App(
            name="deep_chat",
            kind="package",
            pins=("deep-chat@2.4.2",),
            files=("dist/deepChat.bundle.js",),
            keeps_on_reload=True,
        ),
        App(
            name="webchat",
            kind="package",
            pins=("botframework-webchat@4.18.1",),
            files=("dist/webchat.js",),
        ),
        App(
            name="assistant_ui",
            kind="npm",
            pins=(
                "@assistant-ui/react@0.15.22",
                "@assistant-ui/react-markdown@0.14.16",
                "remark-gfm@4.0.1",
                "react@18.3.1",
                "react-dom@18.3.1",
                "esbuild@0.25.0",
            ),
        ),
        App(
            name="chainlit",
            kind="python",
            pins=("chainlit==2.12.0",),
            command=("chainlit", "run", "app.py", "--headless", "--host", "127.0.0.1", "--port", "{port}"),
        ),
        App(
            name="streamlit",
            kind="python",
            pins=("streamlit==1.67.0",),
            command=(
                *("streamlit", "run", "app.py", "--server.headless", "true"),
                *("--server.address", "127.0.0.1", "--server.port", "{port}"),
            ),
        ),
        App(
            name="panel",
            kind="python",
            pins=("panel==1.9.4",),
            command=(
                *("panel", "serve", "app.py", "--address", "127.0.0.1", "--port", "{port}"),
                *("--allow-websocket-origin", "127.0.0.1:{port}"),
            ),
            driver=None,
        ),
        App(
            name="shiny",
            kind="python",
            pins=("shiny==1.8.0", "shinychat==0.7.2"),
            command=("shiny", "run", "app.py", "--host", "127.0.0.1", "--port", "{port}"),
            driver=None,
            button="Use chat suggestion: {}",
        ),
        App(
            name="solara",
            kind="python",
            # what it loads in the browser is a package of its own, and that one has Vuetify 2 only
            pins=("solara==1.64.1", "solara-assets==1.58.2", "ipyvuetify==1.12.0"),
            command=("solara", "run", "app.py", "--host", "127.0.0.1", "--port", "{port}", "--production"),
            driver=None,
        ),
        App(
            name="mesop",
            kind="python",
            pins=("mesop==1.3.7",),
            command=("mesop", "app.py", "--port", "{port}", "--prod"),
            driver=None,
            buttons=False,  # its chat takes markdown
            card=False,
            goes_on=False,  # a dialog covers the chat; once it is closed, the next message is not shown
        ),
        App(
            name="dash_chat",
            kind="python",
            pins=("dash-chat==0.3.0", "dash==4.4.1"),
            command=("python", "app.py", "{port}"),
            driver=None,
            buttons=False,  # a message is markdown, a table, a graph or a file
            card=False,
        ),
        App(
            name="vue_advanced_chat",
            kind="package",
            pins=("vue-advanced-chat@2.1.2",),
            files=("dist/vue-advanced-chat.es.js",),
            driver=None,
            markdown=False,
        ),
        App(
            name="nlux",
            kind="npm",
            pins=(
                "@nlux/react@2.17.1",
                "@nlux/themes@2.17.1",
                "react@18.3.1",
                "react-dom@18.3.1",
                "esbuild@0.25.0",
            ),
            driver=None,
        ),
        App(
            name="chatui",
            kind="npm",
            pins=(
                "@chatui/core@3.8.0",
                "marked@18.2.1",
                "react@18.3.1",
                "react-dom@18.3.1",
                "esbuild@0.25.0",
            ),
            driver=None,
            button="快捷短语: {}，双击发送",
        ),
        App(
            name="react_chatbotify",
            kind="npm",
            pins=("react-chatbotify@2.5.0", "react@18.3.1", "react-dom@18.3.1", "esbuild@0.25.0"),
            driver=None,
            markdown=False,  # that is a plugin's, and knows no tables
        ),
        App(
            name="iframe",
            kind="page",
            inside="gradio",
            driver="gradio",
            differs={"frame": "iframe[title='Chat with us']"},
            card=False,
            goes_on=False,
        ),
        App(
            name="launcher",
            kind="page",
            inside="chainlit",
            driver="chainlit",
            differs={"launcher": lambda root: root.locator("#chainlit-copilot-button")},
        ),
    )
}
