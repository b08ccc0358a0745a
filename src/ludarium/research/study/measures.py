"""One number for every game: its length, its choices, and its drama, from what each seat could expect spell by spell.

Drama is after the measures of Cameron Browne, "Automatic Generation and Evaluation of Recombination Games" (2008), who
found that people like games in which the later winner is behind for a while, and which stay open for long.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, log10, sqrt

from ludarium.research.study.watch import Watched

LEAD = 0.1  # so much more than everybody else somebody must expect to be in the lead
TENTHS = 10  # classes of expectations
DECIDED = 0.8  # from such an expectation on, if it lasts, a game counts as decided


@dataclass(frozen=True)
class Drama:
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


def drama_of(game: Watched) -> Drama | None:
    """Nothing where nothing was judged."""
    shares = [one for _, one in game.expected]
    if not shares:
        return None
    changes, uncertainty = _lead_changes(shares), sum(map(_entropy, shares)) / len(shares)
    if not _was_won(game):
        return Drama(None, None, None, changes, uncertainty)
    winner = game.winners[0]
    behind = [sqrt(max(one) - one[winner]) for one in shares if one[winner] < max(one)]
    return Drama(
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
class CalibrationBin:
    """Of all expectations that are about as great as this: how often they were met, in how many games."""

    expected: float
    won: float
    moments: int
    games: int


def calibrate(games: Sequence[Watched]) -> list[CalibrationBin]:
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
        found.append(CalibrationBin(expected, won, many, len({number for *_, number in judged})))
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


# --- all measures -----------------------------------------------------------------------------------------------------
Measure = Callable[[Watched, Drama | None], float | None]


def _decisions(game: Watched) -> list[int]:
    return [count for turn in game.choices for count in turn]


def _comeback(game: Watched, drama: Drama | None) -> float | None:
    """Whether the winner could once expect less than half of an even share."""
    return None if drama is None or drama.lowest is None else float(drama.lowest < 0.5 / game.seats)


# One number for every game (or none): what can be averaged, and compared between rulesets.
MEASURES: dict[str, Measure] = {
    "turns": lambda game, _: float(game.turns),
    "steps": lambda game, _: float(game.steps),
    "choices": lambda game, _: sum(_decisions(game)) / len(_decisions(game)) if game.choices else None,
    "tree": lambda game, _: sum(log10(count) for count in _decisions(game) if count) if game.choices else None,
    "first_seat": lambda game, _: game.share(0),
    "draws": lambda game, _: float(not game.winners),
    "lowest": lambda _, drama: None if drama is None else drama.lowest,
    "comebacks": _comeback,
    "drama": lambda _, drama: None if drama is None else drama.drama,
    "leads": lambda _, drama: None if drama is None else float(drama.lead_changes),
    "decided": lambda _, drama: None if drama is None else drama.decided,
    "uncertainty": lambda _, drama: None if drama is None else drama.uncertainty,
}
SHARES = ("first_seat", "draws", "comebacks")  # measures that a game has or has not (or shares)
PARTS_OF_ALL = (*SHARES, "lowest", "decided")  # measures that are said in per cent


def measured(games: Sequence[Watched]) -> dict[str, list[float]]:
    """The numbers of all games, by measure."""
    dramas = [drama_of(game) for game in games]
    found: dict[str, list[float]] = {}
    for name, measure in MEASURES.items():
        values = (measure(game, drama) for game, drama in zip(games, dramas, strict=True))
        found[name] = [value for value in values if value is not None]
    return found
