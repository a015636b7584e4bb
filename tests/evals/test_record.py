"""Events to files and back: nothing is lost, nothing secret is kept, nothing odd does harm."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from evals.goldens import Golden, Turn
from evals.record import Journal, RunRecorder, read_run
from evals.record.journal import new_run_id
from evals.record.plain import plain, without_secrets
from evals.score import Outcome, Score, Verdict
from evals.transcript import Call, Card, Recorder, Reply, ToolCall

KEY = "my-own-key-4711"


def recorder(folder: Path, test: str = "test_a.py::test_it") -> RunRecorder:
    return RunRecorder(Journal(folder, "gw0", [KEY]), test)


def test_recorder_satisfies_the_protocol(tmp_path: Path) -> None:
    kept: Recorder = recorder(tmp_path)
    kept.turn(Reply(prompt="Hi", text="Hello"))
    kept.failed_turn("Hi", TimeoutError("too late"))
    (test,) = read_run(tmp_path).tests
    assert [turn["event"] for turn in test.turns] == ["turn", "failed_turn"]
    assert test.turns[0]["reply"]["text"] == "Hello"
    assert test.turns[1]["error"] == "TimeoutError"
    assert test.turns[1]["message"] == "too late"


def test_failed_turn_keeps_the_partial_text(tmp_path: Path) -> None:
    from evals.errors import StreamCutError

    recorder(tmp_path).failed_turn("Hi", StreamCutError("the stream was cut", partial="Your appoint"))
    assert read_run(tmp_path).tests[0].turns[0]["partial"] == "Your appoint"


def test_reply_with_everything_survives(tmp_path: Path) -> None:
    reply = Reply(
        prompt="Hi",
        text="half \ud83d, whole \U0001f600, nul \0, line\u2028separator",
        cards=(Card(title="A", text="B", fields={"Day": "Thu"}),),
        tool_calls=(ToolCall(name="x", arguments={"at": float("nan"), "path": Path("/a/b")}, result={1, 2}),),
        screenshot=Path("/tmp/a.png"),
        first_token_s=0.25,
        longest_gap_s=0.5,
        total_s=1.5,
    )
    recorder(tmp_path).turn(reply)
    raw = (tmp_path / "gw0.jsonl").read_bytes()
    assert raw.isascii()
    assert raw.count(b"\n") == 1
    kept = read_run(tmp_path).tests[0].turns[0]["reply"]
    assert kept["text"] == reply.text
    assert kept["cards"][0]["fields"] == {"Day": "Thu"}
    assert kept["tool_calls"][0]["arguments"] == {"at": "nan", "path": "/a/b"}
    assert sorted(kept["tool_calls"][0]["result"]) == [1, 2]
    assert kept["screenshot"] == "/tmp/a.png"
    assert (kept["first_token_s"], kept["longest_gap_s"], kept["total_s"]) == (0.25, 0.5, 1.5)


def test_secrets_are_kept_nowhere(tmp_path: Path) -> None:
    call = Call(
        method="POST",
        path="/api",
        status=200,
        request_json={"headers": {"Authorization": "Basic dTpw", "X-Api-Key": "abc"}, "password": "abc"},
        response_json={"Set-Cookie": "abc", "note": f"the key is {KEY}", "first_token_s": 1, "tokens": 5},
    )
    recorder(tmp_path).turn(Reply(prompt=KEY, text="Authorization: Bearer abc", calls=(call,)))
    text = (tmp_path / "gw0.jsonl").read_text()
    assert KEY not in text
    assert "abc" not in text
    assert "dTpw" not in text
    kept = read_run(tmp_path).tests[0].turns[0]["reply"]["calls"][0]
    assert kept["response_json"] == {
        "Set-Cookie": "[redacted]",
        "note": "the key is [redacted]",
        "first_token_s": 1,
        "tokens": 5,
    }


def test_ordinary_words_stay() -> None:
    for text in (
        "Basic information about bearers of passports",
        "Cookie: 85 cents",
        "The authorization takes two days",
        "see https://example.com/a:b@c",
        "mail https://example.com?to=me@example.com&tokens_left",
    ):
        assert without_secrets(text) == text
    assert without_secrets("https://me:pass@example.com/x") == "https://[redacted]@example.com/x"
    assert without_secrets("https://key@example.com/x") == "https://[redacted]@example.com/x"
    assert without_secrets("/x?a=1&access_token=abc#b") == "/x?a=1&access_token=[redacted]#b"
    assert without_secrets("/x?x-vercel-protection-bypass=abc&b") == (
        "/x?x-vercel-protection-bypass=[redacted]&b"
    )
    assert without_secrets("Cookie: sid=abc; b=c\nnext") == "Cookie: sid=[redacted]\nnext"
    assert without_secrets("sk-proj-0123456789abcdefgh.") == "[redacted]."


def test_plain_values() -> None:
    @dataclass
    class Odd:
        inner: object

    class Named:
        def __str__(self) -> str:
            return "named"

    endless: list[object] = []
    endless.append(endless)
    assert plain(Odd(inner=Named())) == {"inner": "named"}
    assert plain({1: Outcome.FAIL, None: b"x"}) == {"1": "fail", "None": "b'x'"}
    assert plain(float("-inf")) == "-inf"
    assert json.dumps(plain(endless)).count("[") == 41
    json.dumps(plain({"a": (1, 2.5, True, None), "b": {"c"}}), allow_nan=False)


def test_verdict_is_written_at_once(tmp_path: Path) -> None:
    kept = RunRecorder(
        Journal(tmp_path, "gw0"), "t", Golden(id="a", turns=(Turn(user="Hi"),), variant=1), "pytest t"
    )
    verdict = Verdict.of(
        Score(scorer="facts", value=0.0, reason="no", evidence={"p": Path("x")}), threshold=1.0
    )
    kept.verdict("to_mention", verdict, asked="Hi", expected=["Ana"], seen="Bob", signals=["busy gone"])
    event = json.loads((tmp_path / "gw0.jsonl").read_text())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", event.pop("at"))
    assert event == {
        "event": "verdict",
        "worker": "gw0",
        "test": "t",
        "golden": "a[1]",
        "check": "to_mention",
        "scorer": "facts",
        "judge": None,
        "score": 0.0,
        "threshold": 1.0,
        "outcome": "fail",
        "reason": "no",
        "evidence": {"p": "x"},
        "asked": "Hi",
        "expected": ["Ana"],
        "seen": "Bob",
        "screenshot": None,
        "signals": ["busy gone"],
    }
    assert kept.outcomes == {Outcome.FAIL: 1}


def test_artifacts_have_paths_of_their_own(tmp_path: Path) -> None:
    kept = recorder(tmp_path)
    first, second = kept.artifact("reply.png"), kept.artifact("reply.png")
    assert first != second
    assert first.parent.is_dir()
    assert first.suffix == ".png"
    odd = kept.artifact("../../etc/passwd\0\ud83d " + "x" * 300)
    assert odd.parent == first.parent
    odd.write_text("x")


def test_a_file_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    kept = recorder(tmp_path / "run")
    path = kept.keep("reply.png", b"picture")
    assert path == tmp_path / "run" / "artifacts" / "gw0-0001-reply.png"
    assert path.read_bytes() == b"picture"
    (tmp_path / "run" / "artifacts" / "gw0-0002-reply.png").mkdir()
    assert kept.keep("reply.png", b"picture") is None
    assert read_run(tmp_path / "run").lost == {"artifacts/gw0-0002-reply.png": "Is a directory"}


def test_what_cannot_be_written_is_tried_again_at_the_end(tmp_path: Path) -> None:
    taken = tmp_path / "run"
    taken.write_text("a file where the folder should be")
    journal = Journal(taken, "gw0")
    journal.write("collected", tests=["a"])
    journal.write("result", test="a", outcome="pass", message="")
    taken.unlink()
    assert journal.close() == []
    assert [test.outcome for test in read_run(taken).tests] == ["pass"]
    assert read_run(taken).lost == {}


def test_what_cannot_be_written_at_all_is_told(tmp_path: Path) -> None:
    (tmp_path / "gw0.jsonl").mkdir()
    journal = Journal(tmp_path, "gw0")
    journal.write("result", test="a", outcome="pass", message="")
    left = journal.close()
    assert [json.loads(line)["event"] for line in left] == ["result", "lost"]
    (tmp_path / "gw0.jsonl").rmdir()
    run = read_run(tmp_path, left)
    assert [test.outcome for test in run.tests] == ["pass"]
    assert run.lost == {"gw0.jsonl": "Is a directory"}
    assert journal.close() == []


def test_all_files_are_read_and_cut_lines_are_counted(tmp_path: Path) -> None:
    for worker in ("gw0", "gw1"):
        journal = Journal(tmp_path, worker)
        journal.write("run", id="r", judge="j")
        journal.write("collected", tests=["a", "b", "c", "d"])
    Journal(tmp_path, "gw0").write("result", test="a", outcome="pass", message="")
    Journal(tmp_path, "gw1").write("result", test="b", outcome="error", message="m")
    Journal(tmp_path, "gw1").write("turn", test="c", reply={})
    with (tmp_path / "gw1.jsonl").open("a") as file:
        file.write('{"event": "result", "test": "c", "outc')
    (tmp_path / "gw2.jsonl").write_bytes(b'\xff\n[1]\n{"no": "event"}\n\n')
    run = read_run(tmp_path)
    assert run.header["judge"] == "j"
    assert {test.id: test.outcome for test in run.tests} == {
        "a": "pass",
        "b": "error",
        "c": "unfinished",
        "d": "not run",
    }
    assert run.missing == ["c", "d"]
    assert [test.id for test in run.worst_first] == ["b", "c", "d", "a"]
    assert run.damaged == 5


def test_run_ids_sort_by_time_and_differ() -> None:
    ids = [new_run_id() for _ in range(20)]
    assert len(set(ids)) == 20
    assert all(re.fullmatch(r"\d{8}-\d{6}-[0-9a-f]{6}", name) for name in ids)
