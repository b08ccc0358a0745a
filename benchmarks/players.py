"""``make bench-players``: are the computer players what they should be?

Every match is a tournament of the arena whose games are kept under ``build/players``: the command can be stopped and
goes on where it was. ``--only WORD`` plays only the matches with this word in their name (or ``timing``: measures how
punctual decisions are); the page is always written with all that has been played by then.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing import Process
from os import cpu_count
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.progress import Progress

from ludarium.arena.contestants import read_contestant
from ludarium.arena.statistics import wilson
from ludarium.arena.summary import Summary, summarise
from ludarium.arena.tournament import Tournament
from ludarium.cli.bench import machine, today, write_section
from ludarium.core.game import Ruleset, find_ruleset, main_rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players import Limits, ThinkingStyle
from ludarium.players.pool import Pool
from ludarium.players.thinker import Question
from ludarium.workers.processes import Processes

FOLDER = Path("build/players")
TIMING = FOLDER / "timing.json"
OPENING_STEPS = 2
HIGHEST = "5:0.1s"  # less than the second that people give it, so that a hundred games end this year
TIMED_DECISIONS = 8  # for each game
LEGEND = f"""Players are written as for `ludarium arena`. There each thinks on one core, and games begin with
{OPENING_STEPS} random steps, each opening from all seats. The goal is 75 % against the level below (tables for three:
the better mean place, significant at 5 %), 60 % with beliefs, 80 % against random playouts. In the long matches the
highest level plays with {HIGHEST.partition(":")[2]} for a step, less than the second it usually gets.
"""


@dataclass(frozen=True)
class Match:
    """The first player should score at least ``goal`` (at tables for more than two: have the better mean place)."""

    kind: str
    ruleset: str
    players: tuple[str, ...]
    games: int
    goal: float
    options: dict[str, object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        words = [self.kind, self.ruleset, *map(str, self.options.values()), *self.players]
        return "_".join(words).replace(":", "-")


def matches() -> Iterator[Match]:
    ladder = ("1", "2", "3", "4", HIGHEST)
    for ruleset in main_rulesets():
        for lower, higher in pairwise(ladder):
            yield Match("levels", ruleset.name, (higher, lower), 100, 0.75)
        if any(option.name == "players" for option in ruleset.offered):
            for lower, higher in pairwise(ladder):
                yield Match("levels", ruleset.name, (higher, lower), 30, 0.5, {"players": 3})
    for ruleset in main_rulesets():
        if ruleset.game.hidden_information:
            yield Match("beliefs", ruleset.name, (HIGHEST, "best:0.1s-beliefs"), 200, 0.6)
    for ruleset in main_rulesets():
        yield Match("uniform", ruleset.name, ("5:1s", "uct:1s"), 20, 0.8)


def tournament(match: Match) -> Tournament:
    players = [read_contestant(text) for text in match.players]
    return Tournament(find_ruleset(match.ruleset), match.options, players, match.games, 1, OPENING_STEPS)


def play(match: Match, jobs: int, progress: Progress) -> None:
    held = tournament(match)
    ledger = held.open_ledger(FOLDER / f"{match.name}.jsonl")
    task = progress.add_task(match.name, total=held.size, completed=len(ledger.results))
    try:
        for _ in held.play(ledger, Processes(jobs)):
            progress.advance(task)
    finally:
        ledger.close()


def summary_of(match: Match) -> Summary | None:
    file = FOLDER / f"{match.name}.jsonl"
    if not file.exists():
        return None
    held = tournament(match)
    ledger = held.open_ledger(file)
    ledger.close()
    if not ledger.results:
        return None
    seconds = [player.seconds for player in held.players]
    return summarise(match.players, held.seats, ledger.in_order(), None, seconds)


def row(match: Match, summary: Summary) -> str:
    pair = summary.cross[0][1]
    low, high = wilson(pair.score, pair.games)
    where = match.ruleset + (f", {summary.seats} seats" if summary.seats > 2 else "")
    told = [where, f"{match.players[0]} – {match.players[1]}", str(summary.games)]
    if summary.seats > 2:
        places = {standing.name: standing.mean_rank for standing in summary.standings}
        told.append(" – ".join(f"{places[name].rank:.2f} ± {places[name].margin:.2f}" for name in match.players))
        told.append(f"p = {summary.equality:.3f}")
        places_apart = places[match.players[0]].rank < places[match.players[1]].rank
        reached = places_apart and summary.equality is not None and summary.equality < 0.05
    else:
        told.append(f"**{pair.score:.1%}** (+{pair.wins} ={pair.draws} −{pair.losses})")
        told.append(f"{low:.1%} … {high:.1%}")
        reached = pair.score >= match.goal
    told += [f"{summary.turns:.0f}", "yes" if reached else "**no**"]
    return "| " + " | ".join(told) + " |"


# --- one second is one second ---------------------------------------------------------------------------------------
def burn() -> None:
    while True:
        pass


def middle(ruleset: Ruleset, seed: int) -> list[State]:
    """What the seat to act has seen of a game that was played at random for a while."""
    rng, state = Rng(seed), ruleset.new({}, seed)
    states = [state.copy()]
    for _ in range(10 + 12 * seed):
        after = state.copy()
        after.apply(after.random_step(rng))
        if after.seat < 0:
            break
        state = after
        states.append(state)
    return [one.view(state.seat) for one in states]


def time_decisions(seconds: float) -> list[tuple[str, float, float, float]]:
    """Under load on all cores: for each game the median and the longest decision, and the memory of a process."""
    rows = []
    burners = [Process(target=burn, daemon=True) for _ in range(cpu_count() or 1)]
    for burner in burners:
        burner.start()
    try:
        for ruleset in main_rulesets():
            with Pool() as pool:
                pool.decide(Question(ruleset.name, middle(ruleset, 0), ThinkingStyle(Limits(seconds=0.1)), 1))
                spent = []
                for seed in range(TIMED_DECISIONS):
                    views = middle(ruleset, seed)
                    began = perf_counter()
                    pool.decide(Question(ruleset.name, views, ThinkingStyle(Limits(seconds=seconds)), seed))
                    spent.append(perf_counter() - began)
                memory = sum(_peak_memory(worker.process.pid) for worker in pool._idle)
            rows.append((ruleset.name, median(spent), max(spent), memory))
    finally:
        for burner in burners:
            burner.kill()
    return rows


def _peak_memory(pid: int | None) -> float:
    """MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def page(timed: Sequence[tuple[str, float, float, float]]) -> str:
    titles = {
        "levels": "Each level against the one below",
        "beliefs": "With beliefs about what is hidden against a copy that takes all possibilities to be alike",
        "uniform": "The highest level against tree search with random playouts, one second for each step",
    }
    parts = [f"# Computer players\n\nPlayed by {today()} with `make bench-players`. Machine: {machine()}.\n"]
    for kind, title in titles.items():
        rows = [row(match, found) for match in matches() if match.kind == kind and (found := summary_of(match))]
        head = "| game | players | games | score (mean place) | 95 % (test) | turns | goal reached |"
        parts.append("\n".join([f"## {title}", "", head, "|---|---|---:|---|---|---:|---|", *rows, ""]))
    lines = [f"| {name} | {usual:.3f} | {most:.3f} | {memory:.0f} |" for name, usual, most, memory in timed]
    head = "| game | median s | longest s | MiB, all processes at their peak |\n|---|---:|---:|---:|"
    title = "One second is one second: decisions of the highest level while other processes keep every core busy"
    parts.append(f"## {title}\n\n{head}\n" + "\n".join(lines) + "\n")
    parts.append(LEGEND)
    return "\n".join(parts)


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("page", type=Path)
    reader.add_argument("--only", default="")
    reader.add_argument("--jobs", type=int, default=cpu_count() or 1)
    given = reader.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Progress() as progress:
        for match in matches():
            if given.only in match.name:
                play(match, given.jobs, progress)
    if given.only in "timing":
        TIMING.write_text(json.dumps(time_decisions(1.0)))
    timed = json.loads(TIMING.read_text()) if TIMING.exists() else []
    write_section(given.page, "players", page(timed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
