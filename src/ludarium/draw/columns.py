"""Columns of hexagonal nuts: sides, floors, cliffs, lakes."""

from dataclasses import dataclass
from functools import lru_cache

from ludarium.core.scene import Site
from ludarium.draw.layout import Layout, Spot, lift, pitch
from ludarium.draw.pen import Pen, Point
from ludarium.draw.theme import Theme

_HALF = 3**0.5 / 2
CORNERS: tuple[Point, ...] = ((0, -1), (_HALF, -0.5), (_HALF, 0.5), (0, 1), (-_HALF, 0.5), (-_HALF, -0.5))
# The neighbour behind the edge from corner k to the next one, in axial coordinates.
_NEIGHBOURS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_FRONT = (2, 3)  # the edges towards the reader
_THICKNESS = 0.17  # of floor 1
_CLIFF = 2  # floors that no marble climbs

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


def columns_of(layout: Layout) -> list[tuple[Spot, Column]]:
    """All hexagons from the back to the front."""
    spots = [spot for spot in layout.spots.values() if spot.site.shape == "hexagon"]
    if not spots:
        return []
    step = pitch([spot.site for spot in spots])
    cells = {spot.site.name: _cell(spot.site, spots[0].site, step) for spot in spots}
    heights = {cells[spot.site.name]: spot.site.height for spot in spots}
    columns = []
    for spot in spots:
        q, r = cells[spot.site.name]
        around = tuple([heights.get((q + dq, r + dr), 0) for dq, dr in _NEIGHBOURS])
        columns.append((spot, _column_of(spot.site.height, "missing" in spot.site.tags, around)))
    return sorted(columns, key=lambda item: (item[0].site.y, item[0].site.x))


@lru_cache(maxsize=8192)
def _column_of(height: int, missing: bool, around: tuple[int, ...]) -> Column:
    """``around`` are the heights of the neighbours, 0 where there is none."""
    if missing or height < 1:
        return Column(height, missing, (), 0, 0, 0)
    right, left = (max(0.0, lift(around[edge]) - lift(height)) for edge in _FRONT)
    hidden = max(right, left)
    cliffs = tuple(other if other <= height - _CLIFF else 0 for other in around)
    return Column(height, False, cliffs, hidden, 0.4 * (left - right), 0.18 - min(0.26, 0.45 * hidden))


def draw_lakes(pen: Pen, layout: Layout, theme: Theme) -> None:
    """The water that the land encloses."""
    spots = [spot for spot in layout.spots.values() if spot.site.shape == "hexagon"]
    if not spots:
        return
    first = spots[0].site
    step = pitch([spot.site for spot in spots])
    for q, r in _lakes({_cell(spot.site, first, step) for spot in spots}):
        x, y = layout.place(first.x + (q + r / 2) * step, first.y + r * step * _HALF)
        _lake(pen.at(x, y, spots[0].size), theme)


def draw_column(pen: Pen, column: Column, theme: Theme) -> None:
    """A hexagon without what stands on it; the pen's unit is its size."""
    if column.missing:
        pen.polygon(_shrunk(0.9), stroke=theme.faint, width=0.05 * theme.weight, dash=(0.16, 0.14))
    elif column.height < 1:
        _lake(pen, theme)
    else:
        _nuts(pen, column, theme)


def _cell(site: Site, first: Site, step: float) -> Cell:
    r = round((site.y - first.y) / (step * _HALF))
    return round((site.x - first.x) / step - r / 2), r


def _lakes(land: set[Cell]) -> list[Cell]:
    """Cells without land from which the outside cannot be reached, from the back to the front."""
    low_q, high_q = min(q for q, _ in land) - 1, max(q for q, _ in land) + 1
    low_r, high_r = min(r for _, r in land) - 1, max(r for _, r in land) + 1
    every = [(q, r) for r in range(low_r, high_r + 1) for q in range(low_q, high_q + 1)]
    dry = set(every) - land  # until the water from outside reaches them
    border = [(low_q, low_r)]
    while border:
        q, r = border.pop()
        for dq, dr in _NEIGHBOURS:
            cell = (q + dq, r + dr)
            if cell in dry:
                dry.remove(cell)
                border.append(cell)
    return [cell for cell in every if cell in dry]


def _shrunk(factor: float) -> list[Point]:
    return [(x * factor, y * factor) for x, y in CORNERS]


def _lake(pen: Pen, theme: Theme) -> None:
    pen.polygon(_shrunk(1.01), fill=theme.sea, stroke=theme.line, width=0.04 * theme.weight)
    for y in (-0.12, 0.2):
        wave = f"M -0.45 {y} Q -0.22 {y - 0.2} 0 {y} Q 0.22 {y + 0.2} 0.45 {y}"
        pen.path(wave, stroke=theme.faint, width=0.06 * theme.weight, opacity=0.6)


def _nuts(pen: Pen, column: Column, theme: Theme) -> None:
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
    pen.polygon(_shrunk(1), fill=theme.floor(column.height), stroke=theme.stone, width=0.035 * theme.weight)
    for edge, below in enumerate(column.cliffs):
        if below:
            _cliff(pen, top - lift(below), edge, theme)


def _cliff(pen: Pen, drop: float, edge: int, theme: Theme) -> None:
    """A rim that stands out, and cracks in the face below it where it can be seen."""
    start, end = CORNERS[edge], CORNERS[(edge + 1) % 6]
    if edge in _FRONT:
        for part, depth in ((0.2, 0.85), (0.4, 0.6), (0.6, 0.9), (0.8, 0.65)):
            x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            pen.line((x, y), (x, y + drop * depth), stroke=theme.stone, width=0.05 * theme.weight)
    pen.line(start, end, stroke=theme.stone, width=0.13 * theme.weight)


def draw_number(pen: Pen, column: Column, covered: bool, theme: Theme) -> None:
    """The height: in the nut's hole, or above the marble that stands there."""
    text = str(column.height)
    bold = column.height > 1
    if covered:
        pen.text(0, -0.62, text, 0.48, bold=True, fill=theme.ink, halo=theme.floor(column.height))
    else:
        colour = theme.ink if bold else theme.faint
        pen.text(0, -min(0.4, max(0.0, column.hidden - 0.45)), text, 0.66, bold=bold, fill=colour)
