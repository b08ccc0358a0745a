"""What the tests of the OpenSpiel adapter share."""

import random

import pytest

from ludarium.core.game import rulesets
from ludarium.research.openspiel import SpielGame, SpielState, load

every_ruleset = pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets()])
hiding_ruleset = pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets() if ruleset.game.hides])


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
