"""Lines that fit a screen or a picture, whatever the letters are, and the marks along an axis."""

from collections.abc import Sequence
from math import ceil, floor
from typing import TypeVar
from unicodedata import east_asian_width

Item = TypeVar("Item")
_TRACE = 1e-9  # less than any difference that counts


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a picture: fonts differ, so rather too wide."""
    return size * sum(1.0 if east_asian_width(letter) in "WF" else 0.62 for letter in text)


def in_rows(items: Sequence[Item], widths: Sequence[float], room: float, gap: float = 0) -> list[list[Item]]:
    """The items in rows that keep to the room where they can."""
    rows: list[list[Item]] = [[]]
    x = 0.0
    for item, width in zip(items, widths, strict=True):
        if rows[-1] and x + width > room:
            rows.append([])
            x = 0.0
        rows[-1].append(item)
        x += width + gap
    return rows


def columns(text: str) -> int:
    """How much room a text takes on a terminal, where a Japanese letter is as wide as two others."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def wrapped(words: Sequence[str], width: int, start: str) -> list[str]:
    """The words, two spaces apart and never broken, on lines that keep to a width where they can. ``start`` begins the
    first line; the others are indented as far.
    """
    lines = [start]
    for number, word in enumerate(words):
        gap = "  " if number else ""
        if number and columns(lines[-1] + gap + word) > width:
            lines.append(" " * columns(start))
            gap = ""
        lines[-1] += gap + word
    return lines


def strides(whole: bool) -> list[float]:
    """1, 2, 5, 10, 20 … and, unless only whole numbers make sense, 0.5, 0.2, 0.1 … before them."""
    return [first * 10.0**power for power in range(0 if whole else -4, 7) for first in (1, 2, 5)]


def marks(low: float, high: float, whole: bool = False, most: int = 7) -> list[float]:
    """Round numbers for an axis, about as many as that."""
    stride = next(one for one in strides(whole) if (high - low) / one <= most)
    first, last = ceil(low / stride - _TRACE), floor(high / stride + _TRACE)
    return [round(place * stride, 6) for place in range(first, last + 1)]
