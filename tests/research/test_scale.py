"""What agents see is in numbers from 0 to 1, in every position of whole games, through every adapter."""

import random

import numpy as np
import pyspiel
import pytest
from gymnasium.spaces import Box

from ludarium.research import pettingzoo
from ludarium.research.encoding import read_encoding, scaled, tops
from ludarium.research.openspiel import load
from ludarium.research.vector import VectorEnv
from tests.research.played import Named, every_played, every_ruleset, four, random_action
from tests.research.spiel import begun

pytestmark = pytest.mark.slow

GAMES = 2


def check(numbers: object) -> None:
    array = np.asarray(numbers)
    assert np.isfinite(array).all()
    assert array.min() >= 0
    assert array.max() <= 1


@every_played
def test_pettingzoo(played: Named) -> None:
    name, options = played
    env = pettingzoo.env(name, **options)
    space = env.observation_space("seat_0")["observation"]
    assert space == Box(0, 1, read_encoding(name, options).observation_shape, np.float32)
    for seed in range(GAMES):
        env.reset(seed=seed)
        rng = random.Random(seed)
        while True:
            for agent in env.agents:
                seen = env.observe(agent)["observation"]
                assert seen.dtype == np.float32
                assert space.contains(seen)
                check(seen)
            assert env.state_space.contains(env.state())
            if any(env.terminations.values()):
                break
            env.step(random_action(env, rng))


@every_ruleset
@pytest.mark.parametrize("recall", [False, True])
def test_openspiel(name: str, recall: bool) -> None:
    game = load(name)
    for seed in range(GAMES):
        rng = random.Random(seed)
        state = begun(game, rng)
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
        assert observer.tensor.dtype == np.float32
        while True:
            for seat in range(game.num_players()):
                observer.set_from(state, seat)
                check(observer.tensor)
                tensor = state.information_state_tensor(seat) if recall else state.observation_tensor(seat)
                assert np.array_equal(np.array(tensor, np.float32), observer.tensor)
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))


def test_the_largest_value_is_1_and_half_of_it_a_half() -> None:
    """Blue looks in Connect Four: a stone of each, and Blue acts next (1 of 2)."""
    next_, own, other = four(0, 1).observe("seat_0")["observation"]
    assert set(next_.flatten().tolist()) == {0.5}
    assert (own[5, 0], own.sum(), other[5, 1], other.sum()) == (1, 1, 1, 1)


def test_every_value_of_every_largest_one() -> None:
    """Not one is larger than 1, and only the largest itself is 1."""
    for top in range(1, 256):
        numbers = scaled(np.arange(top + 1, dtype=np.uint8), np.full(top + 1, top, np.float32))
        assert numbers.dtype == np.float32
        assert (numbers[0], numbers[-1]) == (0, 1)
        assert (np.diff(numbers) > 0).all()


def test_steps_are_remembered_as_parts_of_all_actions() -> None:
    """Connect Four: the third of seven columns, then the seventh."""
    state = load("connect-four").new_initial_state()
    for column in (2, 6):
        state.apply_action(column)
    steps = state.information_state_tensor(0)[3 * 42 :]
    assert len(steps) == 42
    assert steps[:3] == [float(np.float32(3 / 7)), 1, 0]


@every_ruleset
def test_many_games_at_once_as_bytes_or_from_0_to_1(name: str) -> None:
    """The same games; bytes divided by the largest values are what is seen otherwise."""
    plain, games = VectorEnv(name, 4, seed=2, scaled=False), VectorEnv(name, 4, seed=2)
    largest = tops(games.encoding)
    assert games.single_observation_space == Box(0, 1, games.encoding.observation_shape, np.float32)
    for _ in range(60):
        actions = plain.sample()
        counted, seen = plain.step(actions)[0], games.step(actions)[0]
        assert [one.dtype.name for one in (counted, seen)] == ["uint8", "float32"]
        assert plain.observation_space.contains(counted)
        assert games.observation_space.contains(seen)
        check(seen)
        assert np.array_equal(scaled(counted, largest), seen)
    assert np.array_equal(games.clone().observe()[0], seen)


def test_windows_on_scaled_numbers_show_what_is_there_now() -> None:
    games = VectorEnv("connect-four", 2, seed=0, copy=False)
    seen, _ = games.observe()
    assert not seen[:, 1:].any()
    games.step(np.array([0, 1]))
    assert seen[:, 2].sum(axis=(1, 2)).tolist() == [1, 1]  # what the first seat has put is the other's now


def test_largest_values_are_not_to_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        VectorEnv("connect-four", 1).tops[0] = 2
