"""What ``ludarium play`` asks when it was not told what to play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.table import Table

from ludarium.cli.arguments import read_options
from ludarium.cli.games import options_table
from ludarium.cli.terminal import Left, Terminal, typed_number
from ludarium.cli.thinking import level_title
from ludarium.core.errors import LudariumError, UnknownName
from ludarium.core.game import Game, Ruleset, by_game
from ludarium.core.words import LOCALES
from ludarium.players.levels import LEVELS, RANDOM, player_name, read_level

_USUAL_LEVEL = 2  # that a beginner can beat, and is not bored by
T = TypeVar("T")


@dataclass(frozen=True)
class Wish:
    """What was chosen: a ruleset, options, how many of the seats are taken by people, and who sits on the others, as
    a record names them.
    """

    ruleset: Ruleset
    options: dict[str, object]
    people: int
    others: str


def choose(terminal: Terminal) -> Wish:
    """Ask for a game; ``Left`` if the user went away."""
    ruleset = _choose_ruleset(terminal)
    options = _choose_options(ruleset, terminal)
    seats = int(ruleset.new(options).seats)
    question = terminal.say("menu.people", most=seats)
    people = _ask(terminal, question, lambda answer: typed_number(answer or "1", 1, seats), seats)
    return Wish(ruleset, options, people, RANDOM if people == seats else _choose_level(ruleset.game, terminal))


def _ask(terminal: Terminal, question: str, read: Callable[[str], T | None], most: int) -> T:
    """Ask until the answer can be read."""
    while True:
        answer = terminal.need(question)
        found = read(answer)
        if found is not None:
            return found
        terminal.tell("menu.not_that", text=answer, most=most)


def _choose_ruleset(terminal: Terminal) -> Ruleset:
    games = by_game()
    while True:
        terminal.tell("menu.welcome")
        words = [game.words(terminal.locale).sections for game, _ in games]
        _offer([(str(sections["name"]), str(sections["summary"])) for sections in words], terminal)
        answer = terminal.need(terminal.say("menu.game"))
        if answer.lower() in ("q", "quit"):
            raise Left(asked=True)
        if answer.lower() in ("l", *LOCALES):
            terminal.speak(answer if answer in LOCALES else LOCALES[1 - LOCALES.index(terminal.locale)])
            continue
        names = [game.name for game, _ in games]
        place = _place(answer or "1", names, [str(sections["name"]) for sections in words])
        if place is not None:
            return _choose_variant([one for one in games[place][1] if not one.tiny], terminal)
        for _, members in games:
            for ruleset in members:
                if ruleset.name == answer:
                    return ruleset
        terminal.tell("menu.not_that", text=answer, most=len(games))


def _choose_variant(members: Sequence[Ruleset], terminal: Terminal) -> Ruleset:
    if len(members) == 1:
        return members[0]
    terminal.tell("menu.variant")
    words, names = members[0].game.words(terminal.locale), [ruleset.name for ruleset in members]
    _offer([(name, words.name("rulesets", name)) for name in names], terminal)
    question = terminal.say("menu.number", most=len(members))
    return members[_ask(terminal, question, lambda answer: _place(answer or "1", names), len(members))]


def _choose_options(ruleset: Ruleset, terminal: Terminal) -> dict[str, object]:
    """Options as ``name=value name=value``; Enter keeps the usual ones. Nothing is asked where there are none."""
    while ruleset.offered:
        answer = terminal.need(terminal.say("menu.options"))
        if answer == "?":
            terminal.show(options_table(ruleset.game, [ruleset], terminal))
            continue
        try:
            options = read_options(ruleset, answer.split())
            ruleset.read(options)
        except LudariumError as error:
            terminal.complain(error)
        else:
            return options
    return {}


def _choose_level(game: Game, terminal: Terminal) -> str:
    """The player for the seats where nobody sits; Enter takes an easy one."""
    terminal.tell("menu.level")
    _offer([(level_title(level, game, terminal), "") for level in LEVELS], terminal)

    def read(answer: str) -> str | None:
        if answer.lower() == RANDOM:
            return RANDOM
        try:
            return player_name(read_level(answer or str(_USUAL_LEVEL), game))
        except UnknownName:
            return None

    question = terminal.say("menu.level_number", most=len(LEVELS), usual=_USUAL_LEVEL)
    return _ask(terminal, question, read, len(LEVELS))


def _offer(rows: Sequence[tuple[str, str]], terminal: Terminal) -> None:
    table = Table(box=None, show_header=False, pad_edge=True)
    table.add_column(style="bold")
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for number, (name, line) in enumerate(rows, 1):
        table.add_row(str(number), name, line)
    terminal.show(table)


def _place(answer: str, *lists: Sequence[str]) -> int | None:
    """The place in a list that a number or a name means; the lists have other names for the same things."""
    number = typed_number(answer, 1, len(lists[0]))
    if number is not None:
        return number - 1
    for names in lists:
        for place, name in enumerate(names):
            if name.lower() == answer.lower():
                return place
    return None
