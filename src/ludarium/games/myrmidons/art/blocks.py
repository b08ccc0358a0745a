"""Blocks, from their owner's side and from the enemy's, and the same beside the board.

Each figure has a ground of its own: the sword's is lacquer, the shield's is ivory, the foot's is dark.
"""

from ludarium.core.scene import Piece
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.theme import IVORY, SHADOW, Coat, Theme, mixed
from ludarium.games.myrmidons.art.figures import bronze, draw_boot, draw_helmet, draw_plume, draw_shield, draw_sword

PLATE = 3.6  # the width of a block beside the board, in its radii
_LIGHT, _DARK, _GOLD = "#fffaf0", "#1d1206", "#ffd873"


def draw_block(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    if piece.facing:  # beside the board
        _draw_in_hand(pen, piece, coat, theme)
        return
    _draw_body(pen, coat, theme, flat="shown" in piece.marks)
    if "".join(piece.badges).isdigit():
        _draw_values(pen, piece, coat, theme)
    else:
        _draw_back(pen, piece, coat, theme)
    if "commander" in piece.marks:
        draw_plume(pen, theme)


def _draw_body(pen: Pen, coat: Coat, theme: Theme, flat: bool) -> None:
    """Standing, with its side towards us; or flat, once everybody has seen its face, with a broad pale hem."""
    width = 0.055 * theme.weight
    if flat:
        pen.rect(-1.02, -1.02, 2.04, 2.04, 0.2, fill=_LIGHT, stroke=coat.edge, width=width)
        pen.rect(-0.92, -0.92, 1.84, 1.84, 0.12, fill=_lacquer(pen, coat, theme), stroke=coat.edge, width=width / 2)
        return
    if not theme.plain:
        pen.rect(-0.86, -0.86, 1.98, 2.1, 0.2, fill=SHADOW, opacity=0.35)
    side = _DARK if theme.plain else coat.shaded
    pen.rect(-0.98, -0.84, 1.96, 1.92, 0.2, fill=side, stroke=coat.edge, width=width)
    pen.rect(-0.98, -1.04, 1.96, 1.92, 0.2, fill=_lacquer(pen, coat, theme), stroke=coat.edge, width=width)
    pen.rect(-0.89, -0.95, 1.78, 1.74, 0.13, stroke=bronze(pen, theme), width=0.05)


def _lacquer(pen: Pen, coat: Coat, theme: Theme) -> str:
    if theme.plain:
        return coat.fill
    return pen.linear((0, coat.lit), (0.55, coat.fill), (1, coat.shaded), end=(0.6, 1))


def _ivory(pen: Pen, theme: Theme) -> str:
    return "#ffffff" if theme.plain else pen.linear((0, IVORY[0]), (1, IVORY[1]))


def _band(coat: Coat, theme: Theme) -> str:
    return "#000000" if theme.plain else mixed(coat.shaded, "#000000", 0.5)


def _draw_values(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    sword, shield, foot = piece.badges
    gold = "#ffffff" if theme.plain else _GOLD
    pen.path(
        "M -0.86 0.2 L 0.86 0.2 L 0.86 0.66 Q 0.86 0.76 0.76 0.76 L -0.76 0.76 Q -0.86 0.76 -0.86 0.66 Z",
        fill=_band(coat, theme),
    )
    draw_sword(pen.at(-0.69, -0.36, 0.4), coat.mark)
    pen.text(-0.24, -0.36, sword, 0.74, bold=True, fill=coat.mark)
    draw_shield(pen.at(0.46, -0.37, 0.44), _ivory(pen, theme))
    pen.text(0.46, -0.38, shield, 0.66, bold=True, fill=_DARK)
    draw_boot(pen.at(-0.22, 0.48, 0.2), gold)
    pen.text(0.32, 0.48, foot, 0.58, bold=True, fill=gold)
    seat_mark(pen.at(-0.67, 0.48, 0.14), piece.owner, gold)


def _draw_back(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    """A helmet, and what is known all the same."""
    sword, shield, foot = (*piece.badges, "?", "?", "?")[:3]
    known = foot != "?"
    at = pen.at(0, -0.27 if known else -0.06, 0.46 if known else 0.6)
    if not theme.plain:  # a niche: bronze would be lost on some lacquers
        at.circle(0, -0.04, 1.2, fill=_band(coat, theme), opacity=0.5)
    draw_helmet(at, theme)
    seat_mark(pen.at(0.7, -0.74, 0.13), piece.owner, coat.mark)
    for x, text, draw in ((-0.46, sword, draw_sword), (0.46, shield, draw_shield)):
        if text != "?":
            pen.rect(x - 0.42, -0.88, 0.84, 0.44, 0.08, fill=_LIGHT, stroke=_DARK, width=0.04)
            draw(pen.at(x - 0.26, -0.66, 0.17), _DARK)
            pen.text(x + 0.12, -0.66, text, 0.36, bold=True, fill=_DARK)
    if known:
        pen.rect(-0.66, 0.24, 1.32, 0.52, 0.1, fill=_LIGHT, stroke=_DARK, width=0.04)
        draw_boot(pen.at(-0.37, 0.5, 0.18), _DARK)
        pen.text(0.22, 0.5, foot, 0.5, bold=True, fill=_DARK)


# --- beside the board -------------------------------------------------------------------------------------------------
def _draw_in_hand(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    """So small that there is room for three figures, each on its ground."""
    pen.rect(-1.06, -1.06, 2.12, 2.12, 0.24, fill=coat.fill, stroke=coat.edge, width=0.07 * theme.weight)
    if not "".join(piece.badges).isdigit():
        draw_helmet(pen.at(0, -0.02, 0.84), theme)
        seat_mark(pen.at(0.76, -0.74, 0.18), piece.owner, coat.mark)
        return
    sword, shield, foot = piece.badges
    pen.path("M 0.04 -1 L 0.84 -1 Q 1 -1 1 -0.84 L 1 0.06 L 0.04 0.06 Z", fill=_LIGHT)
    pen.path("M -1 0.06 L 1 0.06 L 1 0.84 Q 1 1 0.84 1 L -0.84 1 Q -1 1 -1 0.84 Z", fill=_band(coat, theme))
    gold = "#ffffff" if theme.plain else _GOLD
    pen.text(-0.5, -0.46, sword, 1.05, bold=True, fill=coat.mark)
    pen.text(0.52, -0.46, shield, 1.05, bold=True, fill=_DARK)
    pen.text(0.24, 0.54, foot, 0.98, bold=True, fill=gold)
    draw_boot(pen.at(-0.36, 0.54, 0.32), gold)
    seat_mark(pen.at(-0.8, 0.54, 0.14), piece.owner, gold)


def draw_plate(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    """The same in one line."""
    half, third = PLATE / 2, PLATE / 6  # of the whole and of one figure's ground, from its middle
    pen.rect(-half, -1, PLATE, 2, 0.36, fill=coat.fill, stroke=coat.edge, width=0.12 * theme.weight)
    figures = piece.kind[:3]
    if not figures.isdecimal() or len(figures) != 3:
        pen.text(0, 0, figures, 1.4, bold=True, fill=coat.mark)
        return
    pen.rect(-third, -0.94, 2 * third, 1.88, fill=_LIGHT)
    end = half - 0.06
    round_end = f"L 1.44 -0.94 Q {end} -0.94 {end} -0.58 L {end} 0.58 Q {end} 0.94 1.44 0.94"
    pen.path(f"M {third} -0.94 {round_end} L {third} 0.94 Z", fill=_band(coat, theme))
    colours = (coat.mark, _DARK, "#ffffff" if theme.plain else _GOLD)
    for place, (figure, colour) in enumerate(zip(figures, colours, strict=True)):
        pen.text((place - 1) * 2 * third, 0, figure, 1.4, bold=True, fill=colour)
