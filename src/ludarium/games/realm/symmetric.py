"""Realm's arrays, mirrored and turned: as its board (``traits.py``), enforcers with their facings."""

from functools import partial

from ludarium.core.state import State
from ludarium.games.realm.traits import SYMMETRIES, facing_image, image_text, place
from ludarium.games.symmetric import Symmetric, Turn

_FACINGS = ("north", "east", "south", "west")


def ways(start: State) -> list[Turn]:
    return [
        Turn(
            f"{'mirrored, ' if mirrored else ''}turned by {90 * turns}°",
            [_cell_image(cell, mirrored, turns) for cell in range(144)],
            partial(image_text, mirrored=mirrored, turns=turns),
            {
                f"{whose}_enforcers_{facing}": f"{whose}_enforcers_{_FACINGS[facing_image(number, mirrored, turns)]}"
                for whose in ("own", "other", "old")
                for number, facing in enumerate(_FACINGS)
            },
        )
        for mirrored, turns in SYMMETRIES
    ]


def _cell_image(cell: int, mirrored: bool, turns: int) -> int:
    """The first row of a plane is row 12."""
    x, y = place(cell % 12, 11 - cell // 12, 12, mirrored, turns)
    return (11 - y) * 12 + x


# Lifted pieces are put down in the order of the board.
SYMMETRIC = Symmetric(ways, unlike=("rearranges",))
