"""``ludarium solve``: what a position of a small open game is worth, and what each of its moves is."""

import argparse

from rich.table import Table

from ludarium.cli import arguments as shared
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Game, find_ruleset
from ludarium.core.state import State
from ludarium.research.errors import ResearchError
from ludarium.research.solver import DRAW, USUAL_MOST, Value, solve
from ludarium.search.solver import NO, YES, Solver

_MOST = (1, 50_000_000)
_DEEPEST = 20  # turns of one seat


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    shared.add_ruleset(parser, terminal)
    shared.add_position(parser, terminal)
    parser.add_argument("--most", type=int, default=USUAL_MOST, metavar="N", help=terminal.say("solve.most"))
    parser.add_argument("--within", type=int, metavar="TURNS", help=terminal.say("solve.within"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    ruleset = find_ruleset(given.ruleset)
    most = shared.read_number("most", given.most, *_MOST)
    within = None if given.within is None else shared.read_number("within", given.within, 1, _DEEPEST)
    state = shared.read_position(ruleset, given).state
    if state.seat < 0:
        raise CommandError("solve_over")
    if ruleset.game.hidden_information:
        raise ResearchError("solve_hidden")
    if within is not None:
        return _prove(ruleset.game, state, within, most, terminal)
    with terminal.progress() as progress:
        task = progress.add_task(terminal.say("solve.progress"), total=None)
        solution = solve(state, most, lambda count: progress.update(task, completed=count))
    value, values = solution.value(state), solution.values(state)
    terminal.tell("solve.positions", count=solution.positions)
    results = {"won": solution.count(1), "drawn": solution.count(0), "lost": solution.count(-1)}
    terminal.tell("solve.results", **results, deepest=solution.deepest)
    terminal.tell("solve.value", value=_said(ruleset.game, value, terminal))
    line = [ruleset.game.step_text(step) for step in solution.line(state)] if value.winner != DRAW else []
    if line:
        terminal.tell("solve.line", steps=" ".join(line))
    table = Table(box=None, show_header=False, pad_edge=False)
    for step in sorted(values, key=lambda step: values[step].order(int(state.seat)), reverse=True):
        table.add_row(ruleset.game.step_text(step), _said(ruleset.game, values[step], terminal))
    terminal.show(table)
    return 0


def _said(game: Game, value: Value, terminal: Terminal) -> str:
    if value.winner == DRAW:
        return terminal.say("solve.draw")
    seat = game.words(terminal.locale).name("seat", value.winner)
    return terminal.say("solve.wins", seat=seat, turns=value.turns)


def _prove(game: Game, state: State, within: int, most: int, terminal: Terminal) -> int:
    """Whether the seat to act forces a win within so many of its turns; the repetition of positions counts, too."""
    solver = Solver(game.insight, most)
    seat, answer, turns = int(state.seat), NO, 0
    while answer == NO and turns < within:
        turns += 1
        answer = solver.forces(state, seat, turns)
    name = game.words(terminal.locale).name("seat", seat)
    if answer == YES:
        terminal.tell("solve.forced", seat=name, turns=turns)
        if line := solver.line(state, seat, turns):  # it looks further, and may come to the limit
            terminal.tell("solve.line", steps=" ".join(map(game.step_text, line)))
    else:
        key = "solve.not_forced" if answer == NO else "solve.not_found"
        terminal.tell(key, seat=name, turns=turns, most=most)
    return 0
