"""Figures with their 95 % intervals: means, shares, differences, and what a piece more is worth.

What one more is worth is a logistic regression of results on counts. For every seat at every moment counted, ``x`` is
how much more of each kind the seat has than the others have on average, and ``y`` its part of the win. The model is
``ln(p / (1 - p)) = a + Σ b · x``. It is fitted by Newton's method with a weak prior (each ``b`` normal around 0 with
deviation ``PRIOR``, in units of the kind's own spread), so that kinds that always come together, or that decide every
game, have a value all the same. Moments of one game are not independent: the intervals come from the sandwich estimator
with games as clusters.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, log, sqrt

from ludarium.arena.statistics import Z95, logistic, most_likely, solve, wilson
from ludarium.research.study.watch import SCORE, Watched

PRIOR = 3.0
LEAST_GAMES = 20  # in which a kind must differ between seats, and in all, to say anything


# --- means and shares -------------------------------------------------------------------------------------------------
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


# --- what one more is worth -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Worth:
    """``kinds`` (codes) that are counted together; ``odds`` is ``b``: one more multiplies the odds by ``exp(odds)``.
    ``even`` is what a seat can expect of an even game.
    """

    shape: str
    kinds: tuple[str, ...]
    odds: float
    low: float
    high: float
    even: float
    games: int  # in which the seats differed in it

    def chance(self, odds: float) -> float:
        """What a seat can expect that has one more, all else being equal, if one more is worth so much."""
        return logistic(log(self.even / (1 - self.even)) + odds)

    def as_json(self) -> dict[str, object]:
        return {
            "kind": self.shape if self.shape == SCORE else "piece",
            "names": list(self.kinds),
            "log_odds": round(self.odds, 6),
            "interval": [round(self.low, 6), round(self.high, 6)],
            "chance_with_one_more": round(self.chance(self.odds), 6),
            "games": self.games,
        }


def worths(games: Sequence[Watched]) -> list[Worth]:
    """The kinds that tell something, the most valuable first."""
    finished = [game for game in games if not game.fault]
    names = features(finished)
    rows = {name: [_leads(game, names[name]) for game in finished] for name in names}
    varied = {name: sum(any(any(lead) for lead in game) for game in rows[name]) for name in names}
    kept = _different({name: rows[name] for name in names if varied[name] >= LEAST_GAMES})
    if not kept or len(finished) < LEAST_GAMES:
        return []
    spreads = [sqrt(_mean(lead * lead for game in rows[name] for moment in game for lead in moment)) for name in kept]
    clusters = [_cluster(game, [rows[name][index] for name in kept], spreads) for index, game in enumerate(finished)]
    fitted, deviations = _fit(clusters, len(kept))
    found = []
    for place, name in enumerate(kept):
        odds, half = fitted[place + 1] / spreads[place], Z95 * deviations[place + 1] / spreads[place]
        shape = name[0]
        kinds = tuple(kind.partition("/")[2] for kind in names[name])
        found.append(Worth(shape, kinds, odds, odds - half, odds + half, 1 / finished[0].seats, varied[name]))
    return sorted(found, key=lambda one: -one.odds)


def features(games: Iterable[Watched]) -> dict[tuple[str, ...], list[str]]:
    """What is counted together: kinds of pieces that several seats own on their own, kinds that only one seat ever has
    (a black ship) with the others of their shape.
    """
    owners: dict[str, set[int]] = {}
    for game in games:
        for moment in game.counts:
            for kind, counts in moment.items():
                owners.setdefault(kind, set()).update(seat for seat, count in enumerate(counts) if count)
    found: dict[tuple[str, ...], list[str]] = {}
    for kind in sorted(owners):
        shape = kind.partition("/")[0]
        alone = all(len(owners[other]) <= 1 for other in owners if other.partition("/")[0] == shape)
        found.setdefault((shape,) if alone and shape != SCORE else (shape, kind), []).append(kind)
    return found


def _different(rows: "Mapping[tuple[str, ...], list[list[list[float]]]]") -> list[tuple[str, ...]]:
    """Without what always says the same as something else, or its opposite: a score that counts pieces, say."""
    kept: dict[tuple[float, ...], tuple[str, ...]] = {}
    for name in sorted(rows, key=lambda name: name[0] == SCORE):
        values = tuple(lead for game in rows[name] for moment in game for lead in moment)
        if tuple(-value for value in values) not in kept:
            kept.setdefault(values, name)
    return list(kept.values())


Rows = list[tuple[list[float], float]]  # of one game: values (the first one 1), and the result


def _leads(game: Watched, kinds: Sequence[str]) -> list[list[float]]:
    """For each moment, how much more each seat has than the others on average."""
    found = []
    for moment in game.counts:
        owned = [sum(moment[kind][seat] for kind in kinds if kind in moment) for seat in range(game.seats)]
        found.append([one - (sum(owned) - one) / (game.seats - 1) for one in owned])
    return found


def _cluster(game: Watched, leads: Sequence[Sequence[Sequence[float]]], spreads: Sequence[float]) -> Rows:
    return [
        ([1.0, *(lead[moment][seat] / spread for lead, spread in zip(leads, spreads, strict=True))], game.share(seat))
        for moment in range(len(game.counts))
        for seat in range(game.seats)
    ]


def _fit(clusters: Sequence[Rows], kinds: int) -> tuple[list[float], list[float]]:
    size = kinds + 1
    prior = [0.0] + [1 / PRIOR**2] * kinds

    def slope(now: Sequence[float]) -> list[float]:
        slopes = zip(*(_slope(rows, now) for rows in clusters), strict=True)
        return [sum(parts) - weight * value for parts, weight, value in zip(slopes, prior, now, strict=True)]

    found = most_likely(size, slope, lambda now: _information(clusters, now, prior))
    information = _information(clusters, found, prior)
    # Sandwich: inverse · (sum of the squares of what each game pulls at) · inverse.
    pulls = solve(information, [_slope(rows, found) for rows in clusters])
    more = len(clusters) / max(1, len(clusters) - 1)
    return found, [sqrt(more * sum(pull[place] ** 2 for pull in pulls)) for place in range(size)]


def _slope(rows: Rows, found: Sequence[float]) -> list[float]:
    slope = [0.0] * len(found)
    for values, result in rows:
        rest = result - _chance(values, found)
        for place, value in enumerate(values):
            slope[place] += rest * value
    return slope


def _information(clusters: Sequence[Rows], found: Sequence[float], prior: Sequence[float]) -> list[list[float]]:
    size = len(found)
    matrix = [[prior[row] * (row == column) for column in range(size)] for row in range(size)]
    for rows in clusters:
        for values, _ in rows:
            chance = _chance(values, found)
            weight = chance * (1 - chance)
            for row in range(size):
                for column in range(size):
                    matrix[row][column] += weight * values[row] * values[column]
    return matrix


def _chance(values: Sequence[float], found: Sequence[float]) -> float:
    return logistic(sum(value * weight for value, weight in zip(values, found, strict=True)))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
