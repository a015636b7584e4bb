"""python -m pages demo, as typed."""

import signal
import subprocess
import sys
from pathlib import Path

from evals.settings import environment
from pages.demo.bugs import BUGS
from pages.demo.dom import DOMS
from tests.model_server import serving
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
    names = "port seed today pace bug list-bugs db transport dom list-doms model"
    assert all(f"--{name}" in shown for name in names.split())


def test_list_bugs_says_a_sentence_about_each() -> None:
    done = command("demo", "--list-bugs")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [f"{name:<24} {bug.sentence}" for name, bug in BUGS.items()]


def test_list_doms_says_a_sentence_about_each() -> None:
    done = command("demo", "--list-doms")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [f"{name:<24} {sentence}" for name, sentence in DOMS.items()]


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


def test_a_model_without_a_base_url_is_one_clear_error() -> None:
    done = command("demo", "--port=0", "--model", "localhost:11434", "llama3.2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: --model has no base URL\n"
        "  expected: http:// or https://, up to what /chat/completions follows\n"
        "  seen:     'localhost:11434'\n"
        "  to fix:   --model http://127.0.0.1:11434/v1 llama3.2\n"
    )


def test_a_model_talks_with_the_key_of_the_environment() -> None:
    with serving() as service:
        service.say("", "The model says hello.", where="anywhere")
        with subprocess.Popen(
            [sys.executable, "-m", "pages", "demo", "--port=0", "--model", service.url, "scripted"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**environment(), "OPENAI_API_KEY": service.key},
        ) as served:
            assert served.stdout
            visitor = Visitor(served.stdout.readline().split()[5])
            assert text_of(visitor.say(visitor.begin(), "Hello")) == "The model says hello."
            served.send_signal(signal.SIGINT)
            served.communicate(timeout=20)
        assert served.returncode == 0
        assert service.requests[0].headers["authorization"] == f"Bearer {service.key}"
