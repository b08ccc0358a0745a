"""Who does the work of a long command: the arguments, and the crew that they name."""

import argparse
import os

from ludarium.arena.crew import Crew
from ludarium.arena.processes import Processes
from ludarium.cli.parser import read_number
from ludarium.cli.terminal import Terminal

MOST_JOBS = 256


def add_crew(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--jobs", type=int, metavar="N", help=terminal.say("crew.jobs"))


def read_crew(given: argparse.Namespace) -> Crew:
    return Processes(read_number("jobs", _cores() if given.jobs is None else given.jobs, 1, MOST_JOBS))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
