"""The documentation says what is there: commands, options, examples, links, dependencies."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from evals.goldens.load import load
from pages import scripts
from pages.ui import load as load_ui
from tools.options import page

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def blocks(language: str) -> list[str]:
    """The README's blocks of code in that language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def targets() -> dict[str, str]:
    """The Makefile's targets with what they say of themselves."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+):.*?## (.+)$", makefile, re.MULTILINE))


def test_every_make_command_in_the_documentation_exists_and_the_other_way_round() -> None:
    named = set(re.findall(r"`make ([\w-]+)|^make ([\w-]+)", README, re.MULTILINE))

    assert {one or other for one, other in named} == set(targets()) - {"help"}


def test_make_help_lists_every_target() -> None:
    said = subprocess.run(
        ["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert said.stdout.splitlines() == [f"make {name}: {text}" for name, text in targets().items()]


def test_make_e2e_asks_no_service_whatever_the_environment_says() -> None:
    told = {"OPENAI_API_KEY": "sk-0", "OPENAI_BASE_URL": "http://127.0.0.1:9", "REPLYWRIGHT_JUDGE": "gpt-x"}
    done = subprocess.run(
        ["make", "-n", "e2e"], cwd=ROOT, env=os.environ | told, capture_output=True, text=True, check=True
    )
    (command,) = [line for line in done.stdout.splitlines() if "pytest e2e/" in line]
    assert command.startswith("unset OPENAI_API_KEY; ")
    assert "pytest e2e/ --judge local --embedder local" in command


def test_the_page_of_options_is_made_from_the_table() -> None:
    shown = (ROOT / "docs" / "options.md").read_text(encoding="utf-8")

    assert shown == page(), "run: python tools/options.py > docs/options.md"


def test_the_example_is_the_booking_test() -> None:
    real = iter((ROOT / "e2e" / "test_booking.py").read_text(encoding="utf-8").splitlines())

    missing = [line for line in blocks("python")[0].splitlines() if line not in real]

    assert not missing, "the README shows lines that e2e/test_booking.py does not have in this order"


def test_the_chat_ui_of_the_example_can_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "acme.py").write_text(blocks("python")[1], encoding="utf-8")

    assert load_ui("acme", tmp_path).name == "acme"


def test_the_goldens_of_the_example_can_be_loaded_beside_those_of_the_project(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data" / "goldens", tmp_path, dirs_exist_ok=True)
    (tmp_path / "acme.yaml").write_text(blocks("yaml")[0], encoding="utf-8")

    assert [golden.id for golden in load(tmp_path)][:2] == ["return-policy", "knows-my-name"]


def test_every_signal_of_the_end_of_a_reply_is_explained() -> None:
    page = (ROOT / "docs" / "end-of-reply.md").read_text(encoding="utf-8")
    source = (ROOT / "pages" / "settle.py").read_text(encoding="utf-8")
    named = set(re.findall(r'"((?:stream|run|aria-busy|busy marker) (?:closed|finished|gone))"', source))

    assert named == {"stream closed", "run finished", "aria-busy gone", "busy marker gone"}
    assert [signal for signal in [*named, "quiet for 1 s"] if f"| `{signal}` |" not in page] == []


def test_every_dependency_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(one for extra in extras for one in extra)]
    table = README.partition("## Why each dependency is there")[2]

    names = {re.split(r"[<>=\[]", dependency)[0] for dependency in wanted}
    assert {name for name in names if not re.search(rf"\b{name}\b", table)} == set()


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_links_within_the_project_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))

    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_page_on_the_detector_gives_its_numbers() -> None:
    told = (ROOT / "docs" / "detector.md").read_text(encoding="utf-8")
    composer = (ROOT / "pages" / "detect" / "composer.js").read_text(encoding="utf-8")
    least, margin = (re.findall(rf"const {name} = (\d+);", composer)[0] for name in ("LEAST", "MARGIN"))
    watching = sum(path.stat().st_size for path in scripts.WATCHING)

    assert f"no place reaches {least} points, or on which two are within {margin} points" in told
    assert f"{round(watching / 1000)} kB with their comments" in told
    assert watching < 40_000
