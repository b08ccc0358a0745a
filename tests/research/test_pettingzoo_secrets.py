"""What a seat may not know reaches it through no door of an environment: two truths that it cannot tell apart give it
the same bytes.
"""

import pickle

import numpy as np
import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.research import pettingzoo
from ludarium.research.errors import ResearchError
from ludarium.research.pictures import RenderMode
from tests.research.played import hiding, play, play_into


def all_that_reaches(env: pettingzoo.Env, agent: str) -> list[object]:
    """Everything that an agent can be given, refusals included."""
    reached: list[object] = [{key: array.tobytes() for key, array in env.observe(agent).items()}]
    reached += [env.agent_selection, env.agents, env.rewards, env.terminations, env.truncations, env.infos]
    reached.append(pickle.dumps(env.imagine(agent, seed=3)))
    if env.agent_selection == agent and not env.terminations[agent]:
        observation, *rest = env.last()
        reached += [observation["action_mask"].tobytes(), rest]
        for action in np.flatnonzero(observation["action_mask"] == 0)[::11]:
            with pytest.raises(LudariumError) as caught:
                env.step(action)
            reached.append([caught.value.sentence(locale) for locale in LOCALES])
    return reached


@pytest.mark.slow
@hiding
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_truths_that_look_alike_give_the_same_bytes(name: str, seat: int, mode: RenderMode) -> None:
    agent, different = f"seat_{seat}", 0
    for steps in (0, 3, 9, 14, 23, 40):
        one = pettingzoo.env(name, mode, perspective=seat)
        one.reset(seed=steps)
        play(one, steps, seed=steps)
        game, truth = one.unwrapped.encoding.game, one.unwrapped._state
        twin = pettingzoo.env(name, mode, perspective=seat)
        twin.restore(game.position_text(truth.resample(seat, Rng(steps))))
        one.restore(one.position)  # a twin has no last step to be marked
        different += one.position != twin.position
        assert all_that_reaches(one, agent) == all_that_reaches(twin, agent), one.position
        if mode == "ansi" or steps == 14:
            assert np.array_equal(one.render(), twin.render())
    assert different > 1, "nothing was hidden"


@hiding
def test_a_spectator_sees_no_secrets(name: str) -> None:
    one, two = (pettingzoo.env(name, "ansi") for _ in range(2))
    play_into(one, 20, seed=2)
    truth = one.unwrapped._state
    one.restore(one.position)
    two.restore(one.unwrapped.encoding.game.position_text(truth.resample(-1, Rng(1))))
    assert one.position != two.position
    assert one.render() == two.render()


@hiding
def test_imagined_games_keep_what_the_seat_knows_and_nothing_else(name: str) -> None:
    env = pettingzoo.env(name)
    play_into(env, 16, seed=2)
    imagined = [env.imagine("seat_0", seed=seed) for seed in range(20)]
    for twin in imagined:
        for key, array in env.observe("seat_0").items():
            assert (twin.observe("seat_0")[key] == array).all()
        play(twin, 10, seed=1)
    assert len({env.imagine("seat_0", seed=seed).position for seed in range(20)}) > 10


@hiding
def test_a_view_is_no_position_to_go_on_from(name: str) -> None:
    env = pettingzoo.env(name)
    play_into(env, 16, seed=5)
    before, game = env.position, env.unwrapped.encoding.game
    for seat in (-1, 0, 1):
        text = game.position_text(env.unwrapped._state.view(seat))
        with pytest.raises(ResearchError, match="whole position"):
            env.restore(text)
        with pytest.raises(ResearchError, match="whole position"):
            env.reset(seed=1, options={"position": text})
    assert env.position == before
    env.reset()
    other = env.clone()
    other.restore(env.position)  # nothing is hidden before the first step, and this is no view
    assert other.position == env.position
