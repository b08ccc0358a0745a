"""Mutter Land's columns and the marbles on them: what can be read off the land, whoever's turn it is."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.games.mutterland.rules_land import NUTS, WAYS, Land, land_of
from ludarium.games.mutterland.terms import MOST_PLAYERS

TOWER: Final[i64] = 4  # MUT-E1: the floor that counts

# How many floors down a step may go, or a marble be pushed (MUT-M4, S1): as many as a column can have.
ANY_FLOORS: Final[i64] = NUTS
HEIGHTS_FREE: Final[i64] = -1  # heights do not matter at all (MUT-N1)

# A marble on a column: the seat plus one, and a flag once it has moved in this turn.
SEAT_BITS: Final[i64] = 7
MOVED: Final[i64] = 8
_NO_CHAINS: Final = vec[i64]([0] * MOST_PLAYERS)


@final
class Columns:
    """Heights and marbles by place. The sea and the lakes have height 0 and no marble, like any missing column.

    What steps ask for again and again is kept beside them: ``lower``, how many neighbours of a column are lower than
    it; ``standing``, the sites of each seat's marbles (a chain, see below, in ascending order); ``moved``, how many
    marbles have moved in this turn.
    """

    def __init__(self, land: Land, heights: vec[u8], marbles: vec[u8], lower: vec[u8], standing: vec[i64]) -> None:
        self.land = land
        self.heights = heights
        self.marbles = marbles
        self.lower = lower
        self.standing = standing
        self.moved: i64 = 0

    def copy(self) -> "Columns":
        new = Columns(self.land, self.heights[:], self.marbles[:], self.lower[:], self.standing[:])
        new.moved = self.moved
        return new

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
        """A marble comes here, instead of one that may have stood here."""
        self.clear(place)
        self.marbles[place] = u8(seat + 1)
        self.standing[seat] = with_site(self.standing[seat], place)
        if moved:
            self.marbles[place] = u8((seat + 1) | MOVED)
            self.moved += 1

    def clear(self, place: i64) -> None:
        """No marble stands here any more."""
        seat: i64 = self.seat_on(place)
        if seat >= 0:
            self.standing[seat] = without_site(self.standing[seat], place)
            self.moved -= i64(self.marbles[place]) >> 3
            self.marbles[place] = u8(0)

    def add_nuts(self, place: i64, nuts: i64) -> None:
        """One nut more (1) or less (-1)."""
        old: i64 = i64(self.heights[place])
        new: i64 = old + nuts
        lower: vec[u8] = self.lower
        below: i64 = 0
        for way in range(WAYS):
            near: i64 = self.next_to(place, way)
            height: i64 = i64(self.heights[near])
            if height < new:
                below += 1
            if old < height:
                lower[near] = u8(i64(lower[near]) - 1)
            if new < height:
                lower[near] = u8(i64(lower[near]) + 1)
        lower[place] = u8(below)
        self.heights[place] = u8(new)

    def forget_moved(self) -> None:
        if self.moved:
            self.moved = 0
            for chain in self.standing:
                rest: i64 = chain
                while rest:
                    site: i64 = (rest & 255) - 1
                    rest >>= 8
                    self.marbles[site] = u8(i64(self.marbles[site]) & SEAT_BITS)

    # --- counting -------------------------------------------------------------------------------------------------
    def marbles_of(self, seat: i64, floor: i64) -> i64:
        """How many marbles of a seat stand on this floor or a higher one."""
        found: i64 = 0
        chain: i64 = self.standing[seat]
        while chain:
            if i64(self.heights[(chain & 255) - 1]) >= floor:
                found += 1
            chain >>= 8
        return found

    def free_sides(self, site: i64, marbles_take: bool) -> i64:
        """MUT-N2: how many sides of a column's top nut no other nut borders on (nor a marble, where those count)."""
        free: i64 = i64(self.lower[site])
        if marbles_take:
            floor: i64 = i64(self.heights[site])
            for way in range(WAYS):
                place: i64 = self.next_to(site, way)
                if self.marbles[place] and floor - i64(self.heights[place]) == 1:
                    free -= 1
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
        marbles: vec[u8] = self.marbles
        beside: vec[u8] = self.land.beside
        seat: i64 = i64(marbles[start]) & SEAT_BITS
        found: i64 = start + 1
        end: i64 = 8
        at: i64 = 0
        while at < end:
            site: i64 = ((found >> at) & 255) - 1
            at += 8
            for way in range(WAYS):
                place: i64 = i64(beside[site * 8 + way])
                if (
                    i64(marbles[place]) & SEAT_BITS == seat
                    and not (descent >= 0 and self.steep(site, place, descent))
                    and not is_among(place, found)
                ):
                    found |= (place + 1) << end
                    end += 8
        return found

    def near_chains(self, seat: i64) -> vec[u8]:
        """MUT-N1: a bit for every chain of a seat, on the columns without marbles next to that chain."""
        near: vec[u8] = self.land.blank[:]
        heights: vec[u8] = self.heights
        marbles: vec[u8] = self.marbles
        beside: vec[u8] = self.land.beside
        known: i64 = 0
        bit: i64 = 1
        own: i64 = self.standing[seat]
        while own:
            site: i64 = (own & 255) - 1
            own >>= 8
            if is_among(site, known):
                continue
            rest: i64 = self.chain(site, HEIGHTS_FREE)
            while rest:
                known = (known << 8) | (rest & 255)
                at: i64 = ((rest & 255) - 1) * 8
                rest >>= 8
                for way in range(WAYS):
                    place: i64 = i64(beside[at + way])
                    if heights[place] and not marbles[place]:
                        near[place] = u8(i64(near[place]) | bit)
            bit <<= 1
        return near


# --- chains: sites, each plus one, a byte each ------------------------------------------------------------------
def is_among(place: i64, chain: i64) -> bool:
    """Whether a chain has this site."""
    while chain:
        if (chain & 255) - 1 == place:
            return True
        chain >>= 8
    return False


def count_sites(chain: i64) -> i64:
    """How many sites a chain has."""
    found: i64 = 0
    while chain:
        chain >>= 8
        found += 1
    return found


def nth_site(chain: i64, number: i64) -> i64:
    """The site of a chain that has ``number`` others before it."""
    return ((chain >> (number * 8)) & 255) - 1


def _bits_below(chain: i64, site: i64) -> i64:
    """How many bits of an ascending chain belong to sites before this one."""
    bits: i64 = 0
    while chain and (chain & 255) <= site:
        chain >>= 8
        bits += 8
    return bits


def with_site(chain: i64, site: i64) -> i64:
    """An ascending chain and one site more."""
    bits: i64 = _bits_below(chain, site)
    rest: i64 = chain >> bits
    return (chain - (rest << bits)) | (((rest << 8) | (site + 1)) << bits)


def without_site(chain: i64, site: i64) -> i64:
    """An ascending chain without one of its sites."""
    bits: i64 = _bits_below(chain, site)
    rest: i64 = chain >> bits
    return (chain - (rest << bits)) | ((rest >> 8) << bits)


# --- columns made -------------------------------------------------------------------------------------------------
def flat(land: Land) -> Columns:
    """One nut on every site and no marble."""
    return columns_of([(hexagon, 1, 0) for hexagon in land.hexagons], land)


def columns_of(rows: list[tuple[int, int, int]], shape: Land | None = None) -> Columns:
    """Columns from their hexagons, heights and marbles, at most seven of a seat; ``shape`` is their land, if known."""
    land: Land = shape or land_of([hexagon for hexagon, _, _ in rows])
    columns = Columns(land, land.blank[:], land.blank[:], land.blank[:], _NO_CHAINS[:])
    for hexagon, height, marble in rows:
        place: i64 = land.place(hexagon)
        for _nut in range(height):
            columns.add_nuts(place, 1)
        if marble:
            columns.put(place, (marble & SEAT_BITS) - 1, marble >= MOVED)
    return columns
