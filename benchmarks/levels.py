"""``make levels``: how often the levels below the highest should step at random, so that each step up is felt.

Level 1 should lose most games against a careful beginner (``benchmarks.beginner``), and each further level should win
about four of five against the one below. For every game this finds the slips of ``Game.levels``, level by level: it
plays games with what seems right so far, fits a curve through all results, and plays on with what the curve says. The
simulations stay as they are in ``Game.levels``: where no slips are right for them, choose others. The games are kept
under ``build/levels``, so that the command goes on where it was stopped. It writes nothing: what it prints belongs into
the game's class.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from os import cpu_count
from pathlib import Path

from benchmarks.beginner import BeginnerSpec
from benchmarks.ladder import OPENING_STEPS, TABLES
from ludarium.arena.contestants import Contestant
from ludarium.arena.statistics import Pair, cross_table, logistic, most_likely
from ludarium.arena.tournament import Tournament
from ludarium.core.game import find_ruleset
from ludarium.players.levels import LEVELS
from ludarium.players.spec import PlayerSpec
from ludarium.players.style import Limits
from ludarium.workers.processes import Processes

FOLDER = Path("build/levels")
GOAL = 0.80  # of each level against the one below: between 70 % and 85 %
FIRST_GOAL = 0.20  # of level 1 against the beginner, who should score 75 % and more
BATCH = 40  # games with the same slips
BATCHES = 6
MOST_SLIPS = 0.95
# How steeply the score (as log odds) usually falls with slips, and how much that differs from game to game.
STEEPNESS, STEEPNESS_SPREAD = 7.0, 2.5
_LEVEL_SPREAD = 10.0


@dataclass(frozen=True)
class Trial:
    """What a player scored with these slips."""

    slips: float
    points: float
    games: int


def fitting_slips(trials: Sequence[Trial], goal: float) -> float:
    """The slips for which a curve through the trials has this score: the log odds are a line, of about the usual
    steepness as long as the trials say nothing else.
    """

    def slope(line: Sequence[float]) -> list[float]:
        found = [-line[0] / _LEVEL_SPREAD**2, -(line[1] - STEEPNESS) / STEEPNESS_SPREAD**2]
        for one in trials:
            missed = one.points - one.games * logistic(line[0] - line[1] * one.slips)
            found[0] += missed
            found[1] -= missed * one.slips
        return found

    def information(line: Sequence[float]) -> list[list[float]]:
        found = [[1 / _LEVEL_SPREAD**2, 0.0], [0.0, 1 / STEEPNESS_SPREAD**2]]
        for one in trials:
            chance = logistic(line[0] - line[1] * one.slips)
            known = one.games * chance * (1 - chance)
            found[0][0] += known
            found[0][1] -= known * one.slips
            found[1][0] -= known * one.slips
            found[1][1] += known * one.slips**2
        return found

    height, steepness = most_likely(2, slope, information)
    wanted = log(goal / (1 - goal))
    return min(MOST_SLIPS, max(0.0, (height - wanted) / steepness)) if steepness > 0 else 0.0


def level_player(number: int, simulations: int, slips: float) -> PlayerSpec:
    """A level with these settings instead of its game's."""
    style = replace(LEVELS[number - 1].style, limits=Limits(simulations=simulations), slips=slips, level=0)
    return PlayerSpec(f"{number}-{simulations}sims-{slips:.3f}", style)


def try_slips(rulesets: Sequence[str], player: Contestant, other: Contestant, batch: int, jobs: int) -> Pair:
    """How the first one does against the second one in a batch of games, in all these rulesets together."""
    found = Pair()
    for name in rulesets:
        games = BATCH // len(rulesets)
        held = Tournament(find_ruleset(name), {}, [player, other], games, batch, OPENING_STEPS)
        ledger = held.open_ledger(FOLDER / f"{name}_{player.text}_{other.text}_{batch}.jsonl")
        try:
            for _ in held.play(ledger, Processes(jobs)):
                pass
        finally:
            ledger.close()
        pair = cross_table(ledger.in_order(), 2)[0][1]
        found.wins += pair.wins
        found.draws += pair.draws
        found.losses += pair.losses
    return found


def tune(rulesets: Sequence[str], jobs: int) -> list[tuple[int, float]]:
    """The settings of all levels below the highest for the game of these rulesets."""
    found: list[tuple[int, float]] = []
    other: Contestant = BeginnerSpec()
    for number, (simulations, before) in enumerate(find_ruleset(rulesets[0]).game.levels, start=1):
        goal, slips, trials = FIRST_GOAL if number == 1 else GOAL, before, list[Trial]()
        for batch in range(BATCHES):
            pair = try_slips(rulesets, level_player(number, simulations, slips), other, batch, jobs)
            trials.append(Trial(slips, pair.points, pair.games))
            print(f"{' '.join(rulesets)}: level {number} with slips {slips:.3f} scores {pair.score:.1%}", flush=True)
            slips = round(fitting_slips(trials, goal), 3)
        found.append((simulations, round(slips, 2)))
        other = level_player(number, *found[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", help="those of a game are tuned together (usually those of the ladder)")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    given = parser.parse_args()
    by_game: dict[str, list[str]] = {}
    for name in given.rulesets or [table.ruleset for table in TABLES if not table.options]:
        by_game.setdefault(find_ruleset(name).game.name, []).append(name)
    for game, rulesets in by_game.items():
        print(f"{game}: levels = {tuple(tune(rulesets, given.jobs))}", flush=True)


if __name__ == "__main__":
    main()
