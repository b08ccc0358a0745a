"""Wood, of which the rims of boards are made: a gradient, and grain that lies over it."""

from ludarium.draw.pen import Pen
from ludarium.draw.theme import WOOD

_GRAIN = (
    "M 0 4 Q 33 0 65 4 Q 98 8 130 4 M 0 10 Q 25 15 60 11 Q 100 7 130 10 M 0 17 Q 40 14 75 18 Q 100 20 130 17 "
    "M 26 13 Q 38 9 50 13 Q 38 17 26 13"
)


def wood(pen: Pen) -> str:
    return pen.linear((0, WOOD[0]), (0.5, WOOD[1]), (1, WOOD[2]))


def grain(pen: Pen, unit: float) -> str:
    """``unit`` is about a hundredth of the way from a site to the next."""
    at = pen.at(0, 0, unit)
    return at.pattern(130, 22, _draw_grain)


def _draw_grain(tile: Pen) -> None:
    tile.path(_GRAIN, stroke="#2a1606", width=1.1, opacity=0.2)
