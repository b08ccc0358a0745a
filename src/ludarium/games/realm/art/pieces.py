"""Castles, powers and enforcers. Seat 1 has a ring on all of them, and a square banner instead of a forked one."""

from ludarium.core.scene import Piece
from ludarium.draw.marks import MARKS
from ludarium.draw.pen import Pen, Point
from ludarium.draw.theme import BRONZE, IVORY, SHADOW, Coat, Theme

_TURNS = {"n": 0, "e": 1, "s": 2, "w": 3}
_LIT = (1, 1, -1, -1)  # by facing: the side of a spear-head on which light falls, 1 is the left one
_STONE = ("#d9d6cf", "#8e8b85")
_DARK = "#2a2118"


def _has_ring(piece: Piece) -> bool:
    return MARKS[piece.owner % len(MARKS)] == "ring"


def _shadow(pen: Pen, theme: Theme, shape: list[Point]) -> None:
    if not theme.plain:
        pen.polygon(shape, fill=SHADOW, opacity=0.35)


# --- castles ----------------------------------------------------------------------------------------------------------
def draw_base(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    edge, width = (_DARK, 0.085 * theme.weight)
    wall = theme.paper if theme.plain else pen.linear((0, IVORY[0]), (1, "#cdbb97"), end=(1, 1))
    _shadow(pen, theme, [(-0.7, 0.72), (1, 0.5), (1.12, 0.72), (0.9, 0.98), (-0.6, 0.98)])
    pen.line((-0.12, 0), (-0.12, -1.04), stroke=edge, width=width * 1.3)
    _draw_banner(pen.at(-0.12, -1.02), piece, coat, theme)
    steps = (-0.86, -0.57, -0.4, -0.15, 0.15, 0.4, 0.57, 0.86)
    merlons = "M -0.86 0.9"
    for number, x in enumerate(steps):
        low, high = (-0.02, -0.24) if number % 2 == 0 else (-0.24, -0.02)
        merlons += f" L {x} {low if number else 0.2} L {x} {high}"
    pen.path(merlons + " L 0.86 0.9 Z", fill=wall, stroke=edge, width=width)
    pen.rect(-0.82, 0.1, 1.64, 0.2, fill=coat.fill)
    pen.path("M -0.2 0.88 L -0.2 0.58 Q 0 0.3 0.2 0.58 L 0.2 0.88 Z", fill="#4a3823" if not theme.plain else edge)
    if not theme.plain:
        pen.path("M -0.66 0.5 L -0.46 0.5 M 0.42 0.7 L 0.64 0.7 M 0.5 0.46 L 0.62 0.46", stroke="#a08f72", width=0.06)


def _draw_banner(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    cloth = coat.fill if theme.plain else pen.linear((0, coat.lit), (1, coat.fill), end=(1, 1))
    width = 0.07 * theme.weight
    if _has_ring(piece):
        pen.path("M 0 0 Q 0.4 -0.12 0.84 0 L 0.84 0.58 Q 0.4 0.46 0 0.58 Z", fill=cloth, stroke=_DARK, width=width)
        pen.circle(0.43, 0.25, 0.15, stroke=coat.mark, width=0.09)
    else:
        forked = "M 0 0 Q 0.4 -0.1 0.92 0.02 L 0.64 0.28 L 0.92 0.58 Q 0.4 0.46 0 0.58 Z"
        pen.path(forked, fill=cloth, stroke=_DARK, width=width)


# --- powers -----------------------------------------------------------------------------------------------------------
def draw_power(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    """A thick disc with a crown."""
    width = 0.09 * theme.weight
    if not theme.plain:
        pen.ellipse(0.14, 0.26, 0.86, 0.8, fill=SHADOW, opacity=0.35)
        side = "M -0.84 -0.08 L -0.84 0.12 C -0.84 1.2 0.84 1.2 0.84 0.12 L 0.84 -0.08 Z"
        pen.path(side, fill=coat.shaded, stroke=coat.edge, width=width)
    top = coat.fill if theme.plain else pen.linear((0, coat.lit), (1, coat.fill), end=(0.7, 1))
    pen.circle(0, -0.08, 0.84, fill=top, stroke=coat.edge, width=width)
    if _has_ring(piece):
        pen.circle(0, -0.08, 0.63, stroke=coat.mark, width=0.1)
    size = 0.88 if _has_ring(piece) else 1.05
    gold = theme.bright if theme.plain else pen.linear((0, BRONZE[0]), (1, BRONZE[1]))
    crown = "M -0.4 0.28 L -0.45 -0.2 L -0.19 0 L 0 -0.32 L 0.19 0 L 0.45 -0.2 L 0.4 0.28 Z"
    pen.at(0, -0.07, size).path(crown, fill=gold, stroke=_DARK, width=0.07)


# --- enforcers --------------------------------------------------------------------------------------------------------
def draw_enforcer(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    if "neutralised" in piece.marks:
        _draw_pyramid(pen, piece, coat, theme)
    else:
        _draw_spear(pen, piece, coat, theme)


def _draw_spear(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    """A spear-head that lies there and points, with a ridge along it."""
    turn = _TURNS.get(piece.facing, 0)
    lying, width = pen.at(0, 0, 1, turn), 0.09 * theme.weight
    tip, right, notch, left = (0, -1.06), (0.8, 0.84), (0, 0.52), (-0.8, 0.84)
    _shadow(pen.at(0.14, 0.2, 1, turn), theme, [tip, right, notch, left])
    lying.polygon([tip, right, notch, left], fill=coat.shaded, stroke=coat.edge, width=width)
    lit = left if _LIT[turn] > 0 else right
    if not theme.plain:
        lying.polygon([tip, notch, lit], fill=pen.linear((0, coat.lit), (1, coat.fill)))
    lying.line(tip, notch, stroke=coat.mark, width=0.06, opacity=0.85)
    lying.polygon([tip, right, notch, left], stroke=coat.edge, width=width)
    if _has_ring(piece):
        lying.circle(0, 0.16, 0.2, fill=coat.fill, stroke=coat.mark, width=0.12)


def _draw_pyramid(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    """Out of use it stands upright, grey and cracked; its hem tells whose it is."""
    tip, left, front, right = (0.02, -1.02), (-0.66, 0.56), (0.1, 0.9), (0.68, 0.5)
    width = 0.085 * theme.weight
    _shadow(pen, theme, [front, right, (1.12, 0.62), (0.5, 0.98)])
    light, dark = (theme.paper, theme.dark) if theme.plain else _STONE
    pen.polygon([tip, left, front], fill=light, stroke=_DARK, width=width)
    pen.polygon([tip, front, right], fill=dark, stroke=_DARK, width=width)
    # A hem of a fifth of the height, on both faces.
    low = [_between(tip, corner, 0.82) for corner in (left, front, right)]
    pen.polygon([left, front, low[1], low[0]], fill=coat.fill, stroke=_DARK, width=width * 0.7)
    pen.polygon([front, right, low[2], low[1]], fill=coat.shaded, stroke=_DARK, width=width * 0.7)
    pen.line((-0.1, -0.68), (-0.02, -0.46), (-0.18, -0.3), (-0.1, -0.06), stroke=_DARK, width=0.07 * theme.weight)
    if _has_ring(piece):
        pen.circle(-0.16, 0.26, 0.17, fill=light, stroke=coat.fill, width=0.12)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
