"""runs/<id>/summary.md: worst first, for people. What products and models wrote stays text."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from evals.record.run import WORST_FIRST, Event, Run, TestRun
from evals.report.text import clean, cut, markdown

SUMMARY = "summary.md"
MOST_BYTES = 500_000
"""CI services drop a summary of more than 1 MiB."""

MOST_PASSED = 200
MOST_LOST = 20
WORDS = {
    "error": "ended in an error",
    "fail": "failed",
    "unfinished": "did not finish",
    "not run": "did not run",
    "inconclusive": "inconclusive",
    "skipped": "skipped",
    "pass": "passed",
}

TIMES = {"first_token_s": "first token", "total_s": "whole reply", "longest_gap_s": "longest gap"}


def totals(run: Run) -> str:
    """All outcomes in plain words, worst first: `3 tests: 1 failed, 2 passed`."""
    counted = Counter(test.outcome for test in run.tests)
    parts = [f"{counted[outcome]} {words}" for outcome, words in WORDS.items() if counted[outcome]]
    verdicts = sum(len(test.verdicts) for test in run.tests)
    return f"{count(len(run.tests), 'test')}: {', '.join(parts) or 'none'}; {count(verdicts, 'verdict')}"


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def summary(run: Run) -> str:
    """The whole file, within a budget of bytes; what does not fit is counted."""
    passed = [test for test in run.worst_first if test.outcome == "pass"]
    others = [test for test in run.worst_first if test.outcome != "pass"]
    parts = ["\n".join([totals(run), "", *about(run)]) + "\n"]
    room = MOST_BYTES
    for done, test in enumerate(others):
        part = "\n" + "\n".join(section(test, run.folder)) + "\n"
        room -= len(part.encode())
        if room < 0:
            left_out = count(len(others) - done, "more test")
            parts.append(f"\n{left_out} like these: the files beside this one hold all.\n")
            break
        parts.append(part)
    text = "".join(parts)
    if passed:
        text += "\n## passed\n\n" + "".join(f"- {code(test.id)}\n" for test in passed[:MOST_PASSED])
        if len(passed) > MOST_PASSED:
            text += f"- and {len(passed) - MOST_PASSED} more\n"
    return text


def about(run: Run) -> Iterator[str]:
    """What was tested, with what."""
    for label, key in (("run", "id"), ("product", "url"), ("commit", "commit"), ("chat UI", "driver")):
        if value := run.header.get(key):
            yield f"- {label}: {markdown(str(value))}"
    for label in ("judge", "embedder"):
        yield f"- {label}: {markdown(str(run.header.get(label) or 'not told'))}"
    yield from times(run)
    for file, why in list(run.lost.items())[:MOST_LOST]:
        yield f"- not written: {markdown(file)} ({markdown(why)})"
    if len(run.lost) > MOST_LOST:
        yield f"- not written: {count(len(run.lost) - MOST_LOST, 'more file')}"
    if run.damaged:
        yield f"- {count(run.damaged, 'line')} of the record could not be read: cut off by the end of the run"


def times(run: Run) -> Iterator[str]:
    """How long the turns took: of each time that was measured the median and the worst."""
    replies = [turn["reply"] for test in run.tests for turn in test.turns if "reply" in turn]
    measured = {words: [t for r in replies if (t := r.get(key)) is not None] for key, words in TIMES.items()}
    parts = [f"{words} {median(of):.2f} / {max(of):.2f} s" for words, of in measured.items() if of]
    if parts:
        yield f"- times of {count(len(replies), 'turn')}, median / worst: {', '.join(parts)}"


def section(test: TestRun, folder: Path) -> Iterator[str]:
    """One test that did not pass: each check that did not, or else what was raised."""
    result = test.result or {}
    bad = [verdict for verdict in test.verdicts if verdict["outcome"] != "pass"]
    last = (test.verdicts or test.turns or [{}])[-1]
    yield f"## {test.outcome}: {code(test.id)}"
    yield ""
    if golden := result.get("golden") or last.get("golden"):
        yield f"- golden: {markdown(golden)}"
    shown = None
    for verdict in sorted(bad, key=lambda v: WORST_FIRST.index(v["outcome"])):
        if shown != (shown := (verdict["asked"], verdict["seen"])):
            yield from asked_and_seen(verdict["asked"], verdict["seen"], verdict["screenshot"], folder)
            if signals := verdict.get("signals"):
                yield f"- signals: {markdown(', '.join(signals))}"
        yield from check(verdict)
    message = str(result.get("message", ""))
    if message and (not bad or test.outcome not in {verdict["outcome"] for verdict in bad}):
        yield f"- message: {markdown(message, 1000)}"
        for turn in test.turns[-1:] if not bad else ():
            reply = turn.get("reply") or {"prompt": turn.get("prompt", ""), "text": turn.get("partial", "")}
            yield from asked_and_seen(reply["prompt"], reply["text"], reply.get("screenshot"), folder)
    if result.get("rerun"):
        yield f"- rerun: {code(result['rerun'])}"


def check(verdict: Event) -> Iterator[str]:
    """One verdict that is not a pass."""
    score = "none" if verdict["score"] is None else f"{verdict['score']:g}"
    scorer = " by ".join(dict.fromkeys(filter(None, (verdict["scorer"], verdict["judge"]))))
    yield f"- {code(verdict['check'])}: **{verdict['outcome']}**"
    yield f"  - expected: {markdown(' / '.join(verdict['expected']))}"
    yield f"  - score: {score}, threshold {verdict['threshold']:g} ({markdown(scorer)})"
    if verdict["reason"]:
        yield f"  - reason: {markdown(verdict['reason'], 600)}"


def asked_and_seen(asked: str, seen: str, screenshot: str | None, folder: Path) -> Iterator[str]:
    """One turn."""
    yield f"- asked: {markdown(asked)}"
    yield f"- seen: {markdown(seen, 600) or '(no text)'}"
    if screenshot:
        yield f"- screenshot: {picture(screenshot, folder)}"


def picture(path: str, folder: Path) -> str:
    """A screenshot's path relative to the summary."""
    return markdown(Path(os.path.relpath(path, folder)).as_posix() if Path(path).is_absolute() else path)


def code(text: str) -> str:
    """One line as Markdown code, whatever backticks are in it."""
    line = cut(" ".join(clean(text).split()), 1000)
    fence = "`" * (max((len(run) for run in ticks(line)), default=0) + 1)
    return f"{fence} {line} {fence}" if "`" in line else f"`{line}`"


def ticks(text: str) -> Iterator[str]:
    """The runs of backticks in a text."""
    yield from ("".join(c if c == "`" else " " for c in text)).split()
