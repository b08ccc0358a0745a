"""Whose a realm is and who has more powers in it: both follow from the pieces, and neither looks like the other.

A realm with a castle has a hem along its border, hatched for seat 0 and dotted for seat 1; where none is built yet, its
place is marked. Who has more powers has a pill on the upper border with his sign and his lead.
"""

from functools import cache

from ludarium.core.scene import Piece
from ludarium.draw.layout import Layout
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.rim import letters
from ludarium.draw.theme import Coat, Theme
from ludarium.games.realm import rules_board
from ludarium.games.realm.art.country import BORDER, SIDE, country
from ludarium.games.realm.notation import SQUARES, realm_name

_SEATS = 2
_OUTSIDE, _INSIDE = 0.06, 0.235  # of a hem, from the border
_TAB = (0.52, 0.185)  # how far the name of a realm reaches into it


def draw_holdings(pen: Pen, pieces: tuple[Piece, ...], layout: Layout, theme: Theme) -> None:
    owners, leads = [-1] * rules_board.REALMS, [0] * rules_board.REALMS
    for piece in pieces:
        realm = SQUARES[piece.site] // rules_board.REALM_SIZE
        if piece.shape == "base":
            owners[realm] = piece.owner
        elif piece.shape == "power":
            leads[realm] += -1 if piece.owner else 1
    pen.stamp(_draw_owners, tuple(owners), layout, theme)
    pen.stamp(_draw_leads, tuple(leads), layout, theme)


def _draw_owners(pen: Pen, owners: tuple[int, ...], layout: Layout, theme: Theme) -> None:
    land = country(layout)
    _draw_free(land.pen(pen), [corner for corner, owner in zip(land.realms, owners, strict=True) if owner < 0], theme)
    for seat in range(_SEATS):
        realms = [realm for realm, owner in enumerate(owners) if owner == seat]
        if realms:
            with pen.group(data_owner=str(seat), data_realms=" ".join(realm_name(realm) for realm in realms)):
                _draw_hems(land.pen(pen), seat, [land.realms[realm] for realm in realms], theme)


def _draw_leads(pen: Pen, leads: tuple[int, ...], layout: Layout, theme: Theme) -> None:
    land = country(layout)
    for realm, lead in enumerate(leads):
        if lead:
            with pen.group(data_majority=realm_name(realm), data_owner=str(int(lead < 0))):
                land.pen(pen, realm).stamp(_draw_lead, land.square, int(lead < 0), abs(lead), theme)


def _draw_free(pen: Pen, corners: list[tuple[int, int]], theme: Theme) -> None:
    """Where castles can be built: their outline in a dashed ring."""
    if theme.plain:
        for x, y in corners:
            draw_place(pen.at(x + SIDE / 2, y + SIDE / 2), theme)
    elif corners:
        places = " ".join(_square(x, y, 1) for x, y in corners)
        pen.path(places, fill=pen.pattern(SIDE, SIDE, _draw_middle, theme))


def _draw_middle(tile: Pen, theme: Theme) -> None:
    draw_place(tile.at(SIDE / 2, SIDE / 2), theme)


def draw_place(pen: Pen, theme: Theme) -> None:
    ink, width = theme.line if theme.plain else BORDER, 0.032 * theme.weight
    pen.circle(0, 0, 0.37, fill=theme.casing, opacity=0.35)
    pen.circle(0, 0, 0.37, stroke=ink, width=width, dash=(0.1, 0.085))
    battlements = "M -0.19 0.13 L -0.19 -0.1 L -0.09 -0.1 L -0.09 0 L 0 0 L 0 -0.1 L 0.09 -0.1 L 0.09 0 L 0.19 0"
    pen.path(battlements + " L 0.19 0.13", stroke=ink, width=width, opacity=0.6)


def _draw_hems(pen: Pen, seat: int, corners: list[tuple[int, int]], theme: Theme) -> None:
    colour = theme.seats[seat].fill
    if theme.plain:
        middle = (_OUTSIDE + _INSIDE) / 2 + 0.03
        shape = " ".join(_square(x, y, middle) for x, y in corners)
        dash, width = ((0.26, 0.2), 0.1) if seat == 0 else ((0.001, 0.17), 0.12)
        pen.path(shape, stroke=colour, width=width, dash=dash)
        return
    pen.path(" ".join(_square(x, y, 0) for x, y in corners), fill=colour, opacity=0.1)
    shape = " ".join(f"{_square(x, y, _OUTSIDE)} {_square(x, y, _INSIDE, back=True)}" for x, y in corners)
    pen.path(shape, fill=pen.pattern(0.2, 0.2, _draw_dots if seat else _draw_hatching, colour), opacity=0.55)


@cache
def _square(x: int, y: int, inset: float, back: bool = False) -> str:
    """The outline of a realm without the tab with its name; two of them, one ``back``, have a hole between them."""
    low, high = inset, SIDE - inset
    corners = [(low, low), (high, low), (high, high), (low, high)]
    if low < _TAB[1]:
        corners[:1] = [(low, _TAB[1]), _TAB, (_TAB[0], low)]
    return "M " + " L ".join(f"{x + a:.3f} {y + b:.3f}" for a, b in (corners[::-1] if back else corners)) + " Z"


def _draw_hatching(tile: Pen, colour: str) -> None:
    tile.path("M -0.05 0.05 L 0.05 -0.05 M 0 0.2 L 0.2 0 M 0.15 0.25 L 0.25 0.15", stroke=colour, width=0.05)


def _draw_dots(tile: Pen, colour: str) -> None:
    tile.circle(0.05, 0.05, 0.042, fill=colour)
    tile.circle(0.15, 0.15, 0.042, fill=colour)


def _draw_lead(pen: Pen, square: float, seat: int, lead: int, theme: Theme) -> None:
    """Between two squares, where no piece covers it."""
    coat: Coat = theme.seats[seat]
    size = letters(square, 0.28, 0.4) / square
    at = pen.at(2, -0.02, size)
    edge = theme.ink if theme.plain else BORDER
    at.rect(-1.4, -0.62, 2.8, 1.24, 0.62, fill=theme.casing, stroke=edge, width=0.12 * theme.weight)
    at.circle(-0.77, 0, 0.4, fill=coat.fill, stroke=coat.edge, width=0.08)
    seat_mark(at.at(-0.77, 0, 0.26), seat, coat.mark)
    at.text(0.43, 0, f"+{lead}", 1, bold=True, fill=theme.arrow)
