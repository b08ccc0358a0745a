"""Measures the speed of the rules in a process of its own, compiled or interpreted (``LUDARIUM_PURE``).

``ludarium bench`` starts two of these and asks them in turn, one line of JSON each time:
``{"ruleset": "mur-en", "what": "listing", "seconds": 0.2}`` → ``{"value": 812345.6, "compiled": true}``.
"""

import json
import sys
from collections.abc import Callable
from time import perf_counter

from ludarium.cli.terminal import is_compiled
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.playout import play_drawing, play_listing
from ludarium.core.rng import Rng
from ludarium.core.state import State

_SLICE = 50  # steps between two looks at the clock
_COPIES = 1000


class RandomGames:
    """Random games of one ruleset, one after the other; each measurement goes on where the last one stopped."""

    def __init__(self, ruleset: Ruleset, play: Callable[[State, Rng, int], int]) -> None:
        self.ruleset = ruleset
        self.play = play
        self.games = 0
        self.rng = Rng(1)
        self.state = ruleset.new()

    def measure(self, seconds: float) -> float:
        """Steps per second; setting up a game is not counted."""
        steps = 0
        spent = 0.0
        while spent < seconds:
            if self.state.seat < 0:
                self.games += 1
                self.state = self.ruleset.new(seed=self.games)
            began = perf_counter()
            steps += self.play(self.state, self.rng, _SLICE)
            spent += perf_counter() - began
        return steps / spent


class Copies(RandomGames):
    """Copies of states from the course of such games."""

    def measure(self, seconds: float) -> float:
        """Nanoseconds per copy."""
        copies = 0
        spent = 0.0
        while spent < seconds:
            super().measure(1e-9)
            copy = self.state.copy
            began = perf_counter()
            for _ in range(_COPIES):
                copy()
            spent += perf_counter() - began
            copies += _COPIES
        return spent / copies * 1e9


def main() -> None:
    running: dict[tuple[str, str], RandomGames] = {}
    makers: dict[str, Callable[[Ruleset], RandomGames]] = {
        "listing": lambda ruleset: RandomGames(ruleset, play_listing),
        "drawing": lambda ruleset: RandomGames(ruleset, play_drawing),
        "copy": lambda ruleset: Copies(ruleset, play_drawing),
    }
    for line in sys.stdin:
        asked = json.loads(line)
        key = asked["ruleset"], asked["what"]
        if key not in running:
            running[key] = makers[asked["what"]](find_ruleset(asked["ruleset"]))
        value = running[key].measure(asked["seconds"])
        print(json.dumps({"value": value, "compiled": is_compiled()}), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
