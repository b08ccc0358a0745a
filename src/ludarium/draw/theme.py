"""Colours and line weights. Whatever colour says here, a shape or a mark says too."""

from dataclasses import dataclass
from typing import Any

from ludarium.core.errors import UnknownName


@dataclass(frozen=True)
class Coat:
    """How one seat's pieces are painted: surface, outline, what is written on the surface, and the surface where light
    falls on it and where none does.
    """

    fill: str
    edge: str
    mark: str
    light: str = ""
    shade: str = ""

    @property
    def lit(self) -> str:
        return self.light or self.fill

    @property
    def shaded(self) -> str:
        return self.shade or self.fill


@dataclass(frozen=True, eq=False)
class Theme:
    name: str
    side: tuple[str, str]  # of a column: to the left and to the right
    floors: tuple[str, ...]  # top of a column of height 1, 2, …; the last one for all above
    seats: tuple[Coat, ...]
    weight: float  # of lines
    paper: str
    ink: str  # text
    faint: str  # names of rows and columns, what is less important
    line: str
    sea: str
    gold: str
    bright: str  # what is forced, what stands out
    danger: str
    target: str  # you may go here
    light: str  # squares
    dark: str
    tint: str
    back: str  # the shade under things
    stone: str  # outlines of columns
    casing: str  # around marks on the board, so that they stand out from any ground
    arrow: str  # what was done lately, on the board
    rim: str  # names on the wood around a board
    lamp: float  # how much darker the ground of a board is than by day; pieces and marks are as by day
    plain: bool  # no grounds, patterns or glow

    def floor(self, height: int) -> str:
        return self.floors[min(max(height, 1), len(self.floors)) - 1]


_NAMES = ("light", "dark", "contrast", "safe")
_COLOURS = {  # in each of them
    "paper": ("#fffaf0", "#20262c", "#ffffff", "#fffaf0"),
    "ink": ("#26303a", "#ece4d3", "#000000", "#1a242e"),
    "faint": ("#6d614e", "#a99f8c", "#000000", "#5f6468"),
    "line": ("#a08f72", "#6b747b", "#000000", "#7d8287"),
    "sea": ("#dfe9ea", "#1c313b", "#ffffff", "#dce8f1"),
    "gold": ("#c79a3b", "#e0b75a", "#8a5a00", "#a87900"),
    "bright": ("#dcae4a", "#e0b75a", "#ffcc33", "#f2c230"),
    "danger": ("#c2381f", "#c2381f", "#b00000", "#c04a00"),
    "target": ("#1c7a55", "#1c7a55", "#00602f", "#005a9c"),
    "light": ("#f4ecd9", "#2a2f33", "#ffffff", "#f4f0e4"),
    "dark": ("#e8dec7", "#22272b", "#ebebeb", "#e4dfd0"),
    "tint": ("#e1eae8", "#203039", "#e4e4e4", "#d9e5ef"),
    "back": ("#857c6c", "#171b1f", "#8c8c8c", "#7f8184"),
    "stone": ("#3a2a10", "#3a2a10", "#000000", "#3a2a10"),
    "casing": ("#fffaf0", "#fffaf0", "#ffffff", "#fffaf0"),
    "arrow": ("#26303a", "#26303a", "#000000", "#1a242e"),
    "rim": ("#fbe6bd", "#fbe6bd", "#000000", "#fbe6bd"),
}
WOOD = ("#b98a55", "#8d6136", "#6a4526")  # where light falls on it, its face, its shade
BRONZE = ("#f2d79a", "#c8933f", "#9a6a28", "#d9b062")
IVORY = ("#fffaf0", "#ead9b6")
GLOW = ("#ffe9b4", "#ffc94a", "#7a4e06")  # of what can move: within, at its edge, the line around it
SHADOW = "#20160a"  # at 35 %
NIGHT = "#060a10"  # lies over grounds by ``Theme.lamp``
_SIDES = (("#a5834a", "#7f6232"), ("#8a6e40", "#6a522c"), ("#9a9a9a", "#5c5c5c"), ("#9b8560", "#6f5f42"))
_FLOORS = (  # a step lighter with each
    ("#cfb475", "#dac288", "#e4cf9c", "#eddcb0", "#f4e7c5", "#faf1da"),
    ("#b09963", "#baa674", "#c4b285", "#cdbe97", "#d5caab", "#ddd5bf"),
    ("#b8b8b8", "#c8c8c8", "#d6d6d6", "#e4e4e4", "#f2f2f2", "#ffffff"),
    ("#bfae86", "#cbbc97", "#d7caa9", "#e2d8bd", "#ece5d2", "#f6f2e8"),
)
# By theme the edge of all seats, and what they are filled with; a star stands where the mark on it is black.
_DAY = ("#1b2630", "#265a8b #963326 #c98a1d* #25704d #6a4793 #4d5a66")
_SEATS = (
    _DAY,
    _DAY,
    ("#000000", "#003c9e #a80000 #ffb000* #005c2e #5e1d96 #3c3c3c"),
    # For eyes that see some colours alike: blue against vermilion, and no two seats of the same lightness.
    ("#141c24", "#0f4783 #dc5a20 #f0c541* #0c705c #c9a0dc* #2b2f33"),
)
_LIT, _SHADED = "#ffffff", "#000000"


def _theme(number: int) -> Theme:
    edge, fills = _SEATS[number]
    name = _NAMES[number]
    plain = name == "contrast"
    seats = [_coat(fill.rstrip("*"), edge, fill.endswith("*"), plain) for fill in fills.split()]
    colours: dict[str, Any] = {name: colour[number] for name, colour in _COLOURS.items()}
    lamp = 0.2 if name == "dark" else 0.0
    weight = 1.5 if plain else 1.0
    return Theme(name, _SIDES[number], _FLOORS[number], tuple(seats), weight, **colours, lamp=lamp, plain=plain)


def _coat(fill: str, edge: str, is_bright: bool, plain: bool) -> Coat:
    light, shade = (fill, fill) if plain else (mixed(fill, _LIT, 0.2), mixed(fill, _SHADED, 0.38))
    return Coat(fill, edge, "#16202a" if is_bright else "#ffffff", light, shade)


def mixed(one: str, other: str, share: float) -> str:
    """A colour with so much of another one in it."""
    parts = ((int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


THEMES = {name: _theme(number) for number, name in enumerate(_NAMES)}


def find_theme(name: str) -> Theme:
    found = THEMES.get(name)
    if found is None:
        raise UnknownName("theme_unknown", theme=name[:60], known=list(THEMES))
    return found
