"""All games, registered. Adding a game is a folder here and a line below; games from outside need neither."""

from ludarium.core.game import register, register_later
from ludarium.games import mur, mutterland, myrmidons, outside, realm

register(*mur.RULESETS)
register(*myrmidons.RULESETS)
register(*mutterland.RULESETS)
register(*realm.RULESETS)
register_later(outside.load)
