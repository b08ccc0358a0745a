"""What a game says about the symmetries of its arrays: the same position seen otherwise, as programs that learn see it.

The game's module has it as ``SYMMETRIC``, or in a package its module ``symmetric``. A game that says nothing has none.
``research/symmetries.py`` applies it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ludarium.core.state import State

if TYPE_CHECKING:  # games need no NumPy
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Turn:
    """One way to see the board otherwise (turned, mirrored, from the other side), always alike.

    ``cells`` has the new place of every cell of a plane, and ``step`` says what a step's text becomes. ``planes`` are
    those that become others, by name, and ``counts`` says of planes what every number in them becomes.
    """

    name: str
    cells: Sequence[int]
    step: Callable[[str], str]
    planes: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, Sequence[int]] = field(default_factory=dict)


class Redrawing(Protocol):
    """A way in which the place of a cell and the number of an action depend on the position."""

    @property
    def name(self) -> str: ...

    def image(self, planes: "NDArray[np.uint8]") -> "tuple[NDArray[np.uint8], NDArray[np.int64]]":
        """Of an observation, planes by cells as they count: its image, and the new number of every action."""


def nothing(start: State) -> Sequence[Turn | Redrawing]:
    return ()


@dataclass(frozen=True)
class Symmetric:
    """``ways`` gives those of games that begin like a state, the first of which leaves all as it is.

    ``unlike``: while one of these planes is not 0 everywhere, a position is like no other, because something follows
    the order of the board. ``side`` is the plane that shows on which side of the board the seat that looks plays, if
    boards have sides.
    """

    ways: Callable[[State], Sequence[Turn | Redrawing]] = nothing
    unlike: Sequence[str] = ()
    side: str = ""
