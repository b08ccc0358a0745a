"""``ludarium perft``: count step sequences, a check and a measure of the rules."""

import argparse
from time import perf_counter

from rich.cells import cell_len

from ludarium.cli import arguments as shared
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import find_ruleset
from ludarium.core.state import State
from ludarium.engine import DEEPEST, divide


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    shared.add_ruleset(parser, terminal)
    parser.add_argument("depth", type=int, metavar="DEPTH", help=terminal.say("perft.depth_help"))
    shared.add_position(parser, terminal)
    parser.add_argument("--divide", action="store_true", help=terminal.say("perft.divide"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    ruleset = find_ruleset(given.ruleset)
    if not 1 <= given.depth <= DEEPEST:
        raise CommandError("depth", most=DEEPEST)
    state = shared.read_position(ruleset, given).state
    terminal.out.print(_line(*(terminal.say(f"perft.{column}") for column in ("depth", "nodes", "time"))))
    by_step: list[tuple[int, int]] = []
    for depth in range(1, given.depth + 1):
        began = perf_counter()
        by_step = _count(state, depth, terminal)
        nodes = sum(nodes for _, nodes in by_step)
        terminal.out.print(_line(str(depth), str(nodes), f"{perf_counter() - began:.2f} s"))
    if given.divide:
        for step, nodes in by_step:
            terminal.out.print(f"{ruleset.game.step_text(step):<12} {nodes:>15}")
    return 0


def _line(depth: str, nodes: str, time: str) -> str:
    return "  ".join(" " * (width - cell_len(text)) + text for text, width in ((depth, 5), (nodes, 15), (time, 9)))


def _count(state: State, depth: int, terminal: Terminal) -> list[tuple[int, int]]:
    """The nodes under each step, with a bar that shows how far the counting has come."""
    steps: int = len(state.legal())
    with terminal.progress() as progress:
        task = progress.add_task(terminal.say("perft.progress", depth=depth), total=steps)
        found = []
        for one in divide(state, depth, lambda: None):
            found.append(one)
            progress.advance(task)
    return found
