"""``ludarium draw``: a position as a picture, in a file or in the terminal."""

import argparse
import os
import sys
from pathlib import Path

from ludarium.cli import arguments as shared
from ludarium.cli.files import check_picture, frame_at, read_games, write_picture
from ludarium.cli.saved import named
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Game, find_ruleset, rulesets
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR
from ludarium.draw.svg import svg
from ludarium.draw.theme import THEMES
from ludarium.engine import as_seen
from ludarium.table.replay import replay

WIDTHS = (100, 5000)  # pixels


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("what", metavar="RULESET|RECORD", help=terminal.say("draw.what"))
    shared.add_position(parser, terminal)
    parser.add_argument("--at", type=int, metavar="N", help=terminal.say("draw.at"))
    parser.add_argument("--seat", type=int, metavar="N", help=terminal.say("draw.seat"))
    parser.add_argument("--theme", choices=list(THEMES), default="light", help=terminal.say("draw.theme"))
    parser.add_argument("--width", type=int, default=720, metavar="PIXELS", help=terminal.say("draw.width"))
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=terminal.say("draw.output"))
    parser.add_argument("--text", action="store_true", help=terminal.say("draw.text"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    check_picture(given.output, "picture_kind")
    if not WIDTHS[0] <= given.width <= WIDTHS[1]:
        raise CommandError("width", low=WIDTHS[0], high=WIDTHS[1])
    is_record = os.path.exists(named(given.what)) and given.what not in [ruleset.name for ruleset in rulesets()]
    game, scene = _from_record(given) if is_record else _from_ruleset(given)
    if given.output is None and (given.text or terminal.out.is_terminal):
        terminal.write(terminal.draw(scene, game))
        return 0
    drawn = svg(scene, game, theme=given.theme, locale=terminal.locale, width=given.width)
    if given.output is None:
        sys.stdout.write(drawn)
    else:
        write_picture(given.output, drawn, terminal)
    return 0


def _from_ruleset(given: argparse.Namespace) -> tuple[Game, Scene]:
    """What a seat sees, or (without a seat) everything, as the seat to act has it before it."""
    ruleset = find_ruleset(given.what)
    if given.at is not None:
        raise CommandError("at_record")
    reached = shared.read_position(ruleset, given)
    shared.check_viewer(given.seat, reached.state)
    return ruleset.game, reached.scene(*as_seen(reached, given.seat))


def _from_record(given: argparse.Namespace) -> tuple[Game, Scene]:
    if shared.says_position(given):
        raise CommandError("record_alone")
    table = read_games(Path(given.what))[-1].table
    shared.check_viewer(given.seat, table.state)
    frames = list(replay(table, SPECTATOR if given.seat is None else given.seat))
    return table.game, frame_at(frames, given.at).scene()
