"""A report's plots as SVG. Colours are the page's own (CSS variables), so that they follow it into the dark."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.draw.art import art_of
from ludarium.draw.columns import draw_column
from ludarium.draw.ground import draw_ground, draw_notes
from ludarium.draw.layout import lay_out
from ludarium.draw.lines import marks, strides, text_width
from ludarium.draw.pen import Pen
from ludarium.draw.theme import find_theme
from ludarium.research.study.figures import Beginning, Spread

WIDTH = 480.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 20.0, 26.0, 40.0
_HEIGHT = 250.0
_ROW = 46.0
_LINE = 17.0
_LETTERS = 13.0
_MOST_BARS = 30
_BOARD_WIDTH = 440.0
_MARGIN = 8.0  # around a board
_SMALLEST_DISC = 0.16  # of the largest disc's radius
INK, FAINT, LINE = "var(--ink)", "var(--faint)", "var(--line)"
FILL, BAND, MIDDLE, PAPER = "var(--fill)", "var(--band)", "var(--middle)", "var(--card)"

Write = Callable[[float], str]  # a number as text


@dataclass(frozen=True)
class Caption:
    """What a plot is called, what it says in words, and what its axes measure."""

    title: str
    description: str
    across: str = ""
    up: str = ""
    locale: str = "en"


@dataclass(frozen=True)
class Row:
    """A figure with its interval, where it has one; ``told`` says both."""

    name: str
    told: str
    value: float
    low: float | None
    high: float | None


def plain(value: float) -> str:
    return f"{value:g}"


class _Frame:
    """A plot with its axes."""

    def __init__(self, across: tuple[float, float], up: tuple[float, float], caption: Caption) -> None:
        self.pen = Pen()
        self._across = across
        self._up = up
        self._caption = caption

    def x(self, value: float) -> float:
        low, high = self._across
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * (value - low) / ((high - low) or 1.0)

    def y(self, value: float) -> float:
        low, high = self._up
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (value - low) / ((high - low) or 1.0)

    def draw(self, write_x: Write, write_y: Write, whole_x: bool, whole_y: bool) -> None:
        floor = _HEIGHT - _BOTTOM
        for mark in marks(*self._up, whole_y):
            self.pen.line((_LEFT, self.y(mark)), (WIDTH - _RIGHT, self.y(mark)), stroke=LINE, width=0.7)
            self.pen.text(_LEFT - 6, self.y(mark), write_y(mark), _LETTERS - 2, anchor="end", fill=FAINT)
        for mark in marks(*self._across, whole_x):
            self.pen.line((self.x(mark), floor), (self.x(mark), floor + 4), stroke=LINE, width=1)
            self.pen.text(self.x(mark), floor + 13, write_x(mark), _LETTERS - 2, fill=FAINT)
        self.pen.text(WIDTH - _RIGHT, _HEIGHT - 9, self._caption.across, _LETTERS - 1, anchor="end", fill=FAINT)
        self.pen.text(4, 9, self._caption.up, _LETTERS - 1, anchor="start", fill=FAINT)


def _finish(pen: Pen, caption: Caption, height: float = _HEIGHT, width: float = WIDTH) -> str:
    return pen.document(width, height, caption.locale, caption.title, caption.description)


def bins(counts: dict[int, int]) -> list[tuple[int, int, int]]:
    """Whole numbers put together so that few bars are left: from, to, how many."""
    low, high = min(counts), max(counts)
    stride = int(next(one for one in strides(whole=True) if (high - low + 1) / one <= _MOST_BARS))
    first = low // stride * stride
    return [
        (begin, begin + stride - 1, sum(counts.get(value, 0) for value in range(begin, begin + stride)))
        for begin in range(first, high + 1, stride)
    ]


def histogram(counts: dict[int, int], middle: float | None, caption: Caption) -> str:
    """How many games have each number; ``middle`` is marked."""
    bars = bins(counts)
    frame = _Frame((bars[0][0] - 0.5, bars[-1][1] + 0.5), (0, max(count for *_, count in bars)), caption)
    frame.draw(plain, plain, whole_x=True, whole_y=True)
    for begin, end, count in bars:
        left, right = frame.x(begin - 0.5), frame.x(end + 0.5)
        name = f"{begin}–{end}" if end > begin else str(begin)
        with frame.pen.group(f"{name}: {count}"):
            gap = min(1.0, (right - left) / 6)
            across, down = right - left - 2 * gap, frame.y(0) - frame.y(count)
            frame.pen.rect(left + gap, frame.y(count), across, down, fill=FILL)
    if middle is not None:
        frame.pen.line(
            (frame.x(middle), _TOP), (frame.x(middle), _HEIGHT - _BOTTOM), stroke=MIDDLE, width=2, dash=(5, 4)
        )
    return _finish(frame.pen, caption)


def band(spreads: Sequence[Spread], caption: Caption, write: Write | None = None, even: float | None = None) -> str:
    """The middle half of the games as a band, the median as a line. ``write`` is given for parts of all, which are
    drawn from 0 to 1; ``even`` is marked across.
    """
    top = 1.0 if write else max(one.high for one in spreads)
    frame = _Frame((spreads[0].at, spreads[-1].at), (0.0, top), caption)
    frame.draw(write or plain, write or plain, whole_x=write is None, whole_y=False)
    upper = [(frame.x(one.at), frame.y(one.high)) for one in spreads]
    lower = [(frame.x(one.at), frame.y(one.low)) for one in reversed(spreads)]
    frame.pen.polygon([*upper, *lower], fill=BAND)
    if even is not None:
        frame.pen.line((_LEFT, frame.y(even)), (WIDTH - _RIGHT, frame.y(even)), stroke=MIDDLE, width=1.5, dash=(5, 4))
    frame.pen.line(*((frame.x(one.at), frame.y(one.middle)) for one in spreads), stroke=FILL, width=2.5)
    return _finish(frame.pen, caption)


def against(points: Sequence[tuple[float, float]], caption: Caption, write: Write) -> str:
    """Parts of all against others; on the dashed line both are the same."""
    frame = _Frame((0.0, 1.0), (0.0, 1.0), caption)
    frame.draw(write, write, whole_x=False, whole_y=False)
    frame.pen.line((frame.x(0), frame.y(0)), (frame.x(1), frame.y(1)), stroke=MIDDLE, width=1.5, dash=(5, 4))
    placed = [(frame.x(across), frame.y(up)) for across, up in points]
    frame.pen.line(*placed, stroke=FILL, width=2)
    for (across, up), (x, y) in zip(points, placed, strict=True):
        with frame.pen.group(f"{write(across)}: {write(up)}"):
            frame.pen.circle(x, y, 5, fill=FILL, stroke=PAPER, width=1.5)
    return _finish(frame.pen, caption)


def wrapped(text: str, width: float, size: float) -> list[str]:
    """A text in lines of at most this width; where a language has no spaces, it breaks anywhere."""
    pieces = re.findall(r"[ -~]+? |[ -~]+|.", text)
    lines = [""]
    for piece in pieces:
        if lines[-1] and text_width((lines[-1] + piece).rstrip(), size) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def intervals(
    rows: Sequence[Row], caption: Caption, write: Write, *, reference: float | None, span: tuple[float, float]
) -> str:
    """One line for every figure, its name above it; ``reference`` is what it would be if nothing were special."""
    pen = Pen()
    low, high = span
    top = 8.0
    left, right = 12.0, WIDTH - 12.0
    names = [wrapped(row.name, right - left - text_width(row.told, _LETTERS - 1) - 16, _LETTERS) for row in rows]
    bottom = top + sum(_ROW + (len(lines) - 1) * _LINE for lines in names)

    def x(value: float) -> float:
        return left + (right - left) * (min(max(value, low), high) - low) / (high - low)

    for mark in marks(low, high):
        pen.line((x(mark), top), (x(mark), bottom + 4), stroke=LINE, width=0.7)
        anchor = "start" if x(mark) < left + 10 else "end" if x(mark) > right - 10 else "middle"
        pen.text(x(mark), bottom + 13, write(mark), _LETTERS - 2, anchor=anchor, fill=FAINT)
    if reference is not None:
        pen.line((x(reference), top), (x(reference), bottom), stroke=MIDDLE, width=1.5, dash=(5, 4))
    at = top
    for row, lines in zip(rows, names, strict=True):
        with pen.group(f"{row.name}: {row.told}"):
            for place, line in enumerate(lines):
                pen.text(left, at + 11 + place * _LINE, line, _LETTERS, anchor="start", halo=PAPER, fill=INK)
            pen.text(right, at + 11, row.told, _LETTERS - 1, anchor="end", halo=PAPER, fill=INK)
            at += (len(lines) - 1) * _LINE
            if row.low is not None and row.high is not None:
                pen.line((x(row.low), at + 30), (x(row.high), at + 30), stroke=FILL, width=4)
            pen.circle(x(row.value), at + 30, 6, fill=FILL, stroke=PAPER, width=2)
        at += _ROW
    pen.text(right, bottom + 33, caption.across, _LETTERS - 1, anchor="end", fill=FAINT)
    return _finish(pen, caption, bottom + 42)


def heat_map(
    scene: Scene,
    game: Game,
    sites: Sequence[Beginning],
    names: Mapping[str, str],
    usual: float,
    caption: Caption,
    theme_name: str,
) -> str:
    """First turns on the board itself: the larger a disc, the more games began there; its colour says how well.

    ``names`` is what is said of each site. ``usual`` is what the seat scores on average: better sites are blue, worse
    ones red, strongly where it is clear that this is no accident. ``scene`` gives the board; what stands on it is not
    drawn.
    """
    theme, art = find_theme(theme_name), art_of(game)
    layout = lay_out(scene, _BOARD_WIDTH, _MARGIN, art.climb)
    pen = Pen()
    pen.rect(0, 0, _BOARD_WIDTH, layout.height, 10, fill=theme.paper)
    draw_ground(pen, scene, layout, art, theme)
    for placed in layout.painted():
        if placed.column:
            draw_column(pen.at(placed.x, placed.y, placed.size), placed.column, theme)
    draw_notes(pen, scene, layout, art, theme)
    most = max((one.games for one in sites), default=1)
    for one in sites:
        if one.name not in layout.sites:
            continue
        place = layout.sites[one.name]
        colour = theme.seats[0] if one.score.value >= usual else theme.seats[1]
        with pen.group(names[one.name], data_site=one.name):
            radius = 0.9 * place.reach * max(_SMALLEST_DISC, sqrt(one.games / most))
            strength = 0.95 if one.score.excludes(usual) else 0.45
            pen.circle(place.x, place.y, radius, fill=colour.fill, opacity=strength)
            pen.circle(place.x, place.y, radius, stroke=colour.edge, width=1)
    return _finish(pen, caption, layout.height, _BOARD_WIDTH)
