"""What is marked on a board, with one sign each in all games: outlines lie under the pieces, badges on top. A game can
have further badges for the marks of its pieces (``Art.signs``).

The pen stands on a site and its unit is the reach of the site: half a square, a little more than a piece on a point.
"""

from collections.abc import Callable

from ludarium.draw.art import Art, DrawMark
from ludarium.draw.pen import Pen, Point, around
from ludarium.draw.theme import Theme


def _last(pen: Pen, theme: Theme, shape: str) -> None:
    """The last step was here: the corners of the site."""
    corners = around(6, 1.22) if shape == "hexagon" else [(-0.92, -0.92), (0.92, -0.92), (0.92, 0.92), (-0.92, 0.92)]
    for before, corner, after in zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False):
        strokes = (_towards(corner, before), corner, _towards(corner, after))
        pen.line(*strokes, stroke=theme.paper, width=0.2)
        pen.line(*strokes, stroke=theme.ink, width=0.1 * theme.weight)


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
    points = [point for pair in zip(around(9, 1), around(9, 0.58, 0.5), strict=True) for point in pair]
    pen.at(-0.72, -0.72, 0.42).polygon(points, fill=theme.danger, stroke=theme.paper, width=0.12)


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
_BADGES: dict[str, DrawMark] = {"threatened": _threatened, "forced": _forced}


def badge_names(art: Art) -> list[str]:
    return [*art.signs, *_BADGES]


def sign_names(art: Art) -> list[str]:
    return [*OUTLINES, *badge_names(art)]


def draw_sign(pen: Pen, name: str, shape: str, art: Art, theme: Theme) -> None:
    """The sign of that name on a site of that shape."""
    if name in OUTLINES:
        OUTLINES[name](pen, theme, shape)
    else:
        inside = 0.86 if shape == "hexagon" else 1  # its corners are not those of a square
        (_BADGES.get(name) or art.signs[name])(pen.at(0, 0, inside), theme)
