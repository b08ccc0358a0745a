"""Every ruleset as an OpenSpiel game, our players as OpenSpiel's bots, and its bots as our players.

    import pyspiel
    import ludarium.research.openspiel
    game = pyspiel.load_game("ludarium_mur_en")

Importing this package registers the games; ``register`` does so again, for rulesets that became known since.

OpenSpiel 2.0.2 ends the process when its ``pyspiel.MCTSBot.step`` is given a game written in Python, whichever it is:
ask ``pyspiel.Bot.step(bot, state)`` instead, or use ``open_spiel.python.algorithms.mcts``. Its IS-MCTS in C++ cannot
ask a game in Python for other truths; ``open_spiel.python.algorithms.ismcts`` can.
"""

from ludarium.extras import missing

try:
    import numpy as np  # noqa: F401
    import pyspiel  # noqa: F401
except ImportError as error:
    raise missing(error, "openspiel") from error

from ludarium.research.openspiel.bots import PlayerBot, bot
from ludarium.research.openspiel.game import SpielGame, game_name, load, register
from ludarium.research.openspiel.state import SpielState

__all__ = ["PlayerBot", "SpielGame", "SpielState", "bot", "game_name", "load", "register"]

register()
