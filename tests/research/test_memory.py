"""Long runs: what an adapter has handed out and nobody holds any more is gone."""

import gc
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from ludarium.research import pettingzoo
from ludarium.research.openspiel import load
from ludarium.research.vector import VectorEnv

pytestmark = pytest.mark.slow

PAGE = 4  # KiB
ALLOWED = 3000  # KiB: what is kept once is far less, and what each of these kept for every call was far more


def grown(act: Callable[[], object], times: int) -> int:
    """By how many KiB the process grows, after a while, when something is done so many times."""
    for _ in range(times // 4):
        act()
    gc.collect()
    before = _pages()
    for _ in range(times):
        act()
    gc.collect()
    return (_pages() - before) * PAGE


def _pages() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.parametrize("recall", [False, True])
def test_tensors_do_not_stay(recall: bool) -> None:
    """2000 observations of 7200 bytes are 14 MiB."""
    state = load("realm").new_initial_state()
    ask = state.information_state_tensor if recall else state.observation_tensor
    assert grown(lambda: ask(0), 2000) < ALLOWED


def test_environments_do_not_stay() -> None:
    """300 environments with 39,697 actions and 2730 cells are 12 MiB."""
    env = pettingzoo.env("mutterland")
    env.reset(seed=1)
    kept = pickle.dumps(env)
    assert grown(lambda: pickle.loads(kept).last(), 300) < ALLOWED


def test_vector_environments_do_not_stay() -> None:
    """Fifty of eight games, with 339,416 bytes of masks and observations each, are 16 MiB."""
    games = VectorEnv("mutterland", 8, seed=1)
    assert grown(lambda: games.clone().step(games.sample()), 50) < ALLOWED


def test_positions_do_not_stay() -> None:
    """30,000 boards and hands of Realm, 190 bytes each, are 5.4 MiB."""
    game = load("realm").encoding.game
    options, text = load("realm").encoding.options, game.position_text(load("realm").encoding.start)
    assert grown(lambda: game.read_position(options, text), 30_000) < ALLOWED
