"""Print docs/options.md, made from the one table of options in evals/settings.py.

python tools/options.py > docs/options.md
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from evals.settings import OPTIONS, Option

HEAD = """\
# Options

Each can be given on the command line, as an environment variable, or in `[tool.pytest.ini_options]`, in this
order of precedence. This page is made from the table in `evals/settings.py`; a test compares the two.

| option | environment and ini | default | |
|---|---|---|---|
"""


def row(option: Option) -> str:
    """One option as a row of the table."""
    metavar = f" {option.metavar}" if option.metavar else ""
    flag = f"{option.flag}{metavar}".replace("|", "\\|")
    default = f"`{option.default}`" if option.default else ""
    text = option.help.replace("*", "\\*")
    return f"| `{flag}` | `{option.env}`, `{option.dest}` | {default} | {text} |\n"


def page() -> str:
    """The whole page."""
    return HEAD + "".join(row(option) for option in OPTIONS)


if __name__ == "__main__":
    sys.stdout.write(page())
