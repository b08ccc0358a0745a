"""When to stop: the sequential probability ratio test between two hypotheses about the first player's score.

A unit is an opening played from both seats; its score (0, ¼, ½, ¾ or 1) is the mean of its two games, so that what
the opening itself decides cancels out. With ``n_i`` units of score ``x_i`` (``N`` in all), each hypothesis ``mean =
s`` has its most likely distribution ``p_i = (n_i / N) / (1 + t · (x_i - s))``, where ``t`` makes the mean right. The
log-likelihood ratio is ``LLR = Σ n_i · ln(p1_i / p0_i)``. The test stops at ``ln(β / (1 - α))`` below, which accepts
the first hypothesis, and at ``ln((1 - β) / α)`` above, which accepts the second; α = β = 5 % is how often either is
accepted wrongly. A score that has not occurred counts as ``TRACE`` units, so that no hypothesis is impossible.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from ludarium.arena.play import Result

ALPHA = BETA = 0.05
LOWER = log(BETA / (1 - ALPHA))
UPPER = log((1 - BETA) / ALPHA)
TRACE = 1e-3
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Hypotheses:
    """The scores of the first player between which the test decides; ``low`` < ``high``."""

    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    units: int
    ratio: float  # the log-likelihood ratio
    accepted: int | None  # 0 or 1, the hypothesis; nothing while the test goes on


def judge(hypotheses: Hypotheses, results: Iterable[Result]) -> Verdict:
    """What the games of two players at two seats say so far."""
    counts = count_units(results)
    ratio = log_likelihood_ratio(counts, hypotheses)
    accepted = 0 if ratio <= LOWER else 1 if ratio >= UPPER else None
    return Verdict(sum(counts), ratio, accepted)


def count_units(results: Iterable[Result]) -> list[int]:
    """How many openings had each of the scores; an opening counts once both its games are played."""
    quarters: dict[int, list[int]] = {}
    for result in results:
        first = result.seating.index(0)
        won = (first in result.winners) - (1 - first in result.winners)
        quarters.setdefault(result.opening, []).append(won + 1)
    counts = [0] * len(SCORES)
    for games in quarters.values():
        if len(games) == 2:
            counts[sum(games)] += 1
    return counts


def log_likelihood_ratio(counts: Sequence[int], hypotheses: Hypotheses) -> float:
    if not any(counts):
        return 0.0
    likely = [max(float(count), TRACE) for count in counts]
    low, high = (_most_likely(likely, mean) for mean in (hypotheses.low, hypotheses.high))
    return sum(count * log(after / before) for count, before, after in zip(likely, low, high, strict=True))


def _most_likely(counts: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution with this mean: the tilt is where the weighted distances from it cancel out."""
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    total = sum(counts)
    for _ in range(100):
        tilt = (low + high) / 2
        rest = sum(
            count * (score - mean) / (1 + tilt * (score - mean)) for count, score in zip(counts, SCORES, strict=True)
        )
        low, high = (tilt, high) if rest > 0 else (low, tilt)
    return [count / total / (1 + tilt * (score - mean)) for count, score in zip(counts, SCORES, strict=True)]
