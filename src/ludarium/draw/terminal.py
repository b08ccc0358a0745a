"""Draws any scene with characters, at most a hundred columns wide: readable without colour, prettier with it."""

from ludarium.core.scene import Piece, Scene
from ludarium.core.words import Words, common_words
from ludarium.draw.lines import columns, wrapped
from ludarium.draw.sheet import SIGNS, Contents, Sheet, piece_style
from ludarium.draw.spoken import Spoken
from ludarium.draw.terminal_grid import draw_grid
from ludarium.draw.terminal_hexagons import draw_hexagons
from ludarium.draw.terminal_points import draw_points

_NEEDED = "▶═╬·×"
_WIDTH = 80  # of the lines below the board


def text(scene: Scene, *, colour: bool, locale: str = "en", words: Words | None = None, unicode: bool = True) -> str:
    """The board, the signs on it, and lines for each seat. ``unicode`` off keeps to ASCII, but for the words."""
    sheet = Sheet()
    contents = Contents(scene, unicode)
    shapes = {site.shape for site in scene.sites}
    if shapes == {"square"}:
        draw_grid(sheet, scene, contents, unicode)
    elif shapes == {"hexagon"}:
        draw_hexagons(sheet, scene, contents)
    else:
        draw_points(sheet, scene, contents, unicode)
    spoken = Spoken(locale, words)
    below = [*_legend(contents, locale), *_seats(scene, spoken, unicode, colour)]
    return "\n".join([*sheet.lines(colour), "", *below]) + "\n"


def speaks_unicode(encoding: str | None) -> bool:
    """Whether an output of this encoding can show the signs; else ask ``text`` for ASCII."""
    try:
        _NEEDED.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _legend(contents: Contents, locale: str) -> list[str]:
    words = common_words(locale)
    explained = [f"{SIGNS[sign]} {words.name('mark', sign)}" for sign in contents.signs()]
    return ["  ".join(explained)] if explained else []


def _seats(scene: Scene, spoken: Spoken, unicode: bool, colour: bool) -> list[str]:
    lines = []
    for owner in (*range(scene.seats), -1):
        figures = [
            f"{spoken.score(score.name)} {score.value}" + (f"/{score.goal}" if score.goal else "")
            for score in scene.scores
            if score.owner == owner
        ]
        times = "×" if unicode else "x"
        stock = [
            f"{spoken.name('piece', stock.kind)} {times}{stock.count}" for stock in scene.stock if stock.owner == owner
        ]
        if stock:
            stock[0] = spoken.off() + stock[0]
        if owner >= 0:
            marker = ("▶" if unicode else ">") if owner == scene.seat else " "
            name, style = _seat_name(scene, spoken, owner)
            first, *more = _lines(figures, stock, f"{marker} {name}  ")
            lines += [first.replace(name, f"\x1b[{style}m{name}\x1b[0m", 1) if colour else first, *more]
        elif figures or stock:
            lines += _lines(figures, stock, "    ")
    return [line.rstrip() for line in lines]


def _lines(figures: list[str], stock: list[str], start: str) -> list[str]:
    """All on one line, or what lies beside the board on lines of its own."""
    together = wrapped([*figures, *stock], _WIDTH, start)
    if len(together) == 1 or not figures or not stock:
        return together
    return [*wrapped(figures, _WIDTH, start), *wrapped(stock, _WIDTH, " " * columns(start))]


def _seat_name(scene: Scene, spoken: Spoken, owner: int) -> tuple[str, str]:
    """The seat's name with the letters that its pieces begin with, and its style."""
    own: list[Piece] = [piece for piece in scene.pieces if piece.owner == owner]
    letters = sorted({piece.token[:1] for piece in own})
    name = spoken.seat(owner) + (f" ({' '.join(letters)})" if letters else "")
    return name, piece_style(owner, own[0].shape if own else "")
