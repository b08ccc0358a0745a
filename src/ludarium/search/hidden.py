"""The truths that a seat should reckon with when others hide something from it."""

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from ludarium.core.game import Game
from ludarium.core.insight import Belief
from ludarium.core.rng import Rng
from ludarium.core.state import State

_DRAWN_FOR_ONE: Final = 4  # candidates drawn for each truth that is kept
_FINE: Final[i64] = 1_000_000


def truths_of(game: Game, views: Sequence[State], beliefs: bool, rng: Rng, count: int) -> list[State]:
    """So many truths as the seat to act should reckon with after these ``views`` (as ``Insight.belief`` takes them),
    the likelier ones more often if its ``beliefs`` count; the state itself in a game without secrets.
    """
    view = views[-1]
    if not game.hidden_information:
        return [view.copy()]
    seat = int(view.seat)
    belief = game.insight.belief(views, seat) if beliefs else Belief()
    return draw_truths(view, seat, belief, rng, count)


def draw_truths(view: State, seat: int, belief: Belief, rng: Rng, count: int) -> list[State]:
    """So many truths that the view leaves open, the likelier ones more often (systematic resampling).

    Only one where nothing is hidden any more, so that a tree may prove results. That all are alike which a belief
    favours is no proof: whatever is possible counts.
    """
    drawn = [view.resample(seat, rng) for _ in range(_DRAWN_FOR_ONE * count)]
    if all(truth == drawn[0] for truth in drawn):
        return drawn[:1]
    weights = [belief.weight(truth) for truth in drawn]
    total = sum(weights)
    if total <= 0.0:
        return drawn[:count]
    return _systematic(drawn, weights, total / count, float(rng.below(_FINE)) / float(_FINE))


def _systematic(drawn: Sequence[State], weights: Sequence[float], gap: float, offset: float) -> list[State]:
    """Go along the weights laid end to end and take the state at every ``gap``."""
    kept: list[State] = []
    mark = gap * offset
    reached = 0.0
    for state, weight in zip(drawn, weights, strict=True):
        reached += weight
        while mark < reached:
            kept.append(state)
            mark += gap
    return kept
