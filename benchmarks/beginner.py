"""A careful beginner: the yardstick for level 1, which such a person should beat.

It is a model of somebody who has read the rules and plays a first game with care. It

- takes a step that wins at once, if there is one;
- looks one step ahead and takes no step after which the next player can win at once, if there are others;
- else takes any step, the sooner the better it looks at a glance (the game's own preferences among steps, without
  any search).

Of what is hidden it pictures a few possibilities, all alike. It plans nothing, and judges no position.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from librt.vecs import vec

from ludarium.core.game import Game, Ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.report import Report, plain_report

BEGINNER = "beginner"
_POSSIBILITIES = 4  # that it pictures where something is hidden
_FINE = 1 << 30


@dataclass(frozen=True)
class BeginnerSpec:
    """The beginner as somebody who takes part in tournaments."""

    text: str = BEGINNER
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> "Beginner":
        return Beginner()


class Beginner:
    def begin(self) -> None:
        pass

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        return plain_report(choose_step(ruleset.game, views[-1], seat, Rng(seed)), views[-1], seat)

    def close(self) -> None:
        pass


def choose_step(game: Game, view: State, seat: int, rng: Rng) -> int:
    steps = [int(step) for step in view.legal()]
    hidden = game.hidden_information
    pictured = [view.resample(seat, rng) for _ in range(_POSSIBILITIES)] if hidden else [view]
    dangers = dict.fromkeys(steps, 0)
    if len(steps) > 1 and not game.is_setup(view):
        for step in steps:
            after = [_after(state, step) for state in pictured]
            if all(_has_won(state, seat) for state in after):
                return step
            dangers[step] = sum(_is_in_danger(game, state, seat) for state in after)
    least = min(dangers.values())
    return _at_a_glance(game, pictured[0], [step for step in steps if dangers[step] == least], rng)


def _after(state: State, step: int) -> State:
    after = state.copy()
    after.apply(step, None)
    return after


def _has_won(state: State, seat: int) -> bool:
    return state.seat < 0 and bool(state.winners >> seat & 1)


def _is_in_danger(game: Game, state: State, seat: int) -> bool:
    """Whether the game is lost, or the next player can win it at once."""
    if state.seat < 0:
        return not _has_won(state, seat)
    other = int(state.seat)
    if other == seat or not game.insight.may_win(state):
        return False
    return any(_has_won(_after(state, step), other) for step in state.legal())


def _at_a_glance(game: Game, state: State, steps: Sequence[int], rng: Rng) -> int:
    """One of the steps, each with a chance in proportion to how promising the game thinks it looks."""
    listed = state.legal()
    weights = vec[float]([0.0] * len(listed))
    game.insight.priors(state, listed, weights)
    liking = {int(step): weights[index] for index, step in enumerate(listed)}
    mark = rng.below(_FINE) / _FINE * sum(liking[step] for step in steps)
    for step in steps:
        mark -= liking[step]
        if mark < 0.0:
            return step
    return steps[-1]
