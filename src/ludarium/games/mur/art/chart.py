"""The board: a round sea chart in a wooden rim, with a coast before each port."""

from math import atan2, cos, hypot, pi, sin

from ludarium.core.scene import Scene
from ludarium.draw.layout import Layout, PlacedSite
from ludarium.draw.pen import Pen, around
from ludarium.draw.theme import NIGHT, SHADOW, WOOD, Theme
from ludarium.draw.wood import grain, wood

# Radii; the rings are one unit apart.
_SEA, _BAND, _RIM = 3.5, 3.83, 3.93
_DEPTHS = ((0.0, "#153945"), (0.2, "#2c5f6d"), (0.37, "#6fa5ad"), (0.66, "#a9cdce"), (1.0, "#cfe3e0"))
_FOAM = "#f4fbf8"
_INK = "#1d4350"  # lines on the water
_BROWN = "#4b3a22"  # lines and letters on the rim
_LAND = ("#efe0b8", "#d3b981")
_SMALLEST = 7.5  # pixels; names of points that would be smaller are left out
_BLACKS = 32  # black parts of the scale
_GAP = 2.5  # the spoke, counted from a, in whose place the rings are numbered


def draw_chart(pen: Pen, scene: Scene, layout: Layout, theme: Theme) -> None:
    middle = layout.place(0, 0)
    board = pen.at(*middle, layout.scale)
    ports = [placed for placed in layout.sites.values() if "port" in placed.site.tags]
    if theme.plain:
        board.circle(0, 0, _RIM, fill=theme.paper, stroke=theme.line, width=0.04)
    else:
        _draw_rim(board)
        _draw_sea(board)
    for placed in ports:
        _draw_coast(board, placed.site.x, placed.site.y, theme)
    _draw_scale(board, theme)
    _draw_lines(board, theme)
    for placed in ports:
        draw_port(pen.at(placed.x, placed.y, placed.size), theme)
    for placed in layout.sites.values():
        _draw_point(board, placed, theme)
    for ring in (1, 2, 3):
        _draw_ring_number(board, ring, theme)
    for note in scene.notes:
        board.text(note.x, note.y, note.text, 0.25, bold=True, fill=theme.ink if theme.plain else _BROWN)
    if theme.lamp:
        board.circle(0, 0, _RIM, fill=NIGHT, opacity=theme.lamp)


def _draw_rim(pen: Pen) -> None:
    pen.circle(0.03, 0.07, _RIM, fill=SHADOW, opacity=0.3)
    for paint in (wood(pen), grain(pen, 0.01)):
        pen.circle(0, 0, _RIM, fill=paint)
    pen.circle(0, 0, _BAND, fill=pen.linear((0, "#f6e9cb"), (1, "#e2cb9b")), stroke=WOOD[2], width=0.018)


def _draw_waves(tile: Pen) -> None:
    tile.path(_WAVES, stroke=_FOAM, width=0.015, opacity=0.4)


def _draw_sea(pen: Pen) -> None:
    pen.circle(0, 0, _SEA, fill=pen.radial(*_DEPTHS))
    pen.circle(0, 0, _SEA, fill=pen.pattern(0.48, 0.24, _draw_waves))
    rim = around(16, _SEA)
    courses = [(rim[k], rim[(k + far) % 16]) for far in (5, 7) for k in range(16)]
    drawn = " ".join(f"M {x:.2f} {y:.2f} L {u:.2f} {v:.2f}" for (x, y), (u, v) in courses)
    pen.path(drawn, stroke=_INK, width=0.008, opacity=0.13)


_WAVES = (
    "M 0.05 0.08 Q 0.095 0.035 0.14 0.08 Q 0.18 0.12 0.22 0.08 M 0.29 0.2 Q 0.335 0.155 0.38 0.2 Q 0.42 0.24 0.46 0.2"
)


def _draw_scale(pen: Pen, theme: Theme) -> None:
    """Black and white parts around the sea, as charts have them."""
    ink = theme.ink if theme.plain else _BROWN
    radius, width = _SEA + 0.035, 0.05
    part = pi * radius / _BLACKS
    pen.circle(0, 0, radius, stroke="#fffaf0", width=width)
    pen.circle(0, 0, radius, stroke=ink, width=width, dash=(part, part), cap="butt")
    for edge in (-0.035, 0.035):
        pen.circle(0, 0, radius + edge, stroke=ink, width=0.012 * theme.weight)


def _draw_lines(pen: Pen, theme: Theme) -> None:
    spokes = " ".join(f"M {x:.3f} {y:.3f} L {-x:.3f} {-y:.3f}" for x, y in around(8, 3)[:4])
    strokes = ((theme.line, 0.03, 1.0),) if theme.plain else ((_FOAM, 0.05, 0.4), (_INK, 0.02, 0.85))
    for colour, width, opacity in strokes:
        for ring in (1, 2, 3):
            pen.circle(0, 0, ring, stroke=colour, width=width, opacity=opacity)
        pen.path(spokes, stroke=colour, width=width, opacity=opacity)


def _draw_point(pen: Pen, placed: PlacedSite, theme: Theme) -> None:
    x, y = placed.site.x, placed.site.y
    ink = theme.ink if theme.plain else _INK
    pen.circle(x, y, 0.05, fill="#fffaf0", stroke=ink, width=0.02 * theme.weight)
    radius, size = hypot(x, y), 0.16
    if size * placed.size / placed.site.size < _SMALLEST:
        return
    colour = theme.ink if theme.plain else _FOAM if radius < 1.5 else "#123540"
    aside, out = 0.12, -0.13  # so close that a ship covers it
    angle = atan2(x, -y) if radius else 0
    at_x, at_y = x + aside * cos(angle) + out * sin(angle), y + aside * sin(angle) - out * cos(angle)
    pen.text(at_x, at_y, placed.site.name, size, fill=colour, halo=theme.paper if theme.plain else "")


def _draw_ring_number(pen: Pen, ring: int, theme: Theme) -> None:
    """Just outside the ring, where no rope can lie over it."""
    angle, away = _GAP * pi / 4, ring + 0.18
    x, y = away * sin(angle), -away * cos(angle)
    if not theme.plain:
        pen.circle(x, y, 0.13, fill=_FOAM, stroke=_INK, width=0.015, opacity=0.75)
    pen.text(x, y, str(ring), 0.18, bold=True, fill=theme.ink if theme.plain else "#123540")


# --- ports ------------------------------------------------------------------------------------------------------------
def draw_port(pen: Pen, theme: Theme) -> None:
    """The pen's unit is the radius of a ship."""
    if not theme.plain:
        pen.circle(0, 0, 1.3, fill="#f3e6b4", opacity=0.45)
    pen.circle(0, 0, 1.3, stroke=theme.gold, width=0.18 * theme.weight, dash=(0.3, 0.26))


def _draw_coast(pen: Pen, x: float, y: float, theme: Theme) -> None:
    """Land along the rim with a bay for the port, and a lighthouse on its upper side."""
    turn = atan2(x, -y) / (pi / 2)
    at = pen.at(0, 0, turn=turn)
    if theme.plain:
        at.path(_COAST, fill=theme.tint, stroke=theme.line, width=0.03)
    else:
        at.path(_COAST, fill=_FOAM, stroke=_FOAM, width=0.16, opacity=0.6)
        at.path(_COAST, fill=pen.linear((0, _LAND[0]), (1, _LAND[1])), stroke="#8a6f3c", width=0.02)
        at.path(_DUNES, stroke="#a98f58", width=0.025)
    across, down = 0.72 * (1 if x < 0 else -1), -3.24
    angle = turn * pi / 2
    _draw_lighthouse(pen.at(across * cos(angle) - down * sin(angle), across * sin(angle) + down * cos(angle)), theme)


# Outwards is up.
_COAST = (
    "M -1.3 -3.25 Q -1.12 -3.14 -1 -3.12 Q -0.86 -3.16 -0.76 -3.02 Q -0.56 -2.84 -0.52 -3.08 Q -0.46 -3.42 0 -3.44 "
    "Q 0.46 -3.42 0.52 -3.08 Q 0.56 -2.84 0.76 -3.02 Q 0.86 -3.16 1 -3.12 Q 1.12 -3.14 1.3 -3.25 Q 0 -3.77 -1.3 -3.25 Z"
)
_DUNES = (
    "M -0.98 -3.24 Q -0.92 -3.31 -0.86 -3.24 M 0.84 -3.26 Q 0.9 -3.33 0.96 -3.26 M 0.62 -3.14 Q 0.68 -3.21 0.74 -3.14"
)


def _draw_lighthouse(pen: Pen, theme: Theme) -> None:
    red, edge = theme.danger, theme.ink if theme.plain else "#3a2a10"
    width = 0.018 * theme.weight
    pen.polygon(
        [(-0.08, 0.12), (0.08, 0.12), (0.055, -0.14), (-0.055, -0.14)], fill="#fffaf0", stroke=edge, width=width
    )
    pen.polygon([(-0.07, 0.04), (0.07, 0.04), (0.062, -0.04), (-0.062, -0.04)], fill=red)
    pen.polygon([(-0.075, -0.14), (0, -0.25), (0.075, -0.14)], fill=red, stroke=edge, width=width)
