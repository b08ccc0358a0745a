"""``ludarium hint``: what the computer would do in a position or at a point of a recorded game."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

from ludarium.cli import arguments as shared
from ludarium.cli.files import chosen_games, read_games
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.cli.thinking import TerminalPool, level_title, show_advice
from ludarium.core.game import find_ruleset
from ludarium.core.state import State
from ludarium.engine import own_views
from ludarium.players.levels import LEVELS, read_level
from ludarium.players.thinker import Question
from ludarium.table import Table

MOST_LINES = 20


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help=terminal.say("common.ruleset"))
    shared.add_position(parser, terminal)
    parser.add_argument("--record", type=Path, metavar="FILE", help=terminal.say("hint.record"))
    parser.add_argument("--step", "--at", type=int, metavar="N", help=terminal.say("hint.step"))
    parser.add_argument("--game", type=int, metavar="N", help=terminal.say("hint.game"))
    parser.add_argument("--level", metavar="LEVEL", help=terminal.say("hint.level"))
    parser.add_argument("--seconds", type=float, metavar="S", help=terminal.say("hint.seconds"))
    parser.add_argument("--seat", type=int, metavar="N", help=terminal.say("hint.seat"))
    parser.add_argument("--lines", type=int, default=3, metavar="N", help=terminal.say("hint.lines"))
    parser.add_argument("--json", action="store_true", help=terminal.say("hint.json"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    seconds = shared.read_seconds(given.seconds)
    shown = shared.read_number("lines", given.lines, 1, MOST_LINES)
    ruleset, views, seat = _from_ruleset(given) if given.record is None else _from_record(given)
    game = find_ruleset(ruleset).game
    level = LEVELS[-1] if given.level is None else read_level(given.level, game)
    viewer = seat if game.hidden_information else int(views[-1].seat)
    # A hint names the best that it finds.
    style = replace(level.within(seconds).in_game(game), slips=0.0, temperature=0.0)
    question = Question(ruleset, views, style, shared.read_seed(given.seed), viewer)
    timed = question.style.limits.seconds is not None
    with TerminalPool(terminal) as thinker:
        thinker.prepare(None if timed else 1)
        report = thinker.decide(question, terminal.say("hint.thinking"))
    if given.json:
        said = {"ruleset": ruleset, "position": game.position_text(views[-1]), "seat": int(views[-1].seat)}
        print(json.dumps(said | report.as_json(game, shown), ensure_ascii=False, indent=2))
        return 0
    show_advice(report, game, views[-1], terminal, shown)
    if report.simulations:  # else the solver was quicker
        title = level_title(level, game, terminal)
        terminal.tell("hint.speed", level=title, simulations=report.simulations, speed=report.speed)
    return 0


Asked = tuple[str, list[State], int]  # the ruleset, what a seat has seen, and the seat


def _from_ruleset(given: argparse.Namespace) -> Asked:
    if given.ruleset is None:
        raise CommandError("hint_what")
    if given.step is not None or given.game is not None:
        raise CommandError("hint_step")
    ruleset = find_ruleset(given.ruleset)
    reached = shared.read_position(ruleset, given)
    if reached.state.seat < 0:
        raise CommandError("hint_over_position")
    seat = _seat(given.seat, reached.state)
    return ruleset.name, own_views(reached, seat), seat


def _from_record(given: argparse.Namespace) -> Asked:
    if given.ruleset or shared.says_position(given):
        raise CommandError("hint_record")
    table: Table = chosen_games(read_games(given.record), given.game)[-1].table
    number = len(table.history.steps) if given.step is None else given.step
    if not 0 <= number <= len(table.history.steps):
        raise CommandError("frame", most=len(table.history.steps))
    state = table.history.states[number]
    if state.seat < 0 or (given.step is None and table.outcome is not None):
        raise CommandError("hint_over", most=max(0, len(table.history.steps) - (table.state.seat < 0)))
    seat = _seat(given.seat, state)
    return table.ruleset.name, table.history.views(seat, number), seat


def _seat(given: int | None, state: State) -> int:
    """Whose knowledge counts."""
    if given is None:
        return int(state.seat)
    if not 0 <= given < state.seats:
        raise CommandError("seat_played", most=state.seats - 1)
    return given
