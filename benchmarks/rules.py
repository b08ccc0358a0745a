"""How fast the rules are, beside another checkout's: steps with a full list and drawn, copies, simulations of searches.

``python -m benchmarks.rules --before SRC``: SRC is the ``src`` folder of the other checkout, compiled. Both are
measured in turns, in processes of their own, in every ruleset that both have. What counts is the processor's time, so
that it matters little what else runs on the machine; the ratio is the median of the rounds' ratios.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from rich.progress import Progress

from ludarium.core import is_compiled
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.playout import play_drawing, play_listing
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.tree import Settings, Tree

ROUNDS = 9
SECONDS = 0.1  # for each figure in each round
SLICE = 1000  # steps or copies between two looks at the clock: mostly a whole game
SIMULATIONS = 200
OPENING = 40  # steps of a random game, after which somebody searches
ROOT = Path(__file__).parents[1]


# --- what is measured -------------------------------------------------------------------------------------------
class Games:
    """Random games of a ruleset, one after the other; each measurement goes on where the last one stopped."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rng = Rng(1)
        self.number = 0
        self.state = ruleset.new()

    def listing(self) -> int:
        return int(play_listing(self.state, self.rng, SLICE))

    def drawing(self) -> int:
        return int(play_drawing(self.state, self.rng, SLICE))

    def copies(self) -> int:
        copy: Callable[[], State] = self.state.copy
        for _ in range(SLICE):
            copy()
        play_drawing(self.state, self.rng, OPENING)
        return SLICE

    def simulations(self) -> int:
        play_drawing(self.state, self.rng, OPENING)
        if self.state.seat < 0:
            return 0
        tree = Tree([self.state], self.ruleset.game.insight, Settings(guided=True), self.number)
        tree.run(SIMULATIONS, float("inf"))
        return int(tree.simulations)

    def per_second(self, what: str) -> float:
        do: Callable[[], int] = getattr(self, what)
        done, spent = 0, 0.0
        while spent < SECONDS or not done:
            if self.state.seat < 0:
                self.number += 1
                self.state = self.ruleset.new(seed=self.number)
            began = process_time()
            done += do()
            spent += process_time() - began
        return done / spent


MEASURES = ("listing", "drawing", "copies", "simulations")


def answer() -> None:
    """What a process for one checkout does: the rulesets that it has, then a line for each question."""
    if not is_compiled():
        sys.exit("The rules of one of the checkouts are not compiled: run make compile there.")
    print(json.dumps([ruleset.name for ruleset in rulesets()]), flush=True)
    games: dict[str, Games] = {}
    for line in sys.stdin:
        name, what = line.split()
        if name not in games:
            games[name] = Games(find_ruleset(name))
        print(json.dumps(games[name].per_second(what)), flush=True)


# --- both in turns ----------------------------------------------------------------------------------------------
class Checkout:
    def __init__(self, src: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(src), str(ROOT)]), "LUDARIUM_PURE": ""}
        command = [sys.executable, "-m", "benchmarks.rules", "--answer"]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=src
        )
        self.rulesets: list[str] = self._hear()

    def ask(self, name: str, what: str) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{name} {what}\n")
        self.process.stdin.flush()
        return float(self._hear())

    def _hear(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit("One of the checkouts could not be measured: see above.")
        return json.loads(line)

    def end(self) -> None:
        self.process.communicate()


def compare(names: Sequence[str], before: Path) -> str:
    checkouts = Checkout(before), Checkout(ROOT / "src")
    names = [name for name in names if all(name in checkout.rulesets for checkout in checkouts)]
    rows = []
    with Progress() as progress:
        task = progress.add_task("Measuring", total=len(names) * len(MEASURES))
        for name in names:
            cells = [name]
            for what in MEASURES:
                pairs = [(checkouts[0].ask(name, what), checkouts[1].ask(name, what)) for _ in range(ROUNDS)]
                old, new = (median(values) for values in zip(*pairs, strict=True))
                cells += [f"{old:,.0f}", f"{new:,.0f}", f"{median(new / old for old, new in pairs):.2f}"]
                progress.advance(task)
            rows.append(f"| {' | '.join(cells)} |")
    for checkout in checkouts:
        checkout.end()
    head = "| ruleset | " + " | ".join(f"{what} before | now | ratio" for what in MEASURES) + " |"
    return "\n".join([head, "|---|" + "---:|" * 3 * len(MEASURES), *rows, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="the src folder of the other checkout")
    parser.add_argument("--only", nargs="*", default=[], metavar="RULESET")
    parser.add_argument("--answer", action="store_true", help="(what the processes for each checkout are started with)")
    given = parser.parse_args()
    if given.answer:
        answer()
        return
    if given.before is None:
        parser.error("name the other checkout's src folder: --before SRC")
    names = [find_ruleset(name).name for name in given.only] or [ruleset.name for ruleset in rulesets()]
    print(compare(names, given.before.resolve()))


if __name__ == "__main__":
    main()
