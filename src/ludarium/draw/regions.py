"""Who has the upper hand around a centre: a frame along the region, so that nobody needs to count.

Squares belong to the nearest centre. The seat with the most powers there frames the region with its own kind of line;
a lead of two or more makes it bolder. Where the lead is shared there is no frame.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludarium.core.scene import Piece
from ludarium.draw.layout import Layout, Spot
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Theme

_INSET = 0.055  # of a square


@dataclass(frozen=True)
class Majority:
    """A seat has so many powers more around a centre than any other seat."""

    centre: str
    seat: int
    lead: int


def regions_of(layout: Layout) -> dict[str, str]:
    """The centre that each square belongs to; nothing on a board without centres."""
    squares = [spot for spot in layout.spots.values() if spot.site.shape == "square"]
    centres = [spot for spot in squares if "centre" in spot.site.tags]
    return {spot.site.name: _nearest(spot, centres) for spot in squares} if centres else {}


def majorities(pieces: Iterable[Piece], regions: Mapping[str, str]) -> tuple[Majority, ...]:
    if not regions:
        return ()
    powers: dict[str, Counter[int]] = {}
    for piece in pieces:
        if piece.shape == "power" and piece.site in regions:
            powers.setdefault(regions[piece.site], Counter())[piece.owner] += 1
    found = []
    for centre, count in powers.items():
        (seat, most), *others = count.most_common()
        lead = most - (others[0][1] if others else 0)
        if lead:
            found.append(Majority(centre, seat, lead))
    return tuple(found)


def draw_majorities(
    pen: Pen, found: Iterable[Majority], regions: Mapping[str, str], layout: Layout, theme: Theme
) -> None:
    for one in found:
        region = [layout.spots[name] for name, centre in regions.items() if centre == one.centre]
        with pen.group(data_majority=one.centre, data_owner=str(one.seat)):
            _frame(pen, region, one.seat, one.lead, theme)


def _nearest(spot: Spot, centres: list[Spot]) -> str:
    return min(centres, key=lambda centre: max(abs(centre.x - spot.x), abs(centre.y - spot.y))).site.name


def _frame(pen: Pen, region: list[Spot], seat: int, lead: int, theme: Theme) -> None:
    half = region[0].size / 2
    inset = region[0].size * _INSET
    width = inset * (1.6 if lead > 1 else 0.8)
    left, right = min(spot.x for spot in region) - half, max(spot.x for spot in region) + half
    top, bottom = min(spot.y for spot in region) - half, max(spot.y for spot in region) + half
    colour = theme.seats[seat % len(theme.seats)].fill
    edges = (1.0,) if seat % 2 == 0 else (0.7, 2.1)  # a single line, or the double one of the ring
    for edge in edges:
        away = inset * edge + width / 2
        thin = width if len(edges) == 1 else width / 2
        pen.rect(
            left + away, top + away, right - left - 2 * away, bottom - top - 2 * away, 2, stroke=colour, width=thin
        )
