"""Who does the work of a long command: the arguments, and the crew that they name."""

import argparse
import os

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludarium.arena.crew import Crew
from ludarium.arena.processes import Processes
from ludarium.cli.parser import read_number
from ludarium.cli.terminal import CommandError, Terminal

MOST_JOBS = 256


def add_crew(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--jobs", type=int, metavar="N", help=terminal.say("crew.jobs"))
    parser.add_argument("--ray", metavar="ADDRESS", help=terminal.say("crew.ray"))


def read_crew(given: argparse.Namespace) -> Crew:
    """The processes or the cluster that ``--jobs`` and ``--ray`` ask for."""
    jobs = None if given.jobs is None else read_number("jobs", given.jobs, 1, MOST_JOBS)
    if given.ray is None:
        return Processes(jobs or _cores())
    # Ray would tell of every lost worker at length in the middle of our output; ``tell_losses`` does it at the end.
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
    try:
        from ludarium.arena.cluster import LOCAL, Cluster  # noqa: PLC0415 (it needs Ray, and a second)
    except ImportError:
        raise CommandError("ray_missing") from None
    return Cluster(given.ray, jobs or _cores() if given.ray == LOCAL else jobs)


def progress_bar(terminal: Terminal) -> Progress:
    """What is done, and the time left; nothing where nobody looks."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=terminal.err, transient=True, disable=not terminal.err.is_terminal)


def tell_losses(crew: Crew, terminal: Terminal) -> None:
    """That workers were lost, if so, and nothing else."""
    if crew.losses:
        terminal.warn("crew.lost", count=crew.losses)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
