"""How Realm looks: bases, powers and enforcers, and a frame around each realm in which a seat has more powers."""

from collections import Counter

from ludarium.core.scene import Piece, Scene
from ludarium.draw.art import Art, Frame, draw_marked_disc
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Coat, Theme
from ludarium.games.realm import rules_board
from ludarium.games.realm.notation import site_name

_FACINGS = {"n": 0, "e": 1, "s": 2, "w": 3}
_REALMS = tuple(
    tuple(site_name(square) for square in range(rules_board.SQUARES) if rules_board.realm_of(square) == realm)
    for realm in range(rules_board.REALMS)
)
_REALM_OF = {name: realm for realm, names in enumerate(_REALMS) for name in names}


def _base(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    def contour(at: Pen) -> None:
        at.rect(-0.86, -0.86, 1.72, 1.72, 0.08, stroke=coat.mark, width=0.34)

    pen.rect(-0.86, -0.86, 1.72, 1.72, 0.16, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    seat_mark(pen.at(0, 0, 0.5), piece.owner, coat.mark, contour)


def _enforcer(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    off = "neutralised" in piece.marks
    colour = coat.fill if off else coat.mark
    held = pen.at(0, 0, 1, 0 if off else _FACINGS.get(piece.facing, 0))
    if off:
        body = [(0, -1), (0.86, 0.8), (-0.86, 0.8)]
        held.polygon(body, fill=theme.paper, stroke=theme.paper, width=0.3)
        held.polygon(body, stroke=coat.fill, width=0.16 * theme.weight, dash=(0.26, 0.26))
    else:
        body = [(0, -1.08), (0.92, 0.86), (0, 0.56), (-0.92, 0.86)]
        held.polygon(body, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)

    def contour(at: Pen) -> None:
        at.polygon([(0, -1.05), (0.72, 0.5), (-0.72, 0.5)], stroke=colour, width=0.3)

    seat_mark(held.at(0, 0.14, 0.46), piece.owner, colour, contour)


def _centre(pen: Pen, theme: Theme) -> None:
    pen.circle(0, 0, 0.36, stroke=theme.faint, width=0.035 * theme.weight, dash=(0.08, 0.09))


def _majorities(scene: Scene) -> tuple[Frame, ...]:
    """Who has the most powers in a realm, so that nobody needs to count; a lead of two or more makes the frame bolder,
    and where the lead is shared there is none.
    """
    powers: dict[int, Counter[int]] = {}
    for piece in scene.pieces:
        if piece.shape == "power":
            powers.setdefault(_REALM_OF[piece.site], Counter())[piece.owner] += 1
    frames = []
    for realm, count in powers.items():
        (seat, most), *others = count.most_common()
        lead = most - (others[0][1] if others else 0)
        if lead:
            frames.append(Frame(site_name(rules_board.centre_of(realm)), _REALMS[realm], seat, lead > 1))
    return tuple(frames)


ART = Art(
    pieces={"base": _base, "power": draw_marked_disc, "enforcer": _enforcer},
    marks=("neutralised",),
    letters={"neutralised": "x"},
    sites={"centre": _centre},
    frames=_majorities,
)
