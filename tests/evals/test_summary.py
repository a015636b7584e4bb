"""summary.md: worst first, whole, safe, within its budget."""

import re
from pathlib import Path

from evals.record import Journal, read_run
from evals.report.summary import MOST_BYTES, summary

VERDICT = {
    "check": "to_mean",
    "scorer": "correctness",
    "judge": "gpt-x",
    "score": 0.0,
    "threshold": 1.0,
    "outcome": "fail",
    "reason": "It names another day.",
    "evidence": {},
    "asked": "When?",
    "expected": ["On Thursday.", "or: The 5th."],
    "seen": "On Friday.",
    "screenshot": None,
    "signals": [],
}


def written(folder: Path, *tests: str) -> Journal:
    journal = Journal(folder)
    journal.write(
        "run", id="20260131-094502-3f9a1c", url="https://preview.example", judge="gpt-x", embedder="e"
    )
    journal.write("collected", tests=tests)
    return journal


def text_of(folder: Path) -> str:
    return summary(read_run(folder))


def test_whole_summary(tmp_path: Path) -> None:
    journal = written(tmp_path, "t.py::good", "t.py::bad[a-b]", "t.py::open", "t.py::never")
    journal.write("verdict", **VERDICT | {"test": "t.py::good", "outcome": "pass", "score": 1.0})
    journal.write("result", test="t.py::good", outcome="pass", message="")
    picture = tmp_path / "artifacts" / "main-0001-reply.png"
    bad = {"test": "t.py::bad[a-b]", "golden": "a-b", "screenshot": picture, "signals": ["stream closed"]}
    journal.write("verdict", **VERDICT | bad)
    journal.write(
        "result",
        test="t.py::bad[a-b]",
        golden="a-b",
        outcome="fail",
        message="CheckFailed: ...",
        rerun='pytest "t.py::bad[a-b]" --headed',
    )
    undecided = {"outcome": "inconclusive", "score": None, "reason": "cannot tell", "check": "to_satisfy"}
    journal.write("verdict", **VERDICT | undecided | {"test": "t.py::open"})
    journal.write("result", test="t.py::open", outcome="inconclusive", message="...")
    assert text_of(tmp_path) == (
        "4 tests: 1 failed, 1 did not run, 1 inconclusive, 1 passed; 3 verdicts\n"
        "\n"
        "- run: 20260131-094502-3f9a1c\n"
        "- product: https:\u200b//preview.example\n"
        "- judge: gpt-x\n"
        "- embedder: e\n"
        "\n"
        "## fail: `t.py::bad[a-b]`\n"
        "\n"
        "- golden: a-b\n"
        "- asked: When?\n"
        "- seen: On Friday.\n"
        "- screenshot: artifacts/main-0001-reply.png\n"
        "- signals: stream closed\n"
        "- `to_mean`: **fail**\n"
        "  - expected: On Thursday. / or: The 5th.\n"
        "  - score: 0, threshold 1 (correctness by gpt-x)\n"
        "  - reason: It names another day.\n"
        '- rerun: `pytest "t.py::bad[a-b]" --headed`\n'
        "\n"
        "## not run: `t.py::never`\n"
        "\n"
        "\n"
        "## inconclusive: `t.py::open`\n"
        "\n"
        "- asked: When?\n"
        "- seen: On Friday.\n"
        "- `to_satisfy`: **inconclusive**\n"
        "  - expected: On Thursday. / or: The 5th.\n"
        "  - score: none, threshold 1 (correctness by gpt-x)\n"
        "  - reason: cannot tell\n"
        "\n"
        "## passed\n"
        "\n"
        "- `t.py::good`\n"
    )


def test_times_of_the_turns(tmp_path: Path) -> None:
    journal = written(tmp_path, "t.py::a", "t.py::b")
    for test, first_s, total_s in (("t.py::a", 0.4, 2.0), ("t.py::a", 0.5, 9.0), ("t.py::b", 1.25, 2.5)):
        reply = {"prompt": "Hi", "text": "Hello", "first_token_s": first_s, "total_s": total_s}
        journal.write("turn", test=test, reply=reply | {"longest_gap_s": None})
    journal.write("failed_turn", test="t.py::b", prompt="Hi", error="E", message="m", partial="")
    assert (
        "- embedder: e\n"
        "- times of 3 turns, median / worst: first token 0.50 / 1.25 s, whole reply 2.50 / 9.00 s\n"
        "\n"
    ) in text_of(tmp_path)
    journal.write("turn", test="t.py::b", reply={"prompt": "Hi", "text": "Hello", "longest_gap_s": 0.5})
    assert ", longest gap 0.50 / 0.50 s\n" in text_of(tmp_path)


def test_what_was_not_written(tmp_path: Path) -> None:
    journal = written(tmp_path, "t.py::a")
    for number in range(25):
        journal.write("lost", file=f"artifacts/{number}.png", why="No space left on device")
    text = text_of(tmp_path)
    assert text.count("(No space left on device)\n") == 20
    assert "- not written: artifacts/0.png (No space left on device)\n" in text
    assert "- not written: 5 more files\n" in text


def test_failure_outside_of_our_checks_shows_the_last_turn(tmp_path: Path) -> None:
    journal = written(tmp_path, "t.py::bad")
    journal.write("turn", test="t.py::bad", reply={"prompt": "Hi", "text": "Hello", "screenshot": "a.png"})
    journal.write(
        "failed_turn", test="t.py::bad", prompt="Book it", error="E", message="m", partial="Your app"
    )
    journal.write("result", test="t.py::bad", outcome="error", message="StreamCutError: cut\n  seen: x")
    assert ("- message: StreamCutError: cut seen: x\n- asked: Book it\n- seen: Your app\n") in text_of(
        tmp_path
    )


def test_what_products_and_models_wrote_stays_text(tmp_path: Path) -> None:
    hostile = "| `x` <img src=x onerror=alert(1)> @team\n# Head\n\x1b[31m\ud83d [a](javascript:b)"
    journal = written(tmp_path, f"t.py::bad[{hostile}]")
    journal.write(
        "verdict",
        **VERDICT
        | dict.fromkeys(("asked", "seen", "reason", "scorer", "judge", "check"), hostile)
        | {"test": f"t.py::bad[{hostile}]", "expected": [hostile], "screenshot": hostile},
    )
    journal.write("result", test=f"t.py::bad[{hostile}]", outcome="fail", message=hostile, rerun=hostile)
    text = text_of(tmp_path)
    assert "\x1b" not in text
    assert "\n# Head" not in text
    text.encode("utf-8")
    assert (
        "- rerun: `` | `x` <img src=x onerror=alert(1)> @team # Head \ufffd [a](javascript:b) ``\n"
    ) in text
    outside = re.sub(r"``.+?``", "", text)
    for harmful in ("<img", "@team", "[a](", " | "):
        assert harmful not in outside


def test_budget_of_bytes(tmp_path: Path) -> None:
    names = [f"t.py::test_{n}" for n in range(300)]
    journal = written(tmp_path, *names)
    for name in names:
        journal.write("verdict", **VERDICT | {"test": name, "seen": "\U0001f600" * 900, "reason": "y" * 900})
    text = text_of(tmp_path)
    assert len(text.encode()) < MOST_BYTES + 1000
    assert text.startswith("300 tests: 300 did not finish; 300 verdicts\n")
    assert " more tests like these: the files beside this one hold all.\n" in text


def test_many_passed_are_counted(tmp_path: Path) -> None:
    names = [f"t.py::test_{n}" for n in range(250)]
    journal = written(tmp_path, *names)
    for name in names:
        journal.write("result", test=name, outcome="pass", message="")
    assert text_of(tmp_path).endswith("- `t.py::test_199`\n- and 50 more\n")


def test_empty_folder(tmp_path: Path) -> None:
    assert text_of(tmp_path) == "0 tests: none; 0 verdicts\n\n- judge: not told\n- embedder: not told\n"
