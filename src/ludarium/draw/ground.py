"""The board under the pieces: lines, squares, points, names of rows and columns."""

from ludarium.core.scene import Scene, Stroke
from ludarium.draw.layout import Layout, Spot
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Theme

_FILLED = ("sea", "tint")


def draw_ground(pen: Pen, scene: Scene, layout: Layout, theme: Theme) -> None:
    board = pen.at(layout.left, layout.top, layout.scale)
    hair = max(1.0, layout.scale / 60) * theme.weight / layout.scale
    for line in scene.lines:
        if _filled(line):
            _draw_line(board, line, theme, hair)
    for spot in layout.spots.values():
        if spot.site.shape == "square":
            _square(pen.at(spot.x, spot.y, spot.size), spot, theme, hair * layout.scale / spot.size)
    for line in scene.lines:
        if not _filled(line):
            _draw_line(board, line, theme, hair)
    for spot in layout.spots.values():
        if spot.site.shape == "point":
            _point(pen.at(spot.x, spot.y, spot.size), spot, theme)


def draw_notes(pen: Pen, scene: Scene, layout: Layout, theme: Theme) -> None:
    size = min(16.0, max(10.0, layout.scale * 0.3))
    for note in scene.notes:
        x, y = layout.place(note.x, note.y)
        pen.text(x, y, note.text, size, fill=theme.faint)


def _filled(line: Stroke) -> bool:
    return any(tag in line.tags for tag in _FILLED)


def _draw_line(pen: Pen, line: Stroke, theme: Theme, hair: float) -> None:
    width = hair * (3 if "thick" in line.tags else 1.6 if line.shape == "circle" or line.shape == "path" else 1)
    fill = theme.sea if "sea" in line.tags else theme.tint if "tint" in line.tags else "none"
    if line.shape == "circle":
        x, y, radius = line.numbers
        pen.circle(x, y, radius, fill=fill, stroke=theme.line, width=width)
    elif line.shape == "rect":
        x, y, across, down = line.numbers
        pen.rect(x, y, across, down, fill=fill, stroke=theme.line, width=width)
    else:
        points = list(zip(line.numbers[::2], line.numbers[1::2], strict=True))
        pen.line(*points, fill=fill, stroke=theme.line, width=width)


def _square(pen: Pen, spot: Spot, theme: Theme, hair: float) -> None:
    tags = spot.site.tags
    ground = theme.tint if "tint" in tags else theme.dark if "dark" in tags else theme.light
    home = next((seat for seat in (0, 1) if f"home{seat}" in tags), -1)
    if home >= 0:
        ground = mixed(ground, theme.seats[home].fill, 0.2)
    pen.rect(-0.5, -0.5, 1, 1, fill=ground, stroke=theme.line, width=hair)
    if home >= 0:
        seat_mark(pen.at(0, 0, 0.14), home, mixed(ground, theme.seats[home].fill, 0.5))
    if "centre" in tags:
        pen.circle(0, 0, 0.36, stroke=theme.faint, width=0.035 * theme.weight, dash=(0.08, 0.09))


def _point(pen: Pen, spot: Spot, theme: Theme) -> None:
    if "port" in spot.site.tags:
        pen.circle(0, 0, 1.36, fill=theme.sea, stroke=theme.gold, width=0.14 * theme.weight, dash=(0.3, 0.26))
    pen.circle(0, 0, 0.17, fill=theme.line)


def mixed(one: str, other: str, share: float) -> str:
    """A colour with so much of another one in it."""
    parts = ((int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)
