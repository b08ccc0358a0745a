"""``ludarium resume``: the games that somebody has saved, and going on with one of them."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from ludarium.cli import play
from ludarium.cli.saved import SavedGame, folder, named, saved_games
from ludarium.cli.terminal import CommandError, Terminal, printable, typed_number
from ludarium.cli.thinking import player_title
from ludarium.core.errors import UnknownName

_MOST_FINISHED = 10  # in the list, unless all are wanted


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=terminal.say("resume.which"))
    parser.add_argument("--all", action="store_true", help=terminal.say("resume.all"))
    play.add_company(parser, terminal)


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    games, strange = saved_games()
    name = given.game
    if name is None:
        _show(games, strange, given.all, terminal)
        if not terminal.is_person or not games or games[0].over:
            return 0
        name = terminal.ask(terminal.say("resume.ask"))
        if name is None or name.lower() in ("q", "quit"):
            return 0
        name = name or "1"
    begun = argparse.Namespace(ruleset=None, option=[], seed=None, against=None, series=None, record=None)
    return play.run(argparse.Namespace(**vars(begun), **vars(given), resume=_chosen(name, games)), terminal)


def _chosen(name: str, games: Sequence[SavedGame]) -> Path:
    """The record that a number of the list, the name of a game or of a file means."""
    number = typed_number(name, 1, len(games))
    if number is not None:
        return games[number - 1].file
    file = named(name)
    if name and os.path.exists(file):
        return file
    if len(file.parts) > 1:
        raise UnknownName("record_missing", path=name)
    alike = [game.file for game in games if name and game.name.startswith(name)]
    if len(alike) != 1:
        raise CommandError("resume_which", name=name)
    return alike[0]


def _show(games: Sequence[SavedGame], strange: Sequence[Path], everything: bool, terminal: Terminal) -> None:
    begun = [game for game in games if not game.over]
    over = games[len(begun) :]
    shown = over if everything else over[:_MOST_FINISHED]
    if not begun:
        terminal.tell("resume.none_open" if over else "resume.none")
    for title, some, first in (("resume.title", begun, 1), ("resume.over", shown, len(begun) + 1)):
        if some:
            terminal.out.print(terminal.say(title), style="bold")
            terminal.show(_table(some, first, terminal))
    if len(over) > len(shown):
        terminal.tell("resume.more", count=len(over) - len(shown))
    if strange:
        terminal.warn("resume.strange", folder=folder(), files=", ".join(file.name for file in strange))
    if games:
        terminal.tell("resume.how")


def _table(games: Sequence[SavedGame], first: int, terminal: Terminal) -> Table:
    table = Table(box=None, show_header=False, pad_edge=True)
    for style, wrap in (("bold", False), ("cyan", False), ("", True), ("", False), ("dim", False)):
        table.add_column(style=style, no_wrap=not wrap, overflow="fold")
    for number, game in enumerate(games, first):
        moves = terminal.say("resume.moves", moves=game.moves)
        table.add_row(str(number), printable(game.name), _who(game, terminal), moves, f"{game.changed:%Y-%m-%d %H:%M}")
    return table


def _who(game: SavedGame, terminal: Terminal) -> str:
    """The ruleset and the players: a file that was named otherwise does not tell them."""
    words = game.ruleset.game.words(terminal.locale)
    said = []
    for seat, player in enumerate(game.players):
        shown = player_title(player, game.ruleset.game, terminal)
        side = words.name("seat", seat)
        said.append(terminal.say("play.named", side=side, player=shown) if shown else side)
    return f"{game.ruleset.name}: {words.name('', said)}"
