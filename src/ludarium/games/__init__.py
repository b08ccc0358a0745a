"""All games. Adding one is a folder here and a line below; games from outside need neither.

Nobody imports this for the games to be known: ``core.game`` does when it is first asked for one.
"""

from ludarium.core.game import register
from ludarium.games import mur, mutterland, myrmidons, outside, realm

register(*mur.RULESETS)
register(*myrmidons.RULESETS)
register(*mutterland.RULESETS)
register(*realm.RULESETS)
outside.register_all()
