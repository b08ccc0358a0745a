"""What the tests of the OpenSpiel adapter share."""

import random

import pytest

from ludarium.core.game import rulesets
from ludarium.research.openspiel import SpielGame, SpielState, load

every_ruleset = pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets()])
# Games of tiny rulesets are over before there is much to look at.
LONG = [ruleset for ruleset in rulesets() if not ruleset.tiny]
every_long_ruleset = pytest.mark.parametrize("name", [ruleset.name for ruleset in LONG])
hiding_ruleset = pytest.mark.parametrize("name", [ruleset.name for ruleset in LONG if ruleset.game.hidden_information])


def begun(game: SpielGame, rng: random.Random) -> SpielState:
    """A new game after the deal, if there is one."""
    state: SpielState = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(rng.randrange(game.deals))
    return state


def played(name: str, steps: int, seed: int = 0) -> SpielState:
    """A random game after so many steps, or at its end."""
    rng = random.Random(seed)
    state = begun(load(name), rng)
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def everything(state: SpielState) -> tuple[object, ...]:
    """All that anybody can ask a state."""
    seats = range(state.num_players())
    return (
        str(state),
        state.history(),
        [(one.player, one.action) for one in state.full_history()],
        state.move_number(),
        state.current_player(),
        state.legal_actions(),
        [state.action_to_string(state.current_player(), action) for action in state.legal_actions()],
        state.returns(),
        state.rewards(),
        [state.information_state_string(seat) for seat in seats],
        [state.information_state_tensor(seat) for seat in seats],
        [state.observation_string(seat) for seat in seats],
        [state.observation_tensor(seat) for seat in seats],
    )
