"""A scene in parts, for whoever puts a picture together and moves its pieces, as a browser does.

A part is an SVG fragment that needs nothing around it. All but the ground are drawn once, around the point (0, 0) and
for a size of ``UNIT``, and have a name, their *look*: equal names, equal drawings. A look tells what is seen, no more.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from ludarium.core.scene import Piece, Scene, Stock
from ludarium.draw.columns import Column, columns_of, draw_column, draw_lakes, draw_number
from ludarium.draw.ground import draw_ground, draw_notes
from ludarium.draw.layout import Layout, Spot, lay_out
from ludarium.draw.panel import emblem
from ludarium.draw.pen import HANDWRITING, Pen
from ludarium.draw.regions import Majority, draw_majorities, regions_of
from ludarium.draw.shapes import coat_of, draw_piece, is_known_shape
from ludarium.draw.signs import NAMES, draw_sign
from ludarium.draw.theme import Coat, find_theme

UNIT = 100.0
WIDTH = 600.0
_MARGIN = 10.0
_DRAWN_MARKS = ("shown", "commander", "neutralised")  # the others are signs
_MOST = 4096  # parts that are kept, of each sort


@dataclass(frozen=True)
class Stand:
    """A site: where it lies, and how it is built where it is a column."""

    spot: Spot
    column: Column | None = None


@dataclass(frozen=True, eq=False)
class Plan:
    """Where everything of a board comes to lie. ``stands`` are in the order in which they are painted."""

    layout: Layout
    height: float
    stands: tuple[Stand, ...]
    regions: Mapping[str, str]
    width: float = WIDTH


def plan_of(scene: Scene) -> Plan:
    layout = lay_out(scene, WIDTH, _MARGIN)
    flat = (Stand(spot) for spot in layout.spots.values() if spot.site.shape != "hexagon")
    raised = (Stand(spot, column) for spot, column in columns_of(layout))
    return Plan(layout, layout.height + 2 * _MARGIN, (*flat, *raised), regions_of(layout))


# --- what lies under the pieces ---------------------------------------------------------------------------------------
def ground_art(scene: Scene, plan: Plan, theme: str) -> str:
    """Everything that stays while pieces move: squares, lines, lakes, names of rows and columns."""
    colours = find_theme(theme)

    def draw(pen: Pen) -> None:
        draw_ground(pen, scene, plan.layout, colours)
        draw_notes(pen, scene, plan.layout, colours)
        draw_lakes(pen, plan.layout, colours)

    return _fragment(draw)


@lru_cache(maxsize=_MOST)
def over_art(found: tuple[Majority, ...], plan: Plan, theme: str) -> str:
    """What lies over the ground and follows from the position."""
    if not found:
        return ""
    return _fragment(lambda pen: draw_majorities(pen, found, plan.regions, plan.layout, find_theme(theme)))


class ColumnParts(NamedTuple):
    """The looks of a column and of the height that is written on it, ``bare`` or ``covered`` by a piece; no name where
    nothing is written. ``art`` has all their drawings.
    """

    look: str
    bare: str
    covered: str
    art: Mapping[str, str]


@lru_cache(maxsize=_MOST)
def column_parts(column: Column, theme: str) -> ColumnParts:
    look = f"column:{column.height}:{','.join(map(str, column.cliffs))}" if column.height else "lake"
    look = "missing" if column.missing else look
    colours = find_theme(theme)
    art = {look: _fragment(lambda pen: draw_column(pen.at(0, 0, UNIT), column, colours))}
    if not column.bears_number:
        return ColumnParts(look, "", "", art)
    bare, covered = f"bare:{column.height}:{round(column.hidden * UNIT)}", f"covered:{column.height}"
    art[bare] = _fragment(lambda pen: draw_number(pen.at(0, 0, UNIT), column, False, colours))
    art[covered] = _fragment(lambda pen: draw_number(pen.at(0, 0, UNIT), column, True, colours))
    return ColumnParts(look, bare, covered, art)


# --- what stands on it ------------------------------------------------------------------------------------------------
def piece_look(piece: Piece) -> str:
    """``block:1:shown:3.2.4``."""
    marks = ".".join(mark for mark in _DRAWN_MARKS if mark in piece.marks)
    parts = (piece.shape, str(piece.owner), piece.facing, marks, ".".join(piece.badges), _written(piece))
    return ":".join(parts).rstrip(":")


def _written(piece: Piece) -> str:
    """What stands on a piece whose shape nobody knows how to draw."""
    return "" if is_known_shape(piece.shape) else piece.token or piece.kind[:2]


def piece_art(piece: Piece, theme: str) -> str:
    """Of a piece with the radius ``UNIT``."""
    marks = tuple(mark for mark in _DRAWN_MARKS if mark in piece.marks)
    return _piece_art(replace(piece, site="", kind="", token=_written(piece), marks=marks), theme)


@lru_cache(maxsize=_MOST)
def _piece_art(piece: Piece, theme: str) -> str:
    return _fragment(lambda pen: draw_piece(pen.at(0, 0, UNIT), piece, find_theme(theme)))


def stock_piece(stock: Stock) -> Piece:
    """A piece beside the board, as it would look on it; a block is known by its three values."""
    badges = tuple(stock.kind.ljust(3, "?")[:3]) if stock.shape == "block" else ()
    return Piece("", stock.kind, stock.owner, stock.shape, facing="n", token=stock.kind[:2], badges=badges)


# --- what is marked ---------------------------------------------------------------------------------------------------
def sign_looks(shape: str) -> dict[str, str]:
    """All signs on sites of that shape, by look: ``sign:last:square``."""
    return {f"sign:{name}:{shape}": name for name in NAMES}


@lru_cache(maxsize=_MOST)
def sign_art(name: str, shape: str, theme: str) -> str:
    """Of a sign with the reach ``UNIT``."""
    return _fragment(lambda pen: draw_sign(pen.at(0, 0, UNIT), name, shape, find_theme(theme)))


def seat_look(seat: int) -> str:
    return f"seat:{seat}"


def seat_art(scene: Scene, seat: int, theme: str) -> str:
    """The emblem of a seat."""
    return piece_art(emblem(scene, seat), theme)


def seat_coat(scene: Scene, seat: int, theme: str) -> Coat:
    """The colours of a seat's pieces."""
    return coat_of(seat, emblem(scene, seat).shape, find_theme(theme))


def _fragment(draw: Callable[[Pen], None]) -> str:
    parts: list[str] = []
    draw(Pen(parts))
    return f"<g {HANDWRITING}>{''.join(parts)}</g>"
