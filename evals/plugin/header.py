"""What a record says of the run as a whole."""

import hashlib
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from evals.settings import OPTIONS

if TYPE_CHECKING:
    from evals.plugin.state import State

PACKAGES = ("replywright", "pytest", "playwright", "pytest-playwright", "openai", "wordllama")


def header(state: "State") -> dict[str, object]:
    """URL, commit, driver, models, hashes, settings without secrets, versions."""
    root, settings = state.config.rootpath, state.settings
    return {
        "id": state.run_id,
        "url": state.base_url or None,
        "commit": commit(root),
        "driver": settings.chat_ui,
        "judge": state.judge_name,
        "embedder": state.embedder_name,
        "prompts": hashes(sorted((Path(__file__).parents[1] / "prompts").glob("*.txt"))),
        "goldens": hashes(state.golden_files),
        "settings": {o.name: getattr(settings, o.attribute) for o in OPTIONS},
        "versions": {name: found for name in PACKAGES if (found := version_of(name))},
        "python": platform.python_version(),
        "platform": platform.platform(),
    }


def commit(root: Path) -> str | None:
    """The commit of the tests, `+` after it where files were changed; None where git cannot tell."""
    try:
        head = git(root, "rev-parse", "HEAD")
        changed = git(root, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return None
    return head + ("+" if changed else "")


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, timeout=10, check=True)
    return done.stdout.strip()


def hashes(files: list[Path]) -> dict[str, str]:
    """A short SHA-256 of each file, by name."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files}


def version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
