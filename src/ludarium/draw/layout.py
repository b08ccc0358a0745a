"""Where everything of a scene comes to lie, in pixels."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ludarium.core.scene import Scene, Site

# In parts of the site's size: how far pieces and signs reach from its middle.
_BODY = {"point": 1.0, "square": 0.42, "hexagon": 0.5}
_REACH = {"point": 1.42, "square": 0.5, "hexagon": 0.74}
_STEEP, _GENTLE, _HIGHEST = 0.18, 0.08, 0.94  # how far a floor lifts a column, in parts of its size


@dataclass(frozen=True)
class Spot:
    """A site in pixels: the middle of its upper side, and the radii of a piece and of a sign there."""

    site: Site
    x: float
    y: float
    size: float
    body: float
    reach: float


@dataclass(frozen=True)
class Layout:
    scale: float  # pixels for one unit of the board
    left: float
    top: float
    height: float
    spots: dict[str, Spot]

    def place(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.scale, self.top + y * self.scale


@lru_cache(maxsize=128)
def lift(height: int) -> float:
    """How far the upper side of a column of that height lies above that of floor 1, in parts of its size: less for
    every further floor, so that a tower does not hide what lies behind it.
    """
    floors = max(height - 1, 0)
    return min(_STEEP * min(floors, 3) + _GENTLE * max(floors - 3, 0), _HIGHEST)


def rise(site: Site) -> float:
    """The same in the board's units."""
    return site.size * lift(site.height)


def lay_out(scene: Scene, width: float, margin: float) -> Layout:
    """The board as wide as the picture, but never much higher than wide."""
    x, y, across, down = scene.box
    above = max([0.0, *(y - (site.y - site.size - rise(site)) for site in scene.sites if site.height > 1)])
    space = width - 2 * margin
    scale = min(space / across, 1.3 * space / (down + above))
    left = (width - across * scale) / 2 - x * scale
    top = margin + (above - y) * scale
    spots = {}
    for site in scene.sites:
        size = site.size * scale
        spots[site.name] = Spot(
            site,
            left + site.x * scale,
            top + (site.y - rise(site)) * scale,
            size,
            size * _BODY.get(site.shape, 1),
            size * _REACH.get(site.shape, 1),
        )
    return Layout(scale, left, top, (down + above) * scale, spots)


def pitch(sites: list[Site]) -> float:
    """The distance between neighbours: the smallest one that occurs in a row."""
    rows: dict[float, list[float]] = {}
    for site in sites:
        rows.setdefault(round(site.y, 3), []).append(site.x)
    gaps = [b - a for row in rows.values() for a, b in pairwise(sorted(row))]
    return min(gaps, default=sites[0].size * 3**0.5)
