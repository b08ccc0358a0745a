"""How Mutter Land looks: marbles on columns with cliffs, and lakes between them."""

from ludarium.core.scene import Piece
from ludarium.draw.art import Art
from ludarium.draw.columns import HALF, NEIGHBOURS, Cell, cells_of, hexagon, pitch
from ludarium.draw.layout import Layout
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Coat, Theme


def _marble(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen.ellipse(0.05, 0.42, 0.86, 0.62, fill="#000000", opacity=0.28)
    pen.circle(0, 0, 0.9, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    pen.ellipse(-0.34, -0.48, 0.3, 0.19, fill="#ffffff", opacity=0.75)
    seat_mark(pen.at(0, 0.06, 0.5), piece.owner, coat.mark)


def _moved(pen: Pen, theme: Theme) -> None:
    """A marble that has moved in this turn: a tick."""
    at = pen.at(0.74, 0.74, 0.32)
    at.circle(0, 0, 0.9, fill=theme.ink, stroke=theme.paper, width=0.2)
    at.line((-0.42, 0.02), (-0.1, 0.36), (0.44, -0.34), stroke=theme.paper, width=0.24)


def _draw_lakes(pen: Pen, layout: Layout, theme: Theme) -> None:
    """The water that the land encloses."""
    placed = list(layout.sites.values())
    sites = [one.site for one in placed]
    step = pitch(sites)
    for q, r in _lakes(set(cells_of(sites).values())):
        x, y = layout.place(sites[0].x + (q + r / 2) * step, sites[0].y + r * step * HALF)
        at = pen.at(x, y, placed[0].size)
        at.polygon(hexagon(1.01), fill=theme.sea, stroke=theme.line, width=0.04 * theme.weight)
        for y in (-0.12, 0.2):
            wave = f"M -0.45 {y} Q -0.22 {y - 0.2} 0 {y} Q 0.22 {y + 0.2} 0.45 {y}"
            at.path(wave, stroke=theme.faint, width=0.06 * theme.weight, opacity=0.6)


def _lakes(land: set[Cell]) -> list[Cell]:
    """Cells without land from which the outside cannot be reached, from the back to the front."""
    low_q, high_q = min(q for q, _ in land) - 1, max(q for q, _ in land) + 1
    low_r, high_r = min(r for _, r in land) - 1, max(r for _, r in land) + 1
    every = [(q, r) for r in range(low_r, high_r + 1) for q in range(low_q, high_q + 1)]
    dry = set(every) - land  # until the water from outside reaches them
    border = [(low_q, low_r)]
    while border:
        q, r = border.pop()
        for dq, dr in NEIGHBOURS:
            cell = (q + dq, r + dr)
            if cell in dry:
                dry.remove(cell)
                border.append(cell)
    return [cell for cell in every if cell in dry]


ART = Art(
    pieces={"marble": _marble},
    emblem="marble",
    signs={"moved": _moved},
    letters={"moved": "'"},
    climb=1,  # MUT-M4
    draw_ground=_draw_lakes,
)
