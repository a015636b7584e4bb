"""How a turn is shown and announced: judged in the page by `rendering.js` and `announcements.js`."""

from dataclasses import dataclass

from playwright.sync_api import Frame

from evals.errors import without_url_secrets
from evals.transcript import Flaw

SHOWN = "window[Symbol.for('replywright.rendering')]"
ANNOUNCED = "window[Symbol.for('replywright.announcements')]"


@dataclass(frozen=True, kw_only=True)
class Rendering:
    """What is wrong with how a turn is shown, and what live regions gave to read."""

    flaws: tuple[Flaw, ...]
    announced: tuple[str, ...]


def begin(frame: Frame) -> None:
    """Begin a turn. To be called before the message is sent."""
    frame.evaluate(f"() => {{ {SHOWN}.begin(); {ANNOUNCED}.begin(); }}")


def judge(frame: Frame, prompt: str) -> Rendering:
    """Judge the turn that `prompt` began, after its parts were read."""
    script = f"prompt => ({{ announced: {ANNOUNCED}.heard(), flaws: {SHOWN}.flaws(prompt) }})"
    seen = frame.evaluate(script, prompt)
    return Rendering(
        flaws=tuple(Flaw(kind=f["kind"], quote=without_url_secrets(f["quote"])) for f in seen["flaws"]),
        announced=tuple(seen["announced"]),
    )
