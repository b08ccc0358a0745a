"""Draws any scene with characters, at most a hundred columns wide: readable without colour, prettier with it."""

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.draw.art import Art, art_of
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
    below = [*filter(None, legend), *seats(scene, game, colour=colour, locale=locale, unicode=unicode)]
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


def seats(
    scene: Scene, game: Game | None, *, colour: bool, locale: str, unicode: bool = True, width: int = _WIDTH
) -> list[str]:
    """Lines for each seat: whose turn it is, scores, and what is not on the board."""
    return _seats(scene, art_of(game), _spoken(game, locale), unicode, colour, width)


def _spoken(game: Game | None, locale: str) -> Spoken:
    return Spoken(locale, game.words(locale) if game else None)


def speaks_unicode(encoding: str | None) -> bool:
    """Whether an output of this encoding can show the signs; else ask ``text`` for ASCII."""
    try:
        _NEEDED.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _seats(scene: Scene, art: Art, spoken: Spoken, unicode: bool, colour: bool, width: int) -> list[str]:
    lines = []
    for owner in (*range(scene.seats), -1):
        scores = [score for score in scene.scores if score.owner == owner]
        figures = [f"{spoken.score(score.name)} {score.figure()}" for score in scores]
        times = "×" if unicode else "x"
        stock = [
            f"{spoken.name('piece', stock.kind)} {times}{stock.count}" for stock in scene.stock if stock.owner == owner
        ]
        if stock:
            stock[0] = spoken.off() + stock[0]
        if owner >= 0:
            marker = ("▶" if unicode else ">") if owner == scene.seat else " "
            letters = sorted({piece.token[:1] for piece in scene.pieces if piece.owner == owner})
            name = spoken.seat(owner) + (f" ({' '.join(letters)})" if letters else "")
            first, *more = _lines(figures, stock, f"{marker} {name}  ", width)
            coloured = f"\x1b[{seat_style(owner, art)}m{name}\x1b[0m"
            lines += [first.replace(name, coloured, 1) if colour else first, *more]
        elif figures or stock:
            lines += _lines(figures, stock, "    ", width)
    return [line.rstrip() for line in lines]


def _lines(figures: list[str], stock: list[str], start: str, width: int) -> list[str]:
    """All on one line, or what lies beside the board on lines of its own."""
    together = wrapped([*figures, *stock], width, start)
    if len(together) == 1 or not figures or not stock:
        return together
    return [*wrapped(figures, width, start), *wrapped(stock, width, " " * columns(start))]
