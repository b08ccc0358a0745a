"""Who sits where: people, computer players of a level, players that step at random; as people and records write it."""

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.errors import UnknownName
from ludarium.core.game import Game
from ludarium.players.levels import LEVELS, RANDOM, Level, is_person, level_of, player_name, read_level

HUMAN = "human"


def read_seats(text: str, seats: int, game: Game, others: str) -> list[str]:
    """The players' names for the record from ``human:Ada,3,random``; seats that are not spoken of go to ``others``."""
    players = [_read_seat(one, game) for one in text.split(",")]
    if len(players) > seats:
        raise CommandError("seats_many", given=len(players), seats=seats)
    return players + [others] * (seats - len(players))


def _read_seat(text: str, game: Game) -> str:
    kind, _, name = (part.strip() for part in text.partition(":"))
    if kind == HUMAN:
        if not is_person(name):  # in the record, these names say who decides there
            raise CommandError("name_computer", name=name)
        return name
    if kind == RANDOM:
        return RANDOM
    try:
        return player_name(level_of(kind) or read_level(kind, game))
    except UnknownName as error:
        raise CommandError("kind_unknown", kind=kind, most=len(LEVELS)) from error


def level_title(level: Level, game: Game, terminal: Terminal) -> str:
    """What people read: the game's name for the level, if it has one, and its number."""
    name = level.name(game, terminal.locale)
    key = "level.number" if name == str(level.number) else "level.named"
    return terminal.say(key, number=level.number, name=name)
