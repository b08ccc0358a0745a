"""How Mur looks: a sea chart, black and white ships that head outwards, ropes between them, the kraken."""

from ludarium.core.scene import Piece
from ludarium.draw.art import Art, DrawPiece
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Coat, Theme
from ludarium.games.mur.art.chart import draw_chart, draw_port
from ludarium.games.mur.art.kraken import draw_kraken
from ludarium.games.mur.art.ships import COATS, draw_ropes, draw_ship
from ludarium.games.mur.art.walls import draw_wall
from ludarium.games.mur.notation import route

HEADINGS = "abcdefgh"  # a ship on the centre heads for a


def _room(piece: Piece) -> float:
    """Out of a wall nothing stands out."""
    return 1 if "walled" in piece.marks else 1.1


def _heading(turn: float) -> DrawPiece:
    def draw(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
        draw_wall(pen, piece, theme)
        draw_ship(pen.at(0, 0, _room(piece)), piece, coat, theme, turn)

    return draw


def _emblem(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    draw_wall(pen, piece, theme)
    draw_ship(pen.at(0, 0.06, 0.94), piece, coat, theme)


def _kraken(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    draw_wall(pen, piece, theme)
    draw_kraken(pen.at(0, 0, 1.1 if piece.marks else 1.2), theme)


def _turned(piece: Piece) -> Piece:
    """From the other side of the board a ship heads for the opposite spoke's place."""
    name, _, spoke = piece.shape.partition("_")
    return piece._replace(shape=f"{name}_{HEADINGS[HEADINGS.index(spoke) - 4]}") if spoke else piece


ART = Art(
    route=route,
    turn_piece=_turned,
    pieces={
        "ship": _emblem,
        **{f"ship_{spoke}": _heading(number / 2) for number, spoke in enumerate(HEADINGS)},
        "kraken": _kraken,
    },
    marks=("walled",),
    emblem="ship",
    coats=COATS,
    styles=("97;40", "30;107"),  # a black and a white plate
    letters={"walled": "#"},
    sites={"port": draw_port},
    ground=draw_chart,
    over=draw_ropes,
)
