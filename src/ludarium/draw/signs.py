"""What is marked on a board, with one sign each in all games: outlines lie under the pieces, badges on top.

The pen stands on a site and its unit is the reach of the site: half a square, a little more than a piece on a point.
"""

from collections.abc import Callable

from ludarium.draw.marks import burst
from ludarium.draw.pen import Pen, Point, around
from ludarium.draw.theme import Theme


def _last(pen: Pen, theme: Theme, shape: str) -> None:
    """The last step was here: the corners of the site."""
    corners = around(6, 1.22) if shape == "hexagon" else [(-0.92, -0.92), (0.92, -0.92), (0.92, 0.92), (-0.92, 0.92)]
    for before, corner, after in zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False):
        strokes = (_towards(corner, before), corner, _towards(corner, after))
        pen.line(*strokes, stroke=theme.paper, width=0.2)
        pen.line(*strokes, stroke=theme.last, width=0.1 * theme.weight)


def _towards(start: Point, end: Point) -> Point:
    return start[0] + (end[0] - start[0]) * 0.19, start[1] + (end[1] - start[1]) * 0.19


def _picked(pen: Pen, theme: Theme, shape: str) -> None:
    """The piece that is being moved: two rings."""
    _ring(pen, 0.94, shape, theme.paper, 0.26)
    _ring(pen, 0.99, shape, theme.target, 0.09 * theme.weight)
    _ring(pen, 0.84, shape, theme.target, 0.06 * theme.weight)


def _target(pen: Pen, theme: Theme, shape: str) -> None:
    """You may go here: a ring."""
    _ring(pen, 0.88, shape, theme.paper, 0.2)
    _ring(pen, 0.88, shape, theme.target, 0.11 * theme.weight)


def _target_empty(pen: Pen, theme: Theme, shape: str) -> None:
    """Nothing stands there: a dot in the ring."""
    _target(pen, theme, shape)
    pen.circle(0, 0.62 if shape == "hexagon" else 0, 0.24, fill=theme.target, stroke=theme.paper, width=0.08)


def _forced(pen: Pen, theme: Theme) -> None:
    """Something must be done here: an exclamation mark."""
    at = pen.at(0.72, -0.72, 0.36)
    at.circle(0, 0, 0.9, fill=theme.bright, stroke=theme.paper, width=0.2)
    at.line((0, -0.5), (0, 0.08), stroke="#16202a", width=0.28)
    at.circle(0, 0.5, 0.17, fill="#16202a")


def _threatened(pen: Pen, theme: Theme) -> None:
    """A piece may be lost here: a burst."""
    burst(pen.at(-0.72, -0.72, 0.42), theme.danger, theme.paper)


def _moved(pen: Pen, theme: Theme) -> None:
    """A piece that has moved in this turn: a tick."""
    at = pen.at(0.74, 0.74, 0.32)
    at.circle(0, 0, 0.9, fill=theme.ink, stroke=theme.paper, width=0.2)
    at.line((-0.42, 0.02), (-0.1, 0.36), (0.44, -0.34), stroke=theme.paper, width=0.24)


def _ordered(pen: Pen, theme: Theme) -> None:
    """A piece that has its order: a pennant."""
    at = pen.at(0.74, 0.74, 0.36)
    at.line((-0.5, -0.9), (-0.5, 0.9), stroke=theme.paper, width=0.5)
    at.polygon([(-0.5, -0.85), (0.8, -0.35), (-0.5, 0.15)], fill=theme.bright, stroke=theme.paper, width=0.4)
    at.line((-0.5, -0.85), (-0.5, 0.9), stroke=theme.ink, width=0.2)
    at.polygon([(-0.5, -0.85), (0.8, -0.35), (-0.5, 0.15)], fill=theme.bright, stroke=theme.ink, width=0.14)


def _walled(pen: Pen, theme: Theme) -> None:
    """No way out: a wall with battlements."""
    count = 14
    low, high = 0.86, 1.08
    points: list[Point] = []
    for inner, outer in zip(around(2 * count, low), around(2 * count, high), strict=True):
        points += [inner, outer] if len(points) // 2 % 2 == 0 else [outer, inner]
    pen.circle(0, 0, low - 0.04, stroke=theme.paper, width=0.3)
    pen.polygon(points, stroke=theme.ink, width=0.07 * theme.weight)
    pen.circle(0, 0, low - 0.08, stroke=theme.ink, width=0.05 * theme.weight)


def _ring(pen: Pen, radius: float, shape: str, colour: str, width: float) -> None:
    """Follows the outline of the site."""
    if shape == "hexagon":
        pen.polygon(around(6, radius * 1.28), stroke=colour, width=width)
    elif shape == "square":
        pen.rect(-radius, -radius, 2 * radius, 2 * radius, 0.16, stroke=colour, width=width)
    else:
        pen.circle(0, 0, radius, stroke=colour, width=width)


# In the order in which they are drawn.
OUTLINES: dict[str, Callable[[Pen, Theme, str], None]] = {
    "last": _last,
    "target": _target,
    "target_empty": _target_empty,
    "picked": _picked,
}
BADGES: dict[str, Callable[[Pen, Theme], None]] = {
    "moved": _moved,
    "ordered": _ordered,
    "threatened": _threatened,
    "forced": _forced,
}
WALLED = "walled"  # lies under its piece
NAMES = (*OUTLINES, WALLED, *BADGES)


def draw_sign(pen: Pen, name: str, shape: str, theme: Theme) -> None:
    """The sign of that name on a site of that shape."""
    if name in OUTLINES:
        OUTLINES[name](pen, theme, shape)
    elif name == WALLED:
        _walled(pen, theme)
    else:
        inside = 0.86 if shape == "hexagon" else 1  # its corners are not those of a square
        BADGES[name](pen.at(0, 0, inside), theme)
