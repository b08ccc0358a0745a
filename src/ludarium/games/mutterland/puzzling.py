"""What Mutter Land's puzzles are about."""

from ludarium.core.game import Event
from ludarium.games.puzzling import Line, Puzzling


def themes(line: Line, ending: str) -> list[str]:
    events = line[0].events
    kinds = [event.kind for event in events]
    moves = [event for event in events if event.kind == "moved"]
    found = {
        "climb": ending == "towers",
        "push": "pushed" in kinds,
        "fall": "fell" in kinds,
        "build": "built" in kinds,
        "chain": any(_distance(move) > 1 for move in moves),
        "several": len(moves) > 1,
        "return": "called" in kinds,
    }
    return [theme for theme, holds in found.items() if holds]


def _distance(move: Event) -> int:
    """In hexagons."""
    (q, r), (to_q, to_r) = (map(int, str(move.data[end]).split(":")) for end in ("from", "to"))
    return max(abs(to_q - q), abs(to_r - r), abs(to_q - q + to_r - r))


_STARTS: list[dict[str, object]] = [{}, {}, {}, {}, {}, {"players": 3}]
PUZZLING = Puzzling(
    themes,
    reach={"mutterland": (1, 1), "mutternland": (2, 1)},
    starts={"mutterland": _STARTS, "mutternland": _STARTS},
)
