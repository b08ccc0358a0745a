"""``make bench-peers``: Connect Four here and in OpenSpiel (C++), measured side by side in one run.

Both first count the same step sequences, and our search finds known wins, so that it is the same game that is compared.
Then every figure is taken in several rounds, ours and theirs in turn, so that a slow moment of the machine falls on
both.
"""

import sys
from collections.abc import Callable
from importlib.metadata import version
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter

import pyspiel

from ludarium.cli.bench import machine, today, write_section
from ludarium.core import is_compiled
from ludarium.core.game import find_ruleset
from ludarium.core.insight import Insight
from ludarium.core.playout import perft, play_drawing
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.choice import candidates
from ludarium.search.tree import Settings, Tree

ROUNDS = 7
SECONDS = 0.5  # for each figure in each round
DEPTH = 8
SIMULATIONS = 20_000  # a search, each in a fresh tree
ROLLOUTS = 5_000
MEMORY_MB = 4000
# Results count from -1 to 1 there and from 0 to 1 here: half their constant explores as much.
THEIR_EXPLORE = 2.0
OUR_EXPLORE = THEIR_EXPLORE / 2
POSITIONS = {"start": "", "early": "d d e c", "middle": "d d d d d c e e e b c c"}
# After these steps, exactly these steps force a win as fast as that (in turns of the seat to act).
WINS = (
    ("a g a g a g", "a", 1),  # three in a column
    ("d d e e", "c f", 2),  # three on the ground with both ends open
    ("a d a e b", "f", 2),  # the same for the second player, whose other end is closed
)

RULESET = find_ruleset("connect-four")
THEIR_GAME = pyspiel.load_game("connect_four")

Measure = Callable[[int], float]  # from the number of the round to an amount of work


def our_state(steps: str) -> State:
    state = RULESET.new()
    for step in steps.split():
        state.apply(RULESET.game.read_step(step))
    return state


def their_state(steps: str) -> pyspiel.State:
    state = THEIR_GAME.new_initial_state()
    for step in steps.split():
        state.apply_action(RULESET.game.read_step(step))  # columns have the same numbers there
    return state


# --- the same game --------------------------------------------------------------------------------------------------
def their_perft(state: pyspiel.State, depth: int) -> int:
    steps = state.legal_actions()
    if depth == 1:
        return len(steps)
    return sum(their_perft(state.child(step), depth - 1) for step in steps)


def check_rules() -> int:
    """The number of step sequences of the greatest length compared."""
    for depth in range(1, DEPTH + 1):
        ours, theirs = perft(RULESET.new(), depth), their_perft(THEIR_GAME.new_initial_state(), depth)
        if ours != theirs:
            sys.exit(f"The rules differ: {ours} sequences of {depth} steps here, {theirs} there.")
    return int(ours)


def check_search() -> None:
    """Our search proves the wins that a person can see, and begins in the centre, which is the best first step."""
    for steps, winning, turns in WINS:
        tree = search(our_state(steps), True, 1)
        best = candidates(tree)[0]
        if best.worth < 1.0 or best.length != 2 * turns - 1 or RULESET.game.step_text(best.step) not in winning.split():
            sys.exit(f"After {steps} the search does not prove the win by {winning}: {best}")
    for proofs in (False, True):
        best = candidates(search(RULESET.new(), proofs, 2))[0]
        if RULESET.game.step_text(best.step) != "d":
            sys.exit(f"The search does not begin in the centre: {best}")


# --- measuring ------------------------------------------------------------------------------------------------------
def search(state: State, proofs: bool, seed: int) -> Tree:
    tree = Tree([state], Insight(), Settings(explore=OUR_EXPLORE, proofs=proofs), seed)
    tree.run(SIMULATIONS, inf)
    return tree


def their_search(state: pyspiel.State, solve: bool, seed: int) -> int:
    rollout = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    bot = pyspiel.MCTSBot(THEIR_GAME, rollout, THEIR_EXPLORE, SIMULATIONS, MEMORY_MB, solve, seed, False)
    return int(bot.mcts_search(state).explore_count)


def our_random(seed: int) -> float:
    """Steps of random games, played in compiled code."""
    start, rng = RULESET.new(), Rng(seed)
    return float(sum(play_drawing(start.copy(), rng, 100) for _ in range(ROLLOUTS)))


def their_random(length: float) -> Measure:
    """Steps of random games, played in C++: a search of one simulation whose leaf, the start, gets many rollouts."""

    def measure(seed: int) -> float:
        rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed)
        bot = pyspiel.MCTSBot(THEIR_GAME, rollouts, THEIR_EXPLORE, 1, MEMORY_MB, False, seed, False)
        bot.mcts_search(THEIR_GAME.new_initial_state())
        return ROLLOUTS * length

    return measure


def our_python_random(seed: int) -> float:
    """The same with a loop in Python that lists the legal steps each time."""
    state, rng, taken = RULESET.new(), Rng(seed), 0
    while state.seat >= 0:
        steps = state.legal()
        state.apply(steps[rng.below(len(steps))])
        taken += 1
    return taken


def their_python_random(seed: int) -> float:
    state, rng, taken = THEIR_GAME.new_initial_state(), Rng(seed), 0
    while not state.is_terminal():
        steps = state.legal_actions()
        state.apply_action(steps[rng.below(len(steps))])
        taken += 1
    return taken


def our_searches(steps: str, proofs: bool) -> Measure:
    state = our_state(steps)
    return lambda seed: float(search(state, proofs, seed).simulations)


def their_searches(steps: str, proofs: bool) -> Measure:
    state = their_state(steps)
    return lambda seed: float(their_search(state, proofs, seed))


def rate(measure: Measure, first_seed: int) -> float:
    """Work per second."""
    work, seed, began = 0.0, first_seed, perf_counter()
    while perf_counter() - began < SECONDS:
        work += measure(seed)
        seed += 1
    return work / (perf_counter() - began)


def comparisons() -> list[tuple[str, Measure, Measure]]:
    length = our_random(0) / ROLLOUTS
    pairs: list[tuple[str, Measure, Measure]] = [
        ("random play, steps/s", our_random, their_random(length)),
        ("random play from a Python loop, steps/s", our_python_random, their_python_random),
    ]
    for proofs in (False, True):
        for name, steps in POSITIONS.items():
            label = f"search with{'' if proofs else 'out'} proofs, {name}, simulations/s"
            pairs.append((label, our_searches(steps, proofs), their_searches(steps, proofs)))
    return pairs


def measure_all() -> list[tuple[str, float, float, float]]:
    """Name, our median, their median, and the median of the rounds' ratios."""
    pairs = comparisons()
    values: dict[str, list[tuple[float, float]]] = {name: [] for name, _, _ in pairs}
    for round_ in range(ROUNDS):
        print(f"Round {round_ + 1} of {ROUNDS} …", file=sys.stderr, flush=True)
        for name, ours, theirs in pairs:
            seed = 1000 * (round_ + 1)
            values[name].append((rate(ours, seed), rate(theirs, seed)))
    rows = []
    for name, taken in values.items():
        our_rates, their_rates = zip(*taken, strict=True)
        rows.append((name, median(our_rates), median(their_rates), median(ours / theirs for ours, theirs in taken)))
    return rows


def page(sequences: int, rows: list[tuple[str, float, float, float]]) -> str:
    table = "\n".join(f"| {name} | {ours:,.0f} | {theirs:,.0f} | {ratio:.1f} |" for name, ours, theirs, ratio in rows)
    return f"""# Against another engine

Measured on {today()} with `make bench-peers`. Machine: {machine()}.

Connect Four, here (`examples/connect_four.py`, compiled) and in OpenSpiel {version("open_spiel")} (C++), both on one
core. Both count {sequences:,} sequences of {DEPTH} steps.

| | Ludarium | OpenSpiel | ratio |
|---|---:|---:|---:|
{table}

A search has {SIMULATIONS:,} simulations in a fresh tree (fewer if the result is proven before), each with one random
playout to the end, and explores alike on both sides; `with proofs` is their `solve`, and here it also looks for steps
that end the game at once. Each figure is the median of {ROUNDS} rounds in which both are measured in turn; the ratio is
the median of the rounds' ratios.
"""


def main() -> None:
    if not is_compiled():
        sys.exit("Ludarium is not compiled here, so there is nothing to compare. Is there a C compiler?")
    print("Checking that both play the same game …", file=sys.stderr, flush=True)
    sequences = check_rules()
    check_search()
    text = page(sequences, measure_all())
    print(text)
    write_section(Path(sys.argv[1]), "peers", text)


if __name__ == "__main__":
    main()
