"""All games. Adding one is a folder here and a line below; games from outside need neither.

Nobody imports this for the games to be known: ``core.game`` does when it is first asked for one.
"""

import sys
from importlib import import_module
from types import ModuleType

from ludarium.core.game import register
from ludarium.games import mur, mutterland, myrmidons, outside, realm

register(*mur.RULESETS)
register(*myrmidons.RULESETS)
register(*mutterland.RULESETS)
register(*realm.RULESETS)
outside.register_all()


class _Games(ModuleType):
    """The folder has the name of a function of the front door: ``ludarium.games()`` is that function nevertheless."""

    def __call__(self) -> object:
        return import_module("ludarium.api").games()


sys.modules[__name__].__class__ = _Games
