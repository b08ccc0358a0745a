"""How a game ended, in words: by its rules, or by the table that it was played at."""

from ludarium.core.game import Game, Outcome
from ludarium.core.words import common_words
from ludarium.table.table import ABORTED


def ended_sentence(game: Game, outcome: Outcome, locale: str) -> str:
    """A game that was aborted has no winners either, but is no draw."""
    if outcome.reason == ABORTED:
        return common_words(locale).say("ended", ABORTED, {})
    return game.outcome_sentence(outcome, locale)
