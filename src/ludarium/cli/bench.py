"""``ludarium bench``: how fast the rules are, compiled against interpreted, in one run."""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from types import TracebackType

from rich.progress import Progress
from rich.table import Table

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import find_ruleset, rulesets

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
Row = dict[str, object]


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=terminal.say("bench.rulesets"))
    parser.add_argument("--json", action="store_true", help=terminal.say("bench.json"))
    parser.add_argument("--write", metavar="FILE", type=Path, help=terminal.say("bench.write"))
    parser.add_argument("--seconds", type=float, default=USUAL_SECONDS, metavar="S", help=terminal.say("bench.seconds"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    names = [find_ruleset(name).name for name in given.rulesets] or [ruleset.name for ruleset in rulesets()]
    if not 0.05 <= given.seconds <= 3600:
        raise CommandError("seconds", low="0.05", high=3600)
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
        try:
            write_section(given.write, "rules", page(rows))
        except OSError as error:
            raise CommandError("file_write", file=given.write, why=error.strerror or error) from error
        terminal.err.print(terminal.say("common.written", file=given.write))
    return 0


class Worker:
    """A process that measures (``ludarium.cli.measure``)."""

    def __init__(self, pure: bool) -> None:
        environment = {**os.environ, "LUDARIUM_PURE": "1" if pure else ""}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludarium.cli.measure"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
            start_new_session=True,  # Ctrl-C is for the program alone, which ends its workers itself
        )

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        self.process.communicate()

    def ask(self, ruleset: str, what: str, seconds: float) -> tuple[float, bool]:
        """A measured value, and whether compiled rules gave it."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("a worker has pipes")
        print(json.dumps({"ruleset": ruleset, "what": what, "seconds": seconds}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise CommandError("worker")
        said = json.loads(line)
        return said["value"], said["compiled"]


def measure(names: Sequence[str], seconds: float, terminal: Terminal) -> list[Row]:
    """The medians of several rounds, in each of which everything is measured once, so that a
    slow moment of the machine falls on all alike.
    """
    values: dict[tuple[str, str], list[float]] = {}
    with (
        Worker(pure=False) as compiled,
        Worker(pure=True) as interpreted,
        Progress(console=terminal.err, transient=True, disable=not terminal.err.is_terminal) as progress,
    ):
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
    "ruleset",
    "compiled",
    "interpreted",
    "ratio",
    "compiled_drawing",
    "interpreted_drawing",
    "ratio_drawing",
    "copy_ns",
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
    file.write_text(before + begin + text + end + after, encoding="utf-8")


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
