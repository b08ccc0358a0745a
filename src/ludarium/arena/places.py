"""At tables for more than two: each player's mean place, and whether the differences could be chance.

A place's 95 % interval comes from how much the openings' means differ from each other.

The test is one of permutation. If all players were equally strong, then of the games of one mix from one opening,
which differ only in who sits where, each could have had the other's outcome. So the outcomes are exchanged at random
within these groups, and the test counts how often the players' mean places then lie at least as far apart (by the sum
of squares) as they did: this share is the p-value.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from ludarium.arena.play import Result
from ludarium.arena.ratings import Z95
from ludarium.core.rng import Rng

EXCHANGES = 999
_ROUNDING = 1e-9


@dataclass(frozen=True)
class MeanPlace:
    place: float
    margin: float  # half the 95 % interval


def mean_places(results: Iterable[Result], players: int) -> list[MeanPlace]:
    by_opening: list[dict[int, list[float]]] = [{} for _ in range(players)]
    for result in results:
        for player, place in zip(result.seating, result.places(), strict=True):
            by_opening[player].setdefault(result.opening, []).append(place)
    return [_mean_of_groups(list(groups.values())) for groups in by_opening]


def _mean_of_groups(groups: Sequence[Sequence[float]]) -> MeanPlace:
    """The mean over all, with the margin of a ratio estimate: groups may differ in size."""
    count = sum(map(len, groups))
    if not count:
        return MeanPlace(float("nan"), float("inf"))
    mean = sum(map(sum, groups)) / count
    if len(groups) < 2:
        return MeanPlace(mean, float("inf"))
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups) * len(groups) / (len(groups) - 1)
    return MeanPlace(mean, Z95 * sqrt(spread) / count)


def chance_of_equality(results: Iterable[Result], players: int, exchanges: int = EXCHANGES) -> float:
    """The p-value of the hypothesis that all players are equally strong."""
    groups: dict[tuple[int, int], list[Result]] = {}
    for result in results:
        groups.setdefault((result.opening, result.mix), []).append(result)
    tables = [([game.seating for game in games], [game.places() for game in games]) for games in groups.values()]
    seats = [0] * players
    for seatings, _ in tables:
        for seating in seatings:
            for player in seating:
                seats[player] += 1

    def spread(outcomes: Iterable[Sequence[tuple[float, ...]]]) -> float:
        sums = [0.0] * players
        for (seatings, _), places in zip(tables, outcomes, strict=True):
            for seating, earned in zip(seatings, places, strict=True):
                for player, place in zip(seating, earned, strict=True):
                    sums[player] += place
        means = [sums[player] / seats[player] for player in range(players) if seats[player]]
        middle = sum(means) / len(means) if means else 0.0
        return sum((mean - middle) ** 2 for mean in means)

    found = spread([places for _, places in tables]) - _ROUNDING
    rng = Rng(1)
    as_far = sum(spread([_shuffled(places, rng) for _, places in tables]) >= found for _ in range(exchanges))
    return (1 + as_far) / (1 + exchanges)


def _shuffled(items: Sequence[tuple[float, ...]], rng: Rng) -> list[tuple[float, ...]]:
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = rng.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
