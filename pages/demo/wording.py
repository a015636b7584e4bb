"""How the assistant says things: for every key several paraphrases that state the same facts.

`{name}` is a fact. `[so|not so]` takes its left side; the right side exists for the seeded bug that turns a
policy into its opposite. A test renders every variant and demands the same facts of each.
"""

import random
import re
from collections.abc import Mapping

from pages.demo import facts
from pages.demo.booking_phrases import BOOKING_PHRASES
from pages.demo.false_phrases import FALSE_PHRASES
from pages.demo.order_phrases import ORDER_PHRASES
from pages.demo.phrases import PHRASES
from pages.demo.plan import Line

SWITCH = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")

WORDING: Mapping[str, tuple[str, ...]] = {**PHRASES, **BOOKING_PHRASES, **ORDER_PHRASES, **FALSE_PHRASES}


def render(line: Line, template: str) -> str:
    """One variant with its facts filled in."""
    chosen = SWITCH.sub(lambda match: match.group(2 if line.negated else 1), template)
    return chosen.format_map({**facts.FACTS, **line.facts})


def say(line: Line, rng: random.Random) -> str:
    """The line in the words that `rng` picks."""
    return render(line, rng.choice(WORDING[line.key]))


def rng_of(seed: object, turn: int, rewound: int = 0) -> random.Random:
    """The randomness of one turn: the same seed and turn always pick the same words.

    `rewound` is how often messages of the conversation were asked again; it changes the words.
    """
    return random.Random(f"{seed}/{turn}/{rewound}" if rewound else f"{seed}/{turn}")


def variants(line: Line) -> tuple[str, ...]:
    """All that the line can sound like."""
    return tuple(render(line, template) for template in WORDING[line.key])
