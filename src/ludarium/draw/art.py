"""What a game says about its looks, and how it is drawn that says nothing: with lettered discs.

A game keeps an ``Art`` in ``Game.art``. Its functions draw with a pen that is held over a piece, sign or site; a shape,
mark or tag means whatever the game that uses it says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludarium.core.game import Game
from ludarium.core.scene import Piece, Scene
from ludarium.draw.layout import Layout
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Coat, Theme

_NOBODY = "#7d7568"

DrawPiece = Callable[[Pen, Piece, Coat, Theme], None]
DrawMark = Callable[[Pen, Theme], None]
DrawOver = Callable[[Pen, tuple[Piece, ...], Layout, Theme], None]


_OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}


def turn_facing(piece: Piece) -> Piece:
    """A piece that points somewhere points there from the other side, too."""
    return piece._replace(facing=_OPPOSITE[piece.facing]) if piece.facing in _OPPOSITE else piece


@dataclass(frozen=True)
class Plate:
    """How a piece looks beside the board where it is known by what is written on it: so many radii wide, and drawn by a
    pen at its middle.
    """

    width: float
    draw: DrawPiece


@dataclass(frozen=True, kw_only=True, eq=False)
class Art:
    pieces: Mapping[str, DrawPiece] = field(default_factory=dict)  # by shape; the pen's unit is the piece's radius
    marks: Sequence[str] = ()  # of a piece: those that its drawing shows
    plates: Mapping[str, Plate] = field(default_factory=dict)  # by shape: pieces that look otherwise beside the board
    emblem: str = ""  # the shape that stands for a seat; without one it is a disc with the seat's mark
    coats: Mapping[str, Sequence[Coat]] = field(default_factory=dict)  # by theme: seats in other colours than its own
    styles: Sequence[str] = ()  # by seat: the same in a terminal, as codes of ANSI escapes
    signs: Mapping[str, DrawMark] = field(default_factory=dict)  # by mark: lies over the piece; the unit is the reach
    letters: Mapping[str, str] = field(default_factory=dict)  # by mark: stands behind the piece in a terminal
    sites: Mapping[str, DrawMark] = field(default_factory=dict)  # by tag: drawn on the site; the unit is its size
    turn_piece: Callable[[Piece], Piece] = turn_facing  # as it looks from the other side of the board
    turns: bool = False  # whether the second seat of two sees the board from its own side
    climb: int = 0  # edges of columns that drop by more floors than this are cliffs; 0: none is
    ground: Callable[[Pen, Scene, Layout, Theme], None] | None = None  # all of it but columns, instead of the plain one
    # By a step as written, where a piece comes from and where it goes: the names of all sites on its way, for arrows.
    route: Callable[[str, str, str], Sequence[str]] | None = None
    over: DrawOver | None = None  # lies over the ground and under all pieces, and follows from them alone

    def coat(self, owner: int, theme: Theme) -> Coat:
        if owner < 0:
            return Coat(_NOBODY, theme.ink, "#ffffff")
        coats = self.coats.get(theme.name, theme.seats)
        return coats[owner % len(coats)]

    def draw_piece(self, pen: Pen, piece: Piece, theme: Theme) -> None:
        self.pieces.get(piece.shape, draw_lettered_disc)(pen, piece, self.coat(piece.owner, theme), theme)

    def draw_emblem(self, pen: Pen, seat: int, theme: Theme) -> None:
        """What stands for a seat."""
        draw = self.pieces.get(self.emblem, draw_marked_disc)
        draw(pen, Piece("", "", seat, self.emblem, facing="n"), self.coat(seat, theme), theme)


_PLAIN = Art()


def art_of(game: Game | None) -> Art:
    """A game's art; that of lettered discs where it has none."""
    art = _PLAIN if game is None or game.art is None else game.art
    if not isinstance(art, Art):
        raise TypeError(f"an Art was expected, not {type(art).__name__}")
    return art


def draw_marked_disc(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen.circle(0, 0, 0.92, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    seat_mark(pen.at(0, 0, 0.56), piece.owner, coat.mark)


def draw_lettered_disc(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    pen.circle(0, 0, 0.9, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    pen.text(0, 0, piece.token or piece.kind[:2], 0.8, bold=True, fill=coat.mark)
