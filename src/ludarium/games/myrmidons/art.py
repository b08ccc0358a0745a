"""How Myrmidons looks: blocks with sword, shield and foot, of which the enemy sees the back."""

from ludarium.core.scene import Piece
from ludarium.draw.art import Art, Plate
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Coat, Theme

_PLATE = 3.4  # the width of a block beside the board, in its radii


def _block(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    face_up = "shown" in piece.marks
    ground, written = (theme.paper, theme.ink) if face_up else (coat.fill, coat.mark)
    if face_up:
        pen.rect(-0.96, -0.96, 1.92, 1.92, 0.24, fill=coat.fill, stroke=coat.edge, width=0.05 * theme.weight)
        pen.rect(-0.8, -0.8, 1.6, 1.6, 0.14, fill=ground)
    else:
        pen.rect(-0.96, -0.8, 1.92, 1.86, 0.24, fill=theme.back, opacity=0.6)
        pen.rect(-0.96, -0.96, 1.92, 1.86, 0.24, fill=coat.fill, stroke=coat.edge, width=0.05 * theme.weight)
    if "".join(piece.badges).isdigit():
        _values(pen, piece, written)
    else:
        _back(pen, piece, written, ground)
    seat_mark(pen.at(-0.64, 0.6, 0.17), piece.owner, written)
    if "commander" in piece.marks:
        _crown(pen.at(0, -0.82, 0.3), theme.bright, coat.edge)


def _values(pen: Pen, piece: Piece, colour: str) -> None:
    sword, shield, foot = piece.badges
    _sword(pen.at(-0.7, -0.16, 0.38), colour)
    pen.text(-0.26, -0.16, sword, 0.66, bold=True, fill=colour)
    _shield(pen.at(0.45, -0.18, 0.44), colour)
    pen.text(0.45, -0.19, shield, 0.6, bold=True, fill=colour)
    _foot(pen.at(-0.2, 0.56, 0.19), colour)
    pen.text(0.26, 0.56, foot, 0.54, bold=True, fill=colour)


def _back(pen: Pen, piece: Piece, colour: str, ground: str) -> None:
    """A helmet, and what is known all the same."""
    sword, shield, foot = (*piece.badges, "?", "?", "?")[:3]
    pen.rect(-0.8, -0.8, 1.6, 1.54, 0.14, stroke=colour, width=0.05, opacity=0.6)
    bare = sword == "?" == shield
    _helmet(pen.at(0, -0.2 if foot != "?" else 0, 0.46 if bare else 0.36), colour, ground)
    for x, text in ((-0.52, sword), (0.52, shield)):
        if text != "?":
            pen.text(x, -0.56, text, 0.42, bold=True, fill=colour)
    if foot != "?":
        _foot(pen.at(-0.16, 0.52, 0.17), colour)
        pen.text(0.3, 0.5, foot, 0.46, bold=True, fill=colour)


def _plate(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    """Beside the board a block is known by its three values."""
    pen.rect(-_PLATE / 2, -1, _PLATE, 2, 0.372, fill=coat.fill, stroke=coat.edge, width=0.124 * theme.weight)
    pen.text(0, 0, piece.kind[:3], 1.3, bold=True, fill=coat.mark)


def _sword(pen: Pen, colour: str) -> None:
    pen.polygon([(0, -1), (0.2, -0.74), (0.14, 0.34), (-0.14, 0.34), (-0.2, -0.74)], fill=colour)
    pen.line((-0.4, 0.42), (0.4, 0.42), stroke=colour, width=0.18)
    pen.line((0, 0.5), (0, 0.92), stroke=colour, width=0.2)


def _shield(pen: Pen, colour: str) -> None:
    outline = "M -0.8 -0.82 L 0.8 -0.82 L 0.8 0.05 C 0.8 0.6 0.35 0.9 0 1.08 C -0.35 0.9 -0.8 0.6 -0.8 0.05 Z"
    pen.path(outline, stroke=colour, width=0.15)


def _foot(pen: Pen, colour: str) -> None:
    """A boot, toes to the right."""
    boot = "M -0.55 -0.95 L 0.12 -0.95 L 0.12 0.05 C 0.4 0.2 0.95 0.2 0.95 0.62 L 0.95 0.85 L -0.55 0.85 Z"
    pen.path(boot, fill=colour)


def _crown(pen: Pen, colour: str, edge: str) -> None:
    points = [(-1, -0.6), (-0.48, 0.02), (0, -0.85), (0.48, 0.02), (1, -0.6), (0.78, 0.62), (-0.78, 0.62)]
    pen.polygon(points, fill=colour, stroke=edge, width=0.14)


def _helmet(pen: Pen, colour: str, ground: str) -> None:
    pen.path(
        "M -0.75 0.1 C -0.75 -0.55 -0.4 -0.8 0 -0.8 C 0.4 -0.8 0.75 -0.55 0.75 0.1 L 0.62 0.85 L 0.22 0.95 "
        "L 0.22 0.3 L -0.22 0.3 L -0.22 0.95 L -0.62 0.85 Z",
        fill=colour,
    )
    pen.line((-0.48, 0.1), (0.48, 0.1), stroke=ground, width=0.17)
    pen.path("M -0.7 -0.72 C -0.35 -1.2 0.35 -1.2 0.7 -0.72", stroke=colour, width=0.24)


def _ordered(pen: Pen, theme: Theme) -> None:
    """A block that has its order: a pennant."""
    at = pen.at(0.74, 0.74, 0.36)
    at.line((-0.5, -0.9), (-0.5, 0.9), stroke=theme.paper, width=0.5)
    at.polygon([(-0.5, -0.85), (0.8, -0.35), (-0.5, 0.15)], fill=theme.bright, stroke=theme.paper, width=0.4)
    at.line((-0.5, -0.85), (-0.5, 0.9), stroke=theme.ink, width=0.2)
    at.polygon([(-0.5, -0.85), (0.8, -0.35), (-0.5, 0.15)], fill=theme.bright, stroke=theme.ink, width=0.14)


ART = Art(
    turns=True,
    pieces={"block": _block},
    marks=("shown", "commander"),
    plates={"block": Plate(_PLATE, _plate)},
    signs={"ordered": _ordered},
    letters={"ordered": ":", "commander": "^", "shown": "="},
)
