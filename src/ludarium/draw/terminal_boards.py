"""Boards with characters: squares with borders, hexagons, and points joined by lines. Each is drawn in several sizes: a
smaller one leaves out lines and names, never what stands on the board.
"""

from collections.abc import Callable
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin

from ludarium.core.scene import Note, Scene, Site, Stroke
from ludarium.draw.columns import HALF, grid_of
from ludarium.draw.lines import columns
from ludarium.draw.sheet import FAINT, Area, Contents, Sheet

_WIDEST = 98
_ROOM = 7.6  # columns between the two points that are nearest to each other
_SLENDER = 0.45  # a character is about that much as wide as high
_LOW, _BROAD = 16, 2.8  # a small board of points: rows from the first to the last, and how much broader its units are
_POINT = 5  # columns that belong to a point
_NEAR = 1e-6
# Corners, tees and the crossing, by the weight of the level and the upright lines that meet.
_JOINTS = {(1, 1): "┌┐└┘┬┴├┤┼", (2, 2): "╔╗╚╝╦╩╠╣╬", (2, 1): "╒╕╘╛╤╧╞╡╪", (1, 2): "╓╖╙╜╥╨╟╢╫"}
_LEVEL, _UPRIGHT = " ─═", " │║"
_ASCII_LEVEL, _ASCII_UPRIGHT = " -=", " |#"
# Which arms (up, down, left, right) each of the nine joints has.
_ARMS = ("0101", "0110", "1001", "1010", "0111", "1011", "1101", "1110", "1111")


LARGE, MIDDLE, SMALL = range(3)


def draw_board(sheet: Sheet, scene: Scene, contents: Contents, unicode: bool, size: int = LARGE) -> None:
    """In the size that is wished, or the next smaller one that there is; without a wish, as large as a page is wide."""
    shapes = {site.shape for site in scene.sites}
    if shapes == {"square"}:
        _draw_grid(sheet, scene, contents, unicode, size != LARGE)
    elif shapes == {"hexagon"}:
        _draw_hexagons(sheet, scene, contents, size)
    else:
        _draw_points(sheet, scene, contents, unicode, size != LARGE)


# --- squares: bold borders where the scene has thick lines, names of rows and columns -------------------------------
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
        thick = [line.corners() for line in scene.lines if "thick" in line.tags]
        self._thick = [(*start, *end) for corners in thick for start, end in pairwise(corners)]

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

    def is_ruled(self, row: int, only_thick: bool) -> bool:
        """Whether there is a line above the squares of a row."""
        least = 2 if only_thick and 0 < row < self.rows else 1
        return any(self.level(row, column) >= least for column in range(self.columns))

    def _weight(self, x: float, y: float) -> int:
        inside = (
            min(x1, x2) - _NEAR <= x <= max(x1, x2) + _NEAR and min(y1, y2) - _NEAR <= y <= max(y1, y2) + _NEAR
            for x1, y1, x2, y2 in self._thick
        )
        return 2 if any(inside) else 1


class _Rows:
    """Where the rows of a grid come to lie: so many lines each, with or without a line above."""

    def __init__(self, grid: _Grid, lines: int, only_thick: bool) -> None:
        self.lines = lines
        self.ruled = [grid.is_ruled(row, only_thick) for row in range(grid.rows + 1)]
        self.edges = [0]  # the line above each row, or where it would be
        for ruled in self.ruled[:-1]:
            self.edges.append(self.edges[-1] + ruled + lines)
        self.tops = [edge + ruled for edge, ruled in zip(self.edges, self.ruled, strict=True)]


def _draw_grid(sheet: Sheet, scene: Scene, contents: Contents, unicode: bool, small: bool) -> None:
    grid = _Grid(scene)
    texts = {place: [contents.text(site), contents.values(site)] for place, site in grid.sites.items()}
    rows = _Rows(grid, 2 if any(values for _, values in texts.values()) else 1, only_thick=small)
    width = max(3, *(columns(text) for both in texts.values() for text in both)) | 1  # odd, so that it has a middle
    for (row, column), both in texts.items():
        site, start = grid.sites[row, column], column * (width + 1) + 1
        for number, text in enumerate(both[: rows.lines]):
            sheet.put_centred(rows.tops[row] + number, start + width // 2, text, contents.style(site))
        sheet.note_site(site.name, Area(rows.tops[row], start, width, rows.lines))
    for row in range(grid.rows + 1):
        for column in range(grid.columns + 1):
            _draw_edges(sheet, grid, row, column, width + 1, rows, unicode)
    for note in scene.notes:
        sheet.put_centred(*_note_place(grid, note, width + 1, rows), note.text)


def _note_place(grid: _Grid, note: Note, width: int, rows: _Rows) -> tuple[int, int]:
    """Row and column of a note: in the first line of its square, close to the board where it stands outside."""
    down, across = floor((note.y - grid.top) / grid.size), (note.x - grid.left) / grid.size
    row = -1 if down < 0 else rows.tops[min(down, grid.rows)]
    column = -2 if across < 0 else min(round(across * width), grid.columns * width + 2)
    return row, column


def _draw_edges(sheet: Sheet, grid: _Grid, row: int, column: int, width: int, rows: _Rows, unicode: bool) -> None:
    """The corner of a square, its upper and its left edge."""
    level, upright = (_LEVEL, _UPRIGHT) if unicode else (_ASCII_LEVEL, _ASCII_UPRIGHT)
    right, down = grid.level(row, column), grid.upright(row, column)
    left, up = grid.level(row, column - 1), grid.upright(row - 1, column)
    top, start = rows.edges[row], column * width
    arms = "".join("1" if weight else "0" for weight in (up, down, left, right))
    if rows.ruled[row]:
        if arms in _ARMS:
            joint = _JOINTS[max(left, right), max(up, down)][_ARMS.index(arms)] if unicode else "+"
            sheet.put(top, start, joint, FAINT)
        if right:
            sheet.put(top, start + 1, level[right] * (width - 1), FAINT)
    if down:
        for line in range(rows.lines):
            sheet.put(rows.tops[row] + line, start, upright[down], FAINT)


# --- hexagons: height and pieces in each, and its name where there is room ------------------------------------------
def _draw_hexagons(sheet: Sheet, scene: Scene, contents: Contents, size: int) -> None:
    step = grid_of(scene.sites).pitch
    left = min(site.x for site in scene.sites)
    top = min(site.y for site in scene.sites)
    # Counted in halves of a hexagon to the right, and in rows downwards.
    places = {site: (round((site.x - left) / step * 2), round((site.y - top) / (step * HALF))) for site in scene.sites}
    halves = max(half for half, _ in places.values()) + 2
    texts = {site: _text(site, contents, "" if size == SMALL else " ") for site in scene.sites}
    shortest = max(4 if size == MIDDLE else 3, *(columns(text) for text in texts.values()))
    longest = max(shortest, *(len(site.name) for site in scene.sites))
    named = size == LARGE and halves * _half(longest) <= _WIDEST
    half = _half(longest if named else shortest)
    height = 3 if named else 1 if size == SMALL else 2
    for site, (across, row) in sorted(places.items(), key=lambda item: "missing" in item[0].tags):
        if size == SMALL:
            _draw_walls(sheet, row, across * half, half, "missing" in site.tags)
        else:
            _outline(sheet, row * height, across * half, half, height, "missing" in site.tags)
    for site, (across, row) in places.items():
        first, middle = row * height + (size != SMALL), across * half + half
        sheet.put_centred(first, middle, texts[site], contents.style(site) if contents.pieces(site) else "")
        if named:
            sheet.put_centred(first + 1, middle, site.name, FAINT)
        sheet.note_site(site.name, Area(first, across * half + 1, 2 * half - 1, 2 if named else 1))


def _half(inside: int) -> int:
    """Half the distance of two hexagons with so many characters inside, both borders shared."""
    return (inside + 2) // 2


def _text(site: Site, contents: Contents, gap: str) -> str:
    """``3 B'``: the height, and what stands there."""
    return f"{site.height or ''}{gap}{contents.text(site)}".strip()


def _outline(sheet: Sheet, top: int, left: int, half: int, height: int, missing: bool) -> None:
    """Roof, walls and floor; neighbours share them."""
    for line in range(1, height):
        _draw_walls(sheet, top + line, left, half, missing)
    slope = half // 2
    roof = ((left + slope, "/"), (left + 2 * half - slope, "\\"))
    floor = ((left + half - slope, "\\"), (left + half + slope, "/"))
    for row, strokes in ((top, roof), (top + height, floor)):
        for column, stroke in strokes:
            sheet.put_if_free(row, column, "." if missing else stroke, FAINT)


def _draw_walls(sheet: Sheet, row: int, left: int, half: int, missing: bool) -> None:
    for column in (left, left + 2 * half):
        sheet.put_if_free(row, column, ":" if missing else "|", FAINT)


# --- points, such as those of a round board -------------------------------------------------------------------------
def _draw_points(sheet: Sheet, scene: Scene, contents: Contents, unicode: bool, small: bool) -> None:
    across = min(_ROOM / _nearest(scene.sites), _WIDEST / scene.box[2])
    downwards = across * _SLENDER
    if small:
        ys = [site.y for site in scene.sites]
        downwards = min(downwards, _LOW / ((max(ys) - min(ys)) or 1))
        across = min(across, downwards * _BROAD)

    def place(x: float, y: float) -> tuple[int, int]:
        return round(y * downwards), round(x * across)

    for site in scene.sites:
        text = contents.text(site, site.name)
        row, middle = place(site.x, site.y)
        sheet.put_centred(row, middle, f" {text} ")
        sheet.put_centred(row, middle, text, contents.style(site))
        width = max(_POINT, columns(text))
        sheet.note_site(site.name, Area(row, middle - width // 2, width))
    for note in () if small else scene.notes:  # the names of empty points stand on them
        sheet.put_centred(*place(note.x, note.y), note.text)
    for line in scene.lines:
        if "sea" not in line.tags:
            _draw_line(sheet, line, place, across, "·" if unicode else ".")


def _nearest(sites: tuple[Site, ...]) -> float:
    gaps = [hypot(a.x - b.x, a.y - b.y) for k, a in enumerate(sites) for b in sites[:k]]
    return min(gaps, default=1.0) or 1.0


def _draw_line(
    sheet: Sheet, line: Stroke, place: Callable[[float, float], tuple[int, int]], across: float, dot: str
) -> None:
    """Dots along the line, two columns apart, wherever nothing else is written."""
    if line.shape == "circle":
        x, y, radius = line.numbers
        count = ceil(2 * pi * radius * across / 2)
        angles = [2 * pi * k / count for k in range(count)]
        points = [(x + radius * sin(angle), y - radius * cos(angle)) for angle in angles]
    else:
        points = _along(line.corners(), across)
    for point in points:
        sheet.put_if_free(*place(*point), dot, FAINT)


def _along(corners: list[tuple[float, float]], across: float) -> list[tuple[float, float]]:
    points = []
    for (x, y), (next_x, next_y) in pairwise(corners):
        count = max(1, ceil(hypot(next_x - x, next_y - y) * across / 2.5))
        points += [(x + (next_x - x) * k / count, y + (next_y - y) * k / count) for k in range(count + 1)]
    return points
