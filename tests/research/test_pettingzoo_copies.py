"""How games begin and are copied in their middle, exactly and independently: what a tree search needs."""

import copy
import pickle

import numpy as np
import pytest

from ludarium.core.errors import NotationError, OptionError
from ludarium.research import pettingzoo
from ludarium.research.encoding import read_encoding
from ludarium.research.errors import ResearchError
from tests.research.played import Named, every_long, everything, four, play, play_into


# --- starting -------------------------------------------------------------------------------------------------------
def test_seeds_decide_the_starts() -> None:
    env, other = pettingzoo.env("mutterland"), pettingzoo.env("mutterland")
    for seed in (5, np.int64(5)):
        env.reset(seed=seed)
        other.reset(seed=5)
        starts = []
        for _ in range(3):
            assert env.position == other.position
            starts.append(env.position)
            env.reset()
            other.reset()
        assert len(set(starts)) == 3
    env.reset(seed=6)
    other.reset(seed=5)
    assert env.position != other.position


def test_options_of_one_game() -> None:
    env = pettingzoo.env("mutterland", players=2)
    env.reset(seed=1, options={"turn_cap": 2})
    assert env.unwrapped._state.fields() == read_encoding("mutterland", {"players": 2, "turn_cap": 2}).new(1).fields()
    twin = copy.deepcopy(env)
    twin.restore(env.position)
    assert twin.unwrapped._state == env.unwrapped._state
    env.reset(seed=1)
    assert env.unwrapped._state == read_encoding("mutterland", {"players": 2}).new(1)
    before = everything(env)
    with pytest.raises(ResearchError, match="Make a new one"):
        env.reset(options={"players": 3})
    with pytest.raises(OptionError):
        env.reset(options={"turn_cap": "many"})
    with pytest.raises(NotationError):
        env.reset(options={"position": "nonsense"})
    assert everything(env) == before
    with pytest.warns(UserWarning, match="no option colour; it has: position, players"):
        env.reset(options={"colour": "red"})


def test_positions_are_kept_as_text() -> None:
    env = four(3, 0, 3, 0, 3, 0)
    twin = pettingzoo.env("connect-four")
    twin.restore(env.position)
    assert everything(twin) == everything(env)
    twin.step(3)
    assert twin.rewards == {"seat_0": 1, "seat_1": -1}
    other = pettingzoo.env("connect-four")
    other.reset(options={"position": twin.position})
    assert everything(other) == everything(twin)


# --- copies ---------------------------------------------------------------------------------------------------------
@pytest.mark.slow
@every_long
@pytest.mark.parametrize("make", ["env", "raw_env"])
def test_copies_in_mid_game_are_exact_and_independent(played: Named, make: str) -> None:
    name, options = played
    env = getattr(pettingzoo, make)(name, "ansi", **options)
    play_into(env, 20, seed=3)
    for agent in env.agents:
        env.action_space(agent).seed(2)
    before, picture = everything(env), env.render()
    twins = [env.clone(), copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    results = []
    for twin in twins:
        assert type(twin) is type(env)
        assert everything(twin) == before
        assert twin.render() == picture
        play(twin, 15, seed=9)
        after = everything(twin), twin.render()
        twin.reset()  # the starts that follow are the same, too
        results.append((*after, twin.position))
        assert everything(env) == before
    play(env, 15, seed=9)
    assert all(result[:2] == (everything(env), env.render()) for result in results)
    assert everything(env) != before
    env.reset()
    assert {result[2] for result in results} == {env.position}


def test_deep_copies_and_pickles_sample_alike() -> None:
    env = four(3)
    env.action_space("seat_0").seed(1)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        original = copy.deepcopy(env)
        draws = [[one.action_space("seat_0").sample() for _ in range(20)] for one in (original, twin)]
        assert draws[0] == draws[1]


def test_tree_search_on_clones() -> None:
    def value(env: pettingzoo.Env, agent: str, depth: int) -> float:
        if any(env.terminations.values()):
            return float(env.rewards[agent])
        if not depth:
            return 0.0
        found = []
        for action in np.flatnonzero(env.observe(env.agent_selection)["action_mask"]):
            child = env.clone()
            child.step(action)
            found.append(value(child, agent, depth - 1))
        return max(found) if env.agent_selection == agent else min(found)

    def best(env: pettingzoo.Env, depth: int) -> list[int]:
        agent, values = env.agent_selection, {}
        for action in np.flatnonzero(env.observe(agent)["action_mask"]):
            child = env.clone()
            child.step(action)
            values[int(action)] = value(child, agent, depth - 1)
        return [action for action, worth in values.items() if worth == max(values.values())]

    env = four(3, 0, 3, 0, 3)
    before = everything(env)
    assert best(env, 2) == [3]  # red must stop blue's column
    assert everything(env) == before
    env.step(6)
    assert best(env, 1) == [3]  # and blue completes it
    assert best(four(2, 2, 3, 3), 3) == [1, 4]  # three in the bottom row with both ends open
