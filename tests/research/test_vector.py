"""Many games at once are the same games as one at a time."""

import copy
import pickle
from typing import Any

import gymnasium.vector
import numpy as np
import pytest
from gymnasium.spaces import MultiDiscrete
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from ludarium.core.errors import LudariumError, OptionError, UnknownName
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.research import pettingzoo
from ludarium.research.errors import ActionError, ResearchError
from ludarium.research.vector import VectorEnv
from tests.research.played import Named, every_played, every_ruleset, hiding

GAMES = 4
SAME = AutoresetMode.SAME_STEP
MODES = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)


def equal(one: Any, two: Any) -> bool:
    """Whether two answers, or parts of them, are the same."""
    if isinstance(one, tuple):
        return len(one) == len(two) and all(equal(*both) for both in zip(one, two, strict=True))
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(equal(one[key], two[key]) for key in one)
    if one.dtype == object:
        return all((a is None) == (b is None) and np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    return bool(np.array_equal(one, two)) and one.dtype == two.dtype


@pytest.mark.slow
@every_played
def test_step_by_step_the_same_as_single_environments(played: Named) -> None:
    """In every mode: where games begin anew by themselves, and where they are told to."""
    name, options = played
    short: dict[str, Any] = {"turn_cap": 4} if name.startswith("mutter") else {}
    for mode in AutoresetMode:
        games = VectorEnv(name, GAMES, seed=5, autoreset_mode=mode, **{**options, **short})
        singles = [pettingzoo.raw_env(name, **{**options, **short}) for _ in range(GAMES)]
        for single, seed in zip(singles, games.seeds, strict=True):
            single.reset(seed=seed)
        (seen, info), lengths, ended = games.observe(), [0] * GAMES, 0
        for _ in range(150):
            for game, single in enumerate(singles):
                agent = f"seat_{info['seat'][game]}"
                assert agent == single.agent_selection
                observed = single.observe(agent)
                assert np.array_equal(seen[game], observed["observation"])
                assert np.array_equal(info["action_mask"][game], observed["action_mask"])
                assert games.position(game) == single.position
            actions, movers = games.sample(), info["seat"]
            seen, rewards, terminations, truncations, info = games.step(actions)
            assert not truncations.any()
            for game, single in enumerate(singles):
                single.step(actions[game])
                lengths[game] += 1
                told = list(single.rewards.values())
                assert rewards[game] == told[movers[game]]
                assert info["seat_rewards"][game].tolist() == told
                assert terminations[game] == all(single.terminations.values())
                last = seen[game] if mode != SAME or not terminations[game] else info["final_obs"][game]
                looks = movers[game] if terminations[game] else info["seat"][game]
                assert np.array_equal(last, single.observe(f"seat_{looks}")["observation"])
                length = info["final_info"]["length"] if mode == SAME and terminations[game] else info["length"]
                assert length[game] == lengths[game]
            if mode == AutoresetMode.DISABLED and terminations.any():
                seen, info = games.reset(options={"reset_mask": terminations})
            elif mode == AutoresetMode.NEXT_STEP and terminations.any():
                while terminations.any():  # the others go on, so that the two do not part
                    for game in map(int, np.flatnonzero(~terminations)):
                        assert info["seat"][game] == int(singles[game].agent_selection[5:])
                    over, actions = terminations, games.sample()
                    seen, rewards, terminations, _, info = games.step(actions)
                    assert not terminations[over].any()
                    assert not rewards[over].any()
                    for game in map(int, np.flatnonzero(over)):
                        singles[game].reset(seed=games.seeds[game])
                        lengths[game], ended = 0, ended + 1
                    for game in map(int, np.flatnonzero(~over)):
                        singles[game].step(actions[game])
                        lengths[game] += 1
                continue
            for game in map(int, np.flatnonzero(terminations)):
                singles[game].reset(seed=games.seeds[game])
                lengths[game], ended = 0, ended + 1
        assert games.finished.sum() == ended
        assert ended or name.startswith(("realm", "myrmidons"))


def test_shapes_and_kinds_of_the_arrays() -> None:
    games = VectorEnv("mutterland-v2", 3, seed=1, players=5)
    assert isinstance(games, gymnasium.vector.VectorEnv)
    (seen, info), encoding = games.reset(), games.encoding
    assert seen.shape == (3, len(encoding.planes), *encoding.shape)
    assert seen.dtype == np.float32
    about = [key for key in info if key.startswith("_")]
    assert sorted(about) == ["_action_mask", "_length", "_seat", "_seat_rewards"]
    assert all(info.pop(key).tolist() == [True] * 3 for key in about)
    kinds = {key: (array.shape, array.dtype.name) for key, array in info.items()}
    assert kinds == {
        "action_mask": ((3, encoding.actions), "int8"),
        "seat": ((3,), "int64"),
        "seat_rewards": ((3, 5), "float64"),
        "length": ((3,), "int64"),
    }
    seen, *others, _ = games.step(games.sample())
    assert [(array.shape, array.dtype.name) for array in others] == [
        *[((3,), "float64"), ((3,), "bool"), ((3,), "bool")]
    ]
    assert games.num_envs == 3
    assert games.single_action_space.n == encoding.actions
    assert games.action_space == MultiDiscrete([encoding.actions] * 3)
    assert games.observation_space.contains(seen)
    assert games.action_space.contains(games.sample())
    for observation, mask in zip(seen, info["action_mask"], strict=True):
        assert games.single_observation_space.contains(observation)
        assert mask[games.single_action_space.sample(mask)] == 1
    assert games.unwrapped is games
    games.close()
    assert games.closed


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
    listed = [games.reset(seed=[4, 5, 6, 7]) for games in (one, two)]
    assert one.seeds.tolist() == [4, 5, 6, 7]
    assert equal(*listed)
    assert equal(one.reset(), two.reset())


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
        masks, drawn = games.action_masks(), games.sample()
        assert np.flatnonzero(masks[17]).tolist() == games.legal_actions(17).tolist()
        assert masks[np.arange(2000), drawn].all()
        games.step(drawn)


# Game 0: blue wins in column d at its fourth stone. Game 1 goes on.
_UNTIL_D4 = ([3, 0], [0, 0], [3, 0], [0, 0], [3, 0], [0, 0], [3, 1])


@MODES
def test_rewards_and_lengths_of_connect_four(mode: AutoresetMode) -> None:
    games = VectorEnv("connect-four", 2, seed=0, autoreset_mode=mode.value)
    assert games.metadata["autoreset_mode"] is mode
    for actions in _UNTIL_D4[:-1]:
        _, rewards, terminations, _, info = games.step(np.array(actions))
        assert not rewards.any()
        assert not terminations.any()
        assert "final_obs" not in info
    seen, rewards, terminations, truncations, info = games.step(np.array(_UNTIL_D4[-1]))
    assert rewards.tolist() == [1, 0]
    assert info["seat_rewards"].tolist() == [[1, -1], [0, 0]]
    assert terminations.tolist() == [True, False]
    assert not truncations.any()
    won = seen[0]
    if mode is SAME:
        assert info["seat"].tolist() == [0, 1]
        assert info["length"].tolist() == [0, 7]
        assert not seen[0, 1:].any()  # the next game has begun
        assert info["action_mask"].tolist() == [[1] * 7, [0, 1, 1, 1, 1, 1, 1]]
        assert info["_final_obs"].tolist() == info["_final_info"].tolist() == [True, False]
        assert info["final_obs"][1] is None
        won, last = info["final_obs"][0], info["final_info"]
        assert last["length"].tolist() == [7, 0]
        assert last["seat_rewards"][0].tolist() == [1, -1]
        assert last["_length"].tolist() == last["_seat"].tolist() == [True, False]
    else:
        assert "final_obs" not in info
        assert info["seat"].tolist() == [-1, 1]
        assert info["length"].tolist() == [7, 7]
        assert info["action_mask"].tolist() == [[1, 0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 1, 1]]
    next_, own, other = won  # as blue sees it, who has acted last
    assert not next_.any()
    assert np.argwhere(own).tolist() == [[2, 3], [3, 3], [4, 3], [5, 3]]
    assert np.argwhere(other).tolist() == [[3, 0], [4, 0], [5, 0]]
    seen, rewards, terminations, _, info = games.step(np.array([6, 1]))
    assert not rewards.any()
    assert not info["seat_rewards"].any()
    assert terminations.tolist() == [mode is AutoresetMode.DISABLED, False]
    told = {SAME: [1, 8], AutoresetMode.NEXT_STEP: [0, 8], AutoresetMode.DISABLED: [7, 8]}
    assert info["length"].tolist() == told[mode]
    positions = {
        SAME: "blue g1; red",
        AutoresetMode.NEXT_STEP: "blue; red",
        AutoresetMode.DISABLED: "blue d1 d2 d3 d4; red a1 a2 a3",
    }
    assert games.position(0) == positions[mode]
    assert games.finished.tolist() == [1, 0]


def test_without_autoreset_games_wait_for_each_other() -> None:
    games = VectorEnv("connect-four", 3, seed=2, autoreset_mode="Disabled")
    rewards, over, lengths = np.zeros((3, 2)), np.zeros(3, np.bool_), np.zeros(3, np.int64)
    for _ in range(42):
        drawn = games.sample()
        assert not drawn[over].any()
        seen, _, terminations, _, info = games.step(drawn)
        rewards += info["seat_rewards"]
        assert terminations[over].all()
        assert (info["length"][over] == lengths[over]).all()
        assert (info["seat"] == -1).tolist() == terminations.tolist()
        assert not seen[terminations, 0].any()
        over, lengths = terminations, info["length"]
    assert over.all()
    assert games.finished.tolist() == [1, 1, 1]
    assert (rewards.sum(axis=1) == 0).all()
    assert np.abs(rewards).max() <= 1
    before = games.observe()
    seen, info = games.reset(options={"reset_mask": np.array([False, True, False])})
    assert info["length"].tolist() == [lengths[0], 0, lengths[2]]
    assert info["seat"].tolist() == [-1, 0, -1]
    assert np.array_equal(seen[[0, 2]], before[0][[0, 2]])
    _, _, terminations, _, info = games.step(games.sample())
    assert terminations.tolist() == [True, False, True]
    assert info["seat"].tolist() == [-1, 1, -1]
    seen, info = games.reset()
    assert info["length"].tolist() == [0, 0, 0]
    assert info["action_mask"].all()


def test_games_begin_from_positions() -> None:
    games = VectorEnv("connect-four", 3, seed=2)
    games.reset(options={"position": "blue d1 e1 f1; red a1 a2 a3"})
    _, rewards, terminations, _, _ = games.step(np.array([6, 2, 1]))
    assert rewards.tolist() == [1, 1, 0]
    assert terminations.tolist() == [True, True, False]
    assert games.seeds.tolist() == [-1, -1, -1]
    games.reset(seed=1, options={"position": ["blue d1; red", None, "blue; red"]})
    assert [games.position(game) for game in range(3)] == ["blue d1; red", "blue; red", "blue; red"]
    assert games.observe()[1]["seat"].tolist() == [1, 0, 0]
    assert (games.seeds == -1).tolist() == [True, False, True]
    kept = games.position(2)
    games.step(np.array([0, 0, 0]))
    games.reset(options={"reset_mask": np.array([False, False, True]), "position": kept})
    assert [games.position(game) for game in range(3)] == ["blue d1; red a1", "blue a1; red", "blue; red"]


def test_a_masked_reset_with_a_seed_begins_the_same_games() -> None:
    games = VectorEnv("mutterland", 3, seed=2)
    mask, before = np.array([True, False, True]), games.position(1)
    positions = []
    for seed in (5, 5, 6, [7, None, 8], [8, 3, 7]):
        games.reset(seed=seed, options={"reset_mask": mask})
        positions.append((games.position(0), games.position(2)))
        assert games.position(1) == before
    assert positions[0] == positions[1] != positions[2]
    assert positions[3] == positions[4][::-1]


def test_wrappers_of_the_library_understand_it() -> None:
    """Game 0 is won in 7 steps by whoever took the last."""
    listed = DictInfoToList(VectorEnv("connect-four", 2, autoreset_mode=SAME))
    counted = RecordEpisodeStatistics(VectorEnv("connect-four", 2, autoreset_mode=SAME))
    told: list[Any] = []
    for games in (listed, counted):
        games.reset(seed=1)
        answers = [games.step(np.array(actions)) for actions in _UNTIL_D4]
        told.append(answers[-1][4])
    assert [sorted(one) for one in told[0]] == [
        ["action_mask", "final_info", "final_obs", "length", "seat", "seat_rewards"],
        ["action_mask", "length", "seat", "seat_rewards"],
    ]
    assert told[0][0]["final_info"]["length"] == 7
    assert (told[1]["episode"]["r"][0], told[1]["episode"]["l"][0]) == (1, 7)


def test_pictures_of_all_games() -> None:
    games = VectorEnv("connect-four", 2, render_mode="ansi")
    games.step(np.array([3, 4]))
    pictures: Any = games.render()
    one, two = pictures
    assert "│   │   │   │ X │   │   │   │" in one
    assert "│   │   │   │   │ X │   │   │" in two
    pixels: Any = VectorEnv("connect-four", 2, render_mode="rgb_array", perspective="seat_1").render()
    assert [picture.shape[1:] for picture in pixels] == [(720, 3)] * 2
    assert VectorEnv("connect-four", 2).render() is None
    with pytest.raises(ResearchError, match="ansi, rgb_array"):
        VectorEnv("connect-four", 2, render_mode="human")


# --- what is refused ------------------------------------------------------------------------------------------------
def test_one_illegal_action_refuses_the_whole_step() -> None:
    games = VectorEnv("connect-four", 3, seed=0)
    for _ in range(6):
        games.step(np.array([1, 1, 5]))
    before = games.observe()
    with pytest.raises(ActionError, match=r"game 1 .*CON-T1: column b is full") as caught:
        games.step(np.array([0, 1, 5]))
    assert "CON-T1" in caught.value.sentence("ja")
    for wrong in (7, -1, 2**62, -(2**63)):
        with pytest.raises(ActionError, match=r"game 2 .*from 0 to 6"):
            games.step(np.array([0, 0, wrong]))
    with pytest.raises(ActionError, match=r"game 0 .*from 0 to 6"):
        games.step(np.array([2**63 + 1, 0, 0], np.uint64))
    assert equal(games.observe(), before)
    games.step(np.array([0, 0, 0]))


def test_who_writes_into_a_window_makes_nothing_legal() -> None:
    games = VectorEnv("connect-four", 1, seed=0, copy=False)
    _, info = games.reset(options={"position": "blue b1 b3 b5; red b2 b4 b6"})
    info["action_mask"][:] = 1
    with pytest.raises(ActionError, match="CON-T1"):
        games.step(np.array([1]))
    games.step(np.array([0]))
    info["action_mask"][:] = 0
    games.step(np.array([2]))


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
    with pytest.raises(ResearchError, match="NextStep, SameStep, Disabled"):
        VectorEnv("connect-four", 2, autoreset_mode="always")


@pytest.mark.parametrize(
    ("seed", "options", "said"),
    [
        (None, {"colour": "red"}, "colour.*reset_mask, position"),
        (None, {"reset_mask": np.array([True])}, "at least|one True"),
        (None, {"reset_mask": np.array([1, 0])}, "truth values"),
        (None, {"reset_mask": np.array([False, False])}, "one True"),
        (None, {"position": ["blue; red"]}, "one for each of the 2"),
        (None, {"position": 5}, "one for each of the 2"),
        (None, {"position": "blue d1 d2 d3 d4; red a1 a2 a3"}, "goes on|over"),
        ([1], None, "one for each of the 2"),
        ("12", None, "one for each of the 2"),
        ([1, -1], None, "one for each of the 2"),
        ([1, 2**63], None, "one for each of the 2"),
    ],
)
def test_bad_resets_are_refused_and_nothing_changes(seed: Any, options: Any, said: str) -> None:
    games = VectorEnv("connect-four", 2, seed=0)
    games.step(np.array([3, 4]))
    before = games.observe()
    with pytest.raises(LudariumError, match=said) as caught:
        games.reset(seed=seed, options=options)
    assert all(caught.value.sentence(locale) for locale in LOCALES)
    assert equal(games.observe(), before)


# --- memory ---------------------------------------------------------------------------------------------------------
def test_answers_keep_their_values_or_show_what_is_there_now() -> None:
    games = VectorEnv("connect-four", 2, seed=0)
    first = games.reset()
    kept = copy.deepcopy(first)
    games.step(np.array([0, 1]))
    assert equal(first, kept)
    windows = VectorEnv("connect-four", 2, seed=0, copy=False)
    seen, info = windows.reset()
    addresses = [array.ctypes.data for array in (seen, info["action_mask"])]
    for _ in range(100):
        again, *_, now = windows.step(windows.sample())
        assert [array.ctypes.data for array in (again, now["action_mask"])] == addresses
    assert equal(seen, windows.observe()[0])
    assert seen.flags.writeable
    assert info["action_mask"].flags.writeable
    del windows
    assert info["action_mask"].sum() >= 2  # memory stays as long as somebody looks at it


@every_played
def test_copies_in_mid_game_are_exact_and_independent(played: Named) -> None:
    name, options = played
    games = VectorEnv(name, GAMES, seed=8, **options)
    for _ in range(25):
        games.step(games.sample())
    before = games.observe()
    twins = [games.clone(), copy.copy(games), copy.deepcopy(games), pickle.loads(pickle.dumps(games))]
    ends = []
    for twin in twins:
        assert equal(twin.observe(), before)
        for _ in range(20):
            twin.step(twin.sample())
        ends.append((twin.observe(), twin.seeds, twin.finished, twin.reset()))
        assert equal(games.observe(), before)
    for _ in range(20):
        games.step(games.sample())
    own = games.observe(), games.seeds, games.finished, games.reset()
    for end in ends:
        assert equal(end, own)


def test_a_copy_of_games_that_just_ended_goes_on_alike() -> None:
    for mode in AutoresetMode:
        games = VectorEnv("connect-four", 2, seed=0, autoreset_mode=mode)
        for actions in _UNTIL_D4:
            games.step(np.array(actions))
        twin = games.clone()
        assert equal(twin.observe(), games.observe())
        assert twin.observe()[1]["seat_rewards"].tolist() == [[1, -1], [0, 0]]
        assert equal(twin.step(np.array([2, 2])), games.step(np.array([2, 2])))


# --- secrets --------------------------------------------------------------------------------------------------------
@hiding
def test_truths_that_look_alike_give_the_same_bytes(name: str) -> None:
    """Place 1 plays on from a truth that the seat to act cannot tell from that of place 0."""
    different = 0
    for seed in range(30):
        games = VectorEnv(name, 2, seed=seed, autoreset_mode=SAME)
        for _ in range(seed):
            games.step(games.sample())
        states = games._batch.states
        states[1] = states[0].resample(states[0].seat, Rng(seed))
        different += games.position(0) != games.position(1)
        games._look()
        seen, info = games.observe()
        assert np.array_equal(seen[0], seen[1])
        assert np.array_equal(info["action_mask"][0], info["action_mask"][1])
        assert info["seat"][0] == info["seat"][1]
    assert different > 10, "nothing was hidden"
