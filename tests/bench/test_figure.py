"""The line of a figure is exact: other programs read it."""

import pytest

from tests.bench.figure import Figure

TIME = Figure(name="plugins-start", unit="s", target="<=0.3")
BUGS = Figure(name="bugs-caught", unit="bugs", target=">=24")


@pytest.mark.parametrize(
    ("figure", "value", "line"),
    [
        (TIME, 0.1234, "figure plugins-start 0.123 s target <=0.3 ok"),
        (TIME, 0.3, "figure plugins-start 0.3 s target <=0.3 ok"),
        (TIME, 0.3004, "figure plugins-start 0.3 s target <=0.3 ok"),
        (TIME, 0.3006, "figure plugins-start 0.301 s target <=0.3 short"),
        (TIME, -0.0101, "figure plugins-start -0.01 s target <=0.3 ok"),
        (TIME, float("nan"), "figure plugins-start nan s target <=0.3 short"),
        (TIME, None, "figure plugins-start - s target <=0.3 short"),
        (BUGS, 24, "figure bugs-caught 24 bugs target >=24 ok"),
        (BUGS, 20, "figure bugs-caught 20 bugs target >=24 short"),
        (BUGS, 0, "figure bugs-caught 0 bugs target >=24 short"),
    ],
)
def test_line(figure: Figure, value: float | None, line: str) -> None:
    assert figure.line(value) == line


def test_shown_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    BUGS.show(24)
    assert capsys.readouterr().out == "figure bugs-caught 24 bugs target >=24 ok\n"


@pytest.mark.parametrize("target", ["24", ">24", "<= 0.3", ">=", "=24", ">=1e3"])
def test_target_says_which_side_is_good(target: str) -> None:
    with pytest.raises(ValueError, match=f"x: the target is >= or <= and a number, not '{target}'"):
        Figure(name="x", unit="s", target=target)


@pytest.mark.parametrize(("name", "unit"), [("two words", "s"), ("x", "per cent"), ("", "s"), ("x", "")])
def test_name_and_unit_are_words(name: str, unit: str) -> None:
    with pytest.raises(ValueError, match="a figure's name and unit are single words"):
        Figure(name=name, unit=unit, target=">=1")
