"""A sheet of characters that can be written on anywhere, and what stands on a site in characters."""

from typing import NamedTuple

from ludarium.core.scene import Piece, Scene, Site
from ludarium.draw.art import Art
from ludarium.draw.lines import columns

SITE_SIGNS = {"last": "*", "forced": "!", "threatened": "~"}  # behind a site, whatever the game
_ARROWS = {"n": "▲", "e": "▶", "s": "▼", "w": "◀"}
_ASCII_ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}
_SEATS = ("38;5;32", "38;5;160", "38;5;136", "38;5;28", "38;5;133", "38;5;244")  # readable on black and on white
FAINT = "2"


class Area(NamedTuple):
    """Where a site is written. Beside it, to the left and to the right, there is a column for marks."""

    row: int
    column: int
    width: int
    height: int = 1


class Sheet:
    """Characters by row and column, either of which may be negative, and where the sites are."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        self._areas: dict[str, Area] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        for letter in text:
            self._cells[row, column] = (letter, style)
            column += 1
            if columns(letter) > 1:  # a wide one takes the next place, too
                self._cells[row, column] = ("", style)
                column += 1

    def put_centred(self, row: int, column: int, text: str, style: str = "") -> None:
        self.put(row, column - columns(text) // 2, text, style)

    def note_site(self, name: str, area: Area) -> None:
        self._areas[name] = area
        for column in (area.column - 1, area.column + area.width):
            self.put_if_free(area.row, column, " ")

    def put_if_free(self, row: int, column: int, letter: str, style: str = "") -> None:
        self._cells.setdefault((row, column), (letter, style))

    def lines(self, colour: bool) -> list[str]:
        if not self._cells:
            return []
        top, left, bottom, _ = self._bounds()
        return [self._line(row, left, colour) for row in range(top, bottom + 1)]

    def cells(self) -> list[list[tuple[str, str]]]:
        """Letters with their styles, row by row and all equally wide; the second half of a wide letter is empty."""
        if not self._cells:
            return []
        top, left, bottom, right = self._bounds()
        free = (" ", "")
        return [
            [self._cells.get((row, column), free) for column in range(left, right + 1)]
            for row in range(top, bottom + 1)
        ]

    def areas(self) -> dict[str, Area]:
        """Where the sites are, counted as ``cells`` is: from 0."""
        if not self._cells:
            return {}
        top, left, _, _ = self._bounds()
        return {
            name: area._replace(row=area.row - top, column=area.column - left) for name, area in self._areas.items()
        }

    def _bounds(self) -> tuple[int, int, int, int]:
        """Top, left, bottom and right."""
        rows, places = [row for row, _ in self._cells], [column for _, column in self._cells]
        return min(rows), min(places), max(rows), max(places)

    def _line(self, row: int, left: int, colour: bool) -> str:
        right = max((column for at, column in self._cells if at == row), default=left)
        written, current = "", ""
        for column in range(left, right + 1):
            letter, style = self._cells.get((row, column), (" ", ""))
            if colour and style != current:
                written += ("\x1b[0m" if current else "") + (f"\x1b[{style}m" if style else "")
                current = style
            written += letter
        return (written + ("\x1b[0m" if current else "")).rstrip()


class Contents:
    """What is written for a site: pieces, signs, names. ``signs`` are those that can occur, by mark; without ``bare``
    those of sites stand behind what is written.
    """

    def __init__(self, scene: Scene, art: Art, unicode: bool, bare: bool = False) -> None:
        self.signs = {**SITE_SIGNS, **art.letters}
        self._bare = bare
        self._scene = scene
        self._art = art
        self._unicode = unicode
        self._pieces = scene.pieces_by_site()

    def pieces(self, site: Site) -> list[Piece]:
        return self._pieces.get(site.name, [])

    def text(self, site: Site, name: str = "") -> str:
        """The pieces with their signs; where nothing stands, ``name``; special sites in brackets."""
        here = self.pieces(site)
        text = "+".join(self._piece(piece) for piece in here) if here else name
        if any(tag in self._art.sites for tag in site.tags):
            text = f"({text})"
        return text if self._bare else text + "".join(self.signs[sign] for sign in self.site_signs(site))

    def values(self, site: Site) -> str:
        """The badges of pieces that have several; a single one is in the token."""
        return "+".join(" ".join(piece.badges) for piece in self.pieces(site) if len(piece.badges) > 1)

    def style(self, site: Site) -> str:
        here = self.pieces(site)
        return seat_style(here[0].owner, self._art) if here else FAINT

    def present(self) -> list[str]:
        """The marks with a sign that occur in this scene."""
        marks = {mark for piece in self._scene.pieces for mark in piece.marks}
        found = {sign for site in self._scene.sites for sign in self.site_signs(site)} | marks
        return [sign for sign in self.signs if sign in found]

    def _piece(self, piece: Piece) -> str:
        text = piece.token or piece.kind[:3]
        if piece.facing:
            pointer = _ASCII_ARROWS.get(piece.facing, "")
            text = text.removesuffix(pointer) + (_ARROWS.get(piece.facing, "") if self._unicode else pointer)
        return text + "".join(self.signs[mark] for mark in piece.marks if mark in self.signs)

    def site_signs(self, site: Site) -> list[str]:
        scene = self._scene
        listed = {"last": scene.last, "forced": scene.forced, "threatened": scene.threatened}
        return [sign for sign, sites in listed.items() if site.name in sites]


def seat_style(owner: int, art: Art) -> str:
    if owner < 0:
        return "1;31"
    styles = art.styles or _SEATS
    return "1;" + styles[owner % len(styles)]
