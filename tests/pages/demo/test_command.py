"""python -m pages demo, as typed."""

import signal
import subprocess
import sys
from pathlib import Path

from pages.demo.bugs import BUGS
from tests.pages.demo.visitor import Visitor, text_of

ROOT = Path(__file__).parents[3]


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    return subprocess.run(
        [sys.executable, "-m", "pages", *arguments], capture_output=True, text=True, cwd=ROOT, timeout=60
    )


def test_help_names_the_commands_and_their_options() -> None:
    assert "serve the embedded chat product" in command("--help").stdout
    shown = command("demo", "--help").stdout
    assert all(
        f"--{name}" in shown
        for name in ("port", "seed", "today", "pace", "bug", "list-bugs", "db", "transport")
    )


def test_list_bugs_says_a_sentence_about_each() -> None:
    done = command("demo", "--list-bugs")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [f"{name:<24} {bug.sentence}" for name, bug in BUGS.items()]


def test_a_bad_bug_is_one_clear_error() -> None:
    done = command("demo", "--port", "0", "--bug", "wrong-dya")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: there is no such bug\n"
        f"  expected: one of {', '.join(BUGS)}\n"
        "  seen:     'wrong-dya'\n"
        "  to fix:   `python -m pages demo --list-bugs` says what each does\n"
    )


def test_bad_values_are_one_clear_error_each() -> None:
    for option, value, message in (
        (
            "--port",
            "99999",
            "--port is not a port\n  expected: a whole number from 0 to 65535\n  seen:     '99999'",
        ),
        ("--today", "monday", "--today is not a date\n  expected: YYYY-MM-DD\n  seen:     'monday'"),
        ("--pace", "-1", "--pace is not a factor\n  expected: a number from 0 up\n  seen:     '-1'"),
    ):
        done = command("demo", f"{option}={value}")
        assert (done.returncode, done.stderr) == (2, f"error: {message}\n")


def test_it_serves_until_interrupted() -> None:
    arguments = ["--port=0", "--seed=1", "--today=2026-11-30", "--pace=0", "--bug=wrong-price"]
    with subprocess.Popen(
        [sys.executable, "-m", "pages", "demo", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as served:
        assert served.stdout
        line = served.stdout.readline()
        assert line.startswith("Riverside Clinic is open at http://127.0.0.1:")
        visitor = Visitor(line.split()[5])
        assert "$97" in text_of(visitor.say(visitor.begin(), "How much is a check-up?"))
        served.send_signal(signal.SIGINT)
        _, errors = served.communicate(timeout=10)
    assert (served.returncode, errors) == (0, "")
