"""Mur's board: points, ways and walls, and the numbers of the steps.

A point is a bit: ring 1 has bits 0-7 (spokes a-h), ring 2 bits 8-15, ring 3 bits 16-23, the centre bit 24.
Whole-board questions ("which points are walled by black?") are then a few shifts instead of a loop.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits32

# --- points (MUR-B1) ------------------------------------------------------------------------------------------
POINTS: Final[i64] = 25
CENTRE: Final[i64] = 24
CENTRE_BIT: Final[i64] = 1 << 24
BOARD: Final[i64] = (1 << 25) - 1
RINGS: Final[i64] = (1 << 24) - 1
RING_1: Final[i64] = 0xFF
RING_3: Final[i64] = 0xFF0000
PORT_EAST: Final[i64] = 18  # MUR-W1: c3
PORT_WEST: Final[i64] = 22  # g3
PORTS: Final[i64] = (1 << PORT_EAST) | (1 << PORT_WEST)

# --- steps ----------------------------------------------------------------------------------------------------
# A step is a number: places, then moves by point and way (clockwise, counter-clockwise, inward, outward),
# then moves from the centre by spoke, then withdrawals.
PLACE: Final[i64] = 0
MOVES: Final[i64] = 25
FROM_CENTRE: Final[i64] = MOVES + 24 * 4
WITHDRAW: Final[i64] = FROM_CENTRE + 8
WITHDRAW_ALL: Final[i64] = WITHDRAW + 25

_OUTWARD: Final[i64] = 3
_WALK_LENGTH: Final[i64] = 20  # 7 steps of the mover and at most 12 of the piece it knocks


# --- ways (MUR-V1, V2, K2) --------------------------------------------------------------------------------------
def _diameter_walk(point: int, outward: bool) -> list[int]:
    """The points reached one by one along a diameter, turning back at ring 3 (MUR-V2)."""
    spoke, ring = point % 8, point // 8
    line = [16 + spoke, 8 + spoke, spoke, 24, (spoke + 4) % 8, 8 + (spoke + 4) % 8, 16 + (spoke + 4) % 8]
    at, way = 2 - ring, -1 if outward else 1
    walk = []
    for _step in range(_WALK_LENGTH):
        if not 0 <= at + way <= 6:
            way = -way
        at += way
        walk.append(line[at])
    return walk


def _walks() -> list[int]:
    """One row per (point, direction), then one per spoke from the centre."""
    rows: list[int] = []
    for point in range(24):
        ring, spoke = point // 8 * 8, point % 8
        rows += [ring + (spoke + k) % 8 for k in range(1, _WALK_LENGTH + 1)]
        rows += [ring + (spoke - k) % 8 for k in range(1, _WALK_LENGTH + 1)]
        rows += _diameter_walk(point, False)
        rows += _diameter_walk(point, True)
    for spoke in range(8):
        rows += [spoke, *_diameter_walk(spoke, True)[: _WALK_LENGTH - 1]]
    return rows


_WALKS: Final = vec[i64](_walks())


def start_of(step: i64) -> i64:
    """The point from which a move starts."""
    return (step - MOVES) >> 2 if step < FROM_CENTRE else CENTRE


def ways(point: i64) -> i64:
    """MUR-V2: in how many ways a ship moves: from ring 3 outward is inward; from the centre there are eight ways."""
    return i64(4) if point < 16 else i64(8) if point == CENTRE else i64(3)


def arrival(step: i64, size: i64) -> i64:
    """MUR-V1, V2: the point that a ship of this class reaches by a move."""
    return _WALKS[(step - MOVES) * _WALK_LENGTH + size - 1]


def knocked_to(step: i64, size: i64, occupied: i64) -> i64:
    """MUR-K2: the first empty point beyond the arrival of that move; the mover's start is not occupied."""
    at: i64 = (step - MOVES) * _WALK_LENGTH + size
    point: i64 = _WALKS[at]
    while occupied & (1 << point):
        at += 1
        point = _WALKS[at]
    return point


def is_written(step: i64) -> bool:
    """MUR-V2: from ring 3 "outward" is "inward"; the number exists, the step does not."""
    return step < MOVES + 64 or step >= FROM_CENTRE or (step - MOVES) & 3 != _OUTWARD


# --- neighbours, walls and groups (MUR-B2, G1) --------------------------------------------------------------------
def neighbours(points: i64) -> i64:
    """All points next to one of the given points."""
    clockwise: i64 = ((points << 1) & 0xFEFEFE) | ((points >> 7) & 0x010101)
    counter: i64 = ((points >> 1) & 0x7F7F7F) | ((points << 7) & 0x808080)
    rings: i64 = points & RINGS
    # The centre is next to all of ring 1: 0xFF and any of its points together reach bit 8, 16 below the centre's.
    centre: i64 = (((points & RING_1) + RING_1) << 16) & CENTRE_BIT
    ring_1: i64 = RING_1 & -(points >> CENTRE)
    return clockwise | counter | ((rings << 8) & RINGS) | (rings >> 8) | centre | ring_1


def walled_by(ships: i64) -> i64:
    """All points whose every neighbour holds one of these ships."""
    return BOARD & ~neighbours(BOARD & ~ships)


def newly_walled(pieces: i64, walls: i64, pieces_before: i64, walls_before: i64) -> i64:
    """MUR-C1: the pieces that these walls enclose after a turn and did not before it.

    A knocked piece has come to a point that was empty or the mover's: it counts as not enclosed before.
    """
    walled: i64 = walled_by(walls) & pieces
    return walled & ~(walled_by(walls_before) & pieces_before) if walled else i64(0)


def group_of(ship: i64, ships: i64) -> i64:
    """MUR-G1: the ships connected with this one, and itself."""
    group: i64 = ship
    grown: i64 = (group | neighbours(group)) & ships
    while grown != group:
        group = grown
        grown = (group | neighbours(group)) & ships
    return group


def class_of(ship: i64, ships: i64) -> i64:
    """MUR-G2: the number of ships connected with this one."""
    return count_bits32(group_of(ship, ships))


def classes(ships: i64) -> tuple[i64, i64]:
    """The classes of all ships as two numbers: the set of those whose class has a 1 in it and, 25 bits further up, a 2;
    the set of those with a 4.
    """
    low: i64 = ships & ~neighbours(ships)  # those that stand alone
    fours: i64 = 0
    ships &= ~low
    while ships:
        group: i64 = group_of(ships & -ships, ships)
        size: i64 = count_bits32(group)
        low |= (group & -(size & 1)) | (group & -((size >> 1) & 1)) << POINTS
        fours |= group & -(size >> 2)
        ships &= ~group
    return low, fours


def class_among(point: i64, low: i64, fours: i64) -> i64:
    """The class of the ship on a point according to these; 0: they have none there."""
    return ((low >> point) & 1) | ((low >> (point + POINTS)) & 1) << 1 | ((fours >> point) & 1) << 2


def position_key(black: i64, white: i64, kraken: i64) -> i64:
    """A position as MUR-R1 means it, as one number."""
    return black | (white << 25) | (kraken << 50)
