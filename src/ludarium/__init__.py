"""Board games that few people know: exact rules, computer players, pictures and records.

>>> import ludarium
>>> game = ludarium.new("mur-en", seed=1)
>>> game.play("+c2", "+d2").seat
0
>>> step = ludarium.player("4", seed=1).choose(game)
>>> step in game.legal
True
>>> game.play(step).undo(3).steps
[]

``ludarium.games()`` lists what can be played; docs/api.md describes everything.
"""

import os as _os
from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

if _os.environ.get("LUDARIUM_PURE"):
    from ludarium import _interpreted  # noqa: F401 (compiled modules are passed over)
else:
    from ludarium import _library  # noqa: F401 (compiled modules find their library)

if _TYPE_CHECKING:
    from ludarium.api import ComputerPlayer as ComputerPlayer
    from ludarium.api import EngineClient as EngineClient
    from ludarium.api import GameSession as GameSession
    from ludarium.api import check as check
    from ludarium.api import games as games
    from ludarium.api import load as load
    from ludarium.api import new as new
    from ludarium.api import player as player
    from ludarium.core.errors import LudariumError as LudariumError

__version__ = "0.1.0"
__all__ = ["ComputerPlayer", "EngineClient", "GameSession", "LudariumError", "check", "games", "load", "new", "player"]


def __getattr__(name: str) -> object:
    """The names above, loaded when somebody asks for one: parts of the package are quicker to load than all of it."""
    if name not in __all__:
        raise AttributeError(f"module 'ludarium' has no attribute {name!r}")
    return getattr(_import_module("ludarium.api"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
