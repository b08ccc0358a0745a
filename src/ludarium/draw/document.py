"""The frame of every SVG file: size, language, and the words for those who listen to it."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from ludarium.draw.pen import clean, number

_FONTS = "sans-serif"


def document(parts: Sequence[str], width: float, height: float, locale: str, title: str, description: str) -> str:
    size = f'width="{number(width)}" height="{number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {number(width)} {number(height)}" '
        f'role="graphics-document document" lang="{escape(locale)}" font-family="{_FONTS}" '
        'stroke-linecap="round" stroke-linejoin="round">\n'
        f"<title>{escape(clean(title))}</title>\n"
        f"<desc>{escape(clean(description))}</desc>\n" + "\n".join(parts) + "\n</svg>\n"
    )
