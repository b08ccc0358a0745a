"""Torch shares the memory of what environments hand out, without a copy and without a warning."""

import numpy as np
import pytest

from ludarium.research import pettingzoo
from ludarium.research.gymnasium import Env
from ludarium.research.vector import VectorEnv

torch = pytest.importorskip("torch")

TAKE = pytest.mark.parametrize("take", [torch.from_dlpack, torch.from_numpy], ids=["from_dlpack", "from_numpy"])


@TAKE
@pytest.mark.parametrize("scaled", [True, False], ids=["0 to 1", "counts"])
@pytest.mark.parametrize("copy", [True, False], ids=["kept", "windows"])
def test_arrays_of_many_games_are_shared(take, scaled: bool, copy: bool) -> None:  # type: ignore[no-untyped-def]
    games = VectorEnv("connect-four", 2, seed=0, copy=copy, scaled=scaled)
    seen, rewards, terminations, truncations, info = games.step(np.array([3, 4]))
    for array in (seen, rewards, terminations, truncations, *info.values()):
        tensor = take(array)
        assert tensor.data_ptr() == array.ctypes.data
        assert tensor.shape == array.shape


@TAKE
def test_a_tensor_of_a_window_shows_the_present(take) -> None:  # type: ignore[no-untyped-def]
    games = VectorEnv("connect-four", 2, seed=0, copy=False)
    seen, info = games.observe()
    stones, masks = take(seen), take(info["action_mask"])
    assert stones[:, 1:].sum() == 0
    for _ in range(6):
        games.step(np.array([3, 4]))
    assert stones[0, 1:].sum() == 6
    assert masks.tolist() == [[1, 1, 1, 0, 1, 1, 1], [1, 1, 1, 1, 0, 1, 1]]
    stones.fill_(0.5)  # shows until the next step, and changes nothing else
    games.step(np.array([4, 3]))
    assert set(stones[:, 1:].flatten().tolist()) == {0.0, 1.0}


@TAKE
def test_a_tensor_keeps_the_memory_of_games_that_are_gone(take) -> None:  # type: ignore[no-untyped-def]
    games = VectorEnv("realm", 4, seed=0, copy=False, scaled=False)
    tensor, kept = take(games.observe()[0]), games.observe()[0].copy()
    del games
    others = [VectorEnv("realm", 4, seed=seed) for seed in range(5)]
    assert np.array_equal(tensor.numpy(), kept)
    assert len(others) == 5


@TAKE
def test_arrays_of_single_games_are_shared(take) -> None:  # type: ignore[no-untyped-def]
    zoo = pettingzoo.env("mur-en")
    zoo.reset(seed=1)
    seen, info = Env("mur-en", opponent="random").reset(seed=1)
    for array in (*zoo.last()[0].values(), zoo.state(), zoo.legal_actions("seat_0"), seen, info["action_mask"]):
        assert take(array).data_ptr() == array.ctypes.data
