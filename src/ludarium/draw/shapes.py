"""The pieces, each drawn by a pen whose unit is the radius of a piece."""

from collections.abc import Callable

from ludarium.core.scene import Piece
from ludarium.draw.marks import crown, foot, helmet, seat_mark, shield, sword
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Coat, Theme

_FACINGS = {"n": 0, "e": 1, "s": 2, "w": 3}
_NOBODY = "#7d7568"
_HULL = (
    "M 0 -1.16 C 0.46 -0.74 0.72 -0.2 0.7 0.3 L 0.58 0.9 Q 0 1.08 -0.58 0.9 "
    "L -0.7 0.3 C -0.72 -0.2 -0.46 -0.74 0 -1.16 Z"
)


def coat_of(owner: int, shape: str, theme: Theme) -> Coat:
    if owner < 0:
        return Coat(_NOBODY, theme.ink, "#ffffff")
    coats = theme.hulls if shape == "ship" and owner < len(theme.hulls) else theme.seats
    return coats[owner % len(coats)]


def draw_piece(pen: Pen, piece: Piece, theme: Theme) -> None:
    """Any piece; a shape that is not known is a disc with the token on it."""
    _SHAPES.get(piece.shape, _counter)(pen, piece, coat_of(piece.owner, piece.shape, theme), theme)


def is_known_shape(shape: str) -> bool:
    return shape in _SHAPES


def is_hidden(piece: Piece) -> bool:
    """Whether the values of a block are not all known."""
    return not all(badge.isdigit() for badge in piece.badges)


def _ship(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen.ellipse(0, 0.98, 0.62, 0.14, fill=theme.back, opacity=0.45)
    pen.path(_HULL, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    if piece.owner == 1:  # the ring of the second seat is a second gunwale
        pen.at(0, -0.06, 0.78).path(_HULL, stroke=coat.edge, width=0.065 * theme.weight, opacity=0.55)
    for badge in piece.badges[:1]:
        pen.text(0, 0.16, badge, 1.16, bold=True, fill=coat.mark)


def _kraken(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen = pen.at(0, 0.05, 0.88)
    right = (
        "M 0.3 0.05 C 0.75 0 1.1 -0.3 0.78 -0.66",
        "M 0.35 0.25 C 0.8 0.3 1.3 0.15 1.12 -0.2",
        "M 0.3 0.4 C 0.7 0.55 1.1 0.8 1.18 0.42",
        "M 0.15 0.45 C 0.25 0.85 0.6 1.12 0.82 0.84",
    )
    arms = [*right, *(_mirrored(arm) for arm in right)]
    for arm in arms:
        pen.path(arm, stroke=theme.paper, width=0.36)
    for arm in arms:
        pen.path(arm, stroke=theme.kraken, width=0.24)
    pen.path(
        "M -0.5 0.3 C -0.78 -0.5 -0.5 -1.08 0 -1.08 C 0.5 -1.08 0.78 -0.5 0.5 0.3 C 0.25 0.68 -0.25 0.68 -0.5 0.3 Z",
        fill=theme.kraken,
        stroke=theme.paper,
        width=0.06,
    )
    for x in (-0.22, 0.22):
        pen.circle(x, 0.02, 0.17, fill="#ffffff")
        pen.circle(x, 0.05, 0.08, fill="#16202a")


def _mirrored(path: str) -> str:
    """The same path to the left of the upright axis."""
    words = path.split()
    numbers = [position for position, word in enumerate(words) if not word.isalpha()]
    for position in numbers[::2]:
        words[position] = str(-float(words[position]))
    return " ".join(words)


def _block(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    face_up = "shown" in piece.marks
    ground, written = (theme.paper, theme.ink) if face_up else (coat.fill, coat.mark)
    if face_up:
        pen.rect(-0.96, -0.96, 1.92, 1.92, 0.24, fill=coat.fill, stroke=coat.edge, width=0.05 * theme.weight)
        pen.rect(-0.8, -0.8, 1.6, 1.6, 0.14, fill=ground)
    else:
        pen.rect(-0.96, -0.8, 1.92, 1.86, 0.24, fill=theme.back, opacity=0.6)
        pen.rect(-0.96, -0.96, 1.92, 1.86, 0.24, fill=coat.fill, stroke=coat.edge, width=0.05 * theme.weight)
    sword_text, shield_text, foot_text = (*piece.badges, "?", "?", "?")[:3]
    if is_hidden(piece):
        pen.rect(-0.8, -0.8, 1.6, 1.54, 0.14, stroke=written, width=0.05, opacity=0.6)
        bare = sword_text == "?" == shield_text
        helmet(pen.at(0, -0.2 if foot_text != "?" else 0, 0.46 if bare else 0.36), written, ground)
        for x, text in ((-0.52, sword_text), (0.52, shield_text)):
            if text != "?":
                pen.text(x, -0.56, text, 0.42, bold=True, fill=written)
        if foot_text != "?":
            foot(pen.at(-0.16, 0.52, 0.17), written)
            pen.text(0.3, 0.5, foot_text, 0.46, bold=True, fill=written)
    else:
        sword(pen.at(-0.7, -0.16, 0.38), written)
        pen.text(-0.26, -0.16, sword_text, 0.66, bold=True, fill=written)
        shield(pen.at(0.45, -0.18, 0.44), written)
        pen.text(0.45, -0.19, shield_text, 0.6, bold=True, fill=written)
        foot(pen.at(-0.2, 0.56, 0.19), written)
        pen.text(0.26, 0.56, foot_text, 0.54, bold=True, fill=written)
    seat_mark(pen.at(-0.64, 0.6, 0.17), piece.owner, written)
    if "commander" in piece.marks:
        crown(pen.at(0, -0.82, 0.3), theme.bright, coat.edge)


def _marble(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen.ellipse(0.05, 0.42, 0.86, 0.62, fill="#000000", opacity=0.28)
    pen.circle(0, 0, 0.9, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    pen.ellipse(-0.34, -0.48, 0.3, 0.19, fill="#ffffff", opacity=0.75)
    seat_mark(pen.at(0, 0.06, 0.5), piece.owner, coat.mark)


def _base(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen.rect(-0.86, -0.86, 1.72, 1.72, 0.16, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    seat_mark(
        pen.at(0, 0, 0.5),
        piece.owner,
        coat.mark,
        lambda at: at.rect(-0.86, -0.86, 1.72, 1.72, 0.08, stroke=coat.mark, width=0.34),
    )


def _power(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen.circle(0, 0, 0.92, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    seat_mark(pen.at(0, 0, 0.56), piece.owner, coat.mark)


def _enforcer(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    off = "neutralised" in piece.marks
    held = pen.at(0, 0, 1, 0 if off else _FACINGS.get(piece.facing, 0))
    body = [(0, -1.08), (0.92, 0.86), (0, 0.56), (-0.92, 0.86)] if not off else [(0, -1), (0.86, 0.8), (-0.86, 0.8)]
    if off:
        held.polygon(body, fill=theme.paper, stroke=theme.paper, width=0.3)
        held.polygon(body, stroke=coat.fill, width=0.16 * theme.weight, dash=(0.26, 0.26))
    else:
        held.polygon(body, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)

    def contour(at: Pen) -> None:
        at.polygon([(0, -1.05), (0.72, 0.5), (-0.72, 0.5)], stroke=coat.fill if off else coat.mark, width=0.3)

    seat_mark(held.at(0, 0.14, 0.46), piece.owner, coat.fill if off else coat.mark, contour)


def _counter(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen.circle(0, 0, 0.9, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    pen.text(0, 0, piece.token or piece.kind[:2], 0.8, bold=True, fill=coat.mark)


_SHAPES: dict[str, Callable[[Pen, Piece, Coat, Theme], None]] = {
    "ship": _ship,
    "kraken": _kraken,
    "block": _block,
    "marble": _marble,
    "base": _base,
    "power": _power,
    "enforcer": _enforcer,
}
