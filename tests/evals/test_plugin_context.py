"""What a failing test says beside its own message: the last turn, and how to see it again."""

from pathlib import Path

import pytest

from tests.evals.project import Project, Result

CONTEXT = (
    "  asked:      What is it?\n"
    "  reply:      The answer.\n"
    "              In two lines.\n"
    "  signals:    stream closed\n"
    "  rerun:      pytest test_a.py::test_it --headed"
)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def fails_with(project: Project, body: str, fixtures: str = "recorder, expect_reply, say") -> str:
    """What the record keeps of a test with this body, after a turn."""
    told = "    recorder.turn(say('The answer.\\nIn two lines.', signals=('stream closed',)))\n"
    project.write("test_a.py", f"import pytest\ndef test_it({fixtures}):\n{told}    {body}\n")
    return message(project.pytest())


def message(result: Result) -> str:
    (test,) = result.run.tests
    assert test.result
    return (
        str(test.result["message"])
        .replace(" --judge local", "")
        .replace("test_a.py::test_it", "test_a.py::test_it")
    )


def test_plain_assert(project: Project) -> None:
    assert fails_with(project, "assert 1 == 2") == "assert 1 == 2\n" + CONTEXT


def test_exception(project: Project) -> None:
    assert fails_with(project, "raise ValueError('no')") == "ValueError: no\n" + CONTEXT


def test_turn_that_ended_in_an_error_has_no_reply(project: Project) -> None:
    body = "recorder.failed_turn('And now?', OSError('gone')); raise OSError('gone')"
    said = fails_with(project, body)
    assert said == "OSError: gone\n  asked:      And now?\n  rerun:      pytest test_a.py::test_it --headed"


def test_our_own_checks_say_it_once(project: Project) -> None:
    for reply in ("0 no", "down"):
        assert fails_with(project, f"expect_reply(say({reply!r})).to_mean('x')").count("asked:") == 1


def test_skip_is_left_alone(project: Project) -> None:
    assert fails_with(project, "pytest.skip('not today')") == "Skipped: not today"
