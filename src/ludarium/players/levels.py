"""Five levels for every game, from a pleasant beginner's to the hardest. Their names are in each game's words."""

import re
from dataclasses import dataclass, replace

from ludarium.core.errors import UnknownName
from ludarium.core.game import Game
from ludarium.core.options import shortened
from ludarium.core.words import LOCALES, common_words
from ludarium.players.style import Limits, ThinkingStyle

RANDOM = "random"  # a player that steps at random
_WRITTEN = re.compile(r"level-(\d{1,4})")


@dataclass(frozen=True)
class Level:
    """A level is limits, slips (for levels 1 to 4 both are the game's: ``Game.levels``) and what is left out: all
    levels judge a game alike.
    """

    number: int
    style: ThinkingStyle

    def name(self, game: Game, locale: str) -> str:
        """As the game calls it."""
        return game.words(locale).name("levels", self.number)

    def within(self, seconds: float | None) -> ThinkingStyle:
        """The manner of this level, at most so long for a decision; the highest level uses all of that time."""
        if seconds is None or self.style.limits.seconds is None:
            return self.style
        return replace(self.style, limits=Limits(seconds))


LEVELS = (
    Level(1, ThinkingStyle(level=1, temperature=1.0, tactics=False, beliefs=False, net="")),
    Level(2, ThinkingStyle(level=2, temperature=0.7, tactics=False, beliefs=False, net="")),
    Level(3, ThinkingStyle(level=3, temperature=0.5, tactics=False, beliefs=False, net="")),
    Level(4, ThinkingStyle(level=4, net="")),
    Level(5, ThinkingStyle(Limits(seconds=1.0))),
)


def player_name(level: Level) -> str:
    """What a computer player is called in a record."""
    return f"level-{level.number}"


def level_of(player: str) -> Level | None:
    """The level of the player that a record calls so; none for a person, and for who steps at random."""
    found = _WRITTEN.fullmatch(player)
    return None if found is None else find_level(int(found[1]))


def is_person(player: str) -> bool:
    """Whether a record means a person by that name."""
    return player != RANDOM and _WRITTEN.fullmatch(player) is None


def find_level(number: int) -> Level:
    if not 1 <= number <= len(LEVELS):
        raise UnknownName("level_unknown", level=shortened(number), most=len(LEVELS))
    return LEVELS[number - 1]


def read_level(text: str, game: Game) -> Level:
    """The level with that number, or which the game calls so in any language."""
    wanted = text.strip().casefold()
    for level in LEVELS:
        if wanted in (str(level.number), *(level.name(game, locale).casefold() for locale in LOCALES)):
            return level
    raise UnknownLevel(text, game)


class UnknownLevel(UnknownName):
    """No level of that name; the names that there are differ from language to language."""

    def __init__(self, text: str, game: Game) -> None:
        super().__init__("level_name_unknown", level=shortened(text))
        self.game = game

    def sentence(self, locale: str) -> str:
        names = [dict.fromkeys((str(level.number), level.name(self.game, locale))) for level in LEVELS]
        data = {**self.data, "known": [" ".join(both) for both in names]}
        return common_words(locale).say(self.section, self.key, data)
