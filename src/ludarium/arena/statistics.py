"""What results say: how strong players are, whether differences could be chance, and when to stop.

**Ratings.** Bradley and Terry's model: a player rated ``a`` scores ``1 / (1 + 10 ** ((b - a) / 400))`` on average
against one rated ``b``. A draw is half a win and half a defeat. The ratings are the most likely ones, with a small
prior: every player also drew ``PRIOR`` games with an imagined one rated 0, so that a player who won everything has a
rating all the same. Their mean is 0, or one of them is the anchor, whose rating is 0, so that ratings of different days
can be compared. The 95 % intervals come from the Fisher information at these ratings: a rating's distance from that 0.

At a table for more than two, every two different players make a pair: a winner beat every loser, equals drew. Between
equal players with one winner such a game is as informative as if its pairs were independent (a player's points have the
variance (seats - 1) / 4), so the same formulas hold.

**Mean ranks**, at tables for more than two. Their 95 % interval comes from how much the openings' means differ from
each other. The test is one of permutation. If all players were equally strong, then of the games of one mix from one
opening, which differ only in who sits where, each could have had the other's outcome. So the outcomes are exchanged at
random within these groups, and the test counts how often the players' mean ranks then lie at least as far apart (by the
sum of squares) as they did: this share is the p-value.

**When to stop**: the sequential probability ratio test between two hypotheses about the first of two players. A unit is
an opening played from all seats; its score is the player's part of the wins there (at a table for two 0, ¼, ½, ¾ or 1),
so that what the opening itself decides cancels out. With ``n_i`` units of score ``x_i`` (``N`` in all), each hypothesis
``mean = s`` has its most likely distribution ``p_i = (n_i / N) / (1 + t · (x_i - s))``, where ``t`` makes the mean
right. The log-likelihood ratio is ``LLR = Σ n_i · ln(p1_i / p0_i)``. The test stops at ``ln(β / (1 - α))`` below, which
accepts the first hypothesis, and at ``ln((1 - β) / α)`` above, which accepts the second; α = β = 5 % is how often
either is accepted wrongly. A score that has not occurred counts as ``TRACE`` units, so that no hypothesis is
impossible.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from ludarium.arena.games import Result, count_mixes
from ludarium.core.rng import Rng

PRIOR = 0.5
Z95 = 1.959964  # standard deviations on each side of the middle 95 % of a normal distribution
EXCHANGES = 999
ALPHA = BETA = 0.05
LOWER = log(BETA / (1 - ALPHA))
UPPER = log((1 - BETA) / ALPHA)
TRACE = 1e-3
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
_SCALE = 400 / log(10)
_LARGEST_STEP = 2.0  # of Newton's method, in natural units
_ROUNDING = 1e-9
_DIGITS = 9  # of a score


# --- ratings ----------------------------------------------------------------------------------------------------------
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
                pair.wins += better > 0
                pair.draws += better == 0
                pair.losses += better < 0
    return table


def rate(cross: Cross, prior: float = PRIOR, anchor: int | None = None) -> list[Rating]:
    """The ratings of all players, counted from their mean or from the anchor's."""
    count = len(cross)

    def slope(strengths: Sequence[float]) -> list[float]:
        found = [prior * (0.5 - logistic(strength)) for strength in strengths]
        for one in range(count):
            for other in range(count):
                pair = cross[one][other]
                found[one] += pair.points - pair.games * logistic(strengths[one] - strengths[other])
        return found

    strengths = most_likely(count, slope, lambda now: _information(cross, now, prior))
    zero = sum(strengths) / count if anchor is None else strengths[anchor]
    deviations = _deviations(cross, strengths, prior, anchor)
    return [
        Rating(_SCALE * (strength - zero), Z95 * _SCALE * deviation)
        for strength, deviation in zip(strengths, deviations, strict=True)
    ]


def logistic(odds: float) -> float:
    """The chance that these odds (their natural logarithm) give."""
    return 1 / (1 + exp(-odds)) if odds > -700 else 0.0


def _information(cross: Cross, strengths: Sequence[float], prior: float) -> list[list[float]]:
    """The Fisher information; with a trace more about the level of all, which without a prior is not known at all."""
    count = len(cross)
    matrix = [[0.0] * count for _ in range(count)]
    for one in range(count):
        alone = logistic(strengths[one])
        matrix[one][one] += prior * alone * (1 - alone)
        for other in range(count):
            chance = logistic(strengths[one] - strengths[other])
            known = cross[one][other].games * chance * (1 - chance)
            matrix[one][one] += known
            matrix[one][other] -= known
    trace = 1e-9 * (1 + sum(matrix[one][one] for one in range(count)))
    return [[known + trace for known in row] for row in matrix]


def _deviations(cross: Cross, strengths: Sequence[float], prior: float, anchor: int | None) -> list[float]:
    """The standard deviation of each strength above the mean of all, or above the anchor's."""
    count = len(cross)
    zero = [1 / count if anchor is None else float(one == anchor) for one in range(count)]
    # Row k of these asks for strength k above zero: the level that only the prior fixes drops out.
    asked = [[(one == k) - zero[one] for one in range(count)] for k in range(count)]
    answers = solve(_information(cross, strengths, prior), asked)
    return [sqrt(max(0.0, sum(map(float.__mul__, row, known)))) for row, known in zip(asked, answers, strict=True)]


def most_likely(
    count: int,
    slope: Callable[[Sequence[float]], list[float]],
    information: Callable[[Sequence[float]], list[list[float]]],
) -> list[float]:
    """So many numbers for which the likelihood with this slope and information is greatest, by Newton's method."""
    found = [0.0] * count
    for _ in range(200):
        step = solve(information(found), [slope(found)])[0]
        largest = max(map(abs, step), default=0.0)
        scale = min(1.0, _LARGEST_STEP / largest) if largest else 1.0
        found = [value + scale * change for value, change in zip(found, step, strict=True)]
        if largest < 1e-10:
            break
    return found


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


# --- mean ranks -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class MeanRank:
    rank: float
    margin: float  # half the 95 % interval


def mean_ranks(results: Iterable[Result], players: int) -> list[MeanRank]:
    by_opening: list[dict[int, list[float]]] = [{} for _ in range(players)]
    for result in results:
        for player, rank in zip(result.seating, result.ranks(), strict=True):
            by_opening[player].setdefault(result.opening, []).append(rank)
    return [_mean_of_groups(list(groups.values())) for groups in by_opening]


def _mean_of_groups(groups: Sequence[Sequence[float]]) -> MeanRank:
    """The mean over all, with the margin of a ratio estimate: groups may differ in size."""
    count = sum(map(len, groups))
    if not count:
        return MeanRank(float("nan"), float("inf"))
    mean = sum(map(sum, groups)) / count
    if len(groups) < 2:
        return MeanRank(mean, float("inf"))
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups) * len(groups) / (len(groups) - 1)
    return MeanRank(mean, Z95 * sqrt(spread) / count)


def chance_of_equality(results: Iterable[Result], players: int, exchanges: int = EXCHANGES) -> float:
    """The p-value of the hypothesis that all players are equally strong."""
    groups: dict[tuple[int, int], list[Result]] = {}
    for result in results:
        groups.setdefault((result.opening, result.mix), []).append(result)
    tables = [([game.seating for game in games], [game.ranks() for game in games]) for games in groups.values()]
    seats = Counter(player for seatings, _ in tables for seating in seatings for player in seating)

    def spread(outcomes: Iterable[Sequence[tuple[float, ...]]]) -> float:
        sums = [0.0] * players
        for (seatings, _), ranks in zip(tables, outcomes, strict=True):
            for seating, earned in zip(seatings, ranks, strict=True):
                for player, rank in zip(seating, earned, strict=True):
                    sums[player] += rank
        means = [sums[player] / seats[player] for player in range(players) if seats[player]]
        middle = sum(means) / len(means) if means else 0.0
        return sum((mean - middle) ** 2 for mean in means)

    found = spread([ranks for _, ranks in tables]) - _ROUNDING
    rng = Rng(1)
    as_far = sum(spread([_shuffled(ranks, rng) for _, ranks in tables]) >= found for _ in range(exchanges))
    return (1 + as_far) / (1 + exchanges)


def _shuffled(items: Sequence[tuple[float, ...]], rng: Rng) -> list[tuple[float, ...]]:
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = rng.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


# --- when to stop -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Hypotheses:
    """The scores of the first player between which the test decides; ``low`` < ``high``."""

    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    units: int
    score: float  # the mean of these units
    ratio: float  # the log-likelihood ratio
    accepted: int | None  # 0 or 1, the hypothesis; nothing while the test goes on


def judge(hypotheses: Hypotheses, results: Iterable[Result]) -> Verdict:
    """What the games of two players say so far."""
    found = unit_scores(results)
    counts = Counter(found)
    scores = sorted({*SCORES, *counts})
    ratio = log_likelihood_ratio([counts[score] for score in scores], hypotheses, scores)
    accepted = 0 if ratio <= LOWER else 1 if ratio >= UPPER else None
    return Verdict(len(found), sum(found) / len(found) if found else 0.5, ratio, accepted)


def unit_scores(results: Iterable[Result]) -> list[float]:
    """The first player's part of the wins of each opening whose games are all played. In a draw every seat has the same
    part. Over an opening both players have equally many seats, so that equal ones have half each.
    """
    openings: dict[int, list[float]] = {}
    whole = 0
    for result in results:
        seats = len(result.seating)
        best, whole = result.winners or range(seats), seats * count_mixes(2, seats)
        openings.setdefault(result.opening, []).append(sum(result.seating[seat] == 0 for seat in best) / len(best))
    return [round(sum(games) / whole, _DIGITS) for games in openings.values() if len(games) == whole]


def log_likelihood_ratio(counts: Sequence[int], hypotheses: Hypotheses, scores: Sequence[float] = SCORES) -> float:
    """``counts`` are of these ``scores``, which go from 0 to 1."""
    if not any(counts):
        return 0.0
    likely = [max(float(count), TRACE) for count in counts]
    low, high = (_distribution(likely, scores, mean) for mean in (hypotheses.low, hypotheses.high))
    return sum(count * log(after / before) for count, before, after in zip(likely, low, high, strict=True))


def _distribution(counts: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution with this mean: the tilt is where the weighted distances from it cancel out."""
    low, high = -1 / (1 - mean), 1 / mean
    total = sum(counts)
    for _ in range(100):
        tilt = (low + high) / 2
        rest = sum(
            count * (score - mean) / (1 + tilt * (score - mean)) for count, score in zip(counts, scores, strict=True)
        )
        low, high = (tilt, high) if rest > 0 else (low, tilt)
    return [count / total / (1 + tilt * (score - mean)) for count, score in zip(counts, scores, strict=True)]
