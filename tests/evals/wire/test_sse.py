"""Server-sent events, cut anywhere."""

import pytest

from evals.wire.sse import payloads

STREAM = 'data: {"a": 1}\n\n: a comment\nid: 7\ndata: one\ndata:two\r\n\r\nevent: x\n\ndata: último 👩‍⚕️\n\n'
EXPECTED = ['{"a": 1}', "one\ntwo", "último 👩‍⚕️"]


def test_payloads_of_whole_events() -> None:
    assert list(payloads([(0.5, STREAM)])) == [(0.5, data) for data in EXPECTED]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7])
def test_chunks_may_be_cut_anywhere(size: int) -> None:
    chunks = [(float(i), STREAM[i : i + size]) for i in range(0, len(STREAM), size)]
    assert [data for _, data in payloads(chunks)] == EXPECTED


def test_each_event_has_the_time_of_the_chunk_that_completed_it() -> None:
    assert list(payloads([(0.1, "data: a"), (0.2, "\n"), (0.3, "\ndata: b\n\n")])) == [(0.3, "a"), (0.3, "b")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end(end: str) -> None:
    text = f"data: a{end}{end}data: b{end}{end}"
    assert [data for _, data in payloads([(0.0, text)])] == ["a", "b"]
    assert [data for _, data in payloads([(0.0, char) for char in text])] == ["a", "b"]


def test_an_event_that_the_end_cuts_off_is_dropped() -> None:
    assert list(payloads([(0.0, "data: a\n\ndata: b\n")])) == [(0.0, "a")]
