"""Hexagons that stand as high as they have floors: where they lie in their grid, and how they are drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ludarium.core.scene import Site
from ludarium.draw.pen import Pen, Point
from ludarium.draw.theme import Theme

HALF = 3**0.5 / 2
CORNERS: tuple[Point, ...] = ((0, -1), (HALF, -0.5), (HALF, 0.5), (0, 1), (-HALF, 0.5), (-HALF, -0.5))
# The neighbour behind the edge from corner k to the next one, in axial coordinates.
NEIGHBOURS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_FRONT = (2, 3)  # the edges towards the reader
_THICKNESS = 0.17  # of floor 1
_STEEP, _GENTLE, _HIGHEST = 0.18, 0.08, 0.94  # how far a floor lifts a column, in parts of its size

Cell = tuple[int, int]


@dataclass(frozen=True)
class Column:
    """A hexagon as it is drawn: all that its look depends on."""

    height: int
    missing: bool  # nothing has been laid here yet
    cliffs: tuple[int, ...]  # by edge: the height of the neighbour below a cliff, 0 where there is none
    hidden: float  # how far columns in front stand above this one, in parts of its size
    aside: float  # where a piece stands, off the middle, so that those columns leave it in sight
    down: float

    @property
    def bears_number(self) -> bool:
        return self.height > 0 and not self.missing


@lru_cache(maxsize=128)
def lift(height: int) -> float:
    """How far the upper side of a column of that height lies above that of floor 1, in parts of its size: less for
    every further floor, so that a tower does not hide what lies behind it.
    """
    floors = max(height - 1, 0)
    return min(_STEEP * min(floors, 3) + _GENTLE * max(floors - 3, 0), _HIGHEST)


def pitch(sites: Sequence[Site]) -> float:
    """The distance between neighbours: the smallest one that occurs in a row."""
    rows: dict[float, list[float]] = {}
    for site in sites:
        rows.setdefault(round(site.y, 3), []).append(site.x)
    gaps = [b - a for row in rows.values() for a, b in pairwise(sorted(row))]
    return min(gaps, default=sites[0].size * 3**0.5)


def cells_of(sites: Sequence[Site]) -> dict[str, Cell]:
    """Where hexagons lie, in axial coordinates from the first one."""
    step = pitch(sites)
    cells = {}
    for site in sites:
        r = round((site.y - sites[0].y) / (step * HALF))
        cells[site.name] = round((site.x - sites[0].x) / step - r / 2), r
    return cells


def columns_of(sites: Iterable[Site], climb: int) -> dict[str, Column]:
    """All hexagons by name. ``climb``: edges that drop by more floors are cliffs (0: none is)."""
    hexagons = [site for site in sites if site.shape == "hexagon"]
    if not hexagons:
        return {}
    cells = cells_of(hexagons)
    heights = {cells[site.name]: site.height for site in hexagons}
    columns = {}
    for site in hexagons:
        q, r = cells[site.name]
        around = tuple([heights.get((q + dq, r + dr), 0) for dq, dr in NEIGHBOURS])
        columns[site.name] = _column_of(site.height, "missing" in site.tags, around, climb)
    return columns


@lru_cache(maxsize=8192)
def _column_of(height: int, missing: bool, around: tuple[int, ...], climb: int) -> Column:
    """``around`` are the heights of the neighbours, 0 where there is none."""
    if missing or height < 1:
        return Column(height, missing, (), 0, 0, 0)
    right, left = (max(0.0, lift(around[edge]) - lift(height)) for edge in _FRONT)
    hidden = max(right, left)
    cliffs = tuple(other if climb and other < height - climb else 0 for other in around)
    return Column(height, False, cliffs, hidden, 0.4 * (left - right), 0.18 - min(0.26, 0.45 * hidden))


def hexagon(radius: float) -> list[Point]:
    return [(x * radius, y * radius) for x, y in CORNERS]


def draw_column(pen: Pen, column: Column, theme: Theme) -> None:
    """A hexagon without what stands on it; the pen's unit is its size."""
    if column.missing:
        pen.polygon(hexagon(0.9), stroke=theme.faint, width=0.05 * theme.weight, dash=(0.16, 0.14))
    elif column.height < 1:
        pen.polygon(CORNERS, fill=theme.light, stroke=theme.line, width=0.035 * theme.weight)
    else:
        _draw_floors(pen, column, theme)


def _draw_floors(pen: Pen, column: Column, theme: Theme) -> None:
    top = lift(column.height)
    for edge in _FRONT:
        start, end = CORNERS[edge], CORNERS[(edge + 1) % 6]
        shade = theme.side[0 if edge == _FRONT[1] else 1]
        foot = top + _THICKNESS
        down = [(end[0], end[1] + foot), (start[0], start[1] + foot)]
        pen.polygon([start, end, *down], fill=shade, stroke=theme.stone, width=0.03 * theme.weight)
    for floor in range(1, column.height):
        seam = [(x, y + top - lift(floor)) for x, y in CORNERS[2:5]]
        pen.line(*seam, stroke=theme.paper, width=0.03, opacity=0.55)
    pen.polygon(CORNERS, fill=theme.floor(column.height), stroke=theme.stone, width=0.035 * theme.weight)
    for edge, below in enumerate(column.cliffs):
        if below:
            _draw_cliff(pen, top - lift(below), edge, theme)


def _draw_cliff(pen: Pen, drop: float, edge: int, theme: Theme) -> None:
    """A rim that stands out, and cracks in the face below it where it can be seen."""
    start, end = CORNERS[edge], CORNERS[(edge + 1) % 6]
    if edge in _FRONT:
        for part, depth in ((0.2, 0.85), (0.4, 0.6), (0.6, 0.9), (0.8, 0.65)):
            x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            pen.line((x, y), (x, y + drop * depth), stroke=theme.stone, width=0.05 * theme.weight)
    pen.line(start, end, stroke=theme.stone, width=0.13 * theme.weight)


def draw_number(pen: Pen, column: Column, covered: bool, theme: Theme) -> None:
    """The height: in the middle, or above what stands there."""
    text = str(column.height)
    bold = column.height > 1
    if covered:
        pen.text(0, -0.62, text, 0.48, bold=True, fill=theme.ink, halo=theme.floor(column.height))
    else:
        colour = theme.ink if bold else theme.faint
        pen.text(0, -min(0.4, max(0.0, column.hidden - 0.45)), text, 0.66, bold=bold, fill=colour)
