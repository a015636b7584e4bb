"""A disk of 64 KB under a project's `runs`, mounted where nobody else sees it; at its end its files stay."""

import os
import subprocess

import pytest

from tests.evals.project import Project

RUN = """\
mount -t tmpfs -o size=64k tmpfs runs || exit 77
"$@"
status=$?
cp -r runs kept; umount runs; cp -r kept/. runs
exit $status
"""
FILL = """
def fill(path):
    with open(path, "wb", buffering=0) as file:
        try:
            while file.write(b"x" * 512):
                pass
        except OSError:
            pass
"""
"""For a project's test: leaves no room on the disk, but for the rests of blocks."""

NO_ROOM = "No space left on device"


def mount(project: Project) -> Project:
    """Let the project's runs have the small disk; skips the test where none can be mounted."""
    unshare = ("unshare", "--mount", *(("--map-root-user",) if os.name == "posix" and os.geteuid() else ()))
    try:
        probe = [*unshare, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", "/mnt"]
        subprocess.run(probe, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no small disk can be mounted here: {getattr(error, 'stderr', '') or error}")
    (project.folder / "runs").mkdir()
    project.launcher = (*unshare, "sh", "-c", RUN, "sh", *project.launcher)
    return project
