"""A pen that writes SVG elements in the units of whatever it is held over.

``pen.at(x, y, scale)`` gives a pen for a place: there (0, 0) is the middle and 1 the radius of a piece. All numbers
reach the file as absolute pixels, so that letters have honest sizes. Only gradients and patterns have ids. These are
made from what they look like: wherever two drawings meet in one page, equal ids are equal paint.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2s
from math import cos, pi, sin
from typing import TypedDict, Unpack
from xml.sax.saxutils import escape, quoteattr

HANDWRITING = 'font-family="sans-serif" stroke-linecap="round" stroke-linejoin="round"'  # of all that a pen writes
_MOVE, _NEXT = "M ", " M "  # what begins a part of a path
_MOST_KEPT = 16_384  # parts of paths, and stamps
_PAINTS = ("<linearGradient ", "<radialGradient ", "<pattern ")  # written once in a picture
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML 1.0

Point = tuple[float, float]
Stop = tuple[float, str] | tuple[float, str, float]  # of a gradient: how far along, colour, opacity


class Style(TypedDict, total=False):
    """How something is painted; ``width`` and ``dash`` are in the pen's units."""

    fill: str
    stroke: str
    width: float
    dash: Sequence[float]
    cap: str  # how strokes end: butt, else round
    opacity: float


def number(value: float) -> str:
    """At most two decimals, without idle zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """What XML can hold of a text."""
    return _FORBIDDEN.sub("\ufffd", text)


class Pen:
    """A new one begins a picture; its ``parts`` are the elements written so far, by all pens that come from it."""

    def __init__(
        self, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, parts: list[str] | None = None
    ) -> None:
        self.parts: list[str] = [] if parts is None else parts
        self._x = x
        self._y = y
        self._scale = scale
        self._turn = turn % 4
        # Rounded so that quarters are exact.
        self._cosine, self._sine = round(cos(self._turn * pi / 2), 12), round(sin(self._turn * pi / 2), 12)

    def at(self, x: float, y: float, scale: float = 1, turn: float = 0) -> "Pen":
        """A pen for a place given in this pen's units, turned clockwise; ``turn`` in quarters. Texts stay upright."""
        px, py = self._place(x, y)
        return Pen(px, py, self._scale * scale, self._turn + turn, self.parts)

    def stamp(self, draw: "Callable[..., None]", *given: Hashable) -> None:
        """Let ``draw`` draw here what follows from this place and from what is given alone: it is kept for the next
        time. ``draw`` must be a function of a module, so that it can be found again.
        """
        drawn = _stamped(draw, self._x, self._y, self._scale, self._turn, given)
        self.parts += [part for part in drawn if not (part.startswith(_PAINTS) and part in self.parts)]

    @contextmanager
    def group(self, title: str = "", **attributes: str) -> Iterator[None]:
        """What is drawn inside belongs together; ``title`` says what it is. ``data_site`` becomes data-site."""
        written = "".join(f" {key.replace('_', '-')}={quoteattr(clean(value))}" for key, value in attributes.items())
        self.parts.append(f"<g{written}>")
        if title:
            self.parts.append(f"<title>{escape(clean(title))}</title>")
        yield
        self.parts.append("</g>")

    def circle(self, x: float, y: float, radius: float, **style: Unpack[Style]) -> None:
        px, py = self._place(x, y)
        place = f'cx="{number(px)}" cy="{number(py)}" r="{number(radius * self._scale)}"'
        self.parts.append(f"<circle {place}{self._style(style)}/>")

    def ellipse(self, x: float, y: float, across: float, down: float, **style: Unpack[Style]) -> None:
        """An ellipse; never turned."""
        px, py = self._place(x, y)
        radii = f'rx="{number(across * self._scale)}" ry="{number(down * self._scale)}"'
        self.parts.append(f'<ellipse cx="{number(px)}" cy="{number(py)}" {radii}{self._style(style)}/>')

    def rect(self, x: float, y: float, across: float, down: float, corner: float = 0, **style: Unpack[Style]) -> None:
        """A rectangle; never turned."""
        px, py = self._place(x, y)
        size = f'width="{number(across * self._scale)}" height="{number(down * self._scale)}"'
        rounded = f' rx="{number(corner * self._scale)}"' if corner else ""
        self.parts.append(f'<rect x="{number(px)}" y="{number(py)}" {size}{rounded}{self._style(style)}/>')

    def polygon(self, points: Sequence[Point], **style: Unpack[Style]) -> None:
        self.parts.append(f'<polygon points="{self._points(points)}"{self._style(style)}/>')

    def line(self, *points: Point, **style: Unpack[Style]) -> None:
        self.parts.append(f'<polyline points="{self._points(points)}"{self._style(style)}/>')

    def path(self, drawn: str, **style: Unpack[Style]) -> None:
        """An SVG path of absolute commands whose numbers are all points: M, L, Q, C and Z."""
        first, *others = drawn.split(_NEXT)
        frame = (self._x, self._y, self._scale, self._cosine, self._sine)
        words = [_placed_path(first, *frame), *(_placed_path(_MOVE + other, *frame) for other in others)]
        self.parts.append(f'<path d="{" ".join(words)}"{self._style(style)}/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        anchor: str = "middle",
        halo: str = "",
        **style: Unpack[Style],
    ) -> None:
        """A text whose letters are centred on the height ``y``; ``halo`` sets it off from what lies under it."""
        px, py = self._place(x, y)
        pixels = size * self._scale
        weight = ' font-weight="bold"' if bold else ""
        around = ""
        if halo:
            around = f' stroke="{halo}" stroke-width="{number(pixels / 5)}" paint-order="stroke"'
        self.parts.append(
            f'<text x="{number(px)}" y="{number(py + 0.36 * pixels)}" font-size="{number(pixels)}" '
            f'text-anchor="{anchor}"{weight}{around}{self._style(style)}>{escape(clean(text))}</text>'
        )

    # --- paint that is more than a colour: what these give can be a ``fill`` or a ``stroke`` --------------------------
    def linear(self, *stops: Stop, start: Point = (0, 0), end: Point = (0, 1)) -> str:
        """A gradient between two points of whatever it fills, whose box reaches from (0, 0) to (1, 1)."""
        ends = f'x1="{number(start[0])}" y1="{number(start[1])}" x2="{number(end[0])}" y2="{number(end[1])}"'
        return self._paint("linearGradient", ends, _stops(stops))

    def radial(self, *stops: Stop, middle: Point = (0.5, 0.5), radius: float = 0.5) -> str:
        """The same around a point."""
        place = f'cx="{number(middle[0])}" cy="{number(middle[1])}" r="{number(radius)}"'
        return self._paint("radialGradient", place, _stops(stops))

    def pattern(self, across: float, down: float, draw: "Callable[..., None]", *given: Hashable) -> str:
        """Tiles of that size, in this pen's units: a stamp for the upper left corner of one."""
        tile = _stamped(draw, 0, 0, self._scale, 0, given)
        size = f'width="{number(across * self._scale)}" height="{number(down * self._scale)}"'
        place = f'x="{number(self._x)}" y="{number(self._y)}" patternUnits="userSpaceOnUse"'
        return self._paint("pattern", f"{size} {place}", "".join(tile))

    def _paint(self, kind: str, attributes: str, content: str) -> str:
        name = f"p{blake2s(f'{kind} {attributes} {content}'.encode(), digest_size=5).hexdigest()}"
        written = f'<{kind} id="{name}" {attributes}>{content}</{kind}>'
        if written not in self.parts:
            self.parts.append(written)
        return f"url(#{name})"

    def document(self, width: float, height: float, locale: str, title: str, description: str) -> str:
        """A whole SVG file of what was written, with words for those who do not see it."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
            f'viewBox="0 0 {number(width)} {number(height)}" '
            f'role="graphics-document document" lang="{escape(locale)}" {HANDWRITING}>\n'
            f"<title>{escape(clean(title))}</title>\n"
            f"<desc>{escape(clean(description))}</desc>\n" + "\n".join(self.parts) + "\n</svg>\n"
        )

    def window(self, x: float, y: float, across: float, down: float, width: float, title: str) -> str:
        """An SVG file that shows a part of what was written."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(width * down / across)}" '
            f'viewBox="{number(x)} {number(y)} {number(across)} {number(down)}" role="img" {HANDWRITING}>\n'
            f"<title>{escape(clean(title))}</title>\n" + "\n".join(self.parts) + "\n</svg>\n"
        )

    def _place(self, x: float, y: float) -> Point:
        return _placed(x, y, self._x, self._y, self._scale, self._cosine, self._sine)

    def _points(self, points: Sequence[Point]) -> str:
        return " ".join(",".join(number(value) for value in self._place(*point)) for point in points)

    def _style(self, style: Style) -> str:
        written = f' fill="{style.get("fill", "none")}"'
        if "stroke" in style:
            written += f' stroke="{style["stroke"]}" stroke-width="{number(style.get("width", 1) * self._scale)}"'
        if style.get("dash"):
            written += f' stroke-dasharray="{" ".join(number(length * self._scale) for length in style["dash"])}"'
        if style.get("cap"):
            written += f' stroke-linecap="{style["cap"]}"'
        if style.get("opacity", 1) != 1:
            written += f' opacity="{number(style["opacity"])}"'
        return written


def _placed(x: float, y: float, left: float, top: float, scale: float, cosine: float, sine: float) -> Point:
    return left + (x * cosine - y * sine) * scale, top + (x * sine + y * cosine) * scale


@lru_cache(maxsize=_MOST_KEPT)
def _stamped(
    draw: Callable[..., None], x: float, y: float, scale: float, turn: float, given: tuple[Hashable, ...]
) -> list[str]:
    pen = Pen(x, y, scale, turn)
    draw(pen, *given)
    return pen.parts


@lru_cache(maxsize=_MOST_KEPT)
def _placed_path(drawn: str, left: float, top: float, scale: float, cosine: float, sine: float) -> str:
    """A part of a path, up to where the next one begins, in pixels. Kept, as the same ropes and borders come again in
    one position after the other.
    """
    words: list[str] = []
    x = None
    for word in drawn.split():
        if word.isalpha():
            words.append(word)
        elif x is None:
            x = float(word)
        else:
            words += map(number, _placed(x, float(word), left, top, scale, cosine, sine))
            x = None
    return " ".join(words)


def _stops(stops: Sequence[Stop]) -> str:
    written = ""
    for far, colour, *opacity in stops:
        seen = f' stop-opacity="{number(opacity[0])}"' if opacity else ""
        written += f'<stop offset="{number(far)}" stop-color="{colour}"{seen}/>'
    return written


def around(count: int, radius: float, start: float = 0) -> list[Point]:
    """Points on a circle, clockwise from the top; ``start`` in parts of the distance between two of them."""
    angles = [2 * pi * (k + start) / count for k in range(count)]
    return [(radius * sin(angle), -radius * cos(angle)) for angle in angles]
