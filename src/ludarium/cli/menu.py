"""What ``ludarium play`` asks when it was not told what to play."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

from ludarium.cli.games import by_game, options_table
from ludarium.cli.parser import read_given
from ludarium.cli.seats import level_title
from ludarium.cli.terminal import Terminal, read_number
from ludarium.core.errors import LudariumError, UnknownName
from ludarium.core.game import Game, Ruleset
from ludarium.core.words import LOCALES
from ludarium.players.levels import LEVELS, RANDOM, player_name, read_level

_USUAL_LEVEL = 2  # that a beginner can beat, and is not bored by


@dataclass(frozen=True)
class Wish:
    """What was chosen: a ruleset, options, how many of the seats are taken by people, and who sits on the others, as
    a record names them.
    """

    ruleset: Ruleset
    options: dict[str, object]
    people: int
    others: str


def choose(terminal: Terminal) -> Wish | None:
    """Ask for a game; nothing if the user left."""
    ruleset = _choose_ruleset(terminal)
    if ruleset is None:
        return None
    options = _choose_options(ruleset, terminal)
    if options is None:
        return None
    seats = int(ruleset.new(options).seats)
    people = _number(terminal, terminal.say("menu.people", most=seats), 1, seats)
    if people is None:
        return None
    others = RANDOM if people == seats else _choose_level(ruleset.game, terminal)
    return None if others is None else Wish(ruleset, options, people, others)


def _choose_ruleset(terminal: Terminal) -> Ruleset | None:
    games = list(by_game())
    while True:
        terminal.tell("menu.welcome")
        words = [game.words(terminal.locale).sections for game, _ in games]
        _offer([(str(sections["name"]), str(sections["summary"])) for sections in words], terminal)
        answer = terminal.ask(terminal.say("menu.game"))
        if answer is None or answer.lower() in ("q", "quit"):
            return None
        if answer.lower() in ("l", *LOCALES):
            terminal.speak(answer if answer in LOCALES else LOCALES[1 - LOCALES.index(terminal.locale)])
            continue
        names = [game.name for game, _ in games]
        place = _place(answer or "1", names, [str(sections["name"]) for sections in words])
        if place is not None:
            return _choose_variant(games[place][1], terminal)
        for _, members in games:
            for ruleset in members:
                if ruleset.name == answer:
                    return ruleset
        terminal.tell("menu.not_that", text=answer, most=len(games))


def _choose_variant(members: Sequence[Ruleset], terminal: Terminal) -> Ruleset | None:
    if len(members) == 1:
        return members[0]
    terminal.tell("menu.variant")
    words = members[0].game.words(terminal.locale)
    _offer([(ruleset.name, words.name("rulesets", ruleset.name)) for ruleset in members], terminal)
    while True:
        answer = terminal.ask(terminal.say("menu.number", most=len(members)))
        if answer is None:
            return None
        place = _place(answer or "1", [ruleset.name for ruleset in members])
        if place is not None:
            return members[place]
        terminal.tell("menu.not_that", text=answer, most=len(members))


def _choose_options(ruleset: Ruleset, terminal: Terminal) -> dict[str, object] | None:
    """Options as ``name=value name=value``; Enter keeps the usual ones. Nothing is asked where there are none."""
    if not ruleset.offered:
        return {}
    while True:
        answer = terminal.ask(terminal.say("menu.options"))
        if answer is None:
            return None
        if answer == "?":
            terminal.show(options_table(ruleset.game, [ruleset], terminal))
            continue
        try:
            options = read_given(ruleset, answer.split())
            ruleset.read(options)
        except LudariumError as error:
            terminal.complain(error)
        else:
            return options


def _choose_level(game: Game, terminal: Terminal) -> str | None:
    """The player for the seats where nobody sits; Enter takes an easy one."""
    terminal.tell("menu.level")
    _offer([(level_title(level, game, terminal), "") for level in LEVELS], terminal)
    while True:
        answer = terminal.ask(terminal.say("menu.level_number", most=len(LEVELS), usual=_USUAL_LEVEL))
        if answer is None:
            return None
        if answer.lower() == RANDOM:
            return RANDOM
        try:
            return player_name(read_level(answer or str(_USUAL_LEVEL), game))
        except UnknownName:
            terminal.tell("menu.not_that", text=answer, most=len(LEVELS))


def _offer(rows: Sequence[tuple[str, str]], terminal: Terminal) -> None:
    table = Table(box=None, show_header=False, pad_edge=True)
    table.add_column(style="bold")
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for number, (name, line) in enumerate(rows, 1):
        table.add_row(str(number), name, line)
    terminal.show(table)


def _number(terminal: Terminal, question: str, low: int, high: int) -> int | None:
    while True:
        answer = terminal.ask(question)
        if answer is None:
            return None
        if not answer:
            return low
        number = read_number(answer, low, high)
        if number is not None:
            return number
        terminal.tell("menu.not_that", text=answer, most=high)


def _place(answer: str, *lists: Sequence[str]) -> int | None:
    """The place in a list that a number or a name means; the lists have other names for the same things."""
    number = read_number(answer, 1, len(lists[0]))
    if number is not None:
        return number - 1
    for names in lists:
        for place, name in enumerate(names):
            if name.lower() == answer.lower():
                return place
    return None
