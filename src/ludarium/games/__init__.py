"""One folder for each game; ``registered`` lists them, ``outside`` finds those that are not in this package."""

import sys
from importlib import import_module
from types import ModuleType


class _Games(ModuleType):
    """The folder has the name of a function of the front door: ``ludarium.games()`` is that function nevertheless."""

    def __call__(self) -> object:
        return import_module("ludarium.api").games()


sys.modules[__name__].__class__ = _Games
