"""Colours and line weights. Whatever colour says here, a shape or a mark says too."""

from dataclasses import dataclass
from typing import Any

from ludarium.core.errors import UnknownName


@dataclass(frozen=True)
class Coat:
    """How one seat's pieces are painted: surface, outline, and what is written on the surface."""

    fill: str
    edge: str
    mark: str


@dataclass(frozen=True)
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

    def floor(self, height: int) -> str:
        return self.floors[min(max(height, 1), len(self.floors)) - 1]


_NAMES = ("light", "dark", "contrast", "safe")
_COLOURS = {  # in each of them
    "paper": ("#f6f1e7", "#161c22", "#ffffff", "#f8f5ee"),
    "ink": ("#22303c", "#ece5d6", "#000000", "#1a242e"),
    "faint": ("#756b5a", "#a59c8b", "#000000", "#5f6468"),
    "line": ("#8a7f6d", "#6b747b", "#000000", "#7d8287"),
    "sea": ("#dfe9ea", "#1c313b", "#ffffff", "#dce8f1"),
    "gold": ("#c79a3b", "#e0b75a", "#8a5a00", "#a87900"),
    "bright": ("#dcae4a", "#e0b75a", "#ffcc33", "#f2c230"),
    "danger": ("#c8402f", "#ff7a63", "#b00000", "#c04a00"),
    "target": ("#2f7d5b", "#5cc795", "#00602f", "#005a9c"),
    "light": ("#f4ecd9", "#2a2f33", "#ffffff", "#f4f0e4"),
    "dark": ("#e8dec7", "#22272b", "#ebebeb", "#e4dfd0"),
    "tint": ("#e1eae8", "#203039", "#e4e4e4", "#d9e5ef"),
    "back": ("#857c6c", "#171b1f", "#8c8c8c", "#7f8184"),
    "stone": ("#2c343b", "#0b0f13", "#000000", "#262d34"),
}
_SIDES = (("#8d8474", "#6c6558"), ("#45433d", "#33322f"), ("#707070", "#3a3a3a"), ("#8a8579", "#66635b"))
_FLOORS = (
    ("#cfc6b4", "#bcc0b9", "#a3b3b9", "#88a2b2", "#7593a7", "#65869b"),
    ("#5a564e", "#5d6465", "#58707c", "#55809a", "#4b86a8", "#418ab3"),
    ("#ffffff", "#e9e9e9", "#d6d6d6", "#c4c4c4", "#b4b4b4", "#a6a6a6"),
    ("#dbd5c7", "#c4c8c6", "#abb9c3", "#92a9bc", "#7c9ab3", "#688aa8"),
)
# By theme the edge of all seats, and what they are filled with; a star stands where the mark on it is black.
_SEATS = (
    ("#1b2630", "#2d6a9f #a63d33 #e0a030* #2f7d5b #7a56a3 #56636f"),
    ("#0a0e12", "#4d8fca #cf5a4d #e9ae45* #3f9a72 #9b78c9 #8595a2*"),
    ("#000000", "#003c9e #a80000 #ffb000* #005c2e #5e1d96 #3c3c3c"),
    # For eyes that see some colours alike: blue against vermilion, and no two seats of the same lightness.
    ("#141c24", "#0f4783 #dc5a20 #f0c541* #0c705c #c9a0dc* #2b2f33"),
)


def _theme(number: int) -> Theme:
    edge, fills = _SEATS[number]
    seats = [Coat(fill.rstrip("*"), edge, "#16202a" if fill.endswith("*") else "#ffffff") for fill in fills.split()]
    colours: dict[str, Any] = {name: colour[number] for name, colour in _COLOURS.items()}
    name = _NAMES[number]
    weight = 1.5 if name == "contrast" else 1.0
    return Theme(name, _SIDES[number], _FLOORS[number], tuple(seats), weight, **colours)


THEMES = {name: _theme(number) for number, name in enumerate(_NAMES)}


def find_theme(name: str) -> Theme:
    found = THEMES.get(name)
    if found is None:
        raise UnknownName("theme_unknown", theme=name[:60], known=list(THEMES))
    return found
