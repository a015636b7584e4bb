"""The public surface is what docs/api.md lists, no more and no less; and it costs little to import."""

import re
import subprocess
import sys
from pathlib import Path

import evals

API = Path(__file__).parents[2] / "docs" / "api.md"


def documented(package: str) -> list[str]:
    section = API.read_text("utf-8").split(f"## `{package}`\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_documented_names_are_the_exported_ones() -> None:
    assert documented("evals") == evals.__all__


def test_every_exported_name_is_there() -> None:
    assert all(hasattr(evals, name) for name in evals.__all__)


def test_methods_in_the_docs_are_the_public_ones() -> None:
    from evals.expect.conversation import ConversationChecks
    from evals.expect.reply import ReplyChecks

    listed = set(re.findall(r"`((?:not_)?to_\w+)\(", API.read_text("utf-8")))
    public = {n for c in (ReplyChecks, ConversationChecks) for n in vars(c) if not n.startswith("_")}
    assert listed == public


def test_import_loads_nothing_heavy() -> None:
    heavy = ("openai", "playwright", "wordllama", "numpy", "pydantic", "yaml", "pytest")
    code = f"import sys, evals; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_plugin_loads_nothing_heavy() -> None:
    heavy = ("openai", "wordllama", "numpy", "pydantic", "yaml")
    code = f"import sys, evals.plugin; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
