"""The board on a screen: drawn in place by ``draw/terminal.py``, with marks, a cursor and the mouse."""

from collections.abc import Mapping
from functools import cache

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ludarium.cli.screen import cursor
from ludarium.cli.screen.marks import CURSOR, MARKS, Marked
from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.draw import terminal as characters
from ludarium.draw.sheet import Area
from ludarium.draw.terminal import Plan

Cells = list[list[tuple[str, Style]]]


class Board(ScrollView, can_focus=True):
    """Shows a scene. It knows where the cursor is, and leaves to others what a click means."""

    class Clicked(Message):
        def __init__(self, site: str) -> None:
            super().__init__()
            self.site = site

    class Moved(Message):
        """The cursor stands elsewhere."""

    def __init__(self, game: Game, unicode: bool) -> None:
        super().__init__(id="board")
        self.game = game
        self.unicode = unicode
        self.scene: Scene | None = None
        self.site = ""  # under the cursor
        self.marked = Marked()
        self.ghosts: Mapping[str, str] = {}  # what would stand on a site
        self._plan = Plan([], {})
        self._rows: list[list[Segment]] = []
        self._taken: set[tuple[int, int]] = set()  # where marks stand

    # --- what is shown ----------------------------------------------------------------------------------------------
    def show(self, scene: Scene, marked: Marked, ghosts: Mapping[str, str]) -> None:
        self.scene, self.marked, self.ghosts = scene, marked, ghosts
        if self.site not in {site.name for site in scene.sites}:
            self.site = self._first(scene)
        self._draw()

    def clear(self) -> None:
        self.scene, self.site, self.marked, self.ghosts = None, "", Marked(), {}
        self._plan, self._rows = Plan([], {}), []
        self.refresh()

    @property
    def fits(self) -> bool:
        """Whether all of the board is in sight."""
        return self._plan.width <= self.size.width and self._plan.height <= self.size.height

    @property
    def needs(self) -> tuple[int, int]:
        """Columns and rows of the board as it is drawn."""
        return self._plan.width, self._plan.height

    def go_to(self, site: str) -> None:
        if site != self.site:
            self.site = site
            self.post_message(self.Moved())

    def go(self, way: str) -> None:
        """Where an arrow key leads."""
        if self.scene is not None:
            self.go_to(cursor.neighbour(self.scene.sites, self.site, way))

    def go_on(self, wanted: list[str], by: int) -> None:
        """To the next of these sites."""
        if self.scene is not None:
            self.go_to(cursor.next_of(self.scene.sites, self.site, wanted, by))

    @staticmethod
    def _first(scene: Scene) -> str:
        """Where the cursor begins: somewhere that can be clicked."""
        names = {site.name for site in scene.sites}
        return next((click for path in scene.paths for click in path.clicks if click in names), scene.sites[0].name)

    # --- drawing ----------------------------------------------------------------------------------------------------
    def _draw(self) -> None:
        if self.scene is None or not self.size.width:
            return
        self._plan = characters.plan(self.scene, self.game, (self.size.width, self.size.height), unicode=self.unicode)
        cells = [[(letter, _style(code)) for letter, code in row] for row in self._plan.cells]
        self._write_ghosts(cells)
        self._write_marks(cells)
        self._write_cursor(cells)
        self._rows = [[Segment(letter, style) for letter, style in row if letter] for row in cells]
        self.virtual_size = Size(self._plan.width, self._plan.height)
        self._keep_in_sight()
        self.refresh()

    def _write_ghosts(self, cells: Cells) -> None:
        """What a step would bring, where nothing stands yet."""
        heights = {site.name: site.height for site in self.scene.sites} if self.scene is not None else {}
        for site, ghost in self.ghosts.items():
            area, token = self._plan.areas[site], f"{heights.get(site) or ''}{ghost}"
            for offset, letter in enumerate(token[: area.width].center(area.width)):
                cells[area.row][area.column + offset] = (letter, Style(italic=True, dim=True))

    def _write_marks(self, cells: Cells) -> None:
        """Beside each site. Neighbours can share a place: the weightier mark is written last."""
        found = [
            (MARKS[mark], self._plan.areas[site]) for mark in self.marked.present() for site in self.marked.sites[mark]
        ]
        self._taken = set()
        for mark, area in sorted(found, key=lambda one: one[0].weight):
            row = area.row + area.height - 1 if mark.behind else area.row
            column = area.column + area.width if mark.behind else area.column - 1
            cells[row][column] = (mark.sign if self.unicode else mark.ascii, Style.parse(mark.style))
            self._taken.add((row, column))
        for site in self.marked.sites.get("last", ()):
            area = self._plan.areas[site]
            for column in range(area.column, area.column + area.width):
                letter, style = cells[area.row][column]
                cells[area.row][column] = (letter, style + Style(underline=True))

    def _write_cursor(self, cells: Cells) -> None:
        area = self._plan.areas[self.site]
        for row in range(area.row, area.row + area.height):
            for column in range(area.column, area.column + area.width):
                letter, style = cells[row][column]
                cells[row][column] = (letter, style.without_color + Style(reverse=True))
        # What is marked behind the site, or before the next one, stays in sight: the first bracket tells enough.
        before, behind = (area.row, area.column - 1), (area.row, area.column + area.width)
        for (row, column), letter in zip((before, behind), CURSOR, strict=True):
            if (row, column) == before or (row, column) not in self._taken:
                cells[row][column] = (letter, Style(bold=True, reverse=True))

    def _keep_in_sight(self) -> None:
        if not self.fits and self.site in self._plan.areas:
            area = self._plan.areas[self.site]
            region = Region(area.column - 1, area.row, area.width + 2, area.height).grow((1, 2, 1, 2))
            self.scroll_to_region(region, animate=False, force=True)

    @property
    def _margin(self) -> tuple[int, int]:
        """Free columns and rows before a board that is smaller than its place."""
        return max(0, (self.size.width - self._plan.width) // 2), max(0, (self.size.height - self._plan.height) // 2)

    def render_line(self, y: int) -> Strip:
        left, top = self._margin
        row = y - top + round(self.scroll_offset.y)
        width = self.size.width
        if not 0 <= row < len(self._rows):
            return Strip.blank(width, self.rich_style)
        strip = Strip([Segment(" " * left), *self._rows[row]]).crop(round(self.scroll_offset.x))
        return strip.adjust_cell_length(width, self.rich_style).apply_style(self.rich_style)

    # --- what the window and the mouse do -----------------------------------------------------------------------------
    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is None or self.scene is None:
            return
        left, top = self._margin
        site = self._site_at(at.x - left + round(self.scroll_offset.x), at.y - top + round(self.scroll_offset.y))
        if site:
            self.go_to(site)
            self.post_message(self.Clicked(site))

    def _site_at(self, column: int, row: int) -> str:
        """The site whose area is there, the columns for marks included."""

        def beside(area: Area) -> int:
            return max(area.column - column, column - (area.column + area.width - 1), 0)

        rows = {site: area for site, area in self._plan.areas.items() if area.row <= row < area.row + area.height}
        site = min(rows, key=lambda name: beside(rows[name]), default="")
        return site if site and beside(rows[site]) <= 1 else ""


@cache
def _style(code: str) -> Style:
    """A code of ANSI escapes as a style."""
    if not code:
        return Style()
    spans = Text.from_ansi(f"\x1b[{code}m·").spans
    return Style.combine(span.style for span in spans if isinstance(span.style, Style))
