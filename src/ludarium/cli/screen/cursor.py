"""Where arrow keys lead from a site, as in the browser (``sites.ts``)."""

from collections.abc import Sequence
from typing import Final

from ludarium.core.scene import Site

_WAYS: Final = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
_ASLANT = 2.5  # what lies further aside than so many times ahead is not in that direction
_TRACE = 1e-6


def neighbour(sites: Sequence[Site], start: str, way: str) -> str:
    """The nearest site in a direction: what lies straight ahead before what lies aside. ``start`` if there is none."""
    here = next(site for site in sites if site.name == start)
    dx, dy = _WAYS[way]
    best, least = start, float("inf")
    for site in sites:
        ahead = (site.x - here.x) * dx + (site.y - here.y) * dy
        aside = abs((site.x - here.x) * dy) + abs((site.y - here.y) * dx)
        if ahead > _TRACE and aside <= _ASLANT * ahead and ahead + 2 * aside < least:
            best, least = site.name, ahead + 2 * aside
    return best


def next_of(sites: Sequence[Site], start: str, wanted: Sequence[str], by: int) -> str:
    """The next one of those wanted, forwards or backwards and round; ``start`` if there is none."""
    names = [site.name for site in sites]
    here = names.index(start)
    for steps in range(1, len(names) + 1):
        name = names[(here + by * steps) % len(names)]
        if name in wanted:
            return name
    return start
