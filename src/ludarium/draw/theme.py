"""Colours and line weights. Whatever colour says here, a shape or a mark says too."""

from dataclasses import dataclass

from ludarium.core.errors import UnknownName


@dataclass(frozen=True)
class Coat:
    """How one seat's pieces are painted: surface, outline, and what is written on the surface."""

    fill: str
    edge: str
    mark: str


@dataclass(frozen=True)
class Theme:
    paper: str
    ink: str  # text
    faint: str  # names of rows and columns, what is less important
    line: str
    sea: str
    gold: str  # ports
    bright: str  # crowns, pennants, what is forced
    kraken: str
    danger: str
    target: str  # you may go here
    last: str
    light: str  # squares
    dark: str
    tint: str
    back: str  # the shade under things
    stone: str  # outlines of columns
    side: tuple[str, str]  # of a column: to the left and to the right
    floors: tuple[str, ...]  # top of a column of height 1, 2, …; the last one for all above
    seats: tuple[Coat, ...]
    hulls: tuple[Coat, ...]  # ships are black and white
    weight: float = 1.0  # of lines

    def floor(self, height: int) -> str:
        return self.floors[min(max(height, 1), len(self.floors)) - 1]


def _coats(
    edge: str, *fills: str, marks: str = "wwwwww", white: str = "#ffffff", black: str = "#16202a"
) -> tuple[Coat, ...]:
    return tuple(Coat(fill, edge, white if mark == "w" else black) for fill, mark in zip(fills, marks, strict=True))


THEMES = {
    "light": Theme(
        paper="#f6f1e7",
        ink="#22303c",
        faint="#756b5a",
        line="#8a7f6d",
        sea="#dfe9ea",
        gold="#c79a3b",
        bright="#dcae4a",
        kraken="#c8402f",
        danger="#c8402f",
        target="#2f7d5b",
        last="#22303c",
        light="#f4ecd9",
        dark="#e8dec7",
        tint="#e1eae8",
        back="#857c6c",
        stone="#2c343b",
        side=("#8d8474", "#6c6558"),
        floors=("#cfc6b4", "#bcc0b9", "#a3b3b9", "#88a2b2", "#7593a7", "#65869b"),
        seats=_coats("#1b2630", "#2d6a9f", "#a63d33", "#e0a030", "#2f7d5b", "#7a56a3", "#56636f", marks="wwbwww"),
        hulls=(Coat("#22303c", "#10171d", "#ffffff"), Coat("#fffdf7", "#22303c", "#22303c")),
    ),
    "dark": Theme(
        paper="#161c22",
        ink="#ece5d6",
        faint="#a59c8b",
        line="#6b747b",
        sea="#1c313b",
        gold="#e0b75a",
        bright="#e0b75a",
        kraken="#e2604c",
        danger="#ff7a63",
        target="#5cc795",
        last="#ece5d6",
        light="#2a2f33",
        dark="#22272b",
        tint="#203039",
        back="#171b1f",
        stone="#0b0f13",
        side=("#45433d", "#33322f"),
        floors=("#5a564e", "#5d6465", "#58707c", "#55809a", "#4b86a8", "#418ab3"),
        seats=_coats("#0a0e12", "#4d8fca", "#cf5a4d", "#e9ae45", "#3f9a72", "#9b78c9", "#8595a2", marks="wwbwwb"),
        hulls=(Coat("#0a0e12", "#ece5d6", "#ffffff"), Coat("#f4eee0", "#0a0e12", "#16202a")),
    ),
    "contrast": Theme(
        paper="#ffffff",
        ink="#000000",
        faint="#000000",
        line="#000000",
        sea="#ffffff",
        gold="#8a5a00",
        bright="#ffcc33",
        kraken="#b00000",
        danger="#b00000",
        target="#00602f",
        last="#000000",
        light="#ffffff",
        dark="#ebebeb",
        tint="#e4e4e4",
        back="#8c8c8c",
        stone="#000000",
        side=("#707070", "#3a3a3a"),
        floors=("#ffffff", "#e9e9e9", "#d6d6d6", "#c4c4c4", "#b4b4b4", "#a6a6a6"),
        seats=_coats("#000000", "#003c9e", "#a80000", "#ffb000", "#005c2e", "#5e1d96", "#3c3c3c", marks="wwbwww"),
        hulls=(Coat("#000000", "#000000", "#ffffff"), Coat("#ffffff", "#000000", "#000000")),
        weight=1.5,
    ),
    # For eyes that see some colours alike: blue against vermilion, and no two seats of the same lightness.
    "safe": Theme(
        paper="#f8f5ee",
        ink="#1a242e",
        faint="#5f6468",
        line="#7d8287",
        sea="#dce8f1",
        gold="#a87900",
        bright="#f2c230",
        kraken="#c04a00",
        danger="#c04a00",
        target="#005a9c",
        last="#1a242e",
        light="#f4f0e4",
        dark="#e4dfd0",
        tint="#d9e5ef",
        back="#7f8184",
        stone="#262d34",
        side=("#8a8579", "#66635b"),
        floors=("#dbd5c7", "#c4c8c6", "#abb9c3", "#92a9bc", "#7c9ab3", "#688aa8"),
        seats=_coats("#141c24", "#0f4783", "#dc5a20", "#f0c541", "#0c705c", "#c9a0dc", "#2b2f33", marks="wwbwbw"),
        hulls=(Coat("#1a242e", "#0c1218", "#ffffff"), Coat("#ffffff", "#1a242e", "#1a242e")),
    ),
}


def find_theme(name: str) -> Theme:
    found = THEMES.get(name)
    if found is None:
        raise UnknownName("theme_unknown", theme=name[:60], known=list(THEMES))
    return found
