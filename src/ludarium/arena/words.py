"""What the arena's tables and pictures call things."""

from collections.abc import Callable

from ludarium.core.game import Game
from ludarium.core.words import common_words


def named(locale: str) -> Callable[[str], str]:
    """The arena's own words in a language, by key."""
    words = common_words(locale)
    return lambda key: words.say("tournament", key, {})


def ending_name(game: Game, ending: str, locale: str) -> str:
    """An ending of the game's or of the arena's own, in words."""
    return game.words(locale).entry("endings", ending) or common_words(locale).say("endings", ending, {})
