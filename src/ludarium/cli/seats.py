"""Who sits where: people, computer players of a level, players that step at random; as people and records write it."""

import re

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.errors import UnknownName
from ludarium.core.game import Game
from ludarium.players.levels import LEVELS, Level, find_level, read_level

HUMAN = "human"
RANDOM = "random"
_LEVEL = re.compile(r"level-(\d{1,4})")


def player_name(level: Level) -> str:
    """What a computer player is called in a record."""
    return f"level-{level.number}"


def level_of(player: str) -> Level | None:
    """The level of the player that a record calls so; none for a person, and for who steps at random."""
    found = _LEVEL.fullmatch(player)
    return None if found is None else find_level(int(found[1]))


def is_person(player: str) -> bool:
    return player != RANDOM and level_of(player) is None


def read_seats(text: str, seats: int, game: Game, others: str) -> list[str]:
    """The players' names for the record from ``human:Ada,3,random``; seats that are not spoken of go to ``others``."""
    players = [_read_seat(one, game) for one in text.split(",")]
    if len(players) > seats:
        raise CommandError("seats_many", given=len(players), seats=seats)
    return players + [others] * (seats - len(players))


def _read_seat(text: str, game: Game) -> str:
    kind, _, name = (part.strip() for part in text.partition(":"))
    if kind == HUMAN:
        if name == RANDOM or _LEVEL.fullmatch(name):  # in the record, these names say who decides there
            raise CommandError("name_computer", name=name)
        return name
    if kind == RANDOM:
        return RANDOM
    written = _LEVEL.fullmatch(kind)
    try:
        return player_name(read_level(written[1] if written else kind, game))
    except UnknownName as error:
        raise CommandError("kind_unknown", kind=kind, most=len(LEVELS)) from error


def level_title(level: Level, game: Game, terminal: Terminal) -> str:
    """What people read: the game's name for the level, if it has one, and its number."""
    name = level.name(game, terminal.locale)
    key = "level.number" if name == str(level.number) else "level.named"
    return terminal.say(key, number=level.number, name=name)
