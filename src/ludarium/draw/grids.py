"""Grids without end, as people draw on them: where their places lie, and how one looks that was chosen."""

from typing import NamedTuple

from ludarium.draw.columns import CORNERS, HALF, NEIGHBOURS, ROW, Column
from ludarium.draw.parts import column_parts
from ludarium.draw.pen import Point


class Grid(NamedTuple):
    """Place (a, b) lies at a times ``across`` plus b times ``down``, in parts of a place's size."""

    across: Point
    down: Point
    outline: tuple[Point, ...]  # of the place (0, 0)
    ways: tuple[tuple[int, int], ...]  # to its neighbours, in the order of a clock


GRIDS = {
    "hexagon": Grid((2 * HALF, 0), (HALF, ROW), CORNERS, NEIGHBOURS),
    "square": Grid(
        (1, 0), (0, 1), ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)), ((0, -1), (1, 0), (0, 1), (-1, 0))
    ),
}


def place_art(shape: str, theme: str) -> str:
    """What stands on a place that was chosen, of the size ``parts.UNIT``; nothing where a plain colour does."""
    if shape != "hexagon":
        return ""
    column = column_parts(Column(1, False), theme)
    return column.art[column.look]
