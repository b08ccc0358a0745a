"""Connect Four as a yardstick: 1,000 solved positions in which some steps keep the value of the game and others do not.

``make four PLAYERS="5 best:800sims"`` tells in how many of them a player takes one of the steps that keep it;
``net@FILE`` is a net alone, without any search, and ``large:800sims@FILE.pt`` a search with a large one.
``make four-positions`` makes the list anew, with the exact solver (examples/connect_four_solver.py).
"""

import argparse
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from pathlib import Path
from time import perf_counter

from connect_four import LETTERS, ConnectFour, ConnectFourGame, mirrored, read_position
from connect_four_solver import Solver
from librt.vecs import vec
from numpy.typing import ArrayLike

import ludarium
from ludarium.core.rng import Rng
from ludarium.players.nets import learned_insight
from ludarium.research.search import Batch, Search
from ludarium.search.net import Net

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


def share_kept(positions: Sequence[Position], moves: Iterable[str]) -> float:
    """In which part of these positions the step taken keeps the value."""
    return sum(move in position.keeping for position, move in zip(positions, moves, strict=True)) / len(positions)


# --- who takes the steps --------------------------------------------------------------------------------------------
def take_steps(player: str, positions: Sequence[Position], seed: int) -> Iterable[str]:
    """The steps that a player takes."""
    found = re.fullmatch(r"(?:net|large:(?P<simulations>\d+)sims)@(?P<file>.+)", player)
    if found is None:
        computer = ludarium.player(player, seed=seed)
        return (computer.choose(position.game()) for position in positions)
    if found["file"].endswith(".pt"):
        return steps_of_large(found["file"], int(found["simulations"] or 0), positions)
    net = learned_insight(found["file"], "connect-four", ConnectFour()).net
    return (step_of_net(net, position) for position in positions)


def step_of_net(net: Net, position: Position) -> str:
    """The step that a small net likes best."""
    state = read_position(position.game().position)
    legal = state.legal()
    weights = vec[float]([0.0] * len(legal))
    net.look(state)
    net.weigh(state, legal, weights)
    return LETTERS[max(zip(weights, legal, strict=True))[1]]


def steps_of_large(file: str, simulations: int, positions: Sequence[Position]) -> list[str]:
    """The steps that a large net takes, all positions at once; without simulations those that it likes best."""
    from ludarium.train.judge import LocalJudge, usual_device  # noqa: PLC0415 (torch is not always there)
    from ludarium.train.large_net import open_large  # noqa: PLC0415

    judge = LocalJudge(open_large(Path(file).read_bytes(), {}, usual_device()), usual_device())
    liked: list[str] = []

    def watch(batch: Batch) -> tuple[ArrayLike, ArrayLike]:
        values, priors = judge(batch)
        for start, end in pairwise(batch.starts if not liked else ()):  # the first batch has the positions themselves
            best = max(range(start, end), key=lambda place: float(priors[place]))
            liked.append(LETTERS[batch.actions[best]])
        return values, priors

    search = Search(
        "connect-four", watch, simulations=max(1, simulations), trees=len(positions), considered=0, scout=True
    )
    games = [position.game() for position in positions]
    decisions = search.decide(games)
    return [decision.text for decision in decisions] if simulations else liked


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
        share = share_kept(positions, take_steps(name, positions, given.seed))
        print(f"{name}: keeps the value in {share:.1%} of {len(positions)} positions, {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
