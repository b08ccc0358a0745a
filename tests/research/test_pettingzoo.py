"""PettingZoo's own tests over every ruleset, and what these environments promise beyond them."""

import copy
import io
import pickle
import random
import subprocess
import sys
import warnings
from contextlib import redirect_stdout
from time import perf_counter
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from ludarium.core.errors import IllegalStep, LudariumError, OptionError, UnknownName
from ludarium.core.words import LOCALES
from ludarium.research import pettingzoo
from ludarium.research.encoding import arrays_of, read_encoding
from ludarium.research.errors import ActionError, ResearchError
from tests.research.played import (
    Named,
    every_long_ruleset,
    every_played,
    every_ruleset,
    everything,
    four,
    play,
    play_into,
    random_action,
)
from tests.table.cups import RULESET as WITHOUT_ARRAYS

# What api_test says about every environment that has masks and is not PettingZoo's own.
NOT_OURS = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
    "ignore:.* has no option options; it has:UserWarning",
)


# --- PettingZoo's own tests -----------------------------------------------------------------------------------------
@every_played
@pytest.mark.filterwarnings(*NOT_OURS)
def test_api(played: Named) -> None:
    name, options = played
    api_test(pettingzoo.env(name, **options), num_cycles=120)


@every_ruleset
def test_seeds(name: str) -> None:
    seed_test(lambda: pettingzoo.env(name), num_cycles=40)


@pytest.mark.slow
@every_ruleset
def test_pictures(name: str) -> None:
    render_test(lambda render_mode: pettingzoo.env(name, render_mode))


@every_ruleset
def test_the_state_is_what_all_seats_know(name: str) -> None:
    env = pettingzoo.env(name)
    env.reset(seed=0)
    play(env, 5, seed=0)
    state, planes = env.state(), len(read_encoding(name, {}).planes)
    assert env.state_space.contains(state)
    assert len(state) == planes * len(env.agents)
    for seat, agent in enumerate(env.agents):
        assert (state[seat * planes : (seat + 1) * planes] == env.observe(agent)["observation"]).all()


@pytest.mark.slow
@every_ruleset
def test_speed_is_printed(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # The library measures for 5 seconds; by this clock they are soon over.
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: 25 * perf_counter()))
    performance_benchmark(pettingzoo.env(name))
    said = capsys.readouterr().out
    rate = float(said.split(" turns per second")[0].split()[-1])
    assert rate > 0
    print(f"{name}: {25 * rate:.0f} turns per second")


# --- names and options ----------------------------------------------------------------------------------------------
def test_names_have_versions() -> None:
    for name in ("mur-en", "mur-en-v1"):
        env = pettingzoo.env(name)
        assert env.metadata["name"] == str(env) == "mur_en_v1"
        assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
        assert env.metadata["is_parallelizable"] is False
    with pytest.raises(ResearchError, match="mur-en-v1") as caught:
        pettingzoo.env("mur-en-v0")  # with other planes
    assert "mur-en-v1" in caught.value.sentence("ja")
    for unknown in ("mur-xx", "mur-xx-v1", "", "-v1"):
        with pytest.raises(UnknownName):
            pettingzoo.env(unknown)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_as_many_agents_as_players(players: int) -> None:
    env = pettingzoo.env("mutterland", players=players)
    assert env.possible_agents == [f"seat_{seat}" for seat in range(players)]
    env.reset(seed=players)
    assert env.agents == env.possible_agents


def test_numbers_from_arrays_are_options_like_any_other() -> None:
    for players in np.arange(2, 7):
        env = pettingzoo.env("mutterland", players=players)
        assert len(env.possible_agents) == players
        assert str(pickle.loads(pickle.dumps(env))) == str(env)
    for wrong in (np.int64(7), np.float64(3), np.True_, True):
        with pytest.raises(OptionError, match="2–6"):
            pettingzoo.env("mutterland", players=wrong)


def test_bad_options_are_refused() -> None:
    with pytest.raises(OptionError, match="2–6"):
        pettingzoo.env("mutterland", players=7)
    with pytest.raises(OptionError, match="colour"):
        pettingzoo.env("mur-en", colour="red")
    with pytest.raises(ResearchError, match="human, ansi, rgb_array"):
        pettingzoo.env("mur-en", render_mode="opengl")  # type: ignore[arg-type]
    for nobody in ("seat_2", 2, -1, "blue"):
        with pytest.raises(ResearchError, match="seat_0, seat_1"):
            pettingzoo.env("mur-en", perspective=nobody)


def test_a_game_without_arrays_says_so() -> None:
    with pytest.raises(ResearchError) as caught:
        arrays_of(WITHOUT_ARRAYS.game)
    for locale in LOCALES:
        assert "arrays" in caught.value.sentence(locale)


def test_planes_are_described() -> None:
    said = pettingzoo.describe("connect-four").splitlines()
    assert said[0] == "connect-four-v1: 2 seats, 7 actions, 3 planes of 6 × 7; at most 42 steps"
    assert said[2] == "Every plane counts from 0 to its largest value, in brackets; observations are divided by it."
    assert said[3].startswith("  0 next (0–2): everywhere: 0 once the game is over")
    assert said[4:] == [
        "  1 own_stones (0–1): stones of the seat that looks",
        "  2 other_stones (0–1): the other's stones",
    ]


@pytest.mark.parametrize("library", ["pettingzoo", "numpy", "gymnasium"])
def test_without_a_library_the_import_says_what_to_install(library: str) -> None:
    asked = f"import sys; sys.modules[{library!r}] = None\nimport ludarium.research.pettingzoo"
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    last = run.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError")
    assert 'pip install "ludarium[pettingzoo]"' in last


# --- what agents get ------------------------------------------------------------------------------------------------
def test_observations_of_connect_four() -> None:
    env = four(3, 3, 6)  # blue d1, red d2, blue g1
    assert env.agent_selection == "seat_1"
    for agent, turn, masked in (("seat_0", 2 / 2, 0), ("seat_1", 1 / 2, 1)):
        seen = env.observe(agent)
        next_, own, other = seen["observation"]
        assert (next_ == turn).all()
        blue, red = (own, other) if agent == "seat_0" else (other, own)
        assert np.argwhere(blue).tolist() == [[5, 3], [5, 6]]  # the first row is the top one
        assert np.argwhere(red).tolist() == [[4, 3]]
        assert seen["action_mask"].tolist() == [masked] * 7
        assert seen["observation"].flags.writeable
        assert env.observation_space(agent).contains(seen)
    env = four(0, 0, 0, 0, 0, 0)
    assert env.observe("seat_0")["action_mask"].tolist() == [0, 1, 1, 1, 1, 1, 1]


def test_rewards_come_with_the_end() -> None:
    env = four(3, 0, 3, 0, 3, 0)
    assert set(env.rewards.values()) == {0}
    env.step(3)
    assert env.rewards == {"seat_0": 1, "seat_1": -1}
    assert env.terminations == {"seat_0": True, "seat_1": True}
    told = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        told.append((agent, reward, terminated, truncated, info))
        assert not seen["action_mask"].any()
        assert (seen["observation"][0] == 0).all()
        with pytest.raises(ValueError, match="dead"):
            env.step(0)
        env.step(None)
    assert told == [("seat_0", 1, True, False, {}), ("seat_1", -1, True, False, {})]
    assert env.agents == []


@every_played
def test_a_game_to_its_end(played: Named) -> None:
    """Rewards are 0 until the end and in sum 0 there; only the seat to act has legal actions, and always has some."""
    name, options = played
    env = pettingzoo.raw_env(name, **options)
    env.reset(seed=4)
    rng, steps = random.Random(4), 0
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0}
        masks = {agent: np.flatnonzero(env.observe(agent)["action_mask"]).tolist() for agent in env.agents}
        assert [agent for agent, legal in masks.items() if legal] == [env.agent_selection]
        assert masks == {agent: sorted(env.legal_actions(agent)) for agent in env.agents}
        env.step(random_action(env, rng))
        steps += 1
    assert steps <= env.encoding.longest
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert all(-1 <= reward <= 1 for reward in env.rewards.values())
    assert env._cumulative_rewards == env.rewards


# --- actions that cannot be taken -----------------------------------------------------------------------------------
def test_an_illegal_action_is_refused_with_its_clause() -> None:
    env = four(3, 3, 3, 3, 3, 3)
    before = everything(env)
    with pytest.raises(IllegalStep, match="CON-T1: column d is full"):
        env.step(3)
    assert everything(env) == before
    env.step(2)
    assert env.agent_selection == "seat_1"


@pytest.mark.parametrize("action", [7, -1, None, 1.5, "3", 10**30, np.array([1, 2])])
def test_what_is_no_action_is_refused(action: object) -> None:
    env = four(3)
    before = everything(env)
    with pytest.raises(ActionError, match="from 0 to 6") as caught:
        env.step(action)
    assert "6" in caught.value.sentence("ja")
    assert everything(env) == before


@pytest.mark.parametrize("action", [2, np.int32(2), np.int64(2), np.uint8(2), np.array(2)])
def test_all_kinds_of_whole_numbers_are_actions(action: int) -> None:
    assert four(action).position == "blue c1; red"


@every_long_ruleset
def test_every_illegal_action_is_refused_in_words(name: str) -> None:
    env = pettingzoo.raw_env(name)
    play_into(env, 20, seed=1)
    before = everything(env)
    illegal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)
    for action in random.Random(2).sample(illegal.tolist(), min(60, len(illegal))):
        with pytest.raises(LudariumError) as caught:
            env.step(action)
        assert isinstance(caught.value, IllegalStep | ActionError)
        assert all(caught.value.sentence(locale) for locale in LOCALES)
    assert everything(env) == before


def test_the_library_can_end_the_game_instead() -> None:
    env = TerminateIllegalWrapper(four(3, 3, 3, 3, 3, 3), illegal_reward=-1)
    with redirect_stdout(io.StringIO()), warnings.catch_warnings(action="ignore", category=UserWarning):
        env.step(3)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1, "seat_1": 0}


def test_calls_in_the_wrong_order_are_refused() -> None:
    env = pettingzoo.env("connect-four")
    for wrong in (env, env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        with pytest.raises(AttributeError, match="reset"):
            wrong.agent_selection  # noqa: B018
        with pytest.raises(AttributeError, match="reset"):
            wrong.last()
        wrong.reset()
        assert wrong.agent_selection == "seat_0"


# --- pictures -------------------------------------------------------------------------------------------------------
def test_pictures_of_connect_four(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("connect-four", render_mode="ansi")
    env.reset()
    env.step(3)
    text = env.render()
    assert "│   │   │   │X* │   │   │   │" in text
    shown = pettingzoo.env("connect-four", render_mode="human")
    shown.reset()
    capsys.readouterr()
    shown.step(3)
    assert capsys.readouterr().out.strip() == text.strip()
    pixels = pettingzoo.env("connect-four", render_mode="rgb_array")
    pixels.reset()
    empty = pixels.render()
    pixels.step(3)
    assert empty.shape == pixels.render().shape
    assert empty.shape[1:] == (720, 3)
    assert (empty != pixels.render()).any()
    blind = four()
    with pytest.warns(UserWarning, match="render_mode"):
        assert blind.render() is None
