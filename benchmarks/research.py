"""``make bench-research``: random games through every adapter, beside the libraries' own games, in one run.

A step is one decision of one seat, chosen at random among the legal ones. In a round everything is measured once, one
after the other, so that a slow moment of the machine falls on all; figures are medians over the rounds.
"""

import warnings
from collections.abc import Callable
from importlib.metadata import version
from random import Random
from statistics import median
from time import perf_counter

import numpy as np
import pyspiel
from open_spiel.python import games as their_python_games  # noqa: F401 (registers them)
from pettingzoo.classic import chess_v6, connect_four_v3, tictactoe_v3
from pettingzoo.utils.env import AECEnv

import ludarium.research.openspiel  # registers our rulesets there
from benchmarks.report import deliver, parser
from ludarium.core import is_compiled
from ludarium.core.game import Ruleset, main_rulesets
from ludarium.core.playout import play_listing
from ludarium.core.rng import Rng
from ludarium.research.pettingzoo import env
from ludarium.research.search import Batch, Search
from ludarium.research.vector import VectorEnv

ROUNDS = 5
SECONDS = 0.6  # for each figure in each round
VECTOR_SIZES = (64, 1024)
FLOATS = f"vector {VECTOR_SIZES[-1]}, 0 to 1"
THEIR_SPIEL = ("connect_four", "chess", "breakthrough", "python_tic_tac_toe")
THEIR_ZOO = {"connect_four_v3": connect_four_v3.env, "tictactoe_v3": tictactoe_v3.env, "chess_v6": chess_v6.env}

Measure = Callable[[], float]  # steps in a second


def rate(work: Callable[[], int]) -> float:
    """Steps in a second of work that is repeated for a while."""
    steps, began = 0, perf_counter()
    while (spent := perf_counter() - began) < SECONDS:
        steps += work()
    return steps / spent


def rules_alone(ruleset: Ruleset) -> Measure:
    rng, start = Rng(1), ruleset.new(seed=1)
    return lambda: rate(lambda: int(play_listing(start.copy(), rng, 10_000)))


def vector(name: str, size: int, scaled: bool = False) -> Measure:
    games = VectorEnv(name, size, seed=1, autoreset_mode="SameStep", copy=False, scaled=scaled)
    games.reset()

    def step() -> int:
        games.step(games.sample())
        return size

    return lambda: rate(step)


def leaves(ruleset: Ruleset) -> Measure:
    """Games of a search against itself, with an evaluator that thinks nothing: positions that it is asked about."""
    asked, seats = 0, int(ruleset.new().seats)

    def evaluator(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        nonlocal asked
        asked += len(batch.seats)
        return np.full((len(batch.seats), seats), 1 / seats), np.ones(len(batch.actions))

    def some() -> int:
        before = asked
        next(games)
        return asked - before

    games = Search(ruleset.name, evaluator, simulations=64, trees=256, noise=True).play(1 << 30, longest=4)
    return lambda: rate(some)


def zoo(make: Callable[[], AECEnv]) -> Measure:
    """The loop of PettingZoo's documentation, with the mask."""
    made, chance, seeds = make(), Random(1), iter(range(1 << 30))

    def game() -> int:
        made.reset(seed=next(seeds))
        steps = 0
        for _ in made.agent_iter():
            observation, _, over, cut, info = made.last()
            if over or cut:
                made.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            made.step(int(chance.choice(np.flatnonzero(mask))))
            steps += 1
            if steps == 500:  # long enough to measure; the next game begins anew
                break
        return steps

    return lambda: rate(game)


def spiel(name: str) -> Measure:
    game, chance = pyspiel.load_game(name), Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        return steps

    return lambda: rate(play)


def measures() -> dict[tuple[str, str], Measure]:
    """By row and column of the tables."""
    found: dict[tuple[str, str], Measure] = {}
    for ruleset in main_rulesets():
        name = ruleset.name
        found[name, "rules"] = rules_alone(ruleset)
        for size in VECTOR_SIZES:
            found[name, f"vector {size}"] = vector(name, size)
        found[name, FLOATS] = vector(name, VECTOR_SIZES[-1], scaled=True)
        found[name, "leaves"] = leaves(ruleset)
        found[name, "PettingZoo"] = zoo(lambda name=name: env(name))  # type: ignore[misc]
        found[name, "OpenSpiel"] = spiel(ludarium.research.openspiel.game_name(ruleset.name))
    for name, make in THEIR_ZOO.items():
        found[name, "PettingZoo"] = zoo(make)
    for name in THEIR_SPIEL:
        found[name, "OpenSpiel"] = spiel(name)
    return found


def page(figures: dict[tuple[str, str], float]) -> str:
    columns = ["rules", *(f"vector {size}" for size in VECTOR_SIZES), FLOATS, "leaves", "PettingZoo", "OpenSpiel"]
    rows = list(dict.fromkeys(row for row, _ in figures))
    ours = {ruleset.name for ruleset in main_rulesets()}
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    for row in rows:
        cells = (f"{figures[row, column]:,.0f}" if (row, column) in figures else "" for column in columns)
        lines.append(f"| {row if row in ours else f'*theirs:* {row}'} | {' | '.join(cells)} |")
    rules = "compiled" if is_compiled() else "interpreted"
    libraries = f"PettingZoo {version('pettingzoo')}, OpenSpiel {version('open_spiel')}"
    about = f"""Steps per second of random games on one core; {rules} rules, {libraries}.
`rules` lists and takes steps in compiled code alone; `vector N` is `VectorEnv.step(sample())` of N games with
observations (bytes, or numbers from 0 to 1) and masks for all, as windows on memory (`copy=False`), where a game that
ends begins anew in the same step; `leaves` are positions that `Search` (256 trees, 64
simulations a decision, first steps of games) asks an evaluator about that answers at once, in a second; `PettingZoo` is
the usual loop over `env.agent_iter()` with observation and mask at every step; `OpenSpiel` is `legal_actions` and
`apply_action` from Python. Their games are the libraries' own: PettingZoo's classic ones, and in OpenSpiel C++ games
and a Python one (`python_…`), stepped by the same loops.
Medians of {ROUNDS} rounds in which everything is measured once."""
    return "\n".join([*lines, "", about])


def main() -> None:
    given = parser(__doc__).parse_args()
    warnings.simplefilter("ignore")  # of the libraries about each other
    todo = measures()
    rounds: dict[tuple[str, str], list[float]] = {key: [] for key in todo}
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS} …", flush=True)
        for key, measure in todo.items():
            rounds[key].append(measure())
    figures = {key: median(values) for key, values in rounds.items()}
    deliver("research", "Through the doors for research", page(figures), given.results)


if __name__ == "__main__":
    main()
