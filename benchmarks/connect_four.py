"""Connect Four as a yardstick: 1,000 solved positions in which some steps keep the value of the game and others do not.

``make four PLAYERS="5 best:800sims"`` tells in how many of them a player takes one of the steps that keep it;
``net@FILE`` is a net alone, without any search.
``make four-positions`` makes the list anew, with the exact solver (examples/connect_four_solver.py).
"""

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from time import perf_counter

from connect_four import LETTERS, ConnectFour, ConnectFourGame, mirrored, read_position
from connect_four_solver import Solver
from librt.vecs import vec

import ludarium
from ludarium.core.rng import Rng
from ludarium.players.nets import learned_insight

FILE = Path(__file__).with_suffix(".txt")
COUNT = 1000
STONES = [*range(8, 32), *range(10, 32), *range(10, 32), *range(10, 32)]  # in turn; the first take longest to solve
HEADER = """\
# Connect Four positions in which some steps keep the value of the game and others do not: the steps so far, the value
# for the seat to act (1: it can win, 0: it can draw), the steps that keep it.
# Made by: make four-positions
"""


@dataclass(frozen=True)
class Position:
    steps: str
    value: int  # for the seat to act: 1 (a win) or 0 (a draw); what is lost cannot be kept
    keeping: str  # the steps that keep it

    def game(self) -> ludarium.GameSession:
        return ludarium.new("connect-four").play(*self.steps)


def read_positions(file: Path = FILE) -> list[Position]:
    lines = [line.split() for line in file.read_text().splitlines() if not line.startswith("#")]
    return [Position(steps, int(value), keeping) for steps, value, keeping in lines]


def share_kept(positions: Iterable[Position], choose: Callable[[ludarium.GameSession], str]) -> float:
    """In which part of these positions the chosen step keeps the value."""
    kept = [choose(position.game()) in position.keeping for position in positions]
    return sum(kept) / len(kept)


def net_alone(file: str) -> Callable[[ludarium.GameSession], str]:
    """Takes the step that a net likes best."""
    net = learned_insight(file, "connect-four", ConnectFour()).net

    def choose(game: ludarium.GameSession) -> str:
        state = read_position(game.position)
        legal = state.legal()
        weights = vec[float]([0.0] * len(legal))
        net.look(state)
        net.weigh(state, len(legal), weights)
        return LETTERS[max(zip(weights, legal, strict=True))[1]]

    return choose


# --- making the list ------------------------------------------------------------------------------------------------
def find_positions(count: int) -> Iterable[Position]:
    """Positions of games in which both complete and prevent fours and else take any step, none of them twice."""
    rng, solver, seen = Rng(1), Solver(), set[tuple[int, int]]()
    insight = ConnectFourGame.insight
    wanted = cycle(STONES)
    stones = next(wanted)
    while count:
        state, steps = ConnectFour(), ""
        while state.seat >= 0 and state.turn < stones:
            step = int(insight.rollout_step(state, rng))
            state.apply(step)
            steps += LETTERS[step]
        image = min((state.mine, state.filled), (int(mirrored(state.mine)), int(mirrored(state.filled))))
        if state.seat < 0 or image in seen:
            continue
        seen.add(image)
        keeping = solver.keeping(state)
        if len(keeping) < len(state.legal()):
            yield Position(steps, solver.value(state), "".join(LETTERS[step] for step in keeping))
            count -= 1
            stones = next(wanted)


def make_list(file: Path, count: int) -> None:
    found, began = [], perf_counter()
    for position in find_positions(count):
        found.append(position)
        print(f"\r{len(found)} of {count}, {perf_counter() - began:.0f} s", end="", flush=True)
    print()
    lines = sorted(found, key=lambda one: len(one.steps))
    file.write_text(HEADER + "".join(f"{one.steps} {one.value} {one.keeping}\n" for one in lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", help="such as 5, best:800sims, random (docs/players.md)")
    parser.add_argument("--make", action="store_true", help="make the list of positions anew")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.make:
        make_list(FILE, COUNT)
    positions = read_positions()
    for name in given.players:
        began = perf_counter()
        alone = name.removeprefix("net@")
        choose = net_alone(alone) if alone != name else ludarium.player(name, seed=given.seed).choose
        share = share_kept(positions, choose)
        print(f"{name}: keeps the value in {share:.1%} of {len(positions)} positions, {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
