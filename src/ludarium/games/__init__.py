"""All games, registered. Adding a game is a folder here and a line below."""

from ludarium.core.game import register
from ludarium.games import mur, myrmidons

register(*mur.RULESETS)
register(*myrmidons.RULESETS)
