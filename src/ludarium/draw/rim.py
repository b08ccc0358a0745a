"""The wooden rim of a board and what is written on it."""

from ludarium.draw.layout import Frame
from ludarium.draw.pen import Pen
from ludarium.draw.theme import NIGHT, WOOD, Theme

Box = tuple[float, float, float, float]  # left, top, width, height in pixels

_EDGE = "#3a2312"
_LEAST = 9.0  # pixels: letters do not become smaller on small boards as long as there is room for them


def draw_rim(pen: Pen, frame: Frame, theme: Theme) -> None:
    """Wood under the whole board; what is drawn on it next leaves the rim free."""
    inset = frame.width / 300
    box = (inset, inset, frame.width - 2 * inset, frame.height - 2 * inset)
    if theme.plain:
        pen.rect(*box, 3 * inset, fill=theme.paper, stroke=theme.line, width=inset)
        return
    pen.rect(*box, 4 * inset, fill=pen.linear(*zip((0, 0.5, 1), WOOD, strict=True)), stroke=_EDGE, width=inset / 2)
    pen.rect(*box, 4 * inset, fill=pen.at(0, 0, frame.width / 600).pattern(140, 30, _draw_fibres))


def dim(pen: Pen, box: Box, theme: Theme, corner: float = 0) -> None:
    """Lamp light on a ground: pieces and marks that are drawn later are as by day."""
    if theme.lamp:
        pen.rect(*box, corner, fill=NIGHT, opacity=theme.lamp)


def letters(scale: float, size: float, most: float) -> float:
    """How large letters are where a board's unit is ``scale`` pixels: ``size`` units, more of them on small boards, but
    never more than ``most``.
    """
    return max(size * scale, min(_LEAST, most * scale))


def _draw_fibres(tile: Pen) -> None:
    for y, bend, opacity in ((6, 3, 0.3), (15, -2, 0.18), (23, 4, 0.24)):
        wave = f"M 0 {y} Q 35 {y - bend} 70 {y} Q 105 {y + bend} 140 {y}"
        tile.path(wave, stroke=WOOD[2], width=0.9, opacity=opacity)
