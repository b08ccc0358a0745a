"""A board of squares with characters: borders, bold ones where the scene has thick lines, names of rows and columns."""

from itertools import pairwise
from math import floor

from ludarium.core.scene import Note, Scene, Site, Stroke
from ludarium.draw.sheet import FAINT, Contents, Sheet

_NEAR = 1e-6
# Corners, tees and the crossing, by the weight of the level and the upright lines that meet.
_JOINTS = {(1, 1): "┌┐└┘┬┴├┤┼", (2, 2): "╔╗╚╝╦╩╠╣╬", (2, 1): "╒╕╘╛╤╧╞╡╪", (1, 2): "╓╖╙╜╥╨╟╢╫"}
_LEVEL, _UPRIGHT = " ─═", " │║"
_ASCII_LEVEL, _ASCII_UPRIGHT = " -=", " |#"
# Which arms (up, down, left, right) each of the nine joints has.
_ARMS = ("0101", "0110", "1001", "1010", "0111", "1011", "1101", "1110", "1111")

Segment = tuple[float, float, float, float]


class _Grid:
    """The squares in rows and columns, and the weight of every edge: 0 none, 1 thin, 2 thick."""

    def __init__(self, scene: Scene) -> None:
        self.size = scene.sites[0].size
        xs, ys = sorted({site.x for site in scene.sites}), sorted({site.y for site in scene.sites})
        self.left, self.top = xs[0] - self.size / 2, ys[0] - self.size / 2
        self.columns, self.rows = round((xs[-1] - xs[0]) / self.size) + 1, round((ys[-1] - ys[0]) / self.size) + 1
        self.sites: dict[tuple[int, int], Site] = {}
        for site in scene.sites:
            self.sites[round((site.y - ys[0]) / self.size), round((site.x - xs[0]) / self.size)] = site
        self._thick = [segment for line in scene.lines if "thick" in line.tags for segment in _segments(line)]

    def level(self, row: int, column: int) -> int:
        """The edge above a square (which may lie just outside the board)."""
        if (row, column) not in self.sites and (row - 1, column) not in self.sites:
            return 0
        return self._weight(self.left + (column + 0.5) * self.size, self.top + row * self.size)

    def upright(self, row: int, column: int) -> int:
        """The edge to the left of a square."""
        if (row, column) not in self.sites and (row, column - 1) not in self.sites:
            return 0
        return self._weight(self.left + column * self.size, self.top + (row + 0.5) * self.size)

    def _weight(self, x: float, y: float) -> int:
        inside = (
            min(x1, x2) - _NEAR <= x <= max(x1, x2) + _NEAR and min(y1, y2) - _NEAR <= y <= max(y1, y2) + _NEAR
            for x1, y1, x2, y2 in self._thick
        )
        return 2 if any(inside) else 1


def _segments(line: Stroke) -> list[Segment]:
    if line.shape == "rect":
        x, y, across, down = line.numbers
        corners = [(x, y), (x + across, y), (x + across, y + down), (x, y + down), (x, y)]
    elif line.shape == "path":
        corners = list(zip(line.numbers[::2], line.numbers[1::2], strict=True))
    else:
        return []
    return [(*start, *end) for start, end in pairwise(corners)]


def draw_grid(sheet: Sheet, scene: Scene, contents: Contents, unicode: bool) -> None:
    grid = _Grid(scene)
    texts = {place: [contents.text(site), contents.values(site)] for place, site in grid.sites.items()}
    lines = 2 if any(values for _, values in texts.values()) else 1
    width = max(3, *(len(text) for both in texts.values() for text in both)) | 1  # odd, so that it has a middle
    for (row, column), both in texts.items():
        for number, text in enumerate(both[:lines]):
            place = column * (width + 1) + 1 + width // 2
            sheet.put_centred(row * (lines + 1) + 1 + number, place, text, contents.style(grid.sites[row, column]))
    for row in range(grid.rows + 1):
        for column in range(grid.columns + 1):
            _draw_edges(sheet, grid, row, column, (width + 1, lines + 1), unicode)
    for note in scene.notes:
        sheet.put_centred(*_note_place(grid, note, width + 1, lines + 1), note.text)


def _note_place(grid: _Grid, note: Note, width: int, height: int) -> tuple[int, int]:
    """Row and column of a note: in the first line of its square, close to the board where it stands outside."""
    down, across = floor((note.y - grid.top) / grid.size), (note.x - grid.left) / grid.size
    row = -1 if down < 0 else grid.rows * height + 1 if down >= grid.rows else down * height + 1
    column = -2 if across < 0 else min(round(across * width), grid.columns * width + 2)
    return row, column


def _draw_edges(sheet: Sheet, grid: _Grid, row: int, column: int, cell: tuple[int, int], unicode: bool) -> None:
    """The corner of a square, its upper and its left edge."""
    width, height = cell
    level, upright = (_LEVEL, _UPRIGHT) if unicode else (_ASCII_LEVEL, _ASCII_UPRIGHT)
    right, down = grid.level(row, column), grid.upright(row, column)
    left, up = grid.level(row, column - 1), grid.upright(row - 1, column)
    top, start = row * height, column * width
    arms = "".join("1" if weight else "0" for weight in (up, down, left, right))
    if arms in _ARMS:
        joint = _JOINTS[max(left, right), max(up, down)][_ARMS.index(arms)] if unicode else "+"
        sheet.put(top, start, joint, FAINT)
    if right:
        sheet.put(top, start + 1, level[right] * (width - 1), FAINT)
    if down:
        for line in range(1, height):
            sheet.put(top + line, start, upright[down], FAINT)
