"""The board under the pieces: lines, squares, points, names of rows and columns, what follows from the position."""

from ludarium.core.scene import Piece, Scene, Stroke
from ludarium.draw.art import Art
from ludarium.draw.layout import Layout, PlacedSite
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Theme, mixed


def draw_ground(pen: Pen, scene: Scene, layout: Layout, art: Art, theme: Theme) -> None:
    """All that stays while pieces move, but for columns and notes."""
    if art.ground is not None:
        art.ground(pen, scene, layout, theme)
        return
    board = pen.at(layout.left, layout.top, layout.scale)
    hair = max(1.0, layout.scale / 60) * theme.weight / layout.scale
    surfaces = {"sea": theme.sea, "tint": theme.tint}
    fills = [next((surfaces[tag] for tag in surfaces if tag in line.tags), "none") for line in scene.lines]
    for line, fill in zip(scene.lines, fills, strict=True):
        if fill != "none":
            _draw_line(board, line, fill, theme, hair)
    for placed in layout.sites.values():
        if placed.site.shape == "square":
            at = pen.at(placed.x, placed.y, placed.size)
            _square(at, placed, theme, hair * layout.scale / placed.size)
            _draw_tags(at, placed, art, theme)
    for line, fill in zip(scene.lines, fills, strict=True):
        if fill == "none":
            _draw_line(board, line, fill, theme, hair)
    for placed in layout.sites.values():
        if placed.site.shape == "point":
            at = pen.at(placed.x, placed.y, placed.size)
            _draw_tags(at, placed, art, theme)
            at.circle(0, 0, 0.17, fill=theme.line)


def draw_notes(pen: Pen, scene: Scene, layout: Layout, art: Art, theme: Theme) -> None:
    """Names of rows and columns, unless the game's ground has them."""
    if art.ground is not None:
        return
    size = min(16.0, max(10.0, layout.scale * 0.3))
    for note in scene.notes:
        x, y = layout.place(note.x, note.y)
        pen.text(x, y, note.text, size, fill=theme.faint)


def draw_over(pen: Pen, pieces: tuple[Piece, ...], layout: Layout, art: Art, theme: Theme) -> None:
    """What lies over the ground and follows from the position, for everybody alike who sees these pieces."""
    if art.over is not None:
        art.over(pen, pieces, layout, theme)


def _draw_line(pen: Pen, line: Stroke, fill: str, theme: Theme, hair: float) -> None:
    width = hair * (3 if "thick" in line.tags else 1 if line.shape == "rect" else 1.6)
    if line.shape == "circle":
        x, y, radius = line.numbers
        pen.circle(x, y, radius, fill=fill, stroke=theme.line, width=width)
    elif line.shape == "rect":
        x, y, across, down = line.numbers
        pen.rect(x, y, across, down, fill=fill, stroke=theme.line, width=width)
    else:
        pen.line(*line.corners(), fill=fill, stroke=theme.line, width=width)


def _draw_tags(pen: Pen, placed: PlacedSite, art: Art, theme: Theme) -> None:
    for tag in placed.site.tags:
        if tag in art.sites:
            art.sites[tag](pen, theme)


def _square(pen: Pen, placed: PlacedSite, theme: Theme, hair: float) -> None:
    tags = placed.site.tags
    ground = theme.tint if "tint" in tags else theme.dark if "dark" in tags else theme.light
    home = next((seat for seat in (0, 1) if f"home{seat}" in tags), -1)
    if home >= 0:
        ground = mixed(ground, theme.seats[home].fill, 0.2)
    pen.rect(-0.5, -0.5, 1, 1, fill=ground, stroke=theme.line, width=hair)
    if home >= 0:
        seat_mark(pen.at(0, 0, 0.14), home, mixed(ground, theme.seats[home].fill, 0.5))
