"""Draws any scene as SVG: without ids, scripts or anything from elsewhere; the same scene gives the same bytes."""

from ludarium.core.scene import CHOICE, Piece, Scene
from ludarium.core.words import Words
from ludarium.draw.columns import columns_of, draw_column, draw_lakes, draw_number
from ludarium.draw.ground import draw_ground, draw_notes
from ludarium.draw.layout import Layout, Spot, lay_out
from ludarium.draw.panel import Panel
from ludarium.draw.pen import Pen, document
from ludarium.draw.regions import draw_majorities, majorities, regions_of
from ludarium.draw.shapes import draw_piece
from ludarium.draw.signs import BADGES, WALLED, draw_sign
from ludarium.draw.spoken import Spoken
from ludarium.draw.theme import Theme, find_theme


def svg(
    scene: Scene,
    *,
    theme: str = "light",
    locale: str = "en",
    words: Words | None = None,
    width: int = 720,
    picked: str | None = None,
    captions: bool = True,
) -> str:
    """The picture of a scene, ``width`` pixels wide.

    ``words`` are those of the game in the language ``locale``. ``picked`` is a site that a person has clicked: where
    its piece may go is marked. Without ``captions`` no word is written, so that the picture serves every language.
    """
    return _Picture(scene, find_theme(theme), Spoken(locale, words), float(width), picked, captions).draw(locale)


def targets(scene: Scene, picked: str) -> list[str]:
    """The sites that continue a step begun with a click on ``picked``."""
    begun = [path.clicks for path in scene.paths if len(path.clicks) > 1 and path.clicks[0] == picked]
    return list(dict.fromkeys(clicks[1] for clicks in begun if not clicks[1].startswith(CHOICE)))


class _Picture:
    def __init__(
        self, scene: Scene, theme: Theme, spoken: Spoken, width: float, picked: str | None, captions: bool
    ) -> None:
        self._scene = scene
        self._theme = theme
        self._spoken = spoken
        self._width = width
        self._picked = picked
        self._targets = [] if picked is None else targets(scene, picked)
        self._margin = max(6.0, width / 60)
        self._layout: Layout = lay_out(scene, width, self._margin)
        self._panel = Panel(scene, theme, spoken, width - 2 * self._margin, captions)
        self._pieces: dict[str, list[Piece]] = {}
        for piece in scene.pieces:
            self._pieces.setdefault(piece.site, []).append(piece)

    def draw(self, locale: str) -> str:
        parts: list[str] = []
        pen = Pen(parts)
        panel_top = self._layout.height + 2 * self._margin
        height = panel_top + self._panel.height + self._margin
        pen.rect(0, 0, self._width, height, 10, fill=self._theme.paper)
        with pen.group(data_part="board"):
            draw_ground(pen, self._scene, self._layout, self._theme)
            regions = regions_of(self._layout)
            draw_majorities(pen, majorities(self._scene.pieces, regions), regions, self._layout, self._theme)
            draw_notes(pen, self._scene, self._layout, self._theme)
            self._draw_columns(pen)
            for spot in self._layout.spots.values():
                if spot.site.shape != "hexagon":
                    self._draw_pieces(pen, spot)
        with pen.group(data_part="badges"):
            self._draw_badges(pen)
        with pen.group(data_part="seats"):
            self._panel.draw(pen, self._margin, panel_top)
        title, description = self._spoken.title(self._scene), self._spoken.description(self._scene)
        return document(parts, self._width, height, locale, title, description)

    def _draw_columns(self, pen: Pen) -> None:
        draw_lakes(pen, self._layout, self._theme)
        for spot, column in columns_of(self._layout):
            at = pen.at(spot.x, spot.y, spot.size)
            draw_column(at, column, self._theme)
            covered = self._draw_pieces(pen, spot, column.aside * spot.size, column.down * spot.size)
            if column.bears_number:
                draw_number(at, column, covered, self._theme)

    def _draw_pieces(self, pen: Pen, spot: Spot, aside: float = 0, down: float = 0) -> bool:
        """A site's outlines and what stands on it, each piece a little beside the one before; whether any does."""
        self._draw_outlines(pen, spot)
        here = self._pieces.get(spot.site.name, [])
        for place, piece in enumerate(here):
            said = self._spoken.at(piece.site, self._spoken.piece(piece))
            names = {"data_piece": piece.kind, "data_site": piece.site, "data_owner": str(piece.owner)}
            with pen.group(said, role="graphics-symbol img", **names):
                if WALLED in piece.marks:
                    draw_sign(pen.at(spot.x, spot.y, spot.reach), WALLED, spot.site.shape, self._theme)
                shift = 0.3 * place * spot.body
                draw_piece(pen.at(spot.x + aside + shift, spot.y + down + shift, spot.body), piece, self._theme)
        return bool(here)

    def _draw_outlines(self, pen: Pen, spot: Spot) -> None:
        name = spot.site.name
        if name in self._scene.last:
            self._draw_sign(pen, spot, "last", "last")
        if name in self._targets:
            self._draw_sign(pen, spot, "target", "target" if name in self._pieces else "target_empty")
        if name == self._picked:
            self._draw_sign(pen, spot, "picked", "picked")

    def _draw_badges(self, pen: Pen) -> None:
        for name, spot in self._layout.spots.items():
            present = [mark for piece in self._pieces.get(name, []) for mark in piece.marks]
            present += ["threatened"] if name in self._scene.threatened else []
            present += ["forced"] if name in self._scene.forced else []
            for sign in BADGES:
                if sign in present:
                    self._draw_sign(pen, spot, sign, sign)

    def _draw_sign(self, pen: Pen, spot: Spot, called: str, sign: str) -> None:
        with pen.group(data_sign=called, data_site=spot.site.name):
            draw_sign(pen.at(spot.x, spot.y, spot.reach), sign, spot.site.shape, self._theme)
