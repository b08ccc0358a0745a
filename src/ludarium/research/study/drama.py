"""The course of a game, from what each seat could expect spell by spell.

After the measures of Cameron Browne, "Automatic Generation and Evaluation of Recombination Games" (2008), who found
that people like games in which the later winner is behind for a while, and which stay open for long.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from ludarium.research.study.watch import Watched

LEAD = 0.1  # so much more than everybody else somebody must expect to be in the lead
TENTHS = 10  # classes of expectations
DECIDED = 0.8  # from such an expectation on, if it lasts, a game counts as decided


@dataclass(frozen=True)
class Course:
    """``lowest``: the least that the winner could expect. ``drama``: the mean root of how far the winner was behind the
    leader, over the spells in which it was. ``decided``: after which part of the spells the winner's expectation stayed
    at ``DECIDED`` or more. These three are there if one seat won at the board. ``lead_changes``: how often another seat
    came into the lead. ``uncertainty``: the mean entropy of the expectations; 1 is an even game, 0 a decided one.
    """

    lowest: float | None
    drama: float | None
    decided: float | None
    lead_changes: int
    uncertainty: float


def _was_won(game: Watched) -> bool:
    """By one seat, and at the board: a forfeit says nothing about how a win comes about."""
    return len(game.winners) == 1 and not game.fault


def course_of(game: Watched) -> Course | None:
    """Nothing where nothing was judged."""
    shares = [one for _, one in game.expected]
    if not shares:
        return None
    changes, uncertainty = _lead_changes(shares), sum(map(_entropy, shares)) / len(shares)
    if not _was_won(game):
        return Course(None, None, None, changes, uncertainty)
    winner = game.winners[0]
    behind = [sqrt(max(one) - one[winner]) for one in shares if one[winner] < max(one)]
    return Course(
        lowest=min(one[winner] for one in shares),
        drama=sum(behind) / len(behind) if behind else 0.0,
        decided=_decided(game, winner),
        lead_changes=changes,
        uncertainty=uncertainty,
    )


def winner_at(game: Watched, part: float) -> float | None:
    """What the winner could expect after this part of the game's spells: at the last judged one until then."""
    if not _was_won(game) or not game.expected:
        return None
    if part >= 1.0:
        return 1.0
    reached = [one for spell, one in game.expected if spell <= part * game.spells] or [game.expected[0][1]]
    return reached[-1][game.winners[0]]


@dataclass(frozen=True)
class Judged:
    """Of all expectations that are about as great as this: how often they were met, in how many games."""

    expected: float
    won: float
    moments: int
    games: int


def calibration(games: Sequence[Watched]) -> list[Judged]:
    """Expectations in tenths, against what the seats got in the end."""
    tenths: dict[int, list[tuple[float, float, int]]] = {}
    for game in games:
        for _, shares in game.expected:
            for seat, share in enumerate(shares):
                tenth = min(int(share * TENTHS), TENTHS - 1)
                tenths.setdefault(tenth, []).append((share, game.share(seat), game.number))
    found = []
    for _, judged in sorted(tenths.items()):
        many = len(judged)
        expected, won = (sum(one[part] for one in judged) / many for part in (0, 1))
        found.append(Judged(expected, won, many, len({number for *_, number in judged})))
    return found


def _lead_changes(shares: Sequence[Sequence[float]]) -> int:
    leader, changes = -1, 0
    for one in shares:
        second, first = sorted(one)[-2:]
        if first - second >= LEAD:
            now = one.index(first)
            changes += leader not in (-1, now)
            leader = now
    return changes


def _decided(game: Watched, winner: int) -> float:
    since = game.spells
    for spell, one in reversed(game.expected):
        if one[winner] < DECIDED:
            break
        since = spell
    return since / game.spells


def _entropy(shares: Sequence[float]) -> float:
    return -sum(share * log(share) for share in shares if share > 0.0) / log(len(shares))
