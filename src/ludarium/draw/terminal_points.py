"""Points joined by lines, such as a round board, with characters."""

from collections.abc import Callable
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from ludarium.core.scene import Scene, Site, Stroke
from ludarium.draw.sheet import FAINT, Contents, Sheet

_WIDEST = 98
_ROOM = 7.6  # columns between the two points that are nearest to each other
_SLENDER = 0.45  # a character is about that much as wide as high


def draw_points(sheet: Sheet, scene: Scene, contents: Contents, unicode: bool) -> None:
    across = min(_ROOM / _nearest(scene.sites), _WIDEST / scene.box[2])

    def place(x: float, y: float) -> tuple[int, int]:
        return round(y * across * _SLENDER), round(x * across)

    for site in scene.sites:
        row, column = place(site.x, site.y)
        sheet.put_centred(row, column, f" {contents.text(site, site.name)} ")
        sheet.put_centred(row, column, contents.text(site, site.name), contents.style(site))
    for note in scene.notes:
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
    elif line.shape == "rect":
        x, y, width, height = line.numbers
        points = _along([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)], across)
    else:
        points = _along(list(zip(line.numbers[::2], line.numbers[1::2], strict=True)), across)
    for point in points:
        sheet.put_if_free(*place(*point), dot, FAINT)


def _along(corners: list[tuple[float, float]], across: float) -> list[tuple[float, float]]:
    points = []
    for (x, y), (next_x, next_y) in pairwise(corners):
        count = max(1, ceil(hypot(next_x - x, next_y - y) * across / 2.5))
        points += [(x + (next_x - x) * k / count, y + (next_y - y) * k / count) for k in range(count + 1)]
    return points
