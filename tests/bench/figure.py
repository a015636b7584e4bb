"""One measured figure, and the one line that tells it."""

import re
from dataclasses import dataclass

TARGET = re.compile(r"(>=|<=)(-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What is measured and what it must reach: `target` is `>=` or `<=` and a number, `unit` a single word.

    Raises ValueError where a part would not fit into the line.
    """

    name: str
    unit: str
    target: str

    def __post_init__(self) -> None:
        if not TARGET.fullmatch(self.target):
            raise ValueError(f"{self.name}: the target is >= or <= and a number, not {self.target!r}")
        for word in (self.name, self.unit):
            if not word or re.search(r"\s", word):
                raise ValueError(f"a figure's name and unit are single words, not {word!r}")

    def reached_by(self, value: float | None) -> bool:
        """Whether the value, as it is shown, is good enough; none (None, NaN) never is."""
        found = TARGET.fullmatch(self.target)
        assert found
        if value is None:
            return False
        shown, limit = float(plain(value)), float(found[2])
        return shown >= limit if found[1] == ">=" else shown <= limit

    def line(self, value: float | None) -> str:
        """`figure <name> <value> <unit> target <target> ok|short`; the value is `-` where there is none."""
        shown = "-" if value is None else plain(value)
        result = "ok" if self.reached_by(value) else "short"
        return f"figure {self.name} {shown} {self.unit} target {self.target} {result}"

    def show(self, value: float | None) -> None:
        """Print the line at once."""
        print(self.line(value), flush=True)


def plain(value: float) -> str:
    """A number as people write it: three decimals at most, no exponent."""
    text = f"{value:.3f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
