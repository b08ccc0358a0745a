"""Hexagons that stand as high as they have floors: where they lie in their grid, and how they are drawn.

They are seen from the front and from above: a hexagon is less deep than wide, and one sees how high it stands.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ludarium.core.scene import Site
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen, Point
from ludarium.draw.theme import BRONZE, Coat, Theme, mixed

HALF = 3**0.5 / 2
DEPTH = 0.8  # of whatever lies level
FLOOR = 0.7  # how high one is, in parts of a hexagon's size
ROW = 1.5 * DEPTH  # from the middle of a hexagon to those of the next row
CORNERS: tuple[Point, ...] = tuple(
    (x, y * DEPTH) for x, y in ((0, -1), (HALF, -0.5), (HALF, 0.5), (0, 1), (-HALF, 0.5), (-HALF, -0.5))
)
# The neighbour behind the edge from corner k to the next one, in axial coordinates.
NEIGHBOURS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_FRONT = (2, 3)  # the edges towards the reader
_FULL, _LOW, _HIGHEST = 5, 0.35, 5.6  # floors above the fifth are lower, and a tower does not become higher than this
_STANDS = -0.24  # the middle of a piece, from that of the upper side
_BEHIND = 1.0  # a piece on a column that is hidden so far is not seen well enough

Cell = tuple[int, int]


class Column(NamedTuple):
    """A hexagon as it is drawn: all that its look depends on."""

    height: int
    missing: bool  # nothing has been laid here yet
    cliffs: tuple[int, ...] = ()  # the edges that are cliffs
    golden: bool = False  # so high that it counts
    # How far columns in front reach up over the right and the left half of its upper side, in parts of its size.
    right: float = 0
    left: float = 0

    @property
    def has_plate(self) -> bool:
        """Floor 1 is what is usual."""
        return self.height > 1 and not self.missing

    @property
    def behind(self) -> bool:
        """Whether so little is seen of what stands here that it is told over the columns in front."""
        return min(self.right, self.left) >= _BEHIND

    @property
    def aside(self) -> float:
        """Where a piece stands, off the middle, so that those columns leave it in sight."""
        return max(-0.2, min(0.2, 0.16 * (self.left - self.right)))

    @property
    def down(self) -> float:
        return _STANDS if self.height > 0 and not self.missing else 0

    @property
    def plate(self) -> Point:
        """Where its height is written: at the front corner, else beside or above what hides that."""
        more, less = max(self.right, self.left), min(self.right, self.left)
        if more - less >= FLOOR / 2:
            return (0.5 if self.left > self.right else -0.5), max(-0.55, 0.56 - less)
        return 0, max(-0.7, 0.76 - more)


@lru_cache(maxsize=128)
def lift(height: int) -> float:
    """How far the upper side of a column of that height lies above that of floor 1, in parts of its size."""
    floors = max(height, 1)
    return min(FLOOR * (min(floors, _FULL) - 1) + _LOW * max(floors - _FULL, 0), _HIGHEST)


class Grid(NamedTuple):
    """``pitch`` is the distance between neighbours; ``cells`` are axial coordinates, from the first hexagon."""

    pitch: float
    cells: tuple[Cell, ...]


def grid_of(sites: Sequence[Site]) -> Grid:
    """Of hexagons, in their order."""
    return _grid(tuple([(site.x, site.y) for site in sites]), sites[0].size * 3**0.5)


@lru_cache(maxsize=512)  # it stays the same while something is built
def _grid(places: tuple[Point, ...], alone: float) -> Grid:
    """The pitch is the smallest distance that occurs in a row, ``alone`` where no row has two."""
    rows: dict[float, list[float]] = {}
    for x, y in places:
        rows.setdefault(round(y, 3), []).append(x)
    gaps = [b - a for row in rows.values() for a, b in pairwise(sorted(row))]
    pitch = min(gaps, default=alone)
    (left, top), cells = places[0], []
    for x, y in places:
        r = round((y - top) / (pitch * HALF))
        cells.append((round((x - left) / pitch - r / 2), r))
    return Grid(pitch, tuple(cells))


def columns_of(sites: Iterable[Site], climb: int = 0) -> dict[str, Column]:
    """All hexagons by name. ``climb``: edges that drop by more floors are cliffs."""
    hexagons = [site for site in sites if site.shape == "hexagon"]
    if not hexagons:
        return {}
    cells = grid_of(hexagons).cells
    heights = {cell: site.height for cell, site in zip(cells, hexagons, strict=True)}
    before = _before(lift(max(heights.values())))
    height_at, columns = heights.get, {}
    for (q, r), site in zip(cells, hexagons, strict=True):
        around = tuple([height_at((q + dq, r + dr), 0) for dq, dr in NEIGHBOURS])
        ahead = tuple([height_at((q + dq, r + dr), 0) for dq, dr in before])
        missing, golden = "missing" in site.tags, "golden" in site.tags
        columns[site.name] = _column_of(site.height, missing, around, climb, golden, ahead)
    return columns


@lru_cache(maxsize=128)
def _before(highest: float) -> list[Cell]:
    """Where columns can stand in front of one and hide some of it, if none is lifted higher than this: in each row one
    for its right half and one for its left. In every other row that is the same, straight ahead.
    """
    found: list[Cell] = []
    while highest > ROW * (len(found) // 2 + 1) - 2 * DEPTH:
        row = len(found) // 2 + 1
        found += [(-(row // 2), row), (-(row // 2) - row % 2, row)]
    return found


def _hidden(height: int, ahead: tuple[int, ...]) -> tuple[float, float]:
    """How far columns in front, ``_before`` it, reach up over the middle of this one's upper side, from its front
    corner: those that hide its right half and those that hide its left one.
    """
    here, hidden = lift(height), [0.0, 0.0]
    for place, other in enumerate(ahead):
        row = place // 2 + 1
        near = ROW * row - (2 if row % 2 == 0 else 1.5) * DEPTH
        hidden[place % 2] = max(hidden[place % 2], lift(other) - here - near)
    return round(hidden[0], 2), round(hidden[1], 2)


@lru_cache(maxsize=16_384)
def _column_of(
    height: int, missing: bool, around: tuple[int, ...], climb: int, golden: bool, ahead: tuple[int, ...]
) -> Column:
    """``around`` are the heights of the neighbours, ``ahead`` of those ``_before`` it; 0 where there is none."""
    if missing or height < 1:
        return Column(height, missing)
    cliffs = tuple(edge for edge, other in enumerate(around) if climb and 0 < other < height - climb)
    return Column(height, False, cliffs, golden, *_hidden(height, ahead))


def hexagon(radius: float) -> list[Point]:
    return [(x * radius, y * radius) for x, y in CORNERS]


# --- drawings: the pen's unit is the size of a hexagon ----------------------------------------------------------------
def draw_column(pen: Pen, column: Column, theme: Theme) -> None:
    """A hexagon without what stands on it."""
    if column.missing:
        colour = theme.line if theme.plain else theme.casing
        pen.polygon(hexagon(0.88), stroke=colour, width=0.06 * theme.weight, dash=(0.14, 0.16))
    elif column.height < 1:
        pen.polygon(CORNERS, fill=theme.light, stroke=theme.line, width=0.035 * theme.weight)
    else:
        _draw_sides(pen, column.height, theme)
        _draw_top(pen, column, theme)


def _draw_sides(pen: Pen, height: int, theme: Theme) -> None:
    """Both of them are one shape, with the ridge between them and the seams of floors in one path."""
    top = lift(height)
    foot = top + FLOOR
    right, front, left = CORNERS[2:5]
    low = [(x, y + foot) for x, y in (left, front, right)]
    if theme.plain:
        pen.polygon([right, front, left, *low], fill=theme.side[0], stroke=theme.stone, width=0.04 * theme.weight)
        pen.polygon([right, front, *low[1:]], fill=theme.side[1], stroke=theme.stone, width=0.04 * theme.weight)
    else:
        lit, dark = theme.side
        shades = ((0, mixed(lit, "#ffffff", 0.12)), (0.5, lit), (0.5, dark), (1, mixed(dark, "#000000", 0.2)))
        face = pen.linear(*shades, end=(1, 0))
        pen.polygon([right, front, left, *low], fill=face, stroke=theme.stone, width=0.04)
    ridge = f"M 0 {front[1]:.3f} L 0 {low[1][1]:.3f}"
    seams = [[(x, y + top - lift(floor)) for x, y in CORNERS[2:5]] for floor in range(1, height)]
    drawn = " ".join([ridge, *("M " + " L ".join(f"{x:.3f} {y:.3f}" for x, y in seam) for seam in seams)])
    colour = theme.paper if theme.plain else theme.stone
    pen.path(drawn, stroke=colour, width=0.045 * theme.weight, opacity=1 if theme.plain else 0.75)


def _draw_top(pen: Pen, column: Column, theme: Theme) -> None:
    """The face of a nut with its hole."""
    floor, width = theme.floor(column.height), 0.045 * theme.weight
    if theme.plain:
        pen.polygon(CORNERS, fill=floor, stroke=theme.stone, width=width)
        pen.ellipse(0, 0, 0.36, 0.36 * DEPTH, fill=theme.paper, stroke=theme.stone, width=0.03)
    else:
        face = pen.linear((0, mixed(floor, "#ffffff", 0.3)), (1, mixed(floor, theme.side[0], 0.22)), end=(0.6, 1))
        pen.polygon(CORNERS, fill=face, stroke=theme.stone, width=width)
        pen.ellipse(0, 0, 0.7, 0.7 * DEPTH, stroke=mixed(floor, "#ffffff", 0.5), width=0.035, opacity=0.8)
        pen.ellipse(0, 0, 0.35, 0.35 * DEPTH, fill=mixed(theme.side[1], "#000000", 0.45))
        pen.ellipse(0, 0.06, 0.29, 0.24 * DEPTH, fill=theme.side[1])
    if column.cliffs:
        rims = [(CORNERS[edge], CORNERS[(edge + 1) % 6]) for edge in column.cliffs]
        drawn = " ".join(f"M {a[0]:.3f} {a[1]:.3f} L {b[0]:.3f} {b[1]:.3f}" for a, b in rims)
        pen.path(drawn, stroke=theme.stone, width=0.1 * theme.weight)


def draw_plate(pen: Pen, column: Column, theme: Theme) -> None:
    """The height; where it counts the plate is golden and has three points."""
    at, width = pen.at(*column.plate, 0.31), 0.14 * theme.weight
    ground = theme.casing
    if column.golden:
        ground = theme.bright if theme.plain else pen.linear((0, BRONZE[0]), (1, BRONZE[3]))
        points = "M -0.8 -0.75 L -0.95 -1.5 L -0.45 -1.15 L 0 -1.75 L 0.45 -1.15 L 0.95 -1.5 L 0.8 -0.75 Z"
        at.path(points, fill=ground, stroke=theme.stone, width=width)
    at.rect(-0.95, -0.95, 1.9, 1.9, 0.4, fill=ground, stroke=theme.stone, width=width)
    at.text(0, 0, str(column.height), 1.75 if column.height < 10 else 1.4, bold=True, fill=theme.stone)


def draw_behind(pen: Pen, owner: int, coat: Coat, theme: Theme) -> None:
    """A piece that columns in front hide: its outline and whose it is. The pen's unit is the radius of a piece."""
    pen.circle(0, 0, 0.92, stroke=theme.casing, width=0.28)
    pen.circle(0, 0, 0.92, stroke=coat.fill, width=0.15 * theme.weight, dash=(0.3, 0.28))
    at = pen.at(0.66, -0.66, 0.36)
    at.circle(0, 0, 1, fill=coat.fill, stroke=theme.casing, width=0.3)
    seat_mark(at.at(0, 0, 0.56), owner, coat.mark)
