"""A scene in parts, for whoever puts a picture together and moves its pieces, as a browser does.

A part is an SVG fragment that needs nothing around it. All but the ground are drawn once, around the point (0, 0) and
for a size of ``UNIT``, and have a name, their *look*: equal names, equal drawings. A look tells what is seen, no more.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from ludarium.core.scene import Piece, Scene, Stock
from ludarium.draw.art import Art
from ludarium.draw.columns import Column, draw_behind, draw_column, draw_plate
from ludarium.draw.ground import draw_ground, draw_notes, draw_over
from ludarium.draw.layout import Layout, lay_out
from ludarium.draw.pen import HANDWRITING, Pen
from ludarium.draw.signs import draw_sign, sign_names
from ludarium.draw.theme import find_theme

UNIT = 100.0
WIDTH = 600.0
_MARGIN = 10.0
_MOST = 4096  # parts that are kept, of each sort


def lay_out_parts(scene: Scene, art: Art) -> Layout:
    """Where the parts of a board come to lie."""
    return lay_out(scene, WIDTH, _MARGIN, art.climb)


# --- what lies under the pieces ---------------------------------------------------------------------------------------
def ground_art(scene: Scene, layout: Layout, art: Art, theme: str) -> str:
    """Everything that stays while pieces move: squares, lines, names of rows and columns."""
    colours = find_theme(theme)

    def draw(pen: Pen) -> None:
        draw_ground(pen, scene, layout, art, colours)
        draw_notes(pen, scene, layout, art, colours)

    return _fragment(draw)


def over_art(scene: Scene, layout: Layout, art: Art, theme: str) -> str:
    """What lies over the ground and follows from the position."""
    return "" if art.over is None else _over_art(scene.pieces, layout, art, theme)


@lru_cache(maxsize=_MOST)
def _over_art(pieces: tuple[Piece, ...], layout: Layout, art: Art, theme: str) -> str:
    pen = Pen()
    draw_over(pen, pieces, layout, art, find_theme(theme))
    return _grouped(pen) if pen.parts else ""


class ColumnParts(NamedTuple):
    """The looks of a column and of the plate with its height; no name where it has none. ``art`` has both drawings."""

    look: str
    plate: str
    art: Mapping[str, str]


@lru_cache(maxsize=_MOST)
def column_parts(column: Column | None, theme: str) -> ColumnParts:
    """Of a site that is no column: nothing."""
    if column is None:
        return ColumnParts("", "", {})
    look = "missing" if column.missing else f"column:{column.height}:{','.join(map(str, column.cliffs))}"
    colours = find_theme(theme)
    art = {look: _fragment(lambda pen: draw_column(pen.at(0, 0, UNIT), column, colours))}
    if not column.has_plate:
        return ColumnParts(look, "", art)
    x, y = column.plate
    plate = f"plate:{column.height}:{round(x * UNIT)},{round(y * UNIT)}"
    art[plate] = _fragment(lambda pen: draw_plate(pen.at(0, 0, UNIT), column, colours))
    return ColumnParts(look, plate, art)


# --- what stands on it ------------------------------------------------------------------------------------------------
def piece_look(piece: Piece, art: Art) -> str:
    """``shape:owner:facing:marks:badges:letters``, without what is empty at the end."""
    seen = _seen(piece, art)
    parts = (seen.shape, str(seen.owner), seen.facing, ".".join(seen.marks), ".".join(seen.badges), seen.token)
    return ":".join(parts).rstrip(":")


def piece_art(piece: Piece, art: Art, theme: str) -> str:
    """Of a piece with the radius ``UNIT``."""
    return _piece_art(_seen(piece, art), art, theme)


def _seen(piece: Piece, art: Art) -> Piece:
    """A piece with nothing but what its drawing shows; letters only where the art does not know its shape."""
    marks = tuple(mark for mark in art.marks if mark in piece.marks)
    token = "" if piece.shape in art.pieces else piece.token or piece.kind[:2]
    return piece._replace(site="", kind="", token=token, marks=marks, might=())


@lru_cache(maxsize=_MOST)
def _piece_art(piece: Piece, art: Art, theme: str) -> str:
    return _fragment(lambda pen: art.draw_piece(pen.at(0, 0, UNIT), piece, find_theme(theme)))


def stock_piece(stock: Stock) -> Piece:
    """A piece beside the board, as it would look on it."""
    return Piece("", stock.kind, stock.owner, stock.shape, "n", stock.kind[:2], stock.badges)


# --- what is marked ---------------------------------------------------------------------------------------------------
def sign_looks(shape: str, art: Art) -> dict[str, str]:
    """All signs on sites of that shape, by look: ``sign:last:square``."""
    return {f"sign:{name}:{shape}": name for name in sign_names(art)}


@lru_cache(maxsize=_MOST)
def sign_art(name: str, shape: str, art: Art, theme: str) -> str:
    """Of a sign with the reach ``UNIT``."""
    return _fragment(lambda pen: draw_sign(pen.at(0, 0, UNIT), name, shape, art, find_theme(theme)))


def seat_look(seat: int) -> str:
    return f"seat:{seat}"


@lru_cache(maxsize=_MOST)
def seat_art(seat: int, art: Art, theme: str) -> str:
    """The emblem of a seat."""
    return _fragment(lambda pen: art.draw_emblem(pen.at(0, 0, UNIT), seat, find_theme(theme)))


def behind_look(seat: int) -> str:
    return f"behind:{seat}"


@lru_cache(maxsize=_MOST)
def behind_art(seat: int, art: Art, theme: str) -> str:
    """What tells of a piece of the radius ``UNIT`` that columns hide."""
    colours = find_theme(theme)
    return _fragment(lambda pen: draw_behind(pen.at(0, 0, UNIT), seat, art.coat(seat, colours), colours))


def _fragment(draw: Callable[[Pen], None]) -> str:
    pen = Pen()
    draw(pen)
    return _grouped(pen)


def _grouped(pen: Pen) -> str:
    return f"<g {HANDWRITING}>{''.join(pen.parts)}</g>"
