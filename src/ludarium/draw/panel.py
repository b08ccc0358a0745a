"""The strip under the board: for each seat its sign, name, figures and the pieces beside the board."""

from collections.abc import Callable
from dataclasses import dataclass

from ludarium.core.scene import Piece, Scene, Score, Stock
from ludarium.draw.art import Art
from ludarium.draw.lines import in_rows, text_width
from ludarium.draw.pen import Pen
from ludarium.draw.spoken import Spoken
from ludarium.draw.theme import Theme

_PIPS = 5  # goals up to here are drawn as pips


@dataclass(frozen=True)
class _Item:
    """Something in a row: its width, and how to draw it with a pen at its left end, half-way up."""

    width: float
    draw: Callable[[Pen], None]


class Panel:
    """``captions`` off leaves out all words, for pictures that serve every language."""

    def __init__(self, scene: Scene, art: Art, theme: Theme, spoken: Spoken, width: float, captions: bool) -> None:
        self._scene = scene
        self._art = art
        self._theme = theme
        self._spoken = spoken
        self._captions = captions
        self._size = 15.0 if width >= 480 else 13.0
        self._line = self._size * 2
        self._gap = self._size * 0.7
        self._room = width - self._indent - self._gap / 2  # of the widest line there can be
        owners = {stock.owner for stock in scene.stock} | {score.owner for score in scene.scores}
        self._owners = [*range(scene.seats), *owners & {-1}]
        items = [self._items(owner) for owner in self._owners]
        widest = max((item.width for cell in items for item in cell), default=0)
        fitting = [n for n in (3, 2) if n <= len(items) and widest <= width / n - (width - self._room)]
        tried = {columns: self._arranged(items, columns, width / columns) for columns in (*fitting, 1)}
        self._columns = min(tried, key=lambda columns: sum(map(self._row_height, tried[columns])))
        self._rows = tried[self._columns]
        self._cell = width / self._columns

    @property
    def height(self) -> float:
        return sum(self._row_height(row) for row in self._rows)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        y = top
        for number, row in enumerate(self._rows):
            for column, lines in enumerate(row):
                owner = self._owners[number * self._columns + column]
                self._draw_cell(pen.at(left + column * self._cell, y), owner, lines, self._row_height(row))
            y += self._row_height(row)

    def _row_height(self, row: list[list[list[_Item]]]) -> float:
        return max(len(lines) for lines in row) * self._line + self._gap

    def _draw_cell(self, pen: Pen, owner: int, lines: list[list[_Item]], height: float) -> None:
        acts = owner >= 0 and owner == self._scene.seat
        title = self._spoken.seat(owner) if owner >= 0 else ""
        with pen.group(title, data_seat=str(owner), **({"aria_current": "true"} if acts else {})):
            if acts:
                theme, size = self._theme, self._size * 0.42
                across, down, width = self._cell - 4, height - 4, 1.6 * theme.weight
                pen.rect(2, 1, across, down, 8, fill=theme.light, stroke=theme.ink, width=width)
                arrow = pen.at(self._gap + size / 2, self._line / 2 + self._gap / 2 - 1, size)
                arrow.polygon([(-0.7, -0.95), (0.9, 0), (-0.7, 0.95)], fill=theme.ink)
            for number, items in enumerate(lines):
                x = self._indent
                for item in items:
                    item.draw(pen.at(x, (number + 0.5) * self._line + self._gap / 2 - 1))
                    x += item.width + self._gap

    @property
    def _indent(self) -> float:
        return self._gap * 2 + 2

    def _arranged(self, items: list[list[_Item]], columns: int, cell: float) -> list[list[list[list[_Item]]]]:
        """Rows of cells of lines of items."""
        room = cell - self._gap / 2 - self._indent
        cells = [in_rows(one, [item.width for item in one], room, self._gap) for one in items]
        return [cells[start : start + columns] for start in range(0, len(cells), columns)]

    def _items(self, owner: int) -> list[_Item]:
        items = []
        if owner >= 0:
            items.append(self._emblem(owner))
            if self._captions:
                items.append(self._words(self._spoken.seat(owner), bold=True))
        for score in self._scene.scores:
            if score.owner == owner and (self._captions or score.goal):  # a bare number would say nothing
                items.append(self._figure(score))
        items += [self._stock(stock) for stock in self._scene.stock if stock.owner == owner]
        return items

    def _words(self, text: str, bold: bool = False) -> _Item:
        """A text, smaller where it would be wider than the whole panel."""
        size = min(self._size, self._room / text_width(text, 1)) if text else self._size

        def draw(pen: Pen) -> None:
            pen.text(0, 0, text, size, bold=bold, anchor="start", fill=self._theme.ink)

        return _Item(text_width(text, size) * (1.15 if bold else 1), draw)

    def _emblem(self, owner: int) -> _Item:
        radius = self._size * 0.72

        def draw(pen: Pen) -> None:
            self._art.draw_emblem(pen.at(radius, 0, radius), owner, self._theme)

        return _Item(2 * radius, draw)

    def _figure(self, score: Score) -> _Item:
        """``closes 1/3``; without words, pips up to the goal."""
        theme = self._theme
        if self._captions:
            return self._words(f"{self._spoken.score(score.name)} {score.figure()}")
        if score.goal > _PIPS:
            return self._words(score.figure())
        step = self._size * 0.72

        def pips(pen: Pen) -> None:
            for number in range(score.goal):
                fill = theme.bright if number < score.value else "none"
                pen.circle((number + 0.5) * step, 0, step * 0.36, fill=fill, stroke=theme.ink, width=1.2 * theme.weight)

        return _Item(score.goal * step, pips)

    def _stock(self, stock: Stock) -> _Item:
        """A piece and how many of it there are; one that is written on by itself is not counted."""
        radius = self._size * 0.62
        plate = self._art.plates.get(stock.shape)
        count = f"×{stock.count}" if not plate or stock.count != 1 else ""
        if self._captions and not plate and self._is_second(stock):
            count = f"{self._spoken.name('piece', stock.kind)} {count}"
        piece = Piece("", stock.kind, stock.owner, stock.shape, facing="n", token=stock.kind[:2])
        body = radius * (plate.width if plate else 2)

        def draw(pen: Pen) -> None:
            with pen.group(f"{self._spoken.piece(piece)} ×{stock.count}", data_stock=stock.kind):
                with pen.group(**({} if stock.count else {"opacity": "0.4"})):
                    at = pen.at(body / 2, 0, radius)
                    if plate:
                        plate.draw(at, piece, self._art.coat(stock.owner, self._theme), self._theme)
                    else:
                        self._art.draw_piece(at, piece, self._theme)
                if count:
                    pen.text(body + 3, 0, count, self._size, anchor="start", fill=self._theme.ink)

        return _Item(body + 3 + text_width(count, self._size), draw)

    def _is_second(self, stock: Stock) -> bool:
        """Whether another kind of this seat's looks the same, so that a word must tell them apart."""
        alike = [other for other in self._scene.stock if (other.owner, other.shape) == (stock.owner, stock.shape)]
        return stock is not alike[0]
