"""``make bench-decisions``: how long decisions of the highest level take, and how much memory, while other processes
keep every core busy. One second is one second.
"""

from multiprocessing import Process
from os import cpu_count
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks import report
from ludarium.core.game import Ruleset, main_rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players import Limits, ThinkingStyle
from ludarium.players.pool import Pool
from ludarium.players.thinker import Question

SECONDS = 1.0
DECISIONS = 8  # for each game


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


def measure(ruleset: Ruleset) -> str:
    """A row: the median and the longest decision in seconds, and the memory of all processes at their peak in MiB."""
    with Pool() as pool:
        pool.decide(Question(ruleset.name, middle(ruleset, 0), ThinkingStyle(Limits(seconds=0.1)), 1))
        spent = []
        for seed in range(DECISIONS):
            views = middle(ruleset, seed)
            began = perf_counter()
            pool.decide(Question(ruleset.name, views, ThinkingStyle(Limits(seconds=SECONDS)), seed))
            spent.append(perf_counter() - began)
        memory = sum(_peak_memory(worker.process.pid) for worker in pool._idle)
    return f"| {ruleset.name} | {median(spent):.3f} | {max(spent):.3f} | {memory:.0f} |"


def _peak_memory(pid: int | None) -> float:
    """MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> None:
    given = report.parser(__doc__).parse_args()
    burners = [Process(target=burn, daemon=True) for _ in range(cpu_count() or 1)]
    for burner in burners:
        burner.start()
    try:
        rows = [measure(ruleset) for ruleset in main_rulesets()]
    finally:
        for burner in burners:
            burner.kill()
    head = "| game | median s | longest s | MiB, all processes at their peak |\n|---|---:|---:|---:|"
    text = f"Decisions of the highest level with {SECONDS:g} s each, while other processes keep every core busy."
    report.deliver("decisions", "One second is one second", "\n".join([text, "", head, *rows, ""]), given.results)


if __name__ == "__main__":
    main()
