"""Myrmidons' board and blocks: tables, and small questions about sets of squares and of blocks.

A square is a bit: a1 is bit 0, f1 bit 5, a2 bit 6 … f7 bit 41. Directions are numbered clockwise from north.
A store of blocks (a hand, the removed ones) has two bits for each type: 0, 1 or 3 for none, one or two of it,
so that its bits are its blocks.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits
from ludarium.games.myrmidons.terms import TYPES

SQUARES: Final[i64] = 42
ROW: Final[i64] = 6
LONGEST: Final[i64] = 6  # the longest way on the board
_LAST_BIT: Final[i64] = 0x20000000000
_FAR_ROWS: Final = vec[i64]([0x3F if seat else 0x3F << 6 * rows >> 6 for rows in range(8) for seat in range(2)])

SWORD: Final = vec[i64]([int(type_[0]) for type_ in TYPES])
SHIELD: Final = vec[i64]([int(type_[1]) for type_ in TYPES])
FOOT: Final = vec[i64]([int(type_[2]) for type_ in TYPES])

_WAYS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # columns, rows

_PLACE_WAYS: Final = (5, 4, 3, 6, 2, 7, 0, 1)  # the ways to the neighbours in ascending order of squares


def _reach(square: int, way: int, distance: int) -> int:
    column, row = square % 6 + _WAYS[way][0] * distance, square // 6 + _WAYS[way][1] * distance
    return row * 6 + column if 0 <= column < 6 and 0 <= row < 7 else -1


def _between(square: int, way: int, distance: int) -> int:
    inner = [_reach(square, way, k) for k in range(1, distance)]
    return sum(1 << at for at in inner) if _reach(square, way, distance) >= 0 else 0


def _around(square: int) -> list[int]:
    """The neighbours in ascending order, -1 for each that is missing."""
    return [_reach(square, way, 1) for way in _PLACE_WAYS]


def _ways_to(places: int) -> int:
    ways = sorted(_PLACE_WAYS[place] for place in range(8) if places >> place & 1)
    return sum((8 + way) << 4 * number for number, way in enumerate(ways))


_MARCHES: Final = [(at, way, far) for at in range(42) for way in range(8) for far in range(1, 7)]
# One entry per march, numbered (square * 8 + way) * 6 + distance - 1: where it ends, as a square (-1: nowhere) and as a
# set, and the squares before that.
TARGET: Final = vec[i64]([_reach(*march) for march in _MARCHES])
END: Final = vec[i64]([1 << at if at >= 0 else 0 for at in (_reach(*march) for march in _MARCHES)])
BETWEEN: Final = vec[i64]([_between(*march) for march in _MARCHES])
# By way: the squares from which it leads on, and what is added to a square's number.
_INSIDE: Final = vec[i64]([sum(1 << at for at in range(42) if _reach(at, way, 1) >= 0) for way in range(8)])
_ONWARD: Final = vec[i64]([row * 6 + column for column, row in _WAYS])
NEIGHBOUR: Final = vec[i64]([at for square in range(42) for at in _around(square)])
NEAR: Final = vec[i64]([sum(1 << at for at in _around(square) if at >= 0) for square in range(42)])
# As sets of places among those neighbours: which there are, by square.
_PLACES: Final = vec[i64]([sum(1 << place for place, at in enumerate(_around(at_)) if at >= 0) for at_ in range(42)])
# By such a set: the ways to them, four bits each, as 8 + way in ascending order.
_WAYS_TO: Final = vec[i64]([_ways_to(places) for places in range(256)])
# The place among a square's eight neighbours, by the difference of the numbers plus 7.
_PLACE: Final = vec[i64]([0, 1, 2, 8, 8, 8, 3, 8, 4, 8, 8, 8, 5, 6, 7])


def bit(position: i64) -> i64:
    """A set of one square. (Compiled, ``1 << position`` would be shifted in 32 bits.)"""
    return _LAST_BIT >> (41 - position)


def march(square: i64, way: i64, distance: i64) -> i64:
    """The number of a march in the tables."""
    return (square * 8 + way) * 6 + distance - 1


def may_march(number: i64, own: i64, occupied: i64) -> bool:
    """MYR-M1: whether the board lets an own block go that far, whatever its foot: onto an enemy, over nobody."""
    return END[number] & ~own != 0 and not BETWEEN[number] & occupied


def clear_way(ray: i64, own: i64, occupied: i64) -> i64:
    """How far it could go along a ray, which is numbered square * 8 + way."""
    far: i64 = 0
    while far < LONGEST and may_march(ray * 6 + far, own, occupied):
        far += 1
    return far


def open_ways(square: i64, own: i64) -> i64:
    """The ways in which the next square is on the board and has no own block, four bits each: 8 + way."""
    near: i64 = (own << 7) >> square  # bits 0 to 2, 6, 8 and 12 to 14 are the neighbours
    taken: i64 = (near & 7) | ((near >> 3) & 8) | ((near >> 4) & 16) | ((near >> 7) & 0xE0)
    return _WAYS_TO[_PLACES[square] & ~taken]


def onward(squares: i64, way: i64) -> i64:
    """The next squares in that way from each of a set."""
    by: i64 = _ONWARD[way]
    squares &= _INSIDE[way]
    return squares << by if by > 0 else squares >> -by


def place_beside(centre: i64, square: i64) -> i64:
    """Which of the eight neighbours of ``centre`` that neighbour is, in ascending order of squares."""
    return _PLACE[square - centre + 7]


def place_around(number: i64) -> i64:
    """Which neighbour is one of the nine squares around a centre and itself, in ascending order; not for the fifth."""
    return number if number < 4 else number - 1


def square_around(centre: i64, number: i64) -> i64:
    """That one of these nine squares; -1: the board has none there."""
    return centre if number == 4 else NEIGHBOUR[centre * 8 + place_around(number)]


def set_up_square(seat: i64, number: i64, rows: i64) -> i64:
    """MYR-P1, X2: the square of a seat's first, second … block: the row at the edge, then the next one."""
    if seat == 0:
        return number
    edge: i64 = (rows - 1) * ROW
    return edge + number if number < ROW else edge - 2 * ROW + number


def beyond(columns: int, rows: int) -> int:
    """MYR-X3: the squares that a smaller board does not have, as a set."""
    return sum(1 << square for square in range(42) if square % 6 >= columns or square // 6 >= rows)


def far_row(seat: i64, rows: i64) -> i64:
    """MYR-E2: the row that is farthest from a seat."""
    return _FAR_ROWS[rows * 2 + seat]


# --- stores of blocks -----------------------------------------------------------------------------------------
def with_block(store: i64, type_: i64) -> i64:
    """The store and one block more; it has at most one of that type yet."""
    here: i64 = (store >> (type_ * 2)) & 3
    return store + (here + 1) * bit(type_ * 2)


def without_block(store: i64, type_: i64) -> i64:
    """The store less one of the blocks of that type, if it has any."""
    here: i64 = (store >> (type_ * 2)) & 3
    return store - (here - (here >> 1)) * bit(type_ * 2)


def types_in(store: i64) -> i64:
    """One block of each type that the store has."""
    return store & _FIRST_OF_EACH


def less(store: i64, taken: i64) -> i64:
    """The store less all blocks of another one."""
    for type_ in range(i64(0), len(TYPES)):
        for _block in range(count_bits((taken >> (type_ * 2)) & 3)):
            store = without_block(store, type_)
    return store


def _feet(foot: int) -> int:
    return sum(3 << 2 * type_ for type_ in range(1, len(TYPES)) if int(TYPES[type_][2]) >= foot)


OF_FOOT: Final = vec[i64]([_feet(foot) for foot in range(6)])  # all blocks but commanders with at least this foot
_FIRST_OF_EACH: Final[i64] = 0x5555555555
ONE_OF_EACH: Final[i64] = OF_FOOT[0] & _FIRST_OF_EACH
TWO_OF_EACH: Final[i64] = OF_FOOT[0]  # MYR-X1 random
COMMANDER_BIT: Final[i64] = 1  # the commander is the first type
