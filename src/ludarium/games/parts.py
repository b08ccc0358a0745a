"""What the module of a game brings beside the game itself, for those who ask for it."""

import sys
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from ludarium.core.conformance import Traits
from ludarium.core.errors import GameError
from ludarium.core.game import Game
from ludarium.core.options import shortened
from ludarium.games.puzzling import Puzzling
from ludarium.games.symmetric import Symmetric

T = TypeVar("T")


def traits_of(game: Game) -> Traits:
    """The ``TRAITS`` of the game's module, or in a package those of its module ``traits``."""
    return _part(game, "traits", Traits())


def puzzling_of(game: Game) -> Puzzling:
    """The ``PUZZLING`` of the game's module, or in a package that of its module ``puzzling``."""
    return _part(game, "puzzling", Puzzling())


def symmetric_of(game: Game) -> Symmetric:
    """The ``SYMMETRIC`` of the game's module, or in a package that of its module ``symmetric``."""
    return _part(game, "symmetric", Symmetric())


def _part(game: Game, name: str, usual: T) -> T:
    module = sys.modules[type(game).__module__]
    if not hasattr(module, name.upper()) and (Path(module.__file__ or "").parent / f"{name}.py").is_file():
        module = import_module(f"{module.__name__}.{name}")
    found = getattr(module, name.upper(), usual)
    if not isinstance(found, type(usual)):
        why = f"a {type(usual).__name__} was expected, not {shortened(found)}"
        raise GameError(f"game_{name}", file=module.__name__, why=why)
    return found
