"""How Mutter Land looks: glass marbles on columns of nuts, a land with lakes in open water."""

from functools import lru_cache

from ludarium.core.scene import Note, Piece, Scene
from ludarium.draw.art import Art
from ludarium.draw.columns import CORNERS, DEPTH, FLOOR, HALF, NEIGHBOURS, Cell, grid_of, hexagon
from ludarium.draw.layout import Frame, Layout
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen, Point
from ludarium.draw.rim import dim, draw_rim, letters
from ludarium.draw.theme import SHADOW, Coat, Theme, mixed

_WATER = ("#8fc0c6", "#4f8e9c")
_FOAM = "#f4fbf8"
_LAKE = "#2f7486"
_EDGE = "#16323a"
_RIM = 9.0  # of wood, where the picture is 600 wide


# --- what stands on columns -------------------------------------------------------------------------------------------
def _marble(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    if theme.plain:
        pen.circle(0, 0, 0.92, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    else:
        pen.ellipse(0.24, 0.72, 0.92, 0.46, fill=SHADOW, opacity=0.35)
        light, dark = mixed(coat.lit, "#ffffff", 0.25), coat.shaded
        glass = pen.radial((0, light), (0.5, coat.fill), (1, dark), middle=(0.36, 0.3), radius=0.75)
        pen.circle(0, 0, 0.92, fill=glass, stroke=coat.edge, width=0.085)
        pen.path("M -0.52 0.5 Q 0 0.98 0.52 0.5", stroke="#ffffff", width=0.09, opacity=0.3)
    seat_mark(pen.at(0, 0.1, 0.46), piece.owner, coat.mark)
    if not theme.plain:
        pen.ellipse(-0.36, -0.5, 0.27, 0.17, fill="#ffffff", opacity=0.85)


def _moved(pen: Pen, theme: Theme) -> None:
    """A marble that has moved in this turn: a tick."""
    at = pen.at(0.74, 0.74, 0.32)
    at.circle(0, 0, 0.9, fill=theme.ink, stroke=theme.paper, width=0.2)
    at.line((-0.42, 0.02), (-0.1, 0.36), (0.44, -0.34), stroke=theme.paper, width=0.24)


# --- the water around and between them --------------------------------------------------------------------------------
def _draw_water(pen: Pen, scene: Scene, layout: Layout, theme: Theme) -> None:
    placed = list(layout.sites.values())
    sites = [one.site for one in placed]
    grid = grid_of(sites)
    land = tuple([cell for cell, site in zip(grid.cells, sites, strict=True) if "missing" not in site.tags])
    scale = grid.pitch * layout.scale / (2 * HALF)  # the size of a hexagon that leaves no gap
    origin = layout.place(sites[0].x, sites[0].y)
    pen.stamp(_draw_map, land, origin, scale, layout.frame, theme)
    if scene.notes:
        first: dict[float, float] = {}
        for site in sites:
            first[site.y] = min(site.x, first.get(site.y, site.x))
        pen.stamp(_draw_names, scene.notes, tuple(first.items()), layout.frame, theme)


def _draw_map(pen: Pen, cells: tuple[Cell, ...], origin: Point, scale: float, frame: Frame, theme: Theme) -> None:
    """The water and the coast: whatever is built on the land, they stay."""
    land = set(cells)
    at = pen.at(*origin, scale)
    pen.stamp(_draw_sea, frame, theme)
    if land:
        _draw_coast(at, _coast(land), theme)
        for cell in _lakes(land):
            with pen.group(data_lake="1"):
                _draw_lake(at.at(*_middle(*cell)), theme)


def _middle(q: int, r: int) -> Point:
    """Of a hexagon on the water, from that of the first one and in the size of a hexagon."""
    return (q + r / 2) * 2 * HALF, r * 1.5 * DEPTH + FLOOR


@lru_cache(maxsize=4096)  # while a land is built, it is nearly the same again and again
def _corners(q: int, r: int) -> list[str]:
    x, y = _middle(q, r)
    return [f"{x + across:.2f} {y + down:.2f}" for across, down in CORNERS]


def _draw_sea(pen: Pen, frame: Frame, theme: Theme) -> None:
    draw_rim(pen, frame, theme)
    if theme.plain:
        return
    rim = _RIM * frame.width / 600
    box = (rim, rim, frame.width - 2 * rim, frame.height - 2 * rim)
    pen.rect(*box, rim / 2, fill=pen.linear((0, _WATER[0]), (1, _WATER[1])), stroke=_EDGE, width=rim / 8)
    pen.rect(*box, rim / 2, fill=pen.at(0, 0, frame.width / 600).pattern(68, 36, _draw_waves), opacity=0.3)
    dim(pen, (0, 0, frame.width, frame.height), theme, rim)


def _draw_waves(tile: Pen) -> None:
    for x, y in ((6, 10), (40, 28)):
        wave = f"M {x} {y} Q {x + 5} {y - 5} {x + 10} {y} Q {x + 15} {y + 5} {x + 20} {y}"
        tile.path(wave, stroke=_FOAM, width=1.5)


def _coast(land: set[Cell]) -> str:
    """The outlines of the land at the level of the water, as a path. From each corner of a coast one edge leads on."""
    edges = {}
    for q, r in sorted(land):
        open_ = [edge for edge, (dq, dr) in enumerate(NEIGHBOURS) if (q + dq, r + dr) not in land]
        if open_:
            corners = _corners(q, r)
            for edge in open_:
                edges[corners[edge]] = corners[(edge + 1) % 6]
    outlines = []
    while edges:
        corner, after = edges.popitem()
        outline = [corner]
        while after != corner:
            outline.append(after)
            after = edges.pop(after)
        outlines.append("M " + " L ".join(outline) + " Z")
    return " ".join(outlines)


def _draw_coast(pen: Pen, coast: str, theme: Theme) -> None:
    """Shallow water, the shadow of the land and foam."""
    if not theme.plain:
        pen.path(coast, stroke=_FOAM, width=0.62, opacity=0.22)
        pen.at(0.1, 0.08).path(coast, stroke=_EDGE, width=0.34, opacity=0.3)
        pen.path(coast, stroke=_FOAM, width=0.2, opacity=0.9)


def _draw_lake(pen: Pen, theme: Theme) -> None:
    colour = theme.sea if theme.plain else _LAKE
    pen.polygon(hexagon(1.01), fill=colour, stroke=theme.stone, width=0.04 * theme.weight)
    wave = "M -0.36 {0} Q -0.18 {1} 0 {0} Q 0.18 {2} 0.36 {0}"
    for y in (-0.4, -0.18):
        ink = theme.line if theme.plain else _FOAM
        pen.path(wave.format(y, y - 0.16, y + 0.16), stroke=ink, width=0.06 * theme.weight, opacity=0.8)


def _lakes(land: set[Cell]) -> list[Cell]:
    """Cells without land from which the outside cannot be reached, from the back to the front."""
    low_q, high_q = min(q for q, _ in land) - 1, max(q for q, _ in land) + 1
    low_r, high_r = min(r for _, r in land) - 1, max(r for _, r in land) + 1
    every = [(q, r) for r in range(low_r, high_r + 1) for q in range(low_q, high_q + 1)]
    dry = set(every) - land  # until the water from outside reaches them
    border = [(low_q, low_r)]
    while border:
        q, r = border.pop()
        for dq, dr in NEIGHBOURS:
            cell = (q + dq, r + dr)
            if cell in dry:
                dry.remove(cell)
                border.append(cell)
    return [cell for cell in every if cell in dry]


def _draw_names(
    pen: Pen, notes: tuple[Note, ...], ends: tuple[tuple[float, float], ...], frame: Frame, theme: Theme
) -> None:
    """Dotted lines lead from the names of rows, which stand to the left, to the land."""
    size = min(letters(frame.scale, 0.56, 0.7), frame.width / 30)
    ink = theme.ink if theme.plain else _EDGE
    first = dict(ends)  # of each row
    left = min(note.x for note in notes)
    leaders = []
    for note in notes:
        x, y = frame.place(note.x, note.y)
        halo = "" if theme.plain else mixed(_WATER[0], _FOAM, 0.35)
        pen.text(x, y, note.text, size, bold=True, fill=ink, halo=halo)
        if note.x == left and first[note.y] - left > 2:
            end = frame.place(first[note.y] - 1.1, note.y)[0]
            leaders.append(f"M {x + 0.9 * size:.1f} {y:.1f} L {end:.1f} {y:.1f}")
    pen.path(" ".join(leaders), stroke=ink, width=1.6 * frame.width / 600, dash=(0.01, 0.3 * frame.scale), opacity=0.5)


ART = Art(
    pieces={"marble": _marble},
    emblem="marble",
    signs={"moved": _moved},
    letters={"moved": "'"},
    climb=1,  # MUT-M4
    ground=_draw_water,
)
