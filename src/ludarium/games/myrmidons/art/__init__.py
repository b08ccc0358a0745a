"""How Myrmidons looks: lacquered blocks on a stone floor, of which the enemy sees the back."""

from ludarium.draw.art import Art, Plate
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Theme
from ludarium.games.myrmidons.art.blocks import PLATE, draw_block, draw_plate
from ludarium.games.myrmidons.art.floor import draw_floor


def _ordered(pen: Pen, theme: Theme) -> None:
    """A block that has its order: a pennant."""
    at = pen.at(0.74, 0.74, 0.36)
    at.line((-0.5, -0.9), (-0.5, 0.9), stroke=theme.casing, width=0.5)
    at.polygon([(-0.5, -0.85), (0.8, -0.35), (-0.5, 0.15)], fill=theme.bright, stroke=theme.casing, width=0.4)
    at.line((-0.5, -0.85), (-0.5, 0.9), stroke=theme.arrow, width=0.2)
    at.polygon([(-0.5, -0.85), (0.8, -0.35), (-0.5, 0.15)], fill=theme.bright, stroke=theme.arrow, width=0.14)


ART = Art(
    turns=True,
    pieces={"block": draw_block},
    marks=("shown", "commander"),
    plates={"block": Plate(PLATE, draw_plate)},
    signs={"ordered": _ordered},
    letters={"ordered": ":", "commander": "^", "shown": "="},
    ground=draw_floor,
)
