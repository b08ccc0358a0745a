"""Many games at once are the same games as one at a time."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from ludarium.core.errors import OptionError, UnknownName
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.research import pettingzoo
from ludarium.research.encoding import scaled
from ludarium.research.errors import ActionError, ResearchError
from ludarium.research.vector import Seen, VectorEnv
from tests.research.played import Named, every_played, every_ruleset, hiding

GAMES = 4


def equal(one: Seen, two: Seen) -> bool:
    return all(np.array_equal(one[place], two[place]) for place in range(len(one)))


@pytest.mark.slow
@every_played
def test_step_by_step_the_same_as_single_environments(played: Named) -> None:
    name, options = played
    short: dict[str, Any] = {"turn_cap": 4} if name.startswith("mutter") else {}
    games = VectorEnv(name, GAMES, seed=5, **{**options, **short})
    singles = [pettingzoo.raw_env(name, **{**options, **short}) for _ in range(GAMES)]
    for single, seed in zip(singles, games.seeds, strict=True):
        single.reset(seed=seed)
    seen, lengths, ended = games.last(), [0] * GAMES, 0
    for _ in range(250):
        for game, single in enumerate(singles):
            agent = f"seat_{seen.seats[game]}"
            assert agent == single.agent_selection
            observed = single.observe(agent)
            assert np.array_equal(scaled(seen.observations[game], games.tops), observed["observation"])
            assert np.array_equal(seen.masks[game], observed["action_mask"])
            assert games.position(game) == single.position
        actions = games.sample()
        seen = games.step(actions)
        for game, single in enumerate(singles):
            single.step(actions[game])
            lengths[game] += 1
            assert seen.rewards[game].tolist() == list(single.rewards.values())
            assert seen.terminated[game] == all(single.terminations.values())
            assert seen.lengths[game] == lengths[game]
            if seen.terminated[game]:
                single.reset(seed=games.seeds[game])
                lengths[game], ended = 0, ended + 1
        assert not seen.truncated.any()
    assert games.finished.sum() == ended
    assert ended or name.startswith(("realm", "myrmidons"))


def test_shapes_and_kinds_of_the_arrays() -> None:
    games = VectorEnv("mutterland-v2", 3, seed=1, players=5)
    seen, encoding = games.reset(), games.encoding
    assert seen.observations.shape == (3, len(encoding.planes), *encoding.shape)
    assert seen.masks.shape == (3, encoding.actions)
    assert seen.rewards.shape == (3, 5)
    assert [array.dtype for array in seen] == [np.uint8, np.int8, np.int64, np.float64, np.bool_, np.bool_, np.int64]
    assert all(array.shape == (3,) for array in (seen.seats, seen.terminated, seen.truncated, seen.lengths))
    assert games.num_envs == 3
    assert games.single_action_space.n == encoding.actions
    for observation, mask in zip(seen.observations, seen.masks, strict=True):
        assert games.single_observation_space.contains(observation)
        assert mask[games.single_action_space.sample(mask)] == 1


@every_ruleset
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    one, two = VectorEnv(name, GAMES, seed=3), VectorEnv(name, GAMES, seed=3)
    other = VectorEnv(name, GAMES, seed=4)
    differs = False
    for _ in range(20):
        drawn = one.sample()
        assert (drawn == two.sample()).all()
        differs |= bool((drawn != other.sample()).any())
        assert equal(one.step(drawn), two.step(drawn))
        other.step(other.sample() if differs else drawn)
    assert differs
    starts = [games.reset(seed=9) for games in (one, two)]
    assert equal(*starts)
    assert equal(one.reset(), two.reset())
    assert (one.seeds == two.seeds).all()


def test_starts_differ_from_game_to_game_and_from_reset_to_reset() -> None:
    games = VectorEnv("mutterland", 6, seed=0)
    first = [games.position(game) for game in range(6)]
    games.reset()
    assert len({*first, *(games.position(game) for game in range(6))}) == 12


@pytest.mark.slow
def test_samples_are_legal_and_even() -> None:
    games = VectorEnv("connect-four", 2000, seed=1)
    games.step(games.sample())
    counts = np.bincount(games.sample(), minlength=7)
    assert counts.sum() == 2000
    assert counts.min() > 200  # 286 on average
    for _ in range(60):
        masks, drawn = games.last().masks, games.sample()
        assert np.flatnonzero(masks[17]).tolist() == games.legal_actions(17).tolist()
        assert masks[np.arange(2000), drawn].all()
        games.step(drawn)


def test_rewards_and_lengths_of_connect_four() -> None:
    """Game 0: blue wins in column d at its fourth stone. Game 1 goes on."""
    games = VectorEnv("connect-four", 2, seed=0)
    for actions in ([3, 0], [0, 0], [3, 0], [0, 0], [3, 0], [0, 0]):
        seen = games.step(np.array(actions))
        assert not seen.rewards.any()
        assert not seen.terminated.any()
    seen = games.step(np.array([3, 1]))
    assert seen.rewards.tolist() == [[1, -1], [0, 0]]
    assert seen.terminated.tolist() == [True, False]
    assert seen.lengths.tolist() == [7, 7]
    assert seen.seats.tolist() == [0, 1]
    assert not seen.observations[0, 1:].any()  # the next game has begun
    assert seen.masks.tolist() == [[1] * 7, [0, 1, 1, 1, 1, 1, 1]]
    seen = games.step(np.array([6, 1]))
    assert not seen.rewards.any()
    assert not seen.terminated.any()
    assert seen.lengths.tolist() == [1, 8]
    assert games.finished.tolist() == [1, 0]


def test_without_autoreset_games_wait_for_each_other() -> None:
    games = VectorEnv("connect-four", 3, seed=2, autoreset=False)
    rewards = np.zeros((3, 2))
    for _ in range(42):
        drawn = games.sample()
        before = games.last()
        assert ((drawn == -1) == before.terminated).all()
        seen = games.step(drawn)
        rewards += seen.rewards
        over = before.terminated
        assert seen.terminated[over].all()
        assert (seen.lengths[over] == before.lengths[over]).all()
        assert (seen.seats == -1).tolist() == seen.terminated.tolist()
        assert not seen.masks[seen.terminated].any()
        assert not seen.observations[seen.terminated, 0].any()
    assert seen.terminated.all()
    assert games.finished.tolist() == [1, 1, 1]
    assert (rewards.sum(axis=1) == 0).all()
    assert np.abs(rewards).max() <= 1
    again = games.reset()
    assert not again.terminated.any()
    assert again.lengths.tolist() == [0, 0, 0]
    assert again.masks.all()


# --- what is refused ------------------------------------------------------------------------------------------------
def test_one_illegal_action_refuses_the_whole_step() -> None:
    games = VectorEnv("connect-four", 3, seed=0)
    for _ in range(6):
        games.step(np.array([1, 1, 5]))
    before = games.last()
    with pytest.raises(ActionError, match=r"game 1 .*CON-T1: column b is full") as caught:
        games.step(np.array([0, 1, 5]))
    assert "CON-T1" in caught.value.sentence("ja")
    for wrong in (7, -1, 2**62, -(2**63)):
        with pytest.raises(ActionError, match=r"game 2 .*from 0 to 6"):
            games.step(np.array([0, 0, wrong]))
    with pytest.raises(ActionError, match=r"game 0 .*from 0 to 6"):
        games.step(np.array([2**63 + 1, 0, 0], np.uint64))
    assert equal(games.last(), before)
    games.step(np.array([0, 0, 0]))


@pytest.mark.parametrize(
    "actions",
    [
        np.array([1, 2]),
        np.array([[1], [2], [3]]),
        np.array([1.0, 2.0, 3.0]),
        np.array([None, 1, 2]),
        np.array(["1", "2", "3"]),
        np.array([True, False, True]),
        3,
    ],
    ids=["few", "column", "float", "none", "text", "bool", "number"],
)
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    games = VectorEnv("connect-four", 3, seed=0)
    with pytest.raises(ResearchError, match=r"\(3,\)") as caught:
        games.step(actions)
    assert all(caught.value.sentence(locale) for locale in LOCALES)
    assert games.position(0) == "blue; red"


def test_any_whole_numbers_are_actions() -> None:
    games = VectorEnv("connect-four", 2, seed=0)
    for kind in (np.int8, np.uint16, np.int32, np.uint64):
        games.step(np.array([2, 4], kind))
    assert games.position(1) == "blue e1 e3; red e2 e4"


def test_bad_arguments_are_refused() -> None:
    for count in (0, -3, 1.5, True, "4", 10**12):
        with pytest.raises(ResearchError, match="whole number"):
            VectorEnv("connect-four", count)  # type: ignore[arg-type]
    with pytest.raises(UnknownName):
        VectorEnv("connect-five", 2)
    with pytest.raises(OptionError):
        VectorEnv("mutterland", 2, players=1)


# --- memory ---------------------------------------------------------------------------------------------------------
def test_answers_keep_their_values_or_show_what_is_there_now() -> None:
    games = VectorEnv("connect-four", 2, seed=0)
    first = games.reset()
    kept = first.copy()
    games.step(np.array([0, 1]))
    assert equal(first, kept)
    assert first.observations.flags.writeable
    windows = VectorEnv("connect-four", 2, seed=0, copy=False)
    first = windows.reset()
    addresses = [array.ctypes.data for array in first]
    for _ in range(100):
        seen = windows.step(windows.sample())
    assert [array.ctypes.data for array in seen] == addresses
    assert equal(first, windows.last())
    assert not any(array.flags.writeable for array in seen)
    del windows
    assert seen.masks.sum() >= 2  # memory stays as long as somebody looks at it


@every_played
def test_copies_in_mid_game_are_exact_and_independent(played: Named) -> None:
    name, options = played
    games = VectorEnv(name, GAMES, seed=8, **options)
    for _ in range(25):
        games.step(games.sample())
    before = games.last()
    twins = [games.copy(), copy.copy(games), copy.deepcopy(games), pickle.loads(pickle.dumps(games))]
    ends = []
    for twin in twins:
        assert equal(twin.last(), before)
        for _ in range(20):
            twin.step(twin.sample())
        ends.append((twin.last(), twin.seeds, twin.finished, twin.reset()))
        assert equal(games.last(), before)
    for _ in range(20):
        games.step(games.sample())
    own = games.last(), games.seeds, games.finished, games.reset()
    for seen, seeds, finished, start in ends:
        assert equal(seen, own[0])
        assert (seeds == own[1]).all()
        assert (finished == own[2]).all()
        assert equal(start, own[3])


# --- secrets --------------------------------------------------------------------------------------------------------
@hiding
def test_truths_that_look_alike_give_the_same_bytes(name: str) -> None:
    """Place 1 plays on from a truth that the seat to act cannot tell from that of place 0."""
    different = 0
    for seed in range(30):
        games = VectorEnv(name, 2, seed=seed)
        for _ in range(seed):
            games.step(games.sample())
        states = games._batch.states
        states[1] = states[0].resample(states[0].seat, Rng(seed))
        different += games.position(0) != games.position(1)
        games._look()
        seen = games.last()
        assert np.array_equal(seen.observations[0], seen.observations[1])
        assert np.array_equal(seen.masks[0], seen.masks[1])
        assert seen.seats[0] == seen.seats[1]
    assert different > 10, "nothing was hidden"
