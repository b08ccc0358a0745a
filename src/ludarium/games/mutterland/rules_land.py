"""Mutter Land's land: hexagons, the shape that 70 of them form, and a random one (MUT-B2, P1).

A hexagon is a number, row r in the high byte and q in the low one, so that numbers ascend in reading order.
"""

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from ludarium.core.rng import Rng

NUTS: Final[i64] = 70
FAR: Final[i64] = 99  # the greatest coordinate that can be written
_MIDDLE: Final[i64] = 128
ORIGIN: Final[i64] = (_MIDDLE << 8) | _MIDDLE

# Directions come in opposite pairs: e w, ne sw, nw se. ``way ^ 1`` is the way back.
WAYS: Final[i64] = 6
TOWARDS: Final = vec[i64]([1, -1, -255, 255, -256, 256])
WAY_NAMES: Final = ("e", "w", "ne", "sw", "nw", "se")


def hexagon(q: i64, r: i64) -> i64:
    return ((r + _MIDDLE) << 8) | (q + _MIDDLE)


def q_of(hexagon: i64) -> i64:
    return (hexagon & 255) - _MIDDLE


def r_of(hexagon: i64) -> i64:
    return (hexagon >> 8) - _MIDDLE


def can_be_written(hexagon: i64) -> bool:
    return -FAR <= q_of(hexagon) <= FAR and -FAR <= r_of(hexagon) <= FAR


@final
class Land:
    """A shape, shared by all states that play on it and never changed.

    Its *places* are the hexagons in reading order, then the sea, then every lake: all that a neighbour can be.
    ``beside[place * 8 + way]`` is the place next to a hexagon.
    """

    def __init__(self, hexagons: vec[i64]) -> None:
        """``hexagons`` ascend."""
        self.hexagons = hexagons
        self.size: i64 = len(hexagons)
        self.sea: i64 = self.size
        # All attributes get a value before a method is called: compiled code then need not ask whether they have one.
        self.left: i64 = 0
        self.top: i64 = 0
        self.width: i64 = 0
        self.depth: i64 = 0
        self.grid: vec[u8] = vec[u8]()
        self.blank: vec[u8] = vec[u8]()
        self.beside: vec[u8] = vec[u8](capacity=self.size * 8)
        self.places: i64 = 0
        self._measure()
        self.places = self._flood()
        for hexagon in hexagons:
            for way in range(i64(8)):
                self.beside = append(self.beside, u8(self.place(hexagon + TOWARDS[way]) if way < WAYS else self.sea))
        self.blank = _zeros(self.places)

    def _measure(self) -> None:
        """Lay a grid over the land, one hexagon wider on every side."""
        low_q: i64 = _MIDDLE
        low_r: i64 = _MIDDLE
        high_q: i64 = _MIDDLE
        high_r: i64 = _MIDDLE
        if self.size:
            low_q = high_q = self.hexagons[0] & 255
            low_r = self.hexagons[0] >> 8
            high_r = self.hexagons[self.size - 1] >> 8
        for hexagon in self.hexagons:
            q: i64 = hexagon & 255
            low_q = min(low_q, q)
            high_q = max(high_q, q)
        self.left = low_q - 1
        self.top = low_r - 1
        self.width = high_q - low_q + 3
        self.depth = high_r - low_r + 3

    def _flood(self) -> i64:
        """Fill the grid with places; their number."""
        unknown: i64 = 255
        self.grid = _zeros(self.width * self.depth)
        for cell in range(i64(0), self.width * self.depth):
            self.grid[cell] = u8(unknown)
        for site in range(i64(0), self.size):
            self.grid[self._cell(self.hexagons[site])] = u8(site)
        place: i64 = self.sea
        for cell in range(i64(0), self.width * self.depth):  # the first cell is the sea's
            if i64(self.grid[cell]) == unknown:
                self._fill(cell, place, unknown)
                place += 1
        return place

    def _fill(self, start: i64, place: i64, unknown: i64) -> None:
        """Give one place to a cell and all unknown cells connected with it."""
        waiting = vec[i64]([start])
        self.grid[start] = u8(place)
        at: i64 = 0
        while at < len(waiting):
            hexagon: i64 = self._hexagon(waiting[at])
            at += 1
            for way in range(WAYS):
                cell: i64 = self._cell(hexagon + TOWARDS[way])
                if cell >= 0 and i64(self.grid[cell]) == unknown:
                    self.grid[cell] = u8(place)
                    waiting = append(waiting, cell)

    def _hexagon(self, cell: i64) -> i64:
        return ((self.top + cell // self.width) << 8) | (self.left + cell % self.width)

    def _cell(self, hexagon: i64) -> i64:
        """The cell of a hexagon, or -1 outside the grid."""
        column: i64 = (hexagon & 255) - self.left
        row: i64 = (hexagon >> 8) - self.top
        if 0 <= column < self.width and 0 <= row < self.depth:
            return row * self.width + column
        return -1

    def place(self, hexagon: i64) -> i64:
        cell: i64 = self._cell(hexagon)
        return i64(self.grid[cell]) if cell >= 0 else self.sea

    def has(self, hexagon: i64) -> bool:
        return self.place(hexagon) < self.size

    def touches(self, hexagon: i64) -> bool:
        """Whether a hexagon is next to the land."""
        return any(self.has(hexagon + TOWARDS[way]) for way in range(WAYS))

    def shore(self) -> vec[i64]:
        """All missing hexagons next to the land, ascending: where a nut may be laid."""
        found = vec[i64](capacity=64)
        for cell in range(i64(0), self.width * self.depth):
            hexagon: i64 = self._hexagon(cell)
            if i64(self.grid[cell]) >= self.size and self.touches(hexagon):
                found = append(found, hexagon)
        return found

    def grown(self, hexagon: i64) -> "Land":
        """The same land with one hexagon more."""
        hexagons = vec[i64](capacity=self.size + 1)
        added: bool = False
        for old in self.hexagons:
            if old > hexagon and not added:
                hexagons = append(hexagons, hexagon)
                added = True
            hexagons = append(hexagons, old)
        return Land(hexagons if added else append(hexagons, hexagon))

    def first_apart(self) -> i64:
        """The first site that is not connected with site 0; -1: the land is in one piece."""
        reached: vec[u8] = self.blank[:]
        waiting = vec[i64]([0] if self.size else [])
        at: i64 = 0
        while at < len(waiting):
            reached[waiting[at]] = u8(1)
            for way in range(WAYS):
                place: i64 = i64(self.beside[waiting[at] * 8 + way])
                if place < self.size and not reached[place]:
                    reached[place] = u8(1)
                    waiting = append(waiting, place)
            at += 1
        for site in range(i64(0), self.size):
            if not reached[site]:
                return site
        return -1


def _zeros(length: i64) -> vec[u8]:
    zeros = vec[u8](capacity=length)
    for _place in range(length):
        zeros = append(zeros, u8(0))
    return zeros


def land_of(hexagons: list[int]) -> Land:
    """The land of these hexagons, in whatever order."""
    return Land(vec[i64](sorted(hexagons)))


def block() -> Land:
    """MUT-P1: q 0-9 × r 0-6."""
    return land_of([hexagon(q, r) for r in range(7) for q in range(10)])


# --- a random land --------------------------------------------------------------------------------------------
# The chance (of 8) that a hexagon with so many nuts around it gets one: capes are left standing out, lakes open.
_CHANCE: Final = vec[i64]([0, 1, 8, 8, 4, 2, 1])
_EMPTY: Final = _zeros(1 << 16)


def chance_beside(land: Land, hexagon: i64) -> i64:
    """The chance (of 8) that a hexagon next to the land, or the first one, gets a nut."""
    around: i64 = 0
    for way in range(WAYS):
        if land.has(hexagon + TOWARDS[way]):
            around += 1
    return _CHANCE[around] if land.size else 8


def generate(rng: Rng, nuts: i64) -> Land:
    """MUT-P1: a random connected shape with capes and, if it is large, at least one lake; its least q and r are 0."""
    while True:
        land: Land = _grow(rng, nuts)
        if land.places > land.sea + 1 or nuts < NUTS:
            return land


def _grow(rng: Rng, nuts: i64) -> Land:
    """Add nuts to a first one at random places of the shore."""
    around: vec[u8] = _EMPTY[:]  # how many nuts lie around a hexagon; 8 more once it has one itself
    hexagons: list[int] = []
    shore = vec[i64]([ORIGIN])
    while len(hexagons) < nuts:
        pick: i64 = rng.below(len(shore))
        hexagon: i64 = shore[pick]
        if hexagon != ORIGIN and rng.below(8) >= _CHANCE[i64(around[hexagon])]:
            continue
        shore, last = pop(shore)
        if pick < len(shore):
            shore[pick] = last
        around[hexagon] = u8(around[hexagon] + 8)
        hexagons.append(hexagon)
        for way in range(WAYS):
            near: i64 = hexagon + TOWARDS[way]
            if not around[near]:
                shore = append(shore, near)
            around[near] = u8(around[near] + 1)
    low_q: i64 = min([one & 255 for one in hexagons])
    low_r: i64 = min([one >> 8 for one in hexagons])
    shift: i64 = ((low_r - _MIDDLE) << 8) + low_q - _MIDDLE
    return land_of([one - shift for one in hexagons])
