"""The games that the tests of the adapters play: every ruleset, and with every number of players where one chooses."""

import random
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from typing import Any

import numpy as np
import pytest

from ludarium.core.errors import OptionError
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.research import pettingzoo

Named = tuple[str, dict[str, Any]]


def _named() -> Iterator[tuple[str, Named]]:
    for ruleset in rulesets():
        yield ruleset.name, (ruleset.name, {})
        players = [option for option in ruleset.offered if option.name == "players"]
        for option in players:
            for number in filter(partial(_can_play, ruleset), range(option.low, option.high + 1)):
                yield f"{ruleset.name}-{number}", (ruleset.name, {"players": number, "turn_cap": 25 * number})


def _can_play(ruleset: Ruleset, players: int) -> bool:
    """A small land has no room for the marbles of many."""
    try:
        ruleset.new({"players": players})
    except OptionError:
        return False
    return True


_PLAYED = dict(_named())
every_played = pytest.mark.parametrize("played", _PLAYED.values(), ids=_PLAYED)
every_ruleset = pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets()])
# Games of tiny rulesets are over before there is much to look at.
LONG = [ruleset for ruleset in rulesets() if not ruleset.tiny]
_PLAYED_LONG = {key: one for key, one in _PLAYED.items() if not find_ruleset(one[0]).tiny}
every_long = pytest.mark.parametrize("played", _PLAYED_LONG.values(), ids=_PLAYED_LONG)
every_long_ruleset = pytest.mark.parametrize("name", [ruleset.name for ruleset in LONG])
hiding = pytest.mark.parametrize("name", [ruleset.name for ruleset in LONG if ruleset.game.hidden_information])


def random_action(env: pettingzoo.RawEnv | pettingzoo.Env, rng: random.Random) -> int | None:
    """A legal action of the agent whose turn it is, or what is expected of it once the game is over."""
    agent = env.agent_selection
    if env.terminations[agent]:
        return None
    return int(rng.choice(np.flatnonzero(env.observe(agent)["action_mask"])))


def play(env: pettingzoo.RawEnv | pettingzoo.Env, steps: int, seed: int) -> int:
    """So many random steps, at most to the end; how many were taken."""
    rng = random.Random(seed)
    for number in range(steps):
        if any(env.terminations.values()):
            return number
        env.step(random_action(env, rng))
    return steps


def play_into(env: pettingzoo.RawEnv | pettingzoo.Env, steps: int, seed: int) -> None:
    """To the middle of a game that goes on for longer than so many steps."""
    for other in range(seed, seed + 50):
        env.reset(seed=other)
        play(env, steps, other)
        if not any(env.terminations.values()):
            return
    raise AssertionError(f"no game of {env} goes on for longer than {steps} steps")


def everything(env: pettingzoo.RawEnv | pettingzoo.Env) -> tuple[Any, ...]:
    """All that can be read from an environment, as values that can be compared."""
    seen = [{key: array.tobytes() for key, array in env.observe(agent).items()} for agent in env.possible_agents]
    facts = env.agents, env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards
    return env.position, env.agent_selection if env.agents else None, seen, *deepcopy(facts)


def four(*actions: int) -> pettingzoo.Env:
    """Connect Four after these columns."""
    env = pettingzoo.env("connect-four")
    env.reset()
    for action in actions:
        env.step(action)
    return env
