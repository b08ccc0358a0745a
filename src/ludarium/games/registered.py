"""All games, registered: adding one is a folder here and a line below. Games from outside need neither.

Nobody imports this to have games: ``core.game`` does when it is first asked for one.
"""

from ludarium.core.game import register
from ludarium.games import mur, mutterland, myrmidons, outside, realm

register(*mur.RULESETS)
register(*myrmidons.RULESETS)
register(*mutterland.RULESETS)
register(*realm.RULESETS)
outside.register_all()
