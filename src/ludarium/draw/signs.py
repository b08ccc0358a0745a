"""What is marked on a board, with one sign each in all games: some lie under the pieces, others on top. A game can have
further ones for the marks of its pieces (``Art.signs``).

Each has a shape of its own, so that none needs its colour. The pen stands on a site and its unit is the reach of the
site: half a square, a little more than a piece on a point.
"""

from collections.abc import Callable

from ludarium.draw.art import Art, DrawMark
from ludarium.draw.columns import hexagon
from ludarium.draw.pen import Pen, around
from ludarium.draw.theme import GLOW, Theme


def _movable(pen: Pen, theme: Theme, shape: str) -> None:
    """Can move now: a glow with a thin double line."""
    inner, outer, line = GLOW
    if shape == "square":  # what stands there may leave no more of it in sight than a rim
        pen.rect(-1, -1, 2, 2, 0.1, fill=outer if theme.plain else pen.radial((0, inner), (0.72, outer)))
        _ring(pen, 0.96, shape, theme.ink if theme.plain else line, 0.06)
        return
    if theme.plain:
        _ring(pen, 0.98, shape, theme.ink, 0.06)
        _ring(pen, 0.86, shape, theme.ink, 0.06)
        return
    pen.circle(0, 0, 1.12, fill=pen.radial((0, inner), (0.72, outer), (1, outer, 0)))
    _ring(pen, 0.9, shape, theme.casing, 0.09)
    _ring(pen, 0.9, shape, line, 0.035)


def _last(pen: Pen, theme: Theme, shape: str) -> None:
    """The last turn was here: a dotted ring."""
    _ring(pen, 0.88, shape, theme.casing, 0.2)
    _ring(pen, 0.88, shape, theme.arrow, 0.1 * theme.weight, dash=(0.02, 0.2))


def _target(pen: Pen, theme: Theme, shape: str) -> None:
    """You may go here: a disc with a pale halo."""
    pen.circle(0, 0, 0.4, fill=theme.casing, opacity=0.75)
    pen.circle(0, 0, 0.23, fill=theme.target, stroke=theme.casing, width=0.07)


def _strike(pen: Pen, theme: Theme, shape: str) -> None:
    """You may go there, and it strikes: a diamond with the same halo."""
    pen.circle(0, 0, 0.4, fill=theme.casing, opacity=0.75)
    pen.polygon([(0, -0.32), (0.32, 0), (0, 0.32), (-0.32, 0)], fill=theme.danger, stroke=theme.casing, width=0.07)


def _struck(pen: Pen, theme: Theme, shape: str) -> None:
    """Would be struck: four wedges that point at the piece."""
    for turn in range(4):
        at = pen.at(0, 0, 1, turn)
        at.polygon([(0.5, -0.5), (0.98, -0.62), (0.62, -0.98)], fill=theme.danger, stroke=theme.casing, width=0.07)


def _picked(pen: Pen, theme: Theme, shape: str) -> None:
    """The piece that is being moved: a thick ring."""
    _ring(pen, 0.94, shape, theme.casing, 0.26)
    _ring(pen, 0.94, shape, theme.target, 0.14 * theme.weight)


def _forced(pen: Pen, theme: Theme, shape: str) -> None:
    """Something must be done here: an exclamation mark."""
    at = pen.at(0.72, -0.72, 0.36)
    at.circle(0, 0, 0.9, fill=theme.bright, stroke=theme.casing, width=0.2)
    at.line((0, -0.5), (0, 0.08), stroke="#16202a", width=0.28)
    at.circle(0, 0.5, 0.17, fill="#16202a")


def _threatened(pen: Pen, theme: Theme, shape: str) -> None:
    """A piece may be lost here: a burst."""
    points = [point for pair in zip(around(9, 1), around(9, 0.58, 0.5), strict=True) for point in pair]
    pen.at(-0.72, -0.72, 0.42).polygon(points, fill=theme.danger, stroke=theme.casing, width=0.12)


def _ring(pen: Pen, radius: float, shape: str, colour: str, width: float, dash: tuple[float, ...] = ()) -> None:
    """Follows the outline of the site."""
    if shape == "hexagon":
        pen.polygon(hexagon(radius * 1.28), stroke=colour, width=width, dash=dash)
    elif shape == "square":
        pen.rect(-radius, -radius, 2 * radius, 2 * radius, 0.16, stroke=colour, width=width, dash=dash)
    else:
        pen.circle(0, 0, radius, stroke=colour, width=width, dash=dash)


DrawSign = Callable[[Pen, Theme, str], None]
# In the order in which they are drawn.
UNDER: dict[str, DrawSign] = {"movable": _movable, "last": _last}
OVER: dict[str, DrawSign] = {"target": _target, "strike": _strike, "struck": _struck, "picked": _picked}
_BADGES: dict[str, DrawSign] = {"threatened": _threatened, "forced": _forced}


def badge_names(art: Art) -> list[str]:
    """Signs that say something about a piece."""
    return [*art.signs, *_BADGES]


def sign_names(art: Art) -> list[str]:
    return [*UNDER, *OVER, *badge_names(art)]


def draw_sign(pen: Pen, name: str, shape: str, art: Art, theme: Theme) -> None:
    """The sign of that name on a site of that shape."""
    common = UNDER.get(name) or OVER.get(name)
    if common:
        common(pen, theme, shape)
        return
    inside = pen.at(0, 0, 0.86 if shape == "hexagon" else 1)  # its corners are not those of a square
    if name in _BADGES:
        _BADGES[name](inside, theme, shape)
    else:
        own: DrawMark = art.signs[name]
        own(inside, theme)
