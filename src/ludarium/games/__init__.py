"""All games, registered. Adding a game is a folder here and a line below."""

from ludarium.core.game import register
from ludarium.games import mur, mutterland

register(*mur.RULESETS)
register(*mutterland.RULESETS)
