"""The pictures of a page's blocks: a diagram before and after, with arrows and names; the items of a legend."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ludarium.core.game import Game
from ludarium.core.history import History
from ludarium.core.scene import Piece, Scene
from ludarium.core.state import SPECTATOR
from ludarium.core.words import LOCALES
from ludarium.draw.arrows import Done, draw_steps
from ludarium.draw.art import Art, DrawMark, art_of
from ludarium.draw.blocks import AFTER, BOTH, Block
from ludarium.draw.diagrams import chosen, history_of, scene_at, start_of
from ludarium.draw.layout import Layout
from ludarium.draw.lines import in_rows, text_width
from ludarium.draw.pen import Pen
from ludarium.draw.signs import draw_sign
from ludarium.draw.spoken import Spoken
from ludarium.draw.svg import Drawing
from ludarium.draw.theme import Theme, find_theme

WIDTH = 460.0  # of one board
_GAP = 34.0  # between two, with an arrow in it
_WIDE = 1.5  # boards that are so many times wider than high stand one above the other
_LETTERS = 13.0
_TILE = 17.0  # half of what a sign in the key stands on


def figure(block: Block, theme: str = "light", locale: str = "") -> str:
    """The SVG of a diagram. Without a language its few words are in all of them, for the reader's program to choose."""
    history = history_of(block)
    game, colours = start_of(block).ruleset.game, find_theme(theme)
    art, spoken = art_of(game), Spoken(locale or LOCALES[0], game.words(locale or LOCALES[0]))
    boards = [_Board(scene, art, colours, spoken) for scene in _scenes(block, history)]
    beside = len(boards) > 1 and boards[0].drawing.layout.width < _WIDE * boards[0].drawing.height
    pen = Pen()
    across, down = 0.0, 0.0
    for number, board in enumerate(boards):
        x, y = (across, 0.0) if beside else (0.0, down)
        if number:
            middle = max(one.drawing.height for one in boards) / 2
            place = (x + _GAP / 2, middle) if beside else (WIDTH / 2, y + _GAP / 2)
            _then(pen.at(*place, _GAP * 0.3, 0 if beside else 1), colours)
            x, y = (x + _GAP, 0.0) if beside else (0.0, y + _GAP)
        at = pen.at(x, y)
        board.drawing.draw(at)
        if number == 0 and block.shown != AFTER:
            draw_steps(at, _done(block, history), board.drawing.layout, art, colours)
        _write_names(at, block.places("names"), board.drawing.layout, colours)
        across, down = x + WIDTH, max(down if beside else 0, y + board.drawing.height)
    key = _Key(boards, game, art, colours, [locale] if locale else list(LOCALES), across)
    key.draw(pen.at(0, down))
    ground = Pen()
    ground.rect(0, 0, across, down + key.height, 10, fill=colours.paper)
    pen.parts[:0] = ground.parts
    scene = boards[-1].scene
    return pen.document(across, down + key.height, locale or LOCALES[0], spoken.title(scene), spoken.description(scene))


def legend(block: Block, theme: str = "light") -> list[str]:
    """The SVG of each item of a legend: what stands at its place, cut out of the board."""
    game, colours = start_of(block).ruleset.game, find_theme(theme)
    scene = scene_at(block, history_of(block))._replace(last=())
    spoken = Spoken(LOCALES[0], game.words(LOCALES[0]))
    cut = []
    for name in block.places("show"):
        here = scene._replace(pieces=tuple(piece for piece in scene.pieces if piece.site == name))
        drawing, pen = Drawing(here, art_of(game), colours, spoken, WIDTH, captions=False), Pen()
        drawing.draw_board(pen)
        site = drawing.layout.sites[name]
        radius = (1.7 if site.column else 1.15) * site.reach  # a column has sides, too
        x, y = site.x + site.aside - radius, site.y + site.down - radius
        title = ", ".join(spoken.piece(piece) for piece in here.pieces) or spoken.site(site.site)
        cut.append(pen.window(x, y, 2 * radius, 2 * radius, 96, title))
    return cut


@dataclass(frozen=True)
class _Board:
    scene: Scene
    art: Art
    theme: Theme
    spoken: Spoken

    @property
    def drawing(self) -> Drawing:
        return Drawing(self.scene, self.art, self.theme, self.spoken, WIDTH, captions=False)


def _scenes(block: Block, history: History) -> list[Scene]:
    """Where both are shown, arrows tell what the last turn was."""
    before, after = scene_at(block, history, 0), scene_at(block, history)
    return chosen(block, before, after._replace(last=()) if block.shown == BOTH else after)


def _done(block: Block, history: History) -> list[Done]:
    view = start_of(block).view
    told = history.told(SPECTATOR if view is None else view, open_=view is None)
    return [Done(step.text, step.events, scene_at(block, history, place)) for place, step in told]


def _then(pen: Pen, theme: Theme) -> None:
    pen.polygon([(-0.8, -0.9), (0.9, 0), (-0.8, 0.9)], fill=theme.faint)


def _write_names(pen: Pen, names: Sequence[str], layout: Layout, theme: Theme) -> None:
    """Under what stands there, or in the middle of an empty place."""
    for name in names:
        site = layout.sites.get(name)
        if site:
            size = max(11.0, min(15.0, 0.62 * site.reach))
            y = site.y + site.down + site.reach * 0.72
            pen.text(site.x + site.aside, y, name, size, bold=True, halo=theme.casing, fill=theme.arrow)


@dataclass(frozen=True)
class _Item:
    """A sign and what it means, in each language; the pen for it stands on the middle of a place, with its reach."""

    draw: Callable[[Pen], None]
    words: Sequence[str]

    @property
    def width(self) -> float:
        return 2 * _TILE + 8 + max(text_width(text, _LETTERS) for text in self.words)


class _Key:
    """What the signs in a picture mean, under it."""

    def __init__(
        self, boards: Sequence[_Board], game: Game, art: Art, theme: Theme, locales: Sequence[str], width: float
    ) -> None:
        self._theme = theme
        self._locales = locales
        self._spoken = [Spoken(locale, game.words(locale)) for locale in locales]
        found: dict[str, _Item] = {}
        for board in boards:
            found = {**self._items(board, art), **found}
        items = list(found.values())
        self._rows = in_rows(items, [item.width for item in items], width - 2 * _LETTERS, _LETTERS) if items else []

    def _items(self, board: _Board, art: Art) -> dict[str, _Item]:
        """By name: what is marked, what stands on the ground, what the pieces show."""
        theme, found = self._theme, {}
        for sign, sites in board.drawing.signs().items():
            shape = board.drawing.layout.sites[sites[0]].site.shape
            draw = partial(draw_sign, name=sign, shape=shape, art=art, theme=theme)
            found[sign] = _Item(draw, [spoken.mark(sign) for spoken in self._spoken])
        for tag in {tag for site in board.scene.sites for tag in site.tags if tag in art.sites}:
            words = [spoken.tag(tag) for spoken in self._spoken]
            if all(words):
                found[tag] = _Item(partial(_draw_tag, draw=art.sites[tag], theme=theme), words)
        for piece in board.scene.pieces:
            for mark in piece.marks:
                if mark in art.marks:
                    words = [spoken.mark(mark) for spoken in self._spoken]
                    found.setdefault(mark, _Item(partial(_draw_piece, piece=piece, art=art, theme=theme), words))
        return found

    @property
    def height(self) -> float:
        return len(self._rows) * (2 * _TILE + 6) + (6 if self._rows else 0)

    def draw(self, pen: Pen) -> None:
        for number, row in enumerate(self._rows):
            x = _LETTERS
            for item in row:
                self._draw_item(pen.at(x, (number + 0.5) * (2 * _TILE + 6)), item)
                x += item.width + _LETTERS

    def _draw_item(self, pen: Pen, item: _Item) -> None:
        """On a tile that stands for a place with a piece."""
        pen.rect(0, -_TILE, 2 * _TILE, 2 * _TILE, 6, fill=self._theme.sea)
        item.draw(pen.at(_TILE, 0, 0.84 * _TILE))
        x, ink = 2 * _TILE + 8, self._theme.ink
        if len(item.words) == 1:
            pen.text(x, 0, item.words[0], _LETTERS, anchor="start", fill=ink)
            return
        pen.parts.append("<switch>")
        for locale, text in reversed(list(zip(self._locales, item.words, strict=True))):
            language = f' systemLanguage="{locale}"' if locale != self._locales[0] else ""
            pen.parts.append(f"<g{language}>")
            pen.text(x, 0, text, _LETTERS, anchor="start", fill=ink)
            pen.parts.append("</g>")
        pen.parts.append("</switch>")


def _draw_tag(pen: Pen, draw: DrawMark, theme: Theme) -> None:
    draw(pen.at(0, 0, 0.7), theme)


def _draw_piece(pen: Pen, piece: Piece, art: Art, theme: Theme) -> None:
    art.draw_piece(pen.at(0, 0, 0.7), piece, theme)
