"""Gymnasium's own tests over every ruleset, and what these environments promise beyond them."""

import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from ludarium.core.errors import IllegalStep, LudariumError, NotAllowed, UnknownName
from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.research import pettingzoo
from ludarium.research.errors import ActionError
from ludarium.research.gymnasium import Env, register
from ludarium.research.vector import VectorEnv
from tests.research.played import every_ruleset, hiding

FOUR = "ludarium/connect-four-v1"


def named(name: str, kind: str = "") -> str:
    arrays = find_ruleset(name).game.arrays
    assert arrays is not None
    return f"ludarium/{name}{kind}-v{arrays.version}"


def play(env: Any, seed: int, steps: int = 10_000, **asked: Any) -> Iterator[tuple[Any, ...]]:
    """Random legal steps of the learner: each answer, the first one with the reward 0."""
    chance = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed, **asked)
    yield seen, 0.0, False, False, info
    for _ in range(steps):
        answer = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        yield answer
        if answer[2]:
            return
        info = answer[4]


# --- Gymnasium's own tests ------------------------------------------------------------------------------------------
@pytest.mark.slow
@every_ruleset
@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version:UserWarning")
def test_the_library_s_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With whatever actions it draws, and pictures of every kind."""
    env = gymnasium.make(named(name), level=2, seat="random")
    check_env(env.unwrapped)
    assert capsys.readouterr().out.strip()  # what ``human`` prints


@every_ruleset
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    env = gymnasium.make(named(name), level=2, seat="random", illegal="error")
    games = [[(seen.tobytes(), reward, info["seat"]) for seen, reward, *_, info in play(env, 3, 30)] for _ in range(2)]
    assert games[0] == games[1]
    other = [(seen.tobytes(), reward, info["seat"]) for seen, reward, *_, info in play(env, 4, 30)]
    assert other != games[0]


@every_ruleset
def test_make_vec_makes_games_against_an_opponent_or_with_oneself(name: str) -> None:
    against = gymnasium.make_vec(named(name), num_envs=2, opponent="random")
    assert isinstance(against, SyncVectorEnv)
    seen, info = against.reset(seed=1)
    assert against.observation_space.contains(seen)
    own = gymnasium.make_vec(named(name, "-selfplay"), num_envs=2, autoreset_mode="SameStep")
    assert isinstance(own, VectorEnv)
    assert own.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert own.observation_space == against.observation_space
    assert own.action_space == against.action_space
    assert own.reset()[1]["action_mask"].shape == info["action_mask"].shape
    assert own.spec is not None
    assert gymnasium.make_vec(own.spec).num_envs == 2


def test_a_name_without_a_version_is_the_newest_and_a_module_can_be_named() -> None:
    with pytest.warns(UserWarning, match="ludarium/connect-four-v1"):
        newest = gymnasium.make("ludarium/connect-four").spec
    assert newest is not None
    assert newest.id == FOUR
    asked = f"import gymnasium; print(gymnasium.make('ludarium.research.gymnasium:{named('mur-en')}', level=2).spec.id)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", asked], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (named("mur-en"), "")


def test_every_ruleset_is_registered_once() -> None:
    with warnings.catch_warnings(action="error"):
        register()
    known = {id_ for id_ in gymnasium.registry if id_.startswith("ludarium/")}
    assert known >= {named(ruleset.name, kind) for ruleset in rulesets() for kind in ("", "-selfplay")}


# --- games worked out by hand ---------------------------------------------------------------------------------------
def test_a_win_and_what_the_learner_sees() -> None:
    """Blue, the learner, has d1 e1 f1 and wins with g1. Seen from red, the same position is a loss: blue takes it."""
    env = Env("connect-four", opponent="best:50sims")
    seen, info = env.reset(options={"position": "blue d1 e1 f1; red a1 a2 a3"})
    assert info["action_mask"].tolist() == [1] * 7
    assert info["seat"] == 0
    next_, own, other = seen
    assert set(next_.flatten().tolist()) == {0.5}
    assert np.argwhere(own).tolist() == [[5, 3], [5, 4], [5, 5]]
    assert np.argwhere(other).tolist() == [[3, 0], [4, 0], [5, 0]]
    seen, reward, terminated, truncated, info = env.step(6)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert not seen[0].any()
    assert info["action_mask"].tolist() == [1, 0, 0, 0, 0, 0, 0]
    with pytest.raises(NotAllowed, match="over"):
        env.step(0)


def test_an_opponent_wins_where_it_can() -> None:
    env = Env("connect-four", opponent="best:200sims", seat=1)
    _, info = env.reset(options={"position": "blue d1 e1 f1 a4; red a1 a2 a3"})
    assert info["seat"] == 1
    _, reward, terminated, _, _ = env.step(1)  # neither c1 nor g1 is stopped
    assert (reward, terminated) == (-1.0, True)
    assert env.position in ("blue a4 c1 d1 e1 f1; red a1 a2 a3 b1", "blue a4 d1 e1 f1 g1; red a1 a2 a3 b1")


def test_others_begin_and_follow_in_turn_order() -> None:
    env = Env("mutterland", players=4, seat=2, opponent=["random", "1", "random"], turn_cap=4)
    for _, reward, terminated, _, info in play(env, 1):
        assert info["seat"] == 2
        assert terminated or env._history.state.seat == 2
        assert terminated or reward == 0
    assert terminated
    seats = {int(state.seat) for state in env._history.states}
    assert seats == {-1, 0, 1, 2, 3}


def test_the_seat_can_be_another_one_in_every_game() -> None:
    env = Env("connect-four", seat="random", opponent="random")
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(40)]
    assert 8 < sum(seats) < 32
    assert env.reset(seed=1, options={"seat": 1})[1]["seat"] == 1


@every_ruleset
def test_a_game_to_its_end(name: str) -> None:
    """Observations are those of PettingZoo's door, and the masks, too."""
    env, other = Env(name, opponent="random"), pettingzoo.raw_env(name)
    rewards = []
    for number, (seen, reward, terminated, _, info) in enumerate(play(env, 2)):
        assert env.observation_space.contains(seen)
        rewards.append(reward)
        if number < 20 and not terminated:
            other.reset(options={"position": env.position})
            observed = other.observe("seat_0")
            assert np.array_equal(seen, observed["observation"])
            assert np.array_equal(info["action_mask"], observed["action_mask"])
            assert np.array_equal(env.action_masks(), observed["action_mask"].astype(np.bool_))
    assert not any(rewards[:-1])
    outcome = env._history.outcome
    assert outcome is not None
    winners = outcome.winners
    assert (rewards[-1] > 0) == (0 in winners and len(winners) < env.encoding.seats)


# --- actions that cannot be taken -----------------------------------------------------------------------------------
def test_an_illegal_action_loses_or_is_an_error() -> None:
    start = {"position": "blue d1 d3 d5; red d2 d4 d6"}
    env = Env("connect-four", opponent="random")
    env.reset(options=start)
    seen, reward, terminated, truncated, info = env.step(3)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "CON-T1" in info["illegal_action"]
    assert seen[0].any()
    with pytest.raises(NotAllowed):
        env.step(0)
    strict = Env("connect-four", opponent="random", illegal="error")
    strict.reset(options=start)
    with pytest.raises(IllegalStep, match="CON-T1"):
        strict.step(3)
    for wrong in (7, -1, None, 1.5, "3", 10**30):
        with pytest.raises(ActionError, match="from 0 to 6"):
            strict.step(wrong)  # type: ignore[arg-type]
    assert strict.position == start["position"]
    assert strict.step(np.int64(0))[2] is False


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"level": 6}, "1.*5|player"),
        ({"opponent": "nobody"}, "nobody"),
        ({"opponent": ["1", "2"]}, "each of the 1 other"),
        ({"seat": 2}, "0, 1, random"),
        ({"seat": -1}, "0, 1, random"),
        ({"seat": True}, "0, 1, random"),
        ({"seat": "blue"}, "0, 1, random"),
        ({"illegal": "ignore"}, "lose, error"),
        ({"render_mode": "opengl"}, "human, ansi, rgb_array"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_bad_arguments_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(LudariumError, match=said) as caught:
        Env("connect-four", **given)
    assert all(caught.value.sentence(locale) for locale in LOCALES)


def test_bad_resets_are_refused() -> None:
    env = Env("connect-four", opponent="random")
    for options, said in (
        ({"colour": "red"}, "position, seat"),
        ({"position": "blue d1 d2 d3 d4; red a1 a2 a3"}, "goes on"),
        ({"seat": 2}, "0, 1, random"),
    ):
        with pytest.raises(LudariumError, match=said):
            env.reset(options=options)
    with pytest.raises(UnknownName):
        Env("connect-five")


# --- copies, pictures, secrets --------------------------------------------------------------------------------------
@every_ruleset
def test_copies_in_mid_game_are_exact_and_independent(name: str) -> None:
    env = Env(name, opponent="random")
    list(play(env, 5, 3))
    assert not env._over
    twins = [env.clone(), pickle.loads(pickle.dumps(env))]
    before = env.position
    ends = []
    for one in (*twins, env):
        assert env.position == before
        assert one.position == before
        chance, told = np.random.default_rng(9), []
        for _ in range(5):
            seen, reward, terminated, _, info = one.step(chance.choice(np.flatnonzero(one.action_masks())))
            told.append((seen.tobytes(), reward, info["action_mask"].tobytes()))
            if terminated:
                break
        ends.append((told, one.position, one.reset()[0].tobytes()))
    assert ends[0] == ends[1] == ends[2]


def test_pictures_are_those_of_the_learner() -> None:
    env = gymnasium.make(FOUR, opponent="random", render_mode="ansi")
    env.reset(seed=1)
    env.step(3)
    assert "X" in str(env.render())
    hidden = Env("myrmidons", opponent="random", render_mode="ansi", seat=1)
    list(play(hidden, 1, 10))
    shown = pettingzoo.env("myrmidons", render_mode="ansi", perspective=1)
    shown.reset(options={"position": hidden.position})
    boards = [str(one.render()).replace("*", " ").partition("\n\n")[0] for one in (hidden, shown)]
    assert boards[0] == boards[1]
    assert Env("connect-four").render() is None


@hiding
def test_what_the_learner_is_told_is_the_same_in_all_truths_that_it_cannot_tell_apart(name: str) -> None:
    different = 0
    for seed in range(45):
        env = Env(name, opponent="random")
        list(play(env, seed, 1 + seed % 15))
        if env._over:
            continue
        told = env._observe().tobytes(), env.action_masks().tobytes()
        before, state = env.position, env._history.state
        other = env.encoding.game.position_text(state.resample(0, Rng(seed)))
        env.reset(options={"position": other})
        assert (env._observe().tobytes(), env.action_masks().tobytes()) == told
        different += before != other
    assert different > 4, "nothing was hidden"
