"""Draws any scene with characters, at most a hundred columns wide: readable without colour, prettier with it."""

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.draw.art import art_of
from ludarium.draw.lines import columns, wrapped
from ludarium.draw.sheet import Area, Contents, Sheet, seat_style
from ludarium.draw.spoken import Spoken
from ludarium.draw.terminal_boards import LARGE, MIDDLE, SMALL, draw_board

_NEEDED = "▶═╬·×"
_WIDTH = 80  # of the lines below the board


def text(scene: Scene, game: Game | None = None, *, colour: bool, locale: str = "en", unicode: bool = True) -> str:
    """The board, the signs on it, and lines for each seat. ``unicode`` off keeps to ASCII, but for the words."""
    sheet = Sheet()
    contents = Contents(scene, art_of(game), unicode)
    draw_board(sheet, scene, contents, unicode)
    legend = ["  ".join(signs(scene, game, locale, unicode))]
    below = [*filter(None, legend), *_seats(seat_facts(scene, game, locale, unicode), unicode, colour)]
    return "\n".join([*sheet.lines(colour), "", *below]) + "\n"


class Plan(NamedTuple):
    """A board alone: its letters with their styles (codes of ANSI escapes), row by row, and where its sites are. The
    signs of sites are for the reader to add, beside them.
    """

    cells: list[list[tuple[str, str]]]
    areas: Mapping[str, Area]

    @property
    def width(self) -> int:
        return len(self.cells[0]) if self.cells else 0

    @property
    def height(self) -> int:
        return len(self.cells)


def plan(scene: Scene, game: Game | None, room: tuple[int, int], *, unicode: bool = True) -> Plan:
    """The largest drawing of the board that fits so many columns and rows; if none does, the smallest one."""
    found = Plan([], {})
    for size in (LARGE, MIDDLE, SMALL):
        sheet = Sheet()
        draw_board(sheet, scene, Contents(scene, art_of(game), unicode, bare=True), unicode, size)
        found = Plan(sheet.cells(), sheet.areas())
        if found.width <= room[0] and found.height <= room[1]:
            break
    return found


def signs(scene: Scene, game: Game | None, locale: str, unicode: bool = True) -> list[str]:
    """The signs that stand behind sites and pieces of this scene, each with what it means."""
    contents, spoken = Contents(scene, art_of(game), unicode), _spoken(game, locale)
    return [f"{contents.signs[mark]} {spoken.mark(mark)}" for mark in contents.present()]


class SeatFacts(NamedTuple):
    """What is told of a seat beside the board; ``owner`` -1 is nobody, who has no name."""

    owner: int
    acts: bool
    name: str  # with the letters of its pieces
    figures: list[str]
    stock: list[str]
    style: str  # a code of ANSI escapes


def seat_facts(scene: Scene, game: Game | None, locale: str, unicode: bool = True) -> list[SeatFacts]:
    spoken, art, times = _spoken(game, locale), art_of(game), "×" if unicode else "x"
    found = []
    for owner in (*range(scene.seats), -1):
        figures = [f"{spoken.score(score.name)} {score.figure()}" for score in scene.scores if score.owner == owner]
        stock = [f"{spoken.name('piece', one.kind)} {times}{one.count}" for one in scene.stock if one.owner == owner]
        if stock:
            stock[0] = spoken.off() + stock[0]
        letters = sorted({piece.token[:1] for piece in scene.pieces if piece.owner == owner})
        name = spoken.seat(owner) + (f" ({' '.join(letters)})" if letters else "") if owner >= 0 else ""
        found.append(SeatFacts(owner, owner == scene.seat, name, figures, stock, seat_style(owner, art)))
    return found


def _spoken(game: Game | None, locale: str) -> Spoken:
    return Spoken(locale, game.words(locale) if game else None)


def speaks_unicode(encoding: str | None) -> bool:
    """Whether an output of this encoding can show the signs; else ask ``text`` for ASCII."""
    try:
        _NEEDED.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _seats(facts: list[SeatFacts], unicode: bool, colour: bool) -> list[str]:
    """Lines for each seat."""
    lines = []
    for one in facts:
        if one.name:
            marker = ("▶" if unicode else ">") if one.acts else " "
            first, *more = _lines(one.figures, one.stock, f"{marker} {one.name}  ")
            coloured = f"\x1b[{one.style}m{one.name}\x1b[0m"
            lines += [first.replace(one.name, coloured, 1) if colour else first, *more]
        elif one.figures or one.stock:
            lines += _lines(one.figures, one.stock, "    ")
    return [line.rstrip() for line in lines]


def _lines(figures: list[str], stock: list[str], start: str) -> list[str]:
    """All on one line, or what lies beside the board on lines of its own."""
    together = wrapped([*figures, *stock], _WIDTH, start)
    if len(together) == 1 or not figures or not stock:
        return together
    return [*wrapped(figures, _WIDTH, start), *wrapped(stock, _WIDTH, " " * columns(start))]
