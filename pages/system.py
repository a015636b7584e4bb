"""What kind of system this is, as far as finding and installing a browser depends on it."""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evals.settings import environment

Command = tuple[str, ...]

MANAGERS: Mapping[str, tuple[Command, ...]] = {
    "apt-get": (("apt-get", "update"), ("apt-get", "install", "--yes", "--no-install-recommends")),
    "apk": (("apk", "add", "--no-cache"),),
    "dnf": (("dnf", "install", "--assumeyes"),),
}
"""For each package manager what installs a package, whose name goes to the end of the last command."""


@dataclass(frozen=True, kw_only=True)
class System:
    """A system; `platform` is as in `sys.platform`, `disk` is where its file system begins."""

    platform: str
    environ: Mapping[str, str]
    home: Path
    disk: Path = Path("/")
    root: bool = False
    container: bool = False

    @classmethod
    def here(cls) -> "System":
        """The system this runs on."""
        environ = environment()
        marks = (Path("/.dockerenv"), Path("/run/.containerenv"))
        return cls(
            platform=sys.platform,
            environ=environ,
            home=Path.home(),
            root=hasattr(os, "geteuid") and os.geteuid() == 0,
            container=bool({"container", "KUBERNETES_SERVICE_HOST"} & environ.keys())
            or any(mark.exists() for mark in marks),
        )

    def which(self, name: str) -> Path | None:
        """The program of that name on this system's PATH."""
        found = shutil.which(name, path=self.environ.get("PATH", ""))
        return Path(found) if found else None

    def install_commands(self, package: str) -> tuple[Command, ...]:
        """What installs a package with this system's package manager (as root); empty where none is known."""
        for manager, commands in MANAGERS.items():
            if self.which(manager):
                return (*commands[:-1], (*commands[-1], package))
        return ()

    def program_folders(self) -> tuple[Path, ...]:
        """Where Windows keeps programs."""
        upper = {name.upper(): value for name, value in self.environ.items()}
        names = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        return tuple(Path(upper[name]) for name in names if upper.get(name))

    def playwright_cache(self, package: Path) -> Path:
        """Where Playwright keeps its browsers, by its own rules; `package` is its driver's folder."""
        chosen = self.environ.get("PLAYWRIGHT_BROWSERS_PATH")
        if chosen == "0":
            return package / ".local-browsers"
        if chosen:
            return Path(chosen)
        if self.platform == "darwin":
            cache = self.home / "Library" / "Caches"
        elif self.platform == "win32":
            cache = Path(self.environ.get("LOCALAPPDATA") or self.home / "AppData" / "Local")
        else:
            cache = Path(self.environ.get("XDG_CACHE_HOME") or self.home / ".cache")
        return cache / "ms-playwright"
