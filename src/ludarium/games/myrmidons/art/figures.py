"""What is drawn on blocks: sword, shield, foot, helmet, plume. The unit is about half their height."""

from ludarium.draw.pen import Pen
from ludarium.draw.theme import BRONZE, Theme

_DARK = "#1d1206"
SHIELD = (
    "M -0.86 -0.8 Q -0.4 -0.82 0 -1 Q 0.4 -0.82 0.86 -0.8 L 0.86 0 C 0.86 0.6 0.38 0.86 0 1.06 "
    "C -0.38 0.86 -0.86 0.6 -0.86 0 Z"
)
_SWORD = (
    "M 0 -1.05 L 0.17 -0.8 L 0.17 0.38 L 0.46 0.38 L 0.46 0.58 L 0.13 0.58 L 0.13 1 L -0.13 1 L -0.13 0.58 "
    "L -0.46 0.58 L -0.46 0.38 L -0.17 0.38 L -0.17 -0.8 Z"
)
_BOOT = (
    "M -0.6 -1 L 0.2 -1 L 0.14 -0.1 C 0.4 0.1 1.1 0.1 1.14 0.62 L 1.14 0.9 L 0.36 0.9 L 0.2 0.76 L 0 0.9 L -0.7 0.9 "
    "C -0.5 0.3 -0.68 -0.3 -0.6 -1 Z"
)
_HELMET = (
    "M -0.76 0 C -0.76 -0.66 -0.4 -0.86 0 -0.86 C 0.4 -0.86 0.76 -0.66 0.76 0 L 0.76 0.5 C 0.76 0.84 0.56 1 0.24 1.02 "
    "L 0.16 0.36 L 0.12 0.12 L -0.12 0.12 L -0.16 0.36 L -0.24 1.02 C -0.56 1 -0.76 0.84 -0.76 0.5 Z"
)
_EYES = (
    "M -0.56 0.04 Q -0.3 -0.1 -0.16 0.12 Q -0.34 0.3 -0.56 0.04 Z "
    "M 0.56 0.04 Q 0.3 -0.1 0.16 0.12 Q 0.34 0.3 0.56 0.04 Z"
)
_CREST = "M -0.84 -0.54 C -0.66 -1.3 0.66 -1.3 0.84 -0.54 L 0.6 -0.6 C 0.4 -0.98 -0.4 -0.98 -0.6 -0.6 Z"
_PLUME = "M -0.6 -0.86 C -0.64 -1.3 -0.3 -1.42 0 -1.42 C 0.3 -1.42 0.64 -1.3 0.6 -0.86 Q 0 -1.04 -0.6 -0.86 Z"
_RIBS = (
    "M 0 -1.02 L 0 -1.3 M -0.22 -1 L -0.28 -1.26 M 0.22 -1 L 0.28 -1.26 "
    "M -0.42 -0.96 L -0.48 -1.12 M 0.42 -0.96 L 0.48 -1.12"
)


def bronze(pen: Pen, theme: Theme) -> str:
    if theme.plain:
        return "#ffffff"
    return pen.linear(*zip((0, 0.4, 0.7, 1), BRONZE, strict=True), end=(1, 1))


def draw_sword(pen: Pen, colour: str) -> None:
    pen.path(_SWORD, fill=colour, stroke=_DARK, width=0.08)


def draw_shield(pen: Pen, colour: str) -> None:
    pen.path(SHIELD, fill=colour, stroke=_DARK, width=0.09)


def draw_boot(pen: Pen, colour: str) -> None:
    """Toes to the right."""
    pen.path(_BOOT, fill=colour)


def draw_helmet(pen: Pen, theme: Theme) -> None:
    metal = bronze(pen, theme)
    edge = "#000000" if theme.plain else _DARK
    pen.path(_CREST, fill="#ffffff" if theme.plain else "#f5ead0", stroke=edge, width=0.07)
    pen.path(_HELMET, fill=metal, stroke=edge, width=0.08)
    pen.path(_EYES, fill=edge)


def draw_plume(pen: Pen, theme: Theme) -> None:
    """The commander's, over a block whose radius is the unit."""
    colour = theme.bright if theme.plain else pen.linear((0, "#f0664a"), (1, "#a3241a"))
    pen.path(_PLUME, fill=colour, stroke="#000000" if theme.plain else "#3d0d08", width=0.05 * theme.weight)
    pen.path(_RIBS, stroke="#000000" if theme.plain else "#ffc9b0", width=0.04)
