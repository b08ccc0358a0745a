"""Draws any scene with characters, at most a hundred columns wide: readable without colour, prettier with it."""

from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.draw.art import Art, art_of
from ludarium.draw.lines import columns, wrapped
from ludarium.draw.sheet import Contents, Sheet, seat_style
from ludarium.draw.spoken import Spoken
from ludarium.draw.terminal_boards import draw_board

_NEEDED = "▶═╬·×"
_WIDTH = 80  # of the lines below the board


def text(scene: Scene, game: Game | None = None, *, colour: bool, locale: str = "en", unicode: bool = True) -> str:
    """The board, the signs on it, and lines for each seat. ``unicode`` off keeps to ASCII, but for the words."""
    sheet = Sheet()
    art = art_of(game)
    contents = Contents(scene, art, unicode)
    draw_board(sheet, scene, contents, unicode)
    spoken = Spoken(locale, game.words(locale) if game else None)
    legend = ["  ".join(f"{contents.signs[mark]} {spoken.mark(mark)}" for mark in contents.present())]
    below = [*filter(None, legend), *_seats(scene, art, spoken, unicode, colour)]
    return "\n".join([*sheet.lines(colour), "", *below]) + "\n"


def speaks_unicode(encoding: str | None) -> bool:
    """Whether an output of this encoding can show the signs; else ask ``text`` for ASCII."""
    try:
        _NEEDED.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _seats(scene: Scene, art: Art, spoken: Spoken, unicode: bool, colour: bool) -> list[str]:
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
            first, *more = _lines(figures, stock, f"{marker} {name}  ")
            coloured = f"\x1b[{seat_style(owner, art)}m{name}\x1b[0m"
            lines += [first.replace(name, coloured, 1) if colour else first, *more]
        elif figures or stock:
            lines += _lines(figures, stock, "    ")
    return [line.rstrip() for line in lines]


def _lines(figures: list[str], stock: list[str], start: str) -> list[str]:
    """All on one line, or what lies beside the board on lines of its own."""
    together = wrapped([*figures, *stock], _WIDTH, start)
    if len(together) == 1 or not figures or not stock:
        return together
    return [*wrapped(figures, _WIDTH, start), *wrapped(stock, _WIDTH, " " * columns(start))]
