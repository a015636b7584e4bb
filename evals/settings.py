"""The one table of options, and the only place that reads the environment.

Each option can be given on the command line, as an environment variable, or in `[tool.pytest.ini_options]`,
in this order of precedence; `--help` and docs/options.md are made from the table.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from evals.errors import SettingsError


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option; `name` is its long form without dashes. Environment and ini names follow from it."""

    name: str
    group: Literal["evals", "pages"]
    help: str
    metavar: str
    default: str | None = None
    seconds: bool = False

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def dest(self) -> str:
        return "replywright_" + self.name.replace("-", "_")

    @property
    def env(self) -> str:
        return self.dest.upper()


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
        help="where the golden files (*.yaml, *.yml, *.jsonl) are read from",
    ),
    Option(
        name="runs-dir",
        group="evals",
        metavar="DIR",
        default="runs",
        help="where the record of each run is kept, in a folder of its own",
    ),
    Option(
        name="chat-ui",
        group="pages",
        metavar="NAME",
        help="the chat UI to drive: NAME is pages/drivers/NAME.py (default: a page with one role=log and "
        "one textbox)",
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
    chat_ui: str | None
    first_token_limit_s: float
    idle_limit_s: float
    total_limit_s: float
    api_key: str | None
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
            chat_ui=values["chat-ui"],
            first_token_limit_s=seconds("first-token-limit", text["first-token-limit"]),
            idle_limit_s=seconds("idle-limit", text["idle-limit"]),
            total_limit_s=seconds("total-limit", text["total-limit"]),
            api_key=environ.get("OPENAI_API_KEY") or None,
            api_url=environ.get("OPENAI_BASE_URL") or None,
        )


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
