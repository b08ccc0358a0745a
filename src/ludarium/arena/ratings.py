"""How strong players are, from who beat whom.

Bradley and Terry's model: a player rated ``a`` scores ``1 / (1 + 10 ** ((b - a) / 400))`` on average against one rated
``b``. A draw is half a win and half a defeat. The ratings are the most likely ones, with a small prior: every player
also drew ``PRIOR`` games with an imagined one rated 0, so that a player who won everything has a rating all the same.
Their mean is 0. The 95 % intervals come from the Fisher information at these ratings.

At a table for more than two, every two different players make a pair: a winner beat every loser, equals drew. Between
equal players with one winner such a game is as informative as if its pairs were independent (a player's points have
the variance (seats - 1) / 4), so the same formulas hold.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from ludarium.arena.play import Result

PRIOR = 0.5
Z95 = 1.959964  # standard deviations on each side of the middle 95 % of a normal distribution
_SCALE = 400 / log(10)
_LARGEST_STEP = 2.0  # of Newton's method, in natural units


@dataclass(frozen=True)
class Rating:
    elo: float
    margin: float  # half the 95 % interval


@dataclass
class Pair:
    """How the first of two players did against the second."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        return self.points / self.games if self.games else 0.5


Cross = list[list[Pair]]


def cross_table(results: Iterable[Result], players: int) -> Cross:
    """Every player (row) against every other one (column)."""
    table = [[Pair() for _ in range(players)] for _ in range(players)]
    for result in results:
        for seat, player in enumerate(result.seating):
            for other_seat, other in enumerate(result.seating):
                if player == other:
                    continue
                pair = table[player][other]
                better = (seat in result.winners) - (other_seat in result.winners)
                if better > 0:
                    pair.wins += 1
                elif better < 0:
                    pair.losses += 1
                else:
                    pair.draws += 1
    return table


def rate(cross: Cross, prior: float = PRIOR) -> list[Rating]:
    """The ratings of all players."""
    count = len(cross)
    strengths = [0.0] * count
    for _ in range(200):
        slope = [prior * (0.5 - _chance(strengths[one])) for one in range(count)]
        for one in range(count):
            for other in range(count):
                pair = cross[one][other]
                slope[one] += pair.points - pair.games * _chance(strengths[one] - strengths[other])
        step = solve(_information(cross, strengths, prior), [slope])[0]
        largest = max(map(abs, step), default=0)
        scale = min(1.0, _LARGEST_STEP / largest) if largest else 1.0
        strengths = [strength + scale * change for strength, change in zip(strengths, step, strict=True)]
        if largest < 1e-10:
            break
    mean = sum(strengths) / count
    deviations = _deviations(cross, strengths, prior)
    return [
        Rating(_SCALE * (strength - mean), Z95 * _SCALE * deviation)
        for strength, deviation in zip(strengths, deviations, strict=True)
    ]


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-difference)) if difference > -700 else 0.0


def _information(cross: Cross, strengths: Sequence[float], prior: float) -> list[list[float]]:
    """The Fisher information; with a trace more about the level of all, which without a prior is not known at all."""
    count = len(cross)
    matrix = [[0.0] * count for _ in range(count)]
    for one in range(count):
        alone = _chance(strengths[one])
        matrix[one][one] += prior * alone * (1 - alone)
        for other in range(count):
            chance = _chance(strengths[one] - strengths[other])
            known = cross[one][other].games * chance * (1 - chance)
            matrix[one][one] += known
            matrix[one][other] -= known
    trace = 1e-9 * (1 + sum(matrix[one][one] for one in range(count)))
    return [[known + trace for known in row] for row in matrix]


def _deviations(cross: Cross, strengths: Sequence[float], prior: float) -> list[float]:
    """The standard deviation of each strength above the mean of all."""
    count = len(cross)
    # Row k of these asks for strength k without the mean: the level that only the prior fixes drops out.
    asked = [[(one == k) - 1 / count for one in range(count)] for k in range(count)]
    answers = solve(_information(cross, strengths, prior), asked)
    return [sqrt(max(0.0, sum(map(float.__mul__, row, known)))) for row, known in zip(asked, answers, strict=True)]


def solve(matrix: Sequence[Sequence[float]], wanted: Sequence[Sequence[float]]) -> list[list[float]]:
    """The ``x`` with matrix · x = each of ``wanted``, by elimination."""
    count = len(matrix)
    rows = [[*row, *(column[index] for column in wanted)] for index, row in enumerate(matrix)]
    for pivot in range(count):
        best = max(range(pivot, count), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for index in range(count):
            if index != pivot and rows[index][pivot]:
                factor = rows[index][pivot]
                rows[index] = [value - factor * other for value, other in zip(rows[index], rows[pivot], strict=True)]
    return [[rows[index][count + column] for index in range(count)] for column in range(len(wanted))]


def wilson(score: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a score from 0 to 1. With draws it is a little too wide."""
    if not games:
        return 0.0, 1.0
    square = Z95 * Z95
    middle = (score + square / (2 * games)) / (1 + square / games)
    half = Z95 / (1 + square / games) * sqrt(score * (1 - score) / games + square / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def score_of(elo: float) -> float:
    """The score that a difference in rating gives."""
    return 1 / (1 + 10 ** (-elo / 400))
