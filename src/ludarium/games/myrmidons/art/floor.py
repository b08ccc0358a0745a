"""The board: a floor of stone in a wooden frame."""

from ludarium.core.scene import Scene
from ludarium.draw.layout import Layout
from ludarium.draw.pen import Pen
from ludarium.draw.theme import NIGHT, SHADOW, Theme, mixed
from ludarium.draw.wood import grain, wood
from ludarium.games.myrmidons.art.figures import SHIELD

_TILES = (("#f1e4c8", "#e4d1ab"), ("#decaa2", "#cfb587"))  # where light falls, and further off
_JOINT = "#4a2f16"
_EDGE = "#3d2511"
_MEANDER = "#e7c583"
_KEY = 0.25  # the size of one key of the meander
_BAND = 0.4  # a frame at least so broad has one


def draw_floor(pen: Pen, scene: Scene, layout: Layout, theme: Theme) -> None:
    board = pen.at(layout.left, layout.top, layout.scale)
    left, top, across, down = scene.box
    squares = [placed.site for placed in layout.sites.values()]
    west, east = min(site.x for site in squares) - 0.5, max(site.x for site in squares) + 0.5
    north, south = min(site.y for site in squares) - 0.5, max(site.y for site in squares) + 0.5
    ink = theme.ink if theme.plain else theme.rim
    if not theme.plain:
        board.rect(left + 0.06, top + 0.09, across - 0.08, down - 0.08, 0.16, fill=SHADOW, opacity=0.3)
        for paint in (wood(pen), grain(board, 0.01)):
            board.rect(left + 0.02, top + 0.02, across - 0.08, down - 0.1, 0.16, fill=paint, stroke=_EDGE, width=0.025)
        if north - top >= _BAND:
            keys = board.at(west, north - 0.36).pattern(_KEY, _KEY, _key)
            board.rect(west, north - 0.36, east - west, _KEY, fill=keys)
        if left + across - east >= _BAND:
            keys = board.at(east + 0.12, north).pattern(_KEY, _KEY, _turned_key)
            board.rect(east + 0.12, north, _KEY, south - north, fill=keys)
    edge = theme.line if theme.plain else _JOINT
    board.rect(west - 0.05, north - 0.05, east - west + 0.1, south - north + 0.1, fill=edge)
    for placed in layout.sites.values():
        _draw_tile(pen.at(placed.x, placed.y, placed.size), placed.site.tags, theme)
    if not theme.plain:
        board.rect(west, north, east - west, south - north, fill=board.pattern(0.68, 0.68, _speckles))
    for note in scene.notes:
        board.text(note.x, note.y, note.text, 0.27, bold=True, fill=ink)
    if theme.lamp:
        board.rect(left + 0.02, top + 0.02, across - 0.08, down - 0.1, 0.16, fill=NIGHT, opacity=theme.lamp)


def _turned_key(tile: Pen) -> None:
    _key(tile.at(_KEY, 0, turn=1))


def _key(tile: Pen) -> None:
    tile.path(
        "M 0 0.225 L 0.195 0.225 L 0.195 0.05 L 0.07 0.05 L 0.07 0.15 L 0.13 0.15 M 0.195 0.225 L 0.25 0.225",
        stroke=_MEANDER,
        width=0.022,
        opacity=0.75,
    )


def _speckles(tile: Pen) -> None:
    tile.path(
        "M 0.43 0.48 Q 0.51 0.52 0.56 0.45 M 0.05 0.32 Q 0.12 0.28 0.16 0.32",
        stroke="#7a5c30",
        width=0.01,
        opacity=0.22,
    )
    dots = " ".join(
        f"M {x} {y} L {x} {y}" for x, y in ((0.09, 0.12), (0.37, 0.28), (0.55, 0.08), (0.21, 0.5), (0.6, 0.57))
    )
    tile.path(dots, stroke="#7a5c30", width=0.026, opacity=0.25)


def _draw_tile(pen: Pen, tags: tuple[str, ...], theme: Theme) -> None:
    dark = "dark" in tags
    colours = (theme.dark, theme.dark) if dark else (theme.light, theme.light)
    if not theme.plain:
        colours = _TILES[1 if dark else 0]
    home = next((seat for seat in (0, 1) if f"home{seat}" in tags), -1)
    if home >= 0:
        seat = theme.seats[home].fill
        colours = (mixed(colours[0], seat, 0.25), mixed(colours[1], seat, 0.25))
    paint = colours[0] if theme.plain else pen.linear((0, colours[0]), (1, colours[1]), end=(1, 1))
    pen.rect(-0.5, -0.5, 1, 1, 0.03, fill=paint, stroke=theme.line if theme.plain else _JOINT, width=0.025)
    if home == 0:
        pen.at(0, -0.02, 0.17).path(SHIELD, stroke=mixed(colours[1], seat, 0.6), width=0.13 * theme.weight)
    elif home == 1:
        for radius in (0.05, 0.14):
            pen.circle(0, 0, radius, stroke=mixed(colours[1], seat, 0.6), width=0.022 * theme.weight)
