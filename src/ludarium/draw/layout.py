"""Where everything of a scene comes to lie, in pixels."""

from dataclasses import dataclass, field
from functools import lru_cache

from ludarium.core.scene import Scene, Site
from ludarium.draw.columns import DEPTH, Column, columns_of, lift

# In parts of the site's size: how far pieces and signs reach from its middle.
_BODY = {"point": 1.0, "square": 0.42, "hexagon": 0.52}
_REACH = {"point": 1.42, "square": 0.5, "hexagon": 0.74}
_OVER = 1.4  # how far over the middle of a high column there must be room


@dataclass(frozen=True, eq=False)
class PlacedSite:
    """A site in pixels: the middle of its upper side, and the radii of a piece and of a sign there. A piece stands so
    far ``aside`` and ``down`` from the middle that what is in front leaves it in sight.
    """

    site: Site
    x: float
    y: float
    size: float
    body: float
    reach: float
    column: Column | None
    aside: float
    down: float


@dataclass(frozen=True)
class Frame:
    """Where the board lies in the picture."""

    scale: float  # pixels for one unit of the board
    left: float
    top: float
    width: float  # of the picture, margins included
    height: float
    depth: float = 1.0  # how much shorter than a way to the right a way downwards is

    def place(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.scale, self.top + y * self.depth * self.scale


@dataclass(frozen=True, eq=False)
class Layout(Frame):
    sites: dict[str, PlacedSite] = field(default_factory=dict)

    @property
    def frame(self) -> Frame:
        return Frame(self.scale, self.left, self.top, self.width, self.height, self.depth)

    def painted(self) -> list[PlacedSite]:
        """All sites in the order in which they are painted: columns last, from the back to the front."""
        flat = [placed for placed in self.sites.values() if placed.column is None]
        columns = [placed for placed in self.sites.values() if placed.column is not None]
        return flat + sorted(columns, key=lambda placed: (placed.site.y, placed.site.x))


class BoardParts:
    """The parts of a scene that do not change while pieces move. Games give the very same ones again and again, so that
    they need not be compared one by one.
    """

    __slots__ = ("_known", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._known = (id(scene.sites), id(scene.lines), id(scene.notes), scene.box)

    def __hash__(self) -> int:
        return hash(self._known)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardParts) and self._known == other._known


def rise(site: Site) -> float:
    """How far the upper side of a site lies above that of floor 1, in the board's units."""
    return site.size * lift(site.height)


@lru_cache(maxsize=16_384)  # where something is built, nearly all of the board stays as it is
def _placed(site: Site, column: Column | None, scale: float, left: float, top: float, depth: float) -> PlacedSite:
    size = site.size * scale
    return PlacedSite(
        site,
        left + site.x * scale,
        top + (site.y * depth - rise(site)) * scale,
        size,
        size * _BODY.get(site.shape, 1),
        size * _REACH.get(site.shape, 1),
        column,
        column.aside * size if column else 0,
        column.down * size if column else 0,
    )


def lay_out(scene: Scene, width: float, margin: float, climb: int = 0) -> Layout:
    """The board as wide as the picture, but never much higher than wide. The rest is as in ``columns_of``."""
    depth = DEPTH if any(site.shape == "hexagon" for site in scene.sites) else 1.0
    x, y, across, down = scene.box
    y, down = y * depth, down * depth
    towers = [(site.y - _OVER * site.size) * depth - rise(site) for site in scene.sites if site.height > 1]
    above = max([0.0, *(y - top for top in towers)])
    space = width - 2 * margin
    scale = min(space / across, 1.3 * space / (down + above))
    left = (width - across * scale) / 2 - x * scale
    top = margin + (above - y) * scale
    columns = columns_of(scene.sites, climb)
    sites = {site.name: _placed(site, columns.get(site.name), scale, left, top, depth) for site in scene.sites}
    return Layout(scale, left, top, width, (down + above) * scale + 2 * margin, depth, sites)
