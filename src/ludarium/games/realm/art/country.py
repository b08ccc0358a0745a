"""The empty board of Realm: provinces with terrain and drawn borders, on wood."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import sin

from ludarium.core.scene import Scene
from ludarium.draw.layout import Layout
from ludarium.draw.pen import Pen, Point
from ludarium.draw.rim import dim, draw_rim, letters
from ludarium.draw.theme import IVORY, Theme
from ludarium.games.realm import rules_board
from ludarium.games.realm.notation import realm_name, site_name

SIDE = 3  # squares of a realm
BORDER = "#5a4526"
_ACROSS = 4  # realms in a row
_INK = "#7b6a4c"
_TINTS = ("#e9dcb8", "#dde0bd", "#e6d3b5", "#d6dcc4")
_WOBBLE = 0.045  # of a border that was drawn by hand, in squares


@dataclass(frozen=True)
class Country:
    """The map in pixels, and where its realms have their upper left corners, in squares from that of the map."""

    left: float
    top: float
    square: float
    realms: tuple[tuple[int, int], ...]

    def pen(self, pen: Pen, realm: int = -1) -> Pen:
        """A pen at the corner of the map or of a realm, whose unit is a square."""
        x, y = self.realms[realm] if realm >= 0 else (0, 0)
        return pen.at(self.left + x * self.square, self.top + y * self.square, self.square)


@lru_cache
def country(layout: Layout) -> Country:
    """The realms, wherever the picture has them."""
    square = next(iter(layout.sites.values())).size
    left = min(one.x for one in layout.sites.values()) - square / 2
    top = min(one.y for one in layout.sites.values()) - square / 2
    centres = [layout.sites[name] for name in _centres()]
    corners = [(round((one.x - left) / square - SIDE / 2), round((one.y - top) / square - SIDE / 2)) for one in centres]
    return Country(left, top, square, tuple(corners))


@cache
def _centres() -> tuple[str, ...]:
    return tuple(site_name(rules_board.centre_of(realm)) for realm in range(rules_board.REALMS))


def draw_country(pen: Pen, scene: Scene, layout: Layout, theme: Theme) -> None:
    land = country(layout)
    at, side = land.pen(pen), SIDE * _ACROSS
    draw_rim(pen, layout, theme)
    if theme.plain:
        at.rect(0, 0, side, side, fill=theme.light)
        _draw_squares(at, side, theme)
    else:
        at.rect(-0.13, -0.13, side + 0.26, side + 0.26, 0.08, fill=IVORY[1], stroke="#3a2312", width=0.03)
        for terrain in range(len(_TINTS)):
            corners = [corner for realm, corner in enumerate(land.realms) if _terrain(realm) == terrain]
            _draw_terrain(at, terrain, corners, theme)
    _draw_borders(at, side, theme)
    dim(pen, (0, 0, layout.width, layout.height), theme)
    if scene.notes:
        size = letters(layout.scale, 0.33, 0.5)
        for note in scene.notes:
            x, y = layout.place(note.x, note.y)
            pen.text(x, y, note.text, size, bold=True, fill=theme.rim)
        for realm in range(rules_board.REALMS):
            _draw_name(land.pen(pen, realm), realm_name(realm), letters(land.square, 0.275, 0.4) / land.square, theme)


def _draw_name(pen: Pen, name: str, size: float, theme: Theme) -> None:
    """On a tab that hangs on the upper border, where no piece covers it."""
    across, down = 1.74 * size, 1.1 * size
    ground, ink = (theme.paper, theme.ink) if theme.plain else (IVORY[0], BORDER)
    pen.rect(0.07, -0.4 * down, across, down, 0.08, fill=ground, stroke=ink, width=0.03 * theme.weight)
    pen.text(0.07 + across / 2, 0.1 * down, name, size, bold=True, fill=ink)


# --- the land ---------------------------------------------------------------------------------------------------------
def _terrain(realm: int) -> int:
    """No two neighbours have the same, and each row and column has all of them."""
    return (realm + realm // _ACROSS) % len(_TINTS)


def _draw_terrain(pen: Pen, terrain: int, corners: list[tuple[int, int]], theme: Theme) -> None:
    """All realms of one terrain are one shape, filled with one pattern that is as large as a realm."""
    shape = " ".join(f"M {x} {y} L {x + SIDE} {y} L {x + SIDE} {y + SIDE} L {x} {y + SIDE} Z" for x, y in corners)
    pen.path(shape, fill=pen.pattern(SIDE, SIDE, _draw_province, terrain, theme))


def _draw_province(tile: Pen, terrain: int, theme: Theme) -> None:
    tile.rect(0, 0, SIDE, SIDE, fill=_TINTS[terrain])
    for x, y in ((0.52, 0.56), (1.5, 0.46), (2.5, 1.5), (0.45, 2.5), (1.55, 2.6), (2.52, 2.46)):
        _GLYPHS[terrain](tile.at(x, y))
    _draw_squares(tile, SIDE, theme)


def _draw_squares(pen: Pen, side: int, theme: Theme) -> None:
    ink = theme.line if theme.plain else _INK
    upright = " ".join(f"M {line} 0 L {line} {side}" for line in range(1, side) if line % SIDE)
    level = " ".join(f"M 0 {line} L {side} {line}" for line in range(1, side) if line % SIDE)
    pen.path(f"{upright} {level}", stroke=ink, width=0.025 * theme.weight, dash=(0.05, 0.08), opacity=0.6)


def _strokes(pen: Pen, drawn: str) -> None:
    pen.path(drawn, stroke=_INK, width=0.03, opacity=0.42)


def _hills(pen: Pen) -> None:
    _strokes(pen, "M -0.26 0.1 Q -0.12 -0.2 0.03 0.04 M -0.06 0.1 Q 0.1 -0.26 0.28 0.1 M 0.1 -0.02 L 0.14 0.06")


def _woods(pen: Pen) -> None:
    _strokes(pen, "M -0.14 0.16 L -0.14 0.02 M 0.12 0.1 L 0.12 -0.02")
    crowns = "M -0.26 0.05 Q -0.14 -0.36 -0.02 0.05 Z M 0.01 0 Q 0.12 -0.36 0.23 0 Z"
    pen.path(crowns, fill=_INK, stroke=_INK, width=0.03, opacity=0.3)


def _fields(pen: Pen) -> None:
    _strokes(pen, "M -0.26 -0.1 L 0.18 -0.1 M -0.2 0 L 0.26 0 M -0.26 0.1 L 0.14 0.1")


def _waters(pen: Pen) -> None:
    for y in (-0.06, 0.08):
        _strokes(pen, f"M -0.26 {y} Q -0.13 {y - 0.13} 0 {y} Q 0.13 {y + 0.13} 0.26 {y}")


_GLYPHS: tuple[Callable[[Pen], None], ...] = (_hills, _woods, _fields, _waters)


# --- borders ----------------------------------------------------------------------------------------------------------
def _draw_borders(pen: Pen, side: int, theme: Theme) -> None:
    width = 0.055 * theme.weight
    lines = " ".join(_border(line, side, theme) for line in range(SIDE, side, SIDE))
    if not theme.plain:
        pen.path(lines, stroke=IVORY[0], width=width + 0.085, opacity=0.75)
    pen.path(lines, stroke=theme.line if theme.plain else BORDER, width=width)
    pen.rect(0, 0, side, side, stroke=theme.line if theme.plain else BORDER, width=width)


def _border(line: int, side: int, theme: Theme) -> str:
    """An upright and a level border, both a little uneven but where borders meet."""
    wobble = 0.0 if theme.plain else _WOBBLE
    places = [min(max(step * 0.75, 0.04), side - 0.04) for step in range(round(side / 0.75) + 1)]  # within the frame
    offs = [wobble * sin(2.7 * place + 1.9 * line) * (place % SIDE > 0) for place in places]
    upright = [(line + off, place) for place, off in zip(places, offs, strict=True)]
    level = [(place, line - off) for place, off in zip(places, offs, strict=True)]
    return f"{_curve(upright)} {_curve(level)}"


def _curve(points: list[Point]) -> str:
    """Through the middles between points, so that no corner is seen."""
    drawn = f"M {points[0][0]} {points[0][1]}"
    for (x, y), (after_x, after_y) in pairwise(points[1:]):
        drawn += f" Q {x:.3f} {y:.3f} {(x + after_x) / 2:.3f} {(y + after_y) / 2:.3f}"
    return f"{drawn} L {points[-1][0]} {points[-1][1]}"
