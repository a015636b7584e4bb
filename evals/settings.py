"""The one table of options, and the only place that reads the environment.

Each option can be given on the command line, as an environment variable, or in `[tool.pytest.ini_options]`,
in this order of precedence; `--help` and docs/options.md are made from the table.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from evals.errors import SettingsError

if TYPE_CHECKING:
    import pytest

Group = Literal["evals", "pages"]
YES, NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option; `name` is its long form without dashes. Environment and ini names follow from it.

    A `switch` takes no value on the command line; in the environment and the ini file it is true or false.
    """

    name: str
    group: Group
    help: str
    metavar: str = ""
    default: str | None = None
    seconds: bool = False
    switch: bool = False

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def dest(self) -> str:
        return "replywright_" + self.name.replace("-", "_")

    @property
    def env(self) -> str:
        return self.dest.upper()

    @property
    def attribute(self) -> str:
        """Its name in `Settings`."""
        return self.name.replace("-", "_") + ("_s" if self.seconds else "")


OPTIONS = (
    Option(
        name="judge",
        group="evals",
        metavar="local|MODEL",
        help="what judges the meaning of replies: a model of the OpenAI-compatible service (OPENAI_API_KEY, "
        "OPENAI_BASE_URL), or the local heuristic judge (default: a model where OPENAI_API_KEY is set, "
        "else local for the embedded product)",
    ),
    Option(
        name="embedder",
        group="evals",
        metavar="local|openai|MODEL",
        default="local",
        help="what measures similarity: local (wordllama, no network), openai, or an embedding model's name",
    ),
    Option(
        name="goldens-dir",
        group="evals",
        metavar="DIR",
        default="data/goldens",
        help="where the golden files (*.yaml, *.yml, *.jsonl, *.json) are read from",
    ),
    Option(
        name="runs-dir",
        group="evals",
        metavar="DIR",
        default="runs",
        help="where the record of each run is kept, in a folder of its own",
    ),
    Option(
        name="allow-inconclusive",
        group="evals",
        switch=True,
        help="let a run in which something could not be decided be green all the same",
    ),
    Option(
        name="chat-ui",
        group="pages",
        metavar="NAME",
        help="the chat UI to drive: NAME is pages/drivers/NAME.py; auto finds every part without a driver "
        "(default: the one whose fingerprint the page shows, else auto; the embedded product's is its own)",
    ),
    Option(
        name="chat",
        group="pages",
        metavar="TEXT",
        default="",
        help="which chat, where a page shows several: a part of its composer's HTML or of its frame's URL",
    ),
    Option(
        name="demo-dom",
        group="pages",
        metavar="NAME",
        default="plain",
        help="the variant of the embedded product's page: `python -m pages demo --list-doms` lists them",
    ),
    Option(
        name="first-token-limit",
        group="pages",
        metavar="SECONDS",
        default="30",
        seconds=True,
        help="how long a reply may take to begin",
    ),
    Option(
        name="idle-limit",
        group="pages",
        metavar="SECONDS",
        default="20",
        seconds=True,
        help="how long a reply that has begun may stand still",
    ),
    Option(
        name="total-limit",
        group="pages",
        metavar="SECONDS",
        default="120",
        seconds=True,
        help="how long a whole reply may take",
    ),
)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The chosen values, each checked."""

    judge: str | None
    embedder: str
    goldens_dir: str
    runs_dir: str
    allow_inconclusive: bool
    chat_ui: str | None
    chat: str
    demo_dom: str
    first_token_limit_s: float
    idle_limit_s: float
    total_limit_s: float
    api_key: str | None = field(repr=False)
    api_url: str | None

    @classmethod
    def read(
        cls,
        option: Callable[[str], str | None] = lambda _: None,
        ini: Callable[[str], str | None] = lambda _: None,
        environ: Mapping[str, str] | None = None,
    ) -> "Settings":
        """Read all options; `option` and `ini` give the value for a `dest` or None. Raises SettingsError."""
        environ = os.environ if environ is None else environ
        values: dict[str, str | None] = {}
        for o in OPTIONS:
            values[o.name] = option(o.dest) or environ.get(o.env) or ini(o.dest) or o.default
        text = {name: value or "" for name, value in values.items()}
        return cls(
            judge=values["judge"],
            embedder=text["embedder"],
            goldens_dir=text["goldens-dir"],
            runs_dir=text["runs-dir"],
            allow_inconclusive=switch("allow-inconclusive", text["allow-inconclusive"]),
            chat_ui=values["chat-ui"],
            chat=text["chat"],
            demo_dom=text["demo-dom"],
            first_token_limit_s=seconds("first-token-limit", text["first-token-limit"]),
            idle_limit_s=seconds("idle-limit", text["idle-limit"]),
            total_limit_s=seconds("total-limit", text["total-limit"]),
            api_key=environ.get("OPENAI_API_KEY") or None,
            api_url=environ.get("OPENAI_BASE_URL") or None,
        )

    @classmethod
    def of(cls, config: "pytest.Config") -> "Settings":
        """What was chosen for a pytest run whose parser went through `add_options`. Raises SettingsError."""

        def option(dest: str) -> str | None:
            value = config.getoption(dest, None)
            return None if value is None else str(value)

        def ini(dest: str) -> str | None:
            return str(config.getini(dest) or "") or None if dest in known else None

        known = {o.dest for o in OPTIONS if config.getoption(o.dest, MISSING) is not MISSING}
        return cls.read(option, ini)


MISSING = object()


def add_options(parser: "pytest.Parser", group: Group) -> None:
    """Give a pytest parser the options of a group, each with its ini form."""
    shown = parser.getgroup(f"replywright-{group}", f"replywright: {group}")
    for o in OPTIONS:
        if o.group == group:
            text = f"{o.help} [env {o.env}, ini {o.dest}" + (f", default {o.default}]" if o.default else "]")
            if o.switch:
                shown.addoption(o.flag, dest=o.dest, action="store_true", default=None, help=text)
            else:
                shown.addoption(o.flag, dest=o.dest, metavar=o.metavar, default=None, help=text)
            parser.addini(o.dest, o.help, default="")


def switch(name: str, text: str) -> bool:
    """A yes or a no, as people write them."""
    if text.strip().lower() not in YES + NO:
        raise SettingsError(f"--{name} is a yes or a no", expected="true or false", seen=repr(text))
    return text.strip().lower() in YES


def seconds(name: str, text: str) -> float:
    """A positive, finite number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise SettingsError(
            f"--{name} is not a time", expected="a number of seconds above 0", seen=repr(text)
        )
    return value


def environment() -> Mapping[str, str]:
    """A copy of the environment, for what other programs define (PATH, PLAYWRIGHT_BROWSERS_PATH ...)."""
    return dict(os.environ)
