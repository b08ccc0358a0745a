"""Results as numbers: each seat's share of a win, as search adds them up."""

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
