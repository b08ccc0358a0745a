"""``ludarium games``: the games, their rulesets and what can be chosen."""

import argparse

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Game, Ruleset, by_game
from ludarium.core.options import OptionValue, what_it_takes


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("name", nargs="?", metavar="GAME", help=terminal.say("games.name"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    wanted = None if given.name is None else find_game(given.name)
    for game, members in by_game():
        if wanted in (None, game):
            _show(game, members, terminal)
    if any(option.lists for game, _ in by_game() if wanted in (None, game) for option in game.options):
        terminal.tell("games.lists")
    terminal.tell("games.more")
    return 0


def find_game(name: str) -> Game:
    """The game of that name, or of the ruleset of that name."""
    for game, members in by_game():
        if name in (game.name, *(ruleset.name for ruleset in members)):
            return game
    raise CommandError("game_unknown", name=name, known=[game.name for game, _ in by_game()])


def _show(game: Game, members: list[Ruleset], terminal: Terminal) -> None:
    words = game.words(terminal.locale)
    terminal.show(Text.assemble((str(words.sections["name"]), "bold"), "  ", str(words.sections["summary"])))
    has_options = any(ruleset.offered for ruleset in members)
    terminal.show(Padding(_rulesets(members, terminal), (0, 0, 0 if has_options else 1, 2)))
    if has_options:
        terminal.show(Padding(options_table(game, members, terminal), (0, 0, 1, 2)))


def _rulesets(members: list[Ruleset], terminal: Terminal) -> Table:
    table = _grid(terminal.say("games.rulesets"))
    for ruleset in members:
        offered = {option.name for option in ruleset.offered}
        preset = [f"{name}={value_text(value)}" for name, value in ruleset.preset.items() if name in offered]
        line = ruleset.game.words(terminal.locale).name("rulesets", ruleset.name)
        table.add_row(Text(ruleset.name, "cyan"), line + (f"  ({' '.join(preset)})" if preset else ""))
    return table


def options_table(game: Game, members: list[Ruleset], terminal: Terminal) -> Table:
    """What the options of some rulesets of a game are, and take."""
    table = _grid(terminal.say("games.options"))
    for option in game.options:
        having = [ruleset.name for ruleset in members if option in ruleset.offered]
        if not having:
            continue
        words = game.words(terminal.locale)
        takes = Text(what_it_takes(option))
        line = words.name("options", option.name)
        called = [(value, words.entry("called", f"{option.name}.{value}")) for value in option.values]
        named = "".join(f"\n{value}: {name}" for value, name in called if name)
        usual = value_text(option.default)
        notes = [terminal.say("games.usually", value=usual), option.clause] if usual else [option.clause]
        if len(having) < len(members):
            notes.append(terminal.say("games.only", rulesets=having))
        table.add_row(
            Text(option.name, "cyan"), Text.assemble(takes, "\n", line, (f"  [{' · '.join(notes)}]", "dim"), named)
        )
    return table


def value_text(value: OptionValue) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _grid(title: str) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, title=title, title_justify="left", title_style="dim")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    return table
