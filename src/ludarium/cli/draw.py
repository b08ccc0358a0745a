"""``ludarium draw``: a position as a picture, in a file or in the terminal."""

import argparse
import sys
from pathlib import Path

from ludarium.cli import parser as shared
from ludarium.cli.picture import picture
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Game, find_ruleset
from ludarium.core.scene import Scene
from ludarium.draw.png import png
from ludarium.draw.svg import svg
from ludarium.draw.theme import THEMES
from ludarium.engine import reach
from ludarium.table.reading import read_any
from ludarium.table.replay import replay
from ludarium.table.table import draw_scene


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("what", metavar="RULESET|RECORD", help=terminal.say("draw.what"))
    shared.add_position(parser, terminal)
    shared.add_start(parser, terminal)
    parser.add_argument("--at", type=int, metavar="N", help=terminal.say("draw.at"))
    parser.add_argument("--seat", type=int, metavar="N", help=terminal.say("draw.seat"))
    parser.add_argument("--theme", choices=list(THEMES), default="light", help=terminal.say("draw.theme"))
    parser.add_argument("--width", type=int, default=720, metavar="PIXELS", help=terminal.say("draw.width"))
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=terminal.say("draw.output"))
    parser.add_argument("--text", action="store_true", help=terminal.say("draw.text"))
