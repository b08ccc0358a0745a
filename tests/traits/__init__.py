"""What the conformance suite must know about each game: option sets, what is conserved, symmetries."""

from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast

from ludarium.core.state import State

StepMap = Callable[[str], str]


class Traits(Protocol):
    OPTION_SETS: list[tuple[str, dict[str, object]]]

    def total(self, state: State) -> object: ...

    def images(self, state: State) -> list[tuple[State, StepMap]]: ...


def traits(game: str) -> Traits:
    return cast(Traits, import_module(f"tests.traits.{game.replace('-', '_')}"))
