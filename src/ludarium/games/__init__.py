"""All games, registered. Adding a game is a folder here and a line below."""

from ludarium.core.game import register
from ludarium.games import mur, realm

register(*mur.RULESETS)
register(*realm.RULESETS)
