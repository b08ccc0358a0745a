"""What the conformance suite needs to know about Mutter Land: option sets, what is conserved, its twelve symmetries."""

import re
from collections.abc import Callable

from ludarium.core.conformance import Image, Traits
from ludarium.core.state import State
from ludarium.games.mutterland.rules import LAYING, PLACING, MutterLand
from ludarium.games.mutterland.rules_columns import columns_of
from ludarium.games.mutterland.rules_land import FAR, hexagon, q_of, r_of

# A cape of 3, a strip of 2 × 30 and a ring of 7 around a lake: a land with much coast, unlike the others.
SHORELINE = [[q, 0] for q in range(-3, 0)] + [[q, r] for r in (0, 1) for q in range(30)]
SHORELINE += [[30, 0], [31, 0], [30, -1], [31, -2], [32, -2], [32, -1], [33, -2]]

OPTION_SETS: list[tuple[str, dict[str, object]]] = [
    ("mutterland", {"turn_cap": 40}),
    ("mutterland", {"players": 3, "land": "block", "turn_cap": 30, "push_uphill": True}),
    ("mutterland", {"players": 4, "turn_cap": 100, "free_side": "nut_or_marble"}),
    ("mutterland", {"players": 2, "land": "built", "turn_cap": 20}),
    ("mutterland", {"players": 2, "land": SHORELINE, "turn_cap": 30}),
    ("mutternland", {"turn_cap": 40}),
    ("mutternland", {"players": 5, "turn_cap": 60, "push_uphill": True, "free_side": "nut_or_marble"}),
    ("mutternland", {"players": 6, "land": "built", "turn_cap": 20}),
    ("mutternland", {"players": 2, "turn_cap": 0}),
    ("mutterland", {"players": 3, "turn_cap": 30, "descent": "any", "push_down": "one"}),
    ("mutternland", {"players": 2, "turn_cap": 40, "descent": "any", "push_uphill": True}),
    ("mutterland-tiny", {"nuts": 20, "land": "generated", "marbles": 3, "towers": 2, "players": 3}),
    ("mutternland-tiny", {"nuts": 12, "land": "built", "floor": 2, "towers": 2}),
]

_PLACE = re.compile(r"(-?\d+):(-?\d+)")
_WAYS = {"e": (1, 0), "w": (-1, 0), "ne": (1, -1), "nw": (0, -1), "se": (0, 1), "sw": (-1, 1)}
_NAMES = {vector: name for name, vector in _WAYS.items()}
_MOVE = re.compile(r"(-?\d+:-?\d+)-(-?\d+:-?\d+)([a-z]+)?")

Point = tuple[int, int]


def conserved(state: State) -> object:
    """All nuts, and every seat's marbles: on the land, fallen, or not placed yet."""
    assert isinstance(state, MutterLand)
    rows = state.columns.rows()
    nuts = sum(height for _, height, _ in rows)
    if state.stage == LAYING:
        nuts += state.options.nuts - len(rows)
    marbles = []
    for seat in range(state.seats):
        on_land = int(state.columns.marbles_of(seat, 1))
        waiting = state.options.marbles_each() - on_land if state.stage in (LAYING, PLACING) else 0
        marbles.append(on_land + max(waiting, 0) + int(state.fallen_of(seat)))
    return int(nuts), marbles


def images(state: State) -> list[Image]:
    """Six rotations about 0:0, each also mirrored; an image that leaves the writable coordinates is left out."""
    assert isinstance(state, MutterLand)
    found: list[Image] = []
    for mirrored in (False, True):
        for turns in range(6):
            move = symmetry(turns, mirrored)
            rows = state.columns.rows()
            moved = [(move((int(q_of(one)), int(r_of(one)))), height, marble) for one, height, marble in rows]
            if any(max(abs(q), abs(r)) > FAR for (q, r), _, _ in moved):
                continue
            image = state.copy()
            image.columns = columns_of([(int(hexagon(q, r)), height, marble) for (q, r), height, marble in moved])
            found.append((image, _step_map(move)))
    return found


def symmetry(turns: int, mirrored: bool) -> Callable[[Point], Point]:
    def move(point: Point) -> Point:
        q, r = (point[1], point[0]) if mirrored else point
        for _ in range(turns):
            q, r = -r, q + r
        return q, r

    return move


def _step_map(move: Callable[[Point], Point]) -> Callable[[str], str]:
    def place(match: re.Match[str]) -> str:
        q, r = move((int(match[1]), int(match[2])))
        return f"{q}:{r}"

    def step(text: str) -> str:
        if marble := _MOVE.fullmatch(text):  # its dash must not be read as a sign
            push = _NAMES[move(_WAYS[marble[3]])] if marble[3] else ""
            return f"{_PLACE.sub(place, marble[1])}-{_PLACE.sub(place, marble[2])}{push}"
        return _PLACE.sub(place, text)

    return step


TRAITS = Traits(OPTION_SETS, conserved, images)
