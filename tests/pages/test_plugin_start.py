"""What the plugin does not do before a test asks for it."""

from pathlib import Path

import pytest

from tests.evals.project import Project

CONFTEST = 'pytest_plugins = ["pages.plugin", "evals.plugin"]\n'
TEST = """
import sys
import threading


def test_without_a_chat():
    assert not {"starlette", "uvicorn", "pydantic", "openai", "wordllama", "numpy"} & set(sys.modules)
    assert [thread.name for thread in threading.enumerate() if thread.name == "clinic"] == []
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path, CONFTEST)
    project.write("test_a.py", TEST)
    return project


def test_the_embedded_product_is_not_started_for_a_test_without_a_chat(project: Project) -> None:
    result = project.pytest("-p", "no:anyio")
    assert result.status == 0, result.out
