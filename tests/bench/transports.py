"""How well the end of a streamed reply is known on each transport beside fetch: as in `detection.py`.

Half of the turns shows every sign of work; in the other half only the transport is left.
"""

from pages.demo.options import TRANSPORTS
from tests.bench import detection
from tests.bench.figure import Figure

OTHERS = tuple(name for name in TRANSPORTS if name != "fetch")
TURNS = 100
SIGNS = ("all", "stream")
PREMATURE = {
    name: Figure(name=f"premature-captures-{name}-of-{TURNS}", unit="turns", target="<=0") for name in OTHERS
}
LAG = {name: Figure(name=f"end-of-reply-lag-p95-{name}", unit="ms", target="<=50") for name in OTHERS}
FIGURES = tuple(figure for name in OTHERS for figure in (PREMATURE[name], LAG[name]))


def kinds(name: str) -> dict[str, str]:
    """What the pages of a transport are asked for."""
    return {f"{name}, {signs}": f"transport={name}&{detection.KINDS[signs]}" for signs in SIGNS}


def main(per_transport: int = TURNS) -> None:
    """Print both figures of each transport, and the lag with every sign and with the transport alone."""
    every = {kind: query for name in OTHERS for kind, query in kinds(name).items()}
    measured = detection.turns(every, per_transport // len(SIGNS))
    detection.tell(every, measured)
    for name in OTHERS:
        own = [turn for turn in measured if turn.kind in kinds(name)]
        detection.show(own, PREMATURE[name], LAG[name])


if __name__ == "__main__":
    main()
