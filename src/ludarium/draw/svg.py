"""Draws any scene as SVG: without scripts or anything from elsewhere; the same scene gives the same bytes."""

from ludarium.core.game import Game
from ludarium.core.scene import CHOICE, Scene
from ludarium.draw.art import Art, art_of
from ludarium.draw.columns import draw_behind, draw_column, draw_plate
from ludarium.draw.ground import draw_ground, draw_notes, draw_over
from ludarium.draw.layout import PlacedSite, lay_out
from ludarium.draw.panel import Panel
from ludarium.draw.pen import Pen
from ludarium.draw.signs import badge_names, draw_sign
from ludarium.draw.spoken import Spoken
from ludarium.draw.theme import Theme, find_theme


def svg(
    scene: Scene,
    game: Game | None = None,
    *,
    theme: str = "light",
    locale: str = "en",
    width: int = 720,
    picked: str | None = None,
    captions: bool = True,
) -> str:
    """The picture of a scene, ``width`` pixels wide.

    ``game`` gives art and words; without it pieces are lettered discs. ``picked`` is a site that a person has clicked:
    where its piece may go is marked. Without ``captions`` no word is written: the picture serves every language.
    """
    spoken = Spoken(locale, game.words(locale) if game else None)
    return Drawing(scene, art_of(game), find_theme(theme), spoken, float(width), picked, captions).document(locale)


def targets(scene: Scene, picked: str) -> list[str]:
    """The sites that continue a step begun with a click on ``picked``."""
    begun = [path.clicks for path in scene.paths if len(path.clicks) > 1 and path.clicks[0] == picked]
    return list(dict.fromkeys(clicks[1] for clicks in begun if not clicks[1].startswith(CHOICE)))


class Drawing:
    """A board and the strip under it, while they are drawn."""

    def __init__(
        self,
        scene: Scene,
        art: Art,
        theme: Theme,
        spoken: Spoken,
        width: float,
        picked: str | None = None,
        captions: bool = True,
    ) -> None:
        self._scene = scene
        self._art = art
        self._theme = theme
        self._spoken = spoken
        self._picked = picked
        self._targets = [] if picked is None else targets(scene, picked)
        self._margin = max(6.0, width / 60)
        self.layout = lay_out(scene, width, self._margin, art.climb)
        self._panel = Panel(scene, art, theme, spoken, width - 2 * self._margin, captions)
        self._pieces = scene.pieces_by_site()

    @property
    def height(self) -> float:
        return self.layout.height + self._panel.height + self._margin

    def document(self, locale: str) -> str:
        pen = Pen()
        self.draw(pen)
        title, description = self._spoken.title(self._scene), self._spoken.description(self._scene)
        return pen.document(self.layout.width, self.height, locale, title, description)

    def draw(self, pen: Pen) -> None:
        """All of it, with the upper left corner where the pen stands."""
        pen.rect(0, 0, self.layout.width, self.height, 10, fill=self._theme.paper)
        self.draw_board(pen)
        with pen.group(data_part="seats"):
            self._panel.draw(pen, self._margin, self.layout.height)

    def draw_board(self, pen: Pen) -> None:
        """All but the strip under it."""
        scene, layout, art, theme = self._scene, self.layout, self._art, self._theme
        with pen.group(data_part="board"):
            draw_ground(pen, scene, layout, art, theme)
            draw_over(pen, scene.pieces, layout, art, theme)
            draw_notes(pen, scene, layout, art, theme)
            painted = layout.painted()
            for placed in painted:
                self._draw_site(pen, placed)
            for placed in painted:
                self._draw_above(pen, placed)
        with pen.group(data_part="badges"):
            self._draw_badges(pen)

    def signs(self) -> dict[str, list[str]]:
        """The signs on the board that tell something, each with the sites where it stands."""
        found: dict[str, list[str]] = {"last": list(self._scene.last)}
        for name in badge_names(self._art):
            found[name] = [site for site in self.layout.sites if name in self._present(site)]
        return {name: sites for name, sites in found.items() if sites}

    def _draw_site(self, pen: Pen, placed: PlacedSite) -> None:
        """A column, outlines, and what stands there, each piece a little beside the one before."""
        at, column = pen.at(placed.x, placed.y, placed.size), placed.column
        if column:
            draw_column(at, column, self._theme)
        if placed.site.name in self._scene.last:
            self._draw_sign(pen, placed, "last")
        here = self._pieces.get(placed.site.name, [])
        for place, piece in enumerate(here):
            said = self._spoken.at(piece.site, self._spoken.piece(piece))
            names = {"data_piece": piece.kind, "data_site": piece.site, "data_owner": str(piece.owner)}
            with pen.group(said, role="graphics-symbol img", **names):
                shift = 0.3 * place * placed.body
                x, y = placed.x + placed.aside + shift, placed.y + placed.down + shift
                self._art.draw_piece(pen.at(x, y, placed.body), piece, self._theme)

    def _draw_above(self, pen: Pen, placed: PlacedSite) -> None:
        """What columns in front must not hide: who stands behind them, and how high a column is."""
        column = placed.column
        if column and column.behind:
            for piece in self._pieces.get(placed.site.name, []):
                at = pen.at(placed.x + placed.aside, placed.y + placed.down, placed.body)
                draw_behind(at, piece.owner, self._art.coat(piece.owner, self._theme), self._theme)
        if column and column.has_plate:
            draw_plate(pen.at(placed.x, placed.y, placed.size), column, self._theme)

    def _draw_badges(self, pen: Pen) -> None:
        for name, placed in self.layout.sites.items():
            if name in self._targets:
                self._draw_sign(pen, placed, "target")
            if name == self._picked:
                self._draw_sign(pen, placed, "picked")
            present = self._present(name)
            for sign in badge_names(self._art) if present else ():
                if sign in present:
                    self._draw_sign(pen, placed, sign)

    def _present(self, site: str) -> list[str]:
        """What is true of a site or of what stands there."""
        present = [mark for piece in self._pieces.get(site, []) for mark in piece.marks]
        present += ["threatened"] if site in self._scene.threatened else []
        return present + (["forced"] if site in self._scene.forced else [])

    def _draw_sign(self, pen: Pen, placed: PlacedSite, sign: str) -> None:
        with pen.group(data_sign=sign, data_site=placed.site.name):
            at = pen.at(placed.x, placed.y, placed.reach)
            draw_sign(at, sign, placed.site.shape, self._art, self._theme)
