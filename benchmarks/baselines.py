"""Baselines to beat: how far our players are from perfect play in tiny rulesets that are solved (``make baselines``).

Open rulesets are solved by ``research.solver``. There a player is asked for a step in positions from random games in
which some steps keep what the position is worth and others do not. Of the one with secrets, all games are a tree
(``research.tree``): there a player's policy is sampled in every moment that it lets come about, and best answers to it
say how much can be won against it. Last, OpenSpiel's CFR learns that tree.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyspiel

from ludarium.cli.bench import machine, today, write_section
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.spec import Player, read_player
from ludarium.research.solver import DRAW, Solution, Value, solve
from ludarium.research.tree import Tree

PAGE = Path("docs/baselines.md")
OPEN = ("mutterland-tiny", "mutternland-tiny")
HIDDEN = "myrmidons-tiny"
PLAYERS = ("random", "1", "2", "3", "4", "5:0.1s", "best:1000sims", "uct:100sims", "uct:1000sims")
SECRETIVE = ("random", "1", "2", "3", "4", "best:200sims", "uct:100sims")  # they are asked very often
ITERATIONS = (1, 10, 100, 300)
_SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", nargs="+", default=PLAYERS, help="of open rulesets")
    parser.add_argument("--secretive", nargs="+", default=SECRETIVE, help="players of the game with secrets")
    parser.add_argument("--positions", type=int, default=300, help="of each open ruleset")
    parser.add_argument("--turns", type=int, nargs="+", default=(2,), help="of the game with secrets, for players")
    parser.add_argument("--cfr-turns", type=int, nargs="+", default=(2, 3), help="and for CFR")
    parser.add_argument("--samples", type=int, default=200, help="of a player's first steps")
    parser.add_argument("--only", choices=(*OPEN, HIDDEN, "cfr"), help="renew one table")
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    for text in (*given.players, *given.secretive):
        read_player(text)  # refuses unknown ones now, not in some minutes
    measured = f"Measured on {today()} with `make baselines`. Machine: {machine()}."
    for name in (*OPEN, HIDDEN, "cfr") if given.only is None else (given.only,):
        write_section(given.page, name, f"{measured}\n\n{_table(name, given)}\n")


def _table(name: str, given: argparse.Namespace) -> str:
    if name == "cfr":
        return cfr_table(find_ruleset(HIDDEN), given.cfr_turns)
    if name == HIDDEN:
        return "\n\n".join(hidden_table(find_ruleset(HIDDEN), turns, given) for turns in given.turns)
    return open_table(find_ruleset(name), given)


# --- open games -----------------------------------------------------------------------------------------------------
def open_table(ruleset: Ruleset, given: argparse.Namespace) -> str:
    solution = solve(ruleset.new())
    positions = list(choices(ruleset, solution, given.positions))
    value = solution.value(solution.start)
    lines = [
        f"{solution.positions:,} positions; with perfect play {_said(ruleset, value)}. Asked about: {len(positions)}.",
        "",
        "| player | keeps the value | mean regret |",
        "| --- | ---: | ---: |",
    ]
    for text in given.players:
        player = read_player(text).open()
        kept, regret = 0, 0.0
        for number, state in enumerate(positions):
            loss = _regret(solution, ruleset, player, state, number)
            kept += loss == 0
            regret += loss
        player.close()
        lines.append(f"| `{text}` | {100 * kept / len(positions):.1f} % | {regret / len(positions):.3f} |")
        print(ruleset.name, lines[-1], flush=True)
    return "\n".join(lines)


def choices(ruleset: Ruleset, solution: Solution, count: int) -> Iterator[State]:
    """Different positions from random games in which some steps keep what the position is worth and others do not."""
    seen: set[State] = set()
    rng = Rng(_SEED)
    while len(seen) < count:
        state = ruleset.new()
        while state.seat >= 0 and len(seen) < count:
            if state not in seen and len(solution.keeping(state)) < len(state.legal()):
                seen.add(state.copy())
                yield state.copy()
            state.apply(state.random_step(rng))


def _regret(solution: Solution, ruleset: Ruleset, player: Player, state: State, seed: int) -> float:
    """How much of the win the player gives away by its step: 1 of a won game that it loses, 0.5 where it draws."""
    seat = int(state.seat)
    player.begin()
    step = player.choose(ruleset, [state.copy()], seat, seed).step
    return _share(solution.value(state), seat) - _share(solution.values(state)[int(step)], seat)


def _share(value: Value, seat: int) -> float:
    return 0.5 if value.winner == DRAW else float(value.winner == seat)


def _said(ruleset: Ruleset, value: Value) -> str:
    if value.winner == DRAW:
        return "it is a draw"
    return f"{ruleset.game.words('en').name('seat', value.winner)} wins within {value.turns} turns"


# --- a game with secrets --------------------------------------------------------------------------------------------
def hidden_table(ruleset: Ruleset, turns: int, given: argparse.Namespace) -> str:
    tree = Tree(ruleset, ruleset.new({"turn_cap": turns}))
    lines = [
        f"`turn_cap={turns}`: {len(tree):,} nodes, {len(tree.moments):,} moments.",
        "",
        "| player | exploitability | against Red | against Blue |",
        "| --- | ---: | ---: | ---: |",
    ]
    for text in given.secretive:
        player = read_player(text).open()

        def choose(ruleset: Ruleset, views: Sequence[State], seat: int, seed: int, player: Player = player) -> int:
            player.begin()
            return int(player.choose(ruleset, views, seat, seed).step)

        policy = tree.uniform() if text == "random" else tree.sample(choose, given.samples)
        player.close()
        blue, red = tree.best_answer(policy, 0), tree.best_answer(policy, 1)
        lines.append(f"| `{text}` | {(blue + red) / 2:.3f} | {blue:.3f} | {red:.3f} |")
        print(ruleset.name, turns, lines[-1], flush=True)
    return "\n".join(lines)


def cfr_table(ruleset: Ruleset, all_turns: list[int]) -> str:
    rows: dict[int, list[str]] = {count: [] for count in ITERATIONS}
    for turns in all_turns:
        tree = Tree(ruleset, ruleset.new({"turn_cap": turns}))
        game = pyspiel.load_efg_game("\n".join(tree.efg()) + "\n")
        solver, done = pyspiel.CFRSolver(game), 0
        for count in ITERATIONS:
            for _ in range(count - done):
                solver.evaluate_and_update_policy()
            done = count
            rows[count].append(f"{pyspiel.exploitability(game, solver.average_policy()):.4f}")
            print("cfr", turns, count, rows[count][-1], flush=True)
    heads = [f"`turn_cap={turns}`" for turns in all_turns]
    lines = [f"| iterations | {' | '.join(heads)} |", f"| ---: |{' ---: |' * len(heads)}"]
    return "\n".join([*lines, *(f"| {count:,} | {' | '.join(found)} |" for count, found in rows.items())])


if __name__ == "__main__":
    main()
