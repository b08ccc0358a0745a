"""``ludarium bench``: how fast the rules are, compiled against interpreted, in one run."""

import argparse
import json
import os
import platform
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.table import Table

from ludarium.cli.arguments import read_seconds
from ludarium.cli.files import replace, writing
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core import is_compiled
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.playout import play_drawing, play_listing
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.workers.processes import WorkerProcess

REPEATS = 5
USUAL_SECONDS = 8.0
# What is measured: column, compiled?, kind, share of the time.
MEASURES = (
    ("compiled", True, "listing", 0.15),
    ("interpreted", False, "listing", 0.35),
    ("compiled_drawing", True, "drawing", 0.15),
    ("interpreted_drawing", False, "drawing", 0.30),
    ("copy_ns", True, "copy", 0.05),
)
_SLICE = 50  # steps between two looks at the clock
_COPIES = 1000
Row = dict[str, object]


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=terminal.say("bench.rulesets"))
    parser.add_argument("--json", action="store_true", help=terminal.say("bench.json"))
    parser.add_argument("--write", metavar="FILE", type=Path, help=terminal.say("bench.write"))
    parser.add_argument("--seconds", type=float, default=USUAL_SECONDS, metavar="S", help=terminal.say("bench.seconds"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    names = [find_ruleset(name).name for name in given.rulesets] or [ruleset.name for ruleset in rulesets()]
    read_seconds(given.seconds)
    if not given.json:
        terminal.err.print(terminal.say("bench.begin", count=len(names), seconds=round(len(names) * given.seconds)))
    rows = measure(names, given.seconds, terminal)
    if any(row["compiled"] is None for row in rows):
        terminal.warn("bench.not_compiled")
    if given.json:
        print(json.dumps({"rows": rows, "machine": machine(), "date": today()}, ensure_ascii=False))
    else:
        terminal.show(_table(rows, terminal))
        terminal.tell("bench.legend", repeats=REPEATS)
    if given.write:
        with writing(given.write):
            write_section(given.write, "rules", page(rows))
        terminal.err.print(terminal.say("common.written", file=given.write))
    return 0


class Worker(WorkerProcess):
    """A process that measures the speed of the rules, compiled or interpreted (``LUDARIUM_PURE``)."""

    def __init__(self, pure: bool) -> None:
        before = os.environ.get("LUDARIUM_PURE")
        os.environ["LUDARIUM_PURE"] = "1" if pure else ""  # it has the same environment
        try:
            super().__init__(_measure)
        finally:
            del os.environ["LUDARIUM_PURE"]
            os.environ.update({} if before is None else {"LUDARIUM_PURE": before})

    def ask(self, ruleset: str, what: str, seconds: float) -> tuple[float, bool]:
        """A measured value, and whether compiled rules gave it."""
        self.send((ruleset, what, seconds))
        try:
            value, was_compiled = self.receive()
        except EOFError:
            raise CommandError("worker") from None
        return value, was_compiled


def _measure(line: Connection) -> None:
    """What such a process does."""
    running: dict[tuple[str, str], RandomGames] = {}
    while True:
        name, what, seconds = line.recv()
        if (name, what) not in running:
            running[name, what] = RandomGames(find_ruleset(name), play_listing if what == "listing" else play_drawing)
        games = running[name, what]
        line.send((games.time_copies(seconds) if what == "copy" else games.measure(seconds), is_compiled()))


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

    def time_copies(self, seconds: float) -> float:
        """Nanoseconds per copy of states from the course of such games."""
        copies = 0
        spent = 0.0
        while spent < seconds:
            self.measure(1e-9)
            copy = self.state.copy
            began = perf_counter()
            for _ in range(_COPIES):
                copy()
            spent += perf_counter() - began
            copies += _COPIES
        return spent / copies * 1e9


def measure(names: Sequence[str], seconds: float, terminal: Terminal) -> list[Row]:
    """The medians of several rounds, in each of which everything is measured once, so that a
    slow moment of the machine falls on all alike.
    """
    values: dict[tuple[str, str], list[float]] = {}
    with ExitStack() as workers, terminal.progress() as progress:
        compiled, interpreted = Worker(pure=False), Worker(pure=True)
        workers.callback(compiled.end)
        workers.callback(interpreted.end)
        task = progress.add_task("", total=REPEATS * len(names) * len(MEASURES))
        for round_ in range(REPEATS):
            for name in names:
                progress.update(task, description=terminal.say("bench.progress", round=round_ + 1, name=name))
                for column, wants_compiled, what, share in MEASURES:
                    worker = compiled if wants_compiled else interpreted
                    value, was_compiled = worker.ask(name, what, seconds * share / REPEATS)
                    if was_compiled == wants_compiled:
                        values.setdefault((name, column), []).append(value)
                    progress.advance(task)
    return [_row(name, values) for name in names]


def _row(name: str, values: dict[tuple[str, str], list[float]]) -> Row:
    row: Row = {"ruleset": name}
    for column, *_ in MEASURES:
        found = values.get((name, column))
        row[column] = round(median(found)) if found else None
    row["ratio"] = _ratio(row["compiled"], row["interpreted"])
    row["ratio_drawing"] = _ratio(row["compiled_drawing"], row["interpreted_drawing"])
    return row


def _ratio(compiled: object, interpreted: object) -> float | None:
    if isinstance(compiled, int) and isinstance(interpreted, int) and interpreted:
        return round(compiled / interpreted, 1)
    return None


COLUMNS = (
    *("ruleset", "compiled", "interpreted", "ratio"),
    *("compiled_drawing", "interpreted_drawing", "ratio_drawing", "copy_ns"),
)


def _cell(value: object) -> str:
    return "–" if value is None else f"{value:,}" if isinstance(value, int | float) else str(value)


def _table(rows: Sequence[Row], terminal: Terminal) -> Table:
    table = Table(box=None, header_style="bold")
    for column in COLUMNS:
        is_name = column == "ruleset"
        table.add_column(
            terminal.say(f"bench.column_{column}"), justify="left" if is_name else "right", no_wrap=is_name
        )
    for row in rows:
        table.add_row(*(_cell(row[column]) for column in COLUMNS))
    return table


def page(rows: Sequence[Row]) -> str:
    """The results as a page to keep."""
    head = " | ".join(COLUMNS)
    rule = " | ".join("---" if column == "ruleset" else "---:" for column in COLUMNS)
    lines = [" | ".join(_cell(row[column]) for column in COLUMNS) for row in rows]
    table = "\n".join(f"| {line} |" for line in (head, rule, *lines))
    return f"""# Speed of the rules

Measured on {today()} with `make bench`. Machine: {machine()}.

{table}

Random games, one after the other, with each ruleset's usual options. `compiled` and `interpreted` are steps per second
of the same source files, compiled by mypyc and run by Python as they are, when all legal steps are listed before one is
taken; the columns `…_drawing` are for playouts that draw a candidate and judge it instead of listing. `ratio` is
compiled ÷ interpreted. `copy_ns` is the time to copy a state from such a game, compiled, in nanoseconds.
Each figure is the median of {REPEATS} rounds; in a round everything is measured once, compiled and interpreted in turn.
"""


def write_section(file: Path, name: str, text: str) -> None:
    """Put a text between its own two marks in a page, which keeps what else it has."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    if begin in old and end in old:
        before, after = old.partition(begin)[0], old.partition(end)[2]
    else:
        before, after = old + "\n" if old else "", ""
    file.parent.mkdir(parents=True, exist_ok=True)
    replace(file, (before + begin + text + end + after).encode())


def machine() -> str:
    """Processor, cores, Python and system, in words."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    cores = os.cpu_count() or 1
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {cores} cores, {python}, {platform.system()} {platform.release().partition('-')[0]}"


def today() -> str:
    return datetime.now(UTC).date().isoformat()
