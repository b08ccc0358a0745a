"""Every ruleset as an OpenSpiel game, our players as OpenSpiel's bots, and its bots as our players.

    import pyspiel
    import ludarium.research.openspiel
    game = pyspiel.load_game("ludarium_mur_en")

Importing this package registers the games; ``register`` does so again, for rulesets that became known since.
"""

from ludarium.research.errors import missing

try:
    import pyspiel  # noqa: F401
except ImportError as error:
    raise missing(error) from None

from ludarium.research.openspiel.bots import PlayerBot, bot
from ludarium.research.openspiel.game import SpielGame, game_name, load, register
from ludarium.research.openspiel.state import SpielState

__all__ = ["PlayerBot", "SpielGame", "SpielState", "bot", "game_name", "load", "register"]

register()
