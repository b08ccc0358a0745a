"""``ludarium check``: whether a game keeps the contract, for those who write one."""

import argparse

from ludarium import conformance
from ludarium.cli import arguments as shared
from ludarium.cli.terminal import Terminal
from ludarium.conformance.play import COMPILED_STEPS, INTERPRETED_STEPS, STEPS

MOST_STEPS = 1_000_000


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", metavar="FILE", help=terminal.say("check.game"))
    said = terminal.say("check.steps", usual=COMPILED_STEPS, interpreted=INTERPRETED_STEPS)
    parser.add_argument("--steps", type=int, default=STEPS, metavar="N", help=said)


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    steps = shared.read_number("steps", given.steps, 1, MOST_STEPS)
    with terminal.progress() as progress:
        task = progress.add_task(terminal.say("check.progress"))
        report = conformance.check(
            given.game, steps, lambda done, total: progress.update(task, completed=done, total=total)
        )
    terminal.write(report.text(terminal.locale))
    return 0 if report.passed else 1
