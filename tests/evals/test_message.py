"""The one failure message: all parts, and hostile content."""

from pathlib import Path

import pytest

from evals.expect.message import Check, Failure
from evals.report.text import clean, cut, markdown
from evals.score import Score, Verdict


def check(says: str = "the reply is wrong", **evidence: object) -> Check:
    score = Score(scorer="correctness", value=0.5, reason="It names another day.", evidence=evidence)
    verdict = Verdict.of(score, threshold=1.0)
    return Check(name="to_mean", says=says, expected=("On Thursday.",), verdict=verdict, judge="gpt-x")


def test_all_parts() -> None:
    evidence = check(
        similarity=0.8812,
        facts={
            "missing": [{"kind": "weekday", "value": "thursday", "quote": "Thursday"}],
            "extra": [],
            "contradicted": [["Thursday", "Friday"], ["85", "90"]],
        },
        empty="",
        tier="model",
    )
    failure = Failure(
        checks=[evidence],
        asked="Can I move?\nTo Thursday?",
        seen="Moved to Friday.",
        signals=("stream closed", "busy gone"),
        screenshot=Path("runs/1/artifacts/gw0-0001-reply.png"),
        golden="move-to-thursday[1] (data/goldens/clinic.yaml:12)",
        rerun='pytest "e2e/test_goldens.py::test_golden[move-to-thursday[1]]" --headed',
    )
    assert str(failure) == (
        "the reply is wrong\n"
        "  golden:     move-to-thursday[1] (data/goldens/clinic.yaml:12)\n"
        "  asked:      Can I move?\n"
        "              To Thursday?\n"
        "  seen:       Moved to Friday.\n"
        "  expected:   On Thursday.\n"
        "  score:      0.5 (correctness by gpt-x; passes at 1)\n"
        "  reason:     It names another day.\n"
        "  evidence:   similarity: 0.881\n"
        "              facts: missing Thursday (weekday); contradicted Thursday -> Friday, 85 -> 90\n"
        "              tier: model\n"
        "  signals:    stream closed, busy gone\n"
        "  screenshot: runs/1/artifacts/gw0-0001-reply.png\n"
        '  rerun:      pytest "e2e/test_goldens.py::test_golden[move-to-thursday[1]]" --headed'
    )


def test_several_checks_are_counted_and_told_apart() -> None:
    failure = Failure(checks=[check("one"), check("two")], asked="a", seen="")
    assert str(failure).splitlines()[:4] == [
        "of 2 checks 2 failed",
        "  asked:      a",
        "  seen:       (no text)",
        "- one",
    ]


def test_hostile_content_stays_text() -> None:
    hostile = "a\x1b[31mred\x1b[0m \x1b]0;title\x07b\x00c\u202ed\ud83d \x9b31me\x1b"
    text = str(Failure(checks=[check(note=hostile)], asked=hostile, seen=hostile))
    assert "  seen:       ared bcd\ufffd 31me\n" in text
    assert "evidence:   note: ared bcd\ufffd 31me" in text
    text.encode("utf-8")


def test_long_content_is_cut_and_says_so() -> None:
    text = str(Failure(checks=[check()], asked="a", seen="x" * 5000))
    assert "x" * 2000 + " ... (3000 characters more)\n" in text


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("plain words, and 1.5!", "plain words, and 1.5!"),
        ("tab\tand\r\nend\rs", "tab\tand\nend\ns"),
        ("\x1b]8;;http://evil\x1b\\click\x1b]8;;\x1b\\", "click"),
        ("\x1b(B\x1bMup", "up"),
        ("family \U0001f468\u200d\U0001f469", "family \U0001f468\u200d\U0001f469"),
        ("\u0627\u0644 \u05d0", "\u0627\u0644 \u05d0"),
        ("\x1b[38;5;1", "38;5;1"),
        ("\x1b]0;kept", "0;kept"),
    ],
)
def test_clean(given: str, shown: str) -> None:
    assert clean(given) == shown


def test_cut() -> None:
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "abc ... (1 characters more)"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a | b\nc", "a \\| b c"),
        ("`code` *bold* _it_ [x](y) #12", "\\`code\\` \\*bold\\* \\_it\\_ \\[x\\](y) \\#12"),
        ("<script>alert(1)</script> &amp;", "&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;"),
        (
            "@team https://evil.example www.evil.example",
            "@\u200bteam https:\u200b//evil.example www\u200b.evil.example",
        ),
        ("x" * 400, "x" * 300 + " ... (100 characters more)"),
        ("\ud83d\x1b[2J", "\ufffd"),
    ],
)
def test_markdown(given: str, shown: str) -> None:
    assert markdown(given) == shown
