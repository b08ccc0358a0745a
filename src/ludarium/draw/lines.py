"""Lines of text that fit a screen, whatever the letters are."""

from collections.abc import Sequence
from unicodedata import east_asian_width


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
