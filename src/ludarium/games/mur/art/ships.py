"""Ships, which head outwards, and the ropes between those of a group."""

from functools import cache
from itertools import combinations
from math import atan2, cos, hypot, pi, sin, tan

from ludarium.core.scene import Piece
from ludarium.draw.layout import Layout
from ludarium.draw.pen import Pen, Point
from ludarium.draw.theme import SHADOW, Coat, Theme, mixed

COATS = {
    "light": (
        Coat("#1d262e", "#0b1116", "#ffffff", "#46545f", "#0d1318"),
        Coat("#fffdf6", "#4b3a22", "#22303c", "#fffdf6", "#b3a282"),
    ),
    "dark": (
        Coat("#1d262e", "#d9c79c", "#ffffff", "#46545f", "#0d1318"),
        Coat("#fffdf6", "#2c2114", "#22303c", "#fffdf6", "#b3a282"),
    ),
    "contrast": (Coat("#000000", "#000000", "#ffffff"), Coat("#ffffff", "#000000", "#000000")),
    "safe": (
        Coat("#1a242e", "#0c1218", "#ffffff", "#46545f", "#0d1318"),
        Coat("#ffffff", "#3a3022", "#1a242e", "#ffffff", "#b3a282"),
    ),
}
_DECKS = (("#8a6440", "#56391f"), ("#ecd09c", "#c79c5c"))  # Black's, White's: in the light, in the shade
_EDGES = ("#0b1116", "#4b3a22")
# Black's stern is square, White's is round.
_HULLS = (
    "M 0 -1.14 C 0.4 -0.8 0.62 -0.36 0.62 0.1 L 0.6 0.94 L -0.6 0.94 L -0.62 0.1 C -0.62 -0.36 -0.4 -0.8 0 -1.14 Z",
    "M 0 -1.14 C 0.44 -0.78 0.66 -0.32 0.62 0.16 C 0.58 0.66 0.32 1 0 1.02 "
    "C -0.32 1 -0.58 0.66 -0.62 0.16 C -0.66 -0.32 -0.44 -0.78 0 -1.14 Z",
)
_WAKE = "M -0.34 1.06 L -0.46 1.3 M 0 1.14 L 0 1.36 M 0.34 1.06 L 0.46 1.3"
_FOAM = "#f4fbf8"
_PIPS = 4  # in a row


def draw_ship(pen: Pen, piece: Piece, coat: Coat, theme: Theme, turn: float | None = None) -> None:
    """``turn`` is where it heads, in quarters; one that stands beside the board, without it, heads upwards."""
    owner = 1 if piece.owner == 1 else 0
    hull = _HULLS[owner]
    width = 0.075 * theme.weight
    at = pen.at(0, 0, turn=turn or 0)
    if not theme.plain:
        if turn is not None:
            at.path(_WAKE, stroke=_FOAM, width=0.05, opacity=0.8)
        pen.at(0.12, 0.17, turn=turn or 0).path(hull, fill=SHADOW, opacity=0.35)
    # On the water the hull itself is dark enough; on a dark card it needs a bright edge.
    edge = coat.edge if turn is None or theme.plain else _EDGES[owner]
    at.path(hull, fill=_side(pen, coat, theme), stroke=edge, width=width)
    if not theme.plain:
        light, shade = _DECKS[owner]
        wood = pen.linear((0, light), (1, shade), end=(1, 0.3))
        at.at(0, 0.01, 0.76).path(hull, fill=wood, stroke=mixed(shade, "#000000", 0.4), width=0.05)
        _yard(at, owner)
    elif owner == 1:
        at.at(0, 0, 0.8).path(hull, stroke=coat.edge, width=0.05 * theme.weight)
    badge = piece.badges[0] if piece.badges else ""
    if badge.isdecimal() and len(badge) == 1:
        _draw_pips(at, int(badge), coat.mark)
    rim = coat.mark if theme.plain else ("#d9c79c", "#7a5a34")[owner]
    pen.circle(0, 0, 0.47, fill=coat.fill, stroke=rim, width=0.06)
    if badge:
        pen.text(0, 0, badge, 0.84, bold=True, fill=coat.mark)


def _side(pen: Pen, coat: Coat, theme: Theme) -> str:
    return coat.fill if theme.plain else pen.linear((0, coat.lit), (0.45, coat.fill), (1, coat.shaded), end=(1, 0.5))


def _yard(pen: Pen, owner: int) -> None:
    """With a furled sail."""
    yard, sail = (("#0d1318", "#f2ead8"), ("#3d2a14", "#8d6136"))[owner]
    curve = "M -0.44 -0.46 Q 0 -0.84 0.44 -0.46"
    pen.path(curve, stroke=yard, width=0.15)
    pen.path(curve, stroke=sail, width=0.09)


def _draw_pips(pen: Pen, count: int, colour: str) -> None:
    """At the stern; dots are dashes without length."""
    rows = [count] if count <= _PIPS else [_PIPS, count - _PIPS]
    for row, number in enumerate(rows):
        y, half = 0.62 + (0.15 if len(rows) == 1 else 0.02 + 0.18 * row), 0.1 * (number - 1)
        if number == 1:
            pen.circle(0, y, 0.065, fill=colour)
        elif number:
            pen.line((-half, y), (half + 0.01, y), stroke=colour, width=0.13, dash=(0, 0.2))


# --- ropes ------------------------------------------------------------------------------------------------------------
def draw_ropes(pen: Pen, pieces: tuple[Piece, ...], layout: Layout, theme: Theme) -> None:
    """Ships of one seat on points that a line joins belong together: what is tied counts as one group."""
    middle = layout.place(0, 0)
    pen = pen.at(*middle, layout.scale)
    for owner in (0, 1):
        own = [layout.sites[piece.site].site for piece in pieces if piece.owner == owner]
        ropes = [_rope(one, other) for one, other in combinations([(site.x, site.y) for site in own], 2)]
        drawn = " ".join(filter(None, ropes))
        if drawn:
            pen.stamp(_draw_rope, drawn, owner, theme)


def _draw_rope(pen: Pen, drawn: str, owner: int, theme: Theme) -> None:
    """Black's is dark with bright turns, White's bright with dark ones."""
    bright, dark = (theme.casing, theme.arrow) if theme.plain else ("#f6e6c0", "#2a1d0c")
    pen.path(drawn, stroke=bright if owner == 0 else dark, width=0.12)
    pen.path(drawn, stroke=dark if owner == 0 else bright, width=0.085)
    dash = (0.07, 0.07) if owner == 0 else (0.02, 0.12)
    pen.path(drawn, stroke=bright if owner == 0 else dark, width=0.045, dash=dash)


@cache
def _rope(one: Point, other: Point) -> str:
    """Along a spoke or a ring, if these are neighbours; else nothing. Rings are one unit apart."""
    near, far = hypot(*one), hypot(*other)
    between = abs(atan2(*one) - atan2(*other))
    between = min(between, 2 * pi - between)
    if min(near, far) < 0.5 or between < 0.1:
        return f"M {one[0]} {one[1]} L {other[0]} {other[1]}" if abs(near - far) < 1.5 else ""
    if abs(near - far) > 0.5 or between > pi / 4 + 0.1:
        return ""
    return _arc(one, other, near)


def _arc(one: Point, other: Point, radius: float) -> str:
    start, end = atan2(one[1], one[0]), atan2(other[1], other[0])
    way = 1 if (end - start) % (2 * pi) < pi else -1
    pull = 4 / 3 * tan(pi / 16) * radius * way
    first = one[0] - sin(start) * pull, one[1] + cos(start) * pull
    second = other[0] + sin(end) * pull, other[1] - cos(end) * pull
    return f"M {one[0]} {one[1]} C {first[0]} {first[1]} {second[0]} {second[1]} {other[0]} {other[1]}"
