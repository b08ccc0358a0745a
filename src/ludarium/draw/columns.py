"""Columns of hexagonal nuts: sides, floors, cliffs, lakes."""

from collections.abc import Callable

from ludarium.core.scene import Site
from ludarium.draw.layout import Layout, Spot, pitch, rise
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


def draw_columns(pen: Pen, layout: Layout, theme: Theme, draw_pieces: Callable[[Spot, float, float], bool]) -> None:
    """All hexagons from the back to the front; ``draw_pieces`` draws what stands on one and says if anything does."""
    spots = [spot for spot in layout.spots.values() if spot.site.shape == "hexagon"]
    if not spots:
        return
    step = pitch([spot.site for spot in spots])
    cells = {_cell(spot.site, spots[0].site, step): spot for spot in spots}
    for cell in _lakes(set(cells)):
        q, r = cell
        first = spots[0].site
        x, y = layout.place(first.x + (q + r / 2) * step, first.y + r * step * _HALF)
        _lake(pen.at(x, y, spots[0].size), theme)
    for cell, spot in sorted(cells.items(), key=lambda item: (item[1].site.y, item[1].site.x)):
        around = [cells.get((cell[0] + q, cell[1] + r)) for q, r in _NEIGHBOURS]
        at = pen.at(spot.x, spot.y, spot.size)
        if "missing" in spot.site.tags:
            at.polygon(_shrunk(0.9), stroke=theme.faint, width=0.05 * theme.weight, dash=(0.16, 0.14))
            draw_pieces(spot, 0, 0)
        elif spot.site.height < 1:
            _lake(at, theme)
            draw_pieces(spot, 0, 0)
        else:
            _column(at, spot.site, [other.site if other else None for other in around], theme)
            right, left = (_hidden_by(spot.site, around[edge]) for edge in _FRONT)
            hidden = max(right, left)
            aside, down = 0.4 * (left - right), 0.18 - min(0.26, 0.45 * hidden)
            occupied = draw_pieces(spot, aside * spot.size, down * spot.size)
            _number(at, spot.site, occupied, hidden, theme)


def _cell(site: Site, first: Site, step: float) -> Cell:
    r = round((site.y - first.y) / (step * _HALF))
    return round((site.x - first.x) / step - r / 2), r


def _lakes(land: set[Cell]) -> list[Cell]:
    """Cells without land from which the outside cannot be reached, from the back to the front."""
    low_q, high_q = min(q for q, _ in land) - 1, max(q for q, _ in land) + 1
    low_r, high_r = min(r for _, r in land) - 1, max(r for _, r in land) + 1
    outside = {(low_q, low_r)}
    border = [(low_q, low_r)]
    while border:
        q, r = border.pop()
        for dq, dr in _NEIGHBOURS:
            cell = (q + dq, r + dr)
            if low_q <= cell[0] <= high_q and low_r <= cell[1] <= high_r and cell not in land | outside:
                outside.add(cell)
                border.append(cell)
    every = [(q, r) for r in range(low_r, high_r + 1) for q in range(low_q, high_q + 1)]
    return [cell for cell in every if cell not in land and cell not in outside]


def _shrunk(factor: float) -> list[Point]:
    return [(x * factor, y * factor) for x, y in CORNERS]


def _lake(pen: Pen, theme: Theme) -> None:
    pen.polygon(_shrunk(1.01), fill=theme.sea, stroke=theme.line, width=0.04 * theme.weight)
    for y in (-0.12, 0.2):
        wave = f"M -0.45 {y} Q -0.22 {y - 0.2} 0 {y} Q 0.22 {y + 0.2} 0.45 {y}"
        pen.path(wave, stroke=theme.faint, width=0.06 * theme.weight, opacity=0.6)


def _column(pen: Pen, site: Site, around: list[Site | None], theme: Theme) -> None:
    lift = rise(site) / site.size + _THICKNESS
    for edge in _FRONT:
        start, end = CORNERS[edge], CORNERS[(edge + 1) % 6]
        shade = theme.side[0 if edge == _FRONT[1] else 1]
        down = [(end[0], end[1] + lift), (start[0], start[1] + lift)]
        pen.polygon([start, end, *down], fill=shade, stroke=theme.stone, width=0.03 * theme.weight)
    for floor in range(1, site.height):
        depth = (rise(site) - rise(Site("", 0, 0, "", site.size, height=floor))) / site.size
        seam = [(x, y + depth) for x, y in CORNERS[2:5]]
        pen.line(*seam, stroke=theme.paper, width=0.03, opacity=0.55)
    pen.polygon(_shrunk(1), fill=theme.floor(site.height), stroke=theme.stone, width=0.035 * theme.weight)
    for edge, other in enumerate(around):
        if other is not None and other.height >= 1 and site.height - other.height >= _CLIFF:
            _cliff(pen, site, other, edge, theme)


def _cliff(pen: Pen, site: Site, other: Site, edge: int, theme: Theme) -> None:
    """A rim that stands out, and cracks in the face below it where it can be seen."""
    start, end = CORNERS[edge], CORNERS[(edge + 1) % 6]
    if edge in _FRONT:
        drop = (rise(site) - rise(other)) / site.size
        for part, depth in ((0.2, 0.85), (0.4, 0.6), (0.6, 0.9), (0.8, 0.65)):
            x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            pen.line((x, y), (x, y + drop * depth), stroke=theme.stone, width=0.05 * theme.weight)
    pen.line(start, end, stroke=theme.stone, width=0.13 * theme.weight)


def _hidden_by(site: Site, front: Spot | None) -> float:
    """How far a column in front stands above this one, in parts of its size."""
    return max(0.0, rise(front.site) - rise(site)) / site.size if front else 0.0


def _number(pen: Pen, site: Site, covered: bool, hidden: float, theme: Theme) -> None:
    """The height: in the nut's hole, or above the marble that stands there."""
    text = str(site.height)
    bold = site.height > 1
    colour = theme.ink if bold or covered else theme.faint
    if covered:
        pen.text(0, -0.62, text, 0.48, bold=True, fill=theme.ink, halo=theme.floor(site.height))
    else:
        pen.text(0, -min(0.4, max(0.0, hidden - 0.45)), text, 0.66, bold=bold, fill=colour)
