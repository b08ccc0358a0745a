"""Who meets whom, from which opening and on which seats.

A *mix* is a choice of players for one table whose numbers of seats differ by at most one: a pair of players in a game
for two; two players at a table for three sit there as A A B and as A B B. An *opening* is a start that every mix
plays in all rotations, so that everybody meets the same starts from every seat. The schedule goes opening by opening:
whoever asks for more games continues it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

from ludarium.core.rng import Rng


@dataclass(frozen=True)
class Pairing:
    """One game to be played: its number, its opening, and which player (an index) sits on each seat."""

    number: int
    opening: int
    mix: int
    seating: tuple[int, ...]


def mixes(players: int, seats: int) -> list[tuple[int, ...]]:
    """All balanced mixes, each as a sorted list of players."""
    each, more = divmod(seats, players)
    chosen = combinations(range(players), more)
    return [tuple(sorted([*range(players)] * each + [*extra])) for extra in chosen]


def count_mixes(players: int, seats: int) -> int:
    return comb(players, seats % players)


@cache
def orders(mix: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The ways to sit around a table that are no rotations of each other, in a fixed order."""
    found: dict[tuple[int, ...], None] = {}
    for rest in permutations(mix[1:]):
        order = (mix[0], *rest)
        found.setdefault(min(rotations(order)))
    return list(found)


def rotations(order: Sequence[int]) -> list[tuple[int, ...]]:
    return [(*order[shift:], *order[:shift]) for shift in range(len(order))]


class Schedule:
    """All games of so many players, numbered opening by opening; the order around a table changes with the opening."""

    def __init__(self, players: int, seats: int) -> None:
        self.seats = seats
        self._mixes = mixes(players, seats)
        self.games_per_opening = len(self._mixes) * seats

    def game(self, number: int) -> Pairing:
        opening, rest = divmod(number, self.games_per_opening)
        mix, shift = divmod(rest, self.seats)
        ways = orders(self._mixes[mix])
        return Pairing(number, opening, mix, rotations(ways[opening % len(ways)])[shift])

    def games(self, openings: int) -> Iterator[Pairing]:
        return map(self.game, range(openings * self.games_per_opening))


def mix_seeds(*numbers: int) -> Rng:
    """A generator for these numbers together, the same on every machine: none of two that differ is the other's."""
    state = 0
    for value in numbers:
        rng = Rng(state ^ value)
        state = sum(rng.below(1 << 31) << 31 * part for part in range(3))
    return Rng(state)
