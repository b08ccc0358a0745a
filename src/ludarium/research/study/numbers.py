"""Means, quantiles and their 95 % intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from ludarium.arena.ratings import Z95, wilson


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval, and from how many games it comes. With too few of them it has no interval."""

    value: float
    low: float | None
    high: float | None
    games: int

    def as_json(self) -> dict[str, object]:
        ends = None if self.low is None or self.high is None else [round(self.low, 6), round(self.high, 6)]
        return {"value": round(self.value, 6), "interval": ends, "games": self.games}

    def excludes(self, value: float) -> bool:
        """Whether it is clear that the figure is another one."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high


def quantile(values: Sequence[float], part: float) -> float:
    """Such that about this part of the values lies below it; between two values by proportion."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def _variance_of_mean(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)


def mean_of(values: Sequence[float]) -> Estimate | None:
    """The mean with the interval of the normal distribution; nothing of nothing."""
    if not values:
        return None
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, None, None, len(values))
    half = Z95 * sqrt(_variance_of_mean(values))
    return Estimate(mean, mean - half, mean + half, len(values))


def difference(one: Sequence[float], other: Sequence[float]) -> Estimate | None:
    """How much greater the mean of the second is (Welch: the two may vary differently)."""
    if not one or not other:
        return None
    value = sum(other) / len(other) - sum(one) / len(one)
    games = len(one) + len(other)
    if min(len(one), len(other)) < 2:
        return Estimate(value, None, None, games)
    half = Z95 * sqrt(_variance_of_mean(one) + _variance_of_mean(other))
    return Estimate(value, value - half, value + half, games)


def share_difference(one: Sequence[float], other: Sequence[float]) -> Estimate | None:
    """The same for parts of all games, by Newcombe's method: made of Wilson's intervals of both."""
    if not one or not other:
        return None
    before, after = (share_of(sum(values), len(values)) for values in (one, other))
    value = after.value - before.value
    less, more = _distances(before), _distances(after)
    low, high = value - hypot(more[0], less[1]), value + hypot(more[1], less[0])
    return Estimate(value, low, high, len(one) + len(other))


def _distances(found: Estimate) -> tuple[float, float]:
    """From a figure down and up to the ends of its interval."""
    if found.low is None or found.high is None:
        raise ValueError("a share has an interval")
    return found.value - found.low, found.high - found.value


def share_of(points: float, games: int) -> Estimate:
    """A part of all games with Wilson's interval."""
    score = points / games if games else 0.0
    low, high = wilson(score, games)
    return Estimate(score, min(low, score), max(high, score), games)
