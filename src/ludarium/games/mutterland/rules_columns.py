"""Mutter Land's columns and the marbles on them: what can be read off the land, whoever's turn it is."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.games.mutterland.rules_land import NUTS, WAYS, Land, land_of

TOWER: Final[i64] = 4  # MUT-E1: the floor that counts

# How many floors down a step may go, or a marble be pushed (MUT-M4, S1): as many as a column can have.
ANY_FLOORS: Final[i64] = NUTS
HEIGHTS_FREE: Final[i64] = -1  # heights do not matter at all (MUT-N1)

# A marble on a column: the seat plus one, and a flag once it has moved in this turn.
SEAT_BITS: Final[i64] = 7
MOVED: Final[i64] = 8


@final
class Columns:
    """Heights and marbles by place. The sea and the lakes have height 0 and no marble, like any missing column."""

    def __init__(self, land: Land, heights: vec[u8], marbles: vec[u8]) -> None:
        self.land = land
        self.heights = heights
        self.marbles = marbles

    def copy(self) -> "Columns":
        return Columns(self.land, self.heights[:], self.marbles[:])

    def rows(self) -> list[tuple[int, int, int]]:
        """Hexagon, height and marble of every column."""
        rows: list[tuple[int, int, int]] = []
        for site in range(i64(0), self.land.size):
            if self.heights[site]:
                rows.append((self.land.hexagons[site], self.height(site), i64(self.marbles[site])))
        return rows

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Columns) and self.rows() == other.rows()

    def __hash__(self) -> int:
        return hash(tuple(self.rows()))

    def __reduce__(self) -> tuple[object, ...]:
        return columns_of, (self.rows(),)

    def next_to(self, site: i64, way: i64) -> i64:
        return i64(self.land.beside[site * 8 + way])

    def height(self, place: i64) -> i64:
        return i64(self.heights[place])

    def seat_on(self, place: i64) -> i64:
        """Whose marble stands here; -1: none does."""
        return (i64(self.marbles[place]) & SEAT_BITS) - 1

    def has_moved(self, place: i64) -> bool:
        return i64(self.marbles[place]) & MOVED != 0

    def is_free(self, place: i64) -> bool:
        """A column without a marble."""
        return self.heights[place] != 0 and self.marbles[place] == 0

    def put(self, place: i64, seat: i64, moved: bool) -> None:
        self.marbles[place] = u8((seat + 1) | (MOVED if moved else 0))

    def clear(self, place: i64) -> None:
        self.marbles[place] = u8(0)

    def add_nuts(self, place: i64, nuts: i64) -> None:
        self.heights[place] = u8(i64(self.heights[place]) + nuts)

    def forget_moved(self) -> None:
        for site in range(i64(0), self.land.size):
            self.marbles[site] = u8(i64(self.marbles[site]) & SEAT_BITS)

    # --- counting -------------------------------------------------------------------------------------------------
    def moved(self) -> i64:
        """How many marbles have moved in this turn."""
        found: i64 = 0
        for site in range(i64(0), self.land.size):
            found += i64(self.marbles[site]) >> 3
        return found

    def marbles_of(self, seat: i64, floor: i64) -> i64:
        """How many marbles of a seat stand on this floor or a higher one."""
        found: i64 = 0
        for site in range(i64(0), self.land.size):
            if self.seat_on(site) == seat and i64(self.heights[site]) >= floor:
                found += 1
        return found

    def free_sides(self, site: i64, marbles_take: bool) -> i64:
        """MUT-N2: how many sides of a column's top nut no other nut borders on (nor a marble, where those count)."""
        floor: i64 = i64(self.heights[site])
        free: i64 = 0
        for way in range(WAYS):
            place: i64 = self.next_to(site, way)
            below: i64 = floor - i64(self.heights[place])
            if below > 0 and not (marbles_take and below == 1 and self.marbles[place]):
                free += 1
        return free

    # --- connections ----------------------------------------------------------------------------------------------
    def open_places(self) -> vec[u8]:
        """MUT-P2: the missing places from which the outside can be reached over missing hexagons."""
        opened: vec[u8] = self.land.blank[:]
        opened[self.land.sea] = u8(1)
        spread: bool = True
        while spread:
            spread = False
            for site in range(i64(0), self.land.size):
                if not self.heights[site] and not opened[site] and self.is_beside(site, opened):
                    spread = True
                    opened[site] = u8(1)
                    for way in range(WAYS):
                        place: i64 = self.next_to(site, way)
                        if place > self.land.sea:
                            opened[place] = u8(1)
        return opened

    def is_beside(self, site: i64, places: vec[u8]) -> bool:
        """Whether a site is next to one of these places (those that are not 0)."""
        return any(places[self.next_to(site, way)] for way in range(WAYS))

    def steep(self, site: i64, place: i64, descent: i64) -> bool:
        """MUT-M4: more than one floor up, or more floors down than a step may go."""
        floors: i64 = i64(self.heights[place]) - i64(self.heights[site])
        return floors > 1 or floors < -descent

    def chain(self, start: i64, descent: i64) -> i64:
        """The sites of a marble and of those of its colour that it can run over, each plus one, a byte each.

        Every single step goes at most one floor up and so many down (MUT-M4), unless HEIGHTS_FREE.
        """
        seat: i64 = self.seat_on(start)
        found: i64 = start + 1
        end: i64 = 8
        at: i64 = 0
        while at < end:
            site: i64 = ((found >> at) & 255) - 1
            at += 8
            for way in range(WAYS):
                place: i64 = self.next_to(site, way)
                if (
                    self.seat_on(place) == seat
                    and not (descent >= 0 and self.steep(site, place, descent))
                    and not is_among(place, found)
                ):
                    found |= (place + 1) << end
                    end += 8
        return found

    def near_chains(self, seat: i64) -> vec[u8]:
        """MUT-N1: a bit for every chain of a seat, on the columns without marbles next to that chain."""
        near: vec[u8] = self.land.blank[:]
        known: i64 = 0
        bit: i64 = 1
        for site in range(i64(0), self.land.size):
            if self.seat_on(site) == seat and not is_among(site, known):
                rest: i64 = self.chain(site, HEIGHTS_FREE)
                while rest:
                    known = (known << 8) | (rest & 255)
                    marble: i64 = (rest & 255) - 1
                    rest >>= 8
                    for way in range(WAYS):
                        place: i64 = self.next_to(marble, way)
                        if self.is_free(place):
                            near[place] = u8(i64(near[place]) | bit)
                bit <<= 1
        return near


def is_among(place: i64, chain: i64) -> bool:
    """Whether a chain has this site."""
    while chain:
        if (chain & 255) - 1 == place:
            return True
        chain >>= 8
    return False


def flat(land: Land) -> Columns:
    """One nut on every site and no marble."""
    heights: vec[u8] = land.blank[:]
    for site in range(i64(0), land.size):
        heights[site] = u8(1)
    return Columns(land, heights, land.blank[:])


def columns_of(rows: list[tuple[int, int, int]]) -> Columns:
    """Columns from their hexagons, heights and marbles."""
    columns: Columns = flat(land_of([hexagon for hexagon, _, _ in rows]))
    for hexagon, height, marble in rows:
        place: i64 = columns.land.place(hexagon)
        columns.heights[place] = u8(height)
        columns.marbles[place] = u8(marble)
    return columns
