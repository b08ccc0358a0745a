"""Mutter Land's steps as numbers: the kind, then two hexagons, then the way of a push plus one (0: no push).

A hexagon stands in the number itself, so that a step can be written and read without any land.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.games.mutterland.rules_land import ORIGIN, TOWARDS, WAYS, Land, can_be_written, land_of
from ludarium.games.mutterland.terms import MOST_PLAYERS

LAY: Final[i64] = 0
PLACE: Final[i64] = 1
MOVE: Final[i64] = 2
BUILD: Final[i64] = 3
RETURN: Final[i64] = 4  # a seat stands in the place of the second hexagon
END_TURN: Final[i64] = 5 << 40


def step_of(kind: i64, first: i64, second: i64, push: i64) -> i64:
    return (kind << 40) | (first << 24) | (second << 8) | push


def kind_of(step: i64) -> i64:
    return step >> 40


def first_of(step: i64) -> i64:
    return (step >> 24) & 0xFFFF


def second_of(step: i64) -> i64:
    return (step >> 8) & 0xFFFF


def way_of(step: i64) -> i64:
    """The way of a push; -1: no push."""
    return (step & 255) - 1


def insert(steps: vec[i64], first: i64, step: i64) -> vec[i64]:
    """Put a step among those that ascend from the index ``first`` on, unless it is there."""
    at: i64 = len(steps)
    while at > first and steps[at - 1] > step:
        at -= 1
    if at > first and steps[at - 1] == step:
        return steps
    steps = append(steps, step)
    last: i64 = len(steps) - 1
    while last > at:
        steps[last] = steps[last - 1]
        last -= 1
    steps[at] = step
    return steps


def all_steps(columns: list[int]) -> vec[i64]:
    """Steps on these hexagons and those around them; from and to the latter only between neighbours."""
    now: Land = land_of(columns)
    around: list[int] = [hexagon for hexagon in now.shore() if can_be_written(hexagon)]
    written: vec[i64] = land_of(columns + around if columns else [ORIGIN]).hexagons
    steps = vec[i64]()
    for kind in range(LAY, PLACE + 1):
        for first in written:
            steps = append(steps, step_of(kind, first, 0, 0))
    for kind in range(MOVE, BUILD + 1):
        pushes: i64 = WAYS + 1 if kind == MOVE else 1
        for first in written:
            for second in written:
                if (now.has(first) and now.has(second)) or second - first in TOWARDS:
                    for push in range(pushes):
                        steps = append(steps, step_of(kind, first, second, push))
    for seat in range(i64(MOST_PLAYERS)):
        steps = append(steps, step_of(RETURN, 0, seat, 0))
    return append(steps, END_TURN)
