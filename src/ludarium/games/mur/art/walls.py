"""No way out: the wall around a piece."""

from math import pi

from ludarium.core.scene import Piece
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Theme

_MERLONS = 14


def draw_wall(pen: Pen, piece: Piece, theme: Theme) -> None:
    """A ring with battlements."""
    if "walled" not in piece.marks:
        return
    merlon = pi * 1.42 / _MERLONS
    pen.circle(0, 0, 1.34, stroke=theme.casing, width=0.44)
    pen.circle(0, 0, 1.42, stroke=theme.arrow, width=0.2, dash=(merlon, merlon))
    pen.circle(0, 0, 1.28, stroke=theme.arrow, width=0.13 * theme.weight)
