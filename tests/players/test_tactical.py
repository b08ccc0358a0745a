"""The highest level never misses a win, nor an avoidable loss, within one turn of each side.

Here it gets the time of 3000 simulations, a tenth of its usual second or less; with all of it it sees more.
"""

from dataclasses import replace

import pytest

from ludarium.core.game import Ruleset, main_rulesets
from ludarium.core.state import State
from ludarium.players import LEVELS, Limits
from ludarium.players.thinker import Question, Thinker
from ludarium.search.solver import Solver
from tests.players.tactical import COUNT, DANGER, WIN, Position, losing_truths, read, turn_goes_on, wins

pytestmark = pytest.mark.slow

MANNER = replace(LEVELS[-1].style, limits=Limits(simulations=3000))


def _turn(position: Position) -> list[int]:
    """The turn that the player plays, knowing only what the seat may know."""
    state, steps = position.state.copy(), []
    views = [state.view(position.seat)]
    while turn_goes_on(state, position.state):
        if state.seat == position.seat:
            steps.append(Thinker().decide(Question(position.ruleset.name, views, MANNER, 11)).step)
        else:
            steps.append(int(state.legal()[0]))  # another seat's part of the turn
        state.apply(steps[-1])
        views.append(state.view(position.seat))
    return steps


def _after(truth: State, steps: list[int]) -> State:
    state = truth.copy()
    for step in steps:
        state.apply(step)
    return state


@pytest.mark.compiled_only
@pytest.mark.parametrize("ruleset", main_rulesets(), ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("kind", [WIN, DANGER])
def test_nothing_within_one_turn_is_missed(ruleset: Ruleset, kind: str) -> None:
    positions = [position for position in read(ruleset) if position.kind == kind]
    assert len(positions) == COUNT
    solver = Solver(ruleset.game.insight, 300_000)
    for position in positions:
        steps = _turn(position)
        after = [_after(truth, steps) for truth in position.truths]
        written = f"{kind} {ruleset.game.position_text(position.state)}: {[ruleset.game.step_text(s) for s in steps]}"
        if kind == WIN:
            assert wins(after, position.seat, solver), written
        else:
            assert losing_truths(after, solver) < len(after), written
