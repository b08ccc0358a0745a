"""Results as numbers, as search adds them up: each seat's share of a win; and steps in the order of their weights."""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

UNKNOWN: Final[i64] = -1  # instead of a set of winners: not proven


def share(winners: i64, seat: i64, seats: i64) -> float:
    """What a seat gets from a finished game: the winners share 1, and in a draw between all everybody does."""
    if winners == 0:
        return 1.0 / float(seats)
    if winners >> seat & 1 == 0:
        return 0.0
    sharers: i64 = 0
    rest: i64 = winners
    while rest:
        rest &= rest - 1
        sharers += 1
    return 1.0 / float(sharers)


def payoff(winners: i64, seat: i64, seats: i64) -> float:
    """The same as a sum that all seats lose or win together: 1 for a lone winner, 0 in a draw, in all 0."""
    return (share(winners, seat, seats) * float(seats) - 1.0) / float(seats - 1)


def write_shares(winners: i64, seats: i64, worth: vec[float]) -> None:
    """``share`` of every seat."""
    for seat in range(seats):
        worth[seat] = share(winners, seat, seats)


def with_own(shares: Sequence[float], seat: int, own: float) -> list[float]:
    """Shares of the win of which a seat has ``own``, and the others the rest in proportion to what they have."""
    others = sum(shares) - shares[seat]
    if others <= 0.0:
        return [own if one == seat else (1.0 - own) / (len(shares) - 1) for one in range(len(shares))]
    return [own if one == seat else theirs * (1.0 - own) / others for one, theirs in enumerate(shares)]


def sort_down(steps: vec[i64], weights: vec[float]) -> None:
    """Sort both by falling weight; equal ones keep their order (insertion: menus are short)."""
    for index in range(i64(1), i64(len(steps))):
        step: i64 = steps[index]
        weight: float = weights[index]
        place: i64 = index
        while place > 0 and weights[place - 1] < weight:
            steps[place] = steps[place - 1]
            weights[place] = weights[place - 1]
            place -= 1
        steps[place] = step
        weights[place] = weight


def normalise(weights: vec[float], count: i64) -> None:
    """Make the first ``count`` weights add up to 1."""
    total: float = 0.0
    for index in range(count):
        total += weights[index]
    for index in range(count):
        weights[index] = weights[index] / total
