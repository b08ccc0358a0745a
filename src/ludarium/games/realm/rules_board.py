"""Realm's board, pieces and steps as numbers (RLM-B1, B2).

Squares are numbered realm by realm (nine each, row 1 first, from a on), so that ``square // 9`` is the realm,
``square % 9 == 4`` its centre, and the order of numbers within a realm is the board's.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

SQUARES: Final[i64] = 144
REALMS: Final[i64] = 16
REALM_SIZE: Final[i64] = 9
CENTRE: Final[i64] = 4  # of the nine squares of a realm
WAYS: Final[i64] = 4  # n, e, s, w: where an enforcer points, and where a piece goes
NOWHERE: Final[i64] = -1

# What stands on a square: four times a tag, plus where it points. A tag is a kind plus the owner's seat.
EMPTY: Final[i64] = 0
BASE: Final[i64] = 2
POWER: Final[i64] = 4
ENFORCER: Final[i64] = 6
NEUTRALISED: Final[i64] = 8

# In each row and column eleven other squares can be reached in a straight line.
LINE: Final[i64] = 22

# A step is a number. A move in a straight line is MOVE + 22 * its start + its place in the table TARGETS; all other
# pairs of squares can be written, too, and have numbers after these.
PUT_BASE: Final[i64] = 0
PUT_POWER: Final[i64] = PUT_BASE + REALMS
MOVE: Final[i64] = PUT_POWER + SQUARES
CROOKED: Final[i64] = MOVE + SQUARES * LINE
PUT_ENFORCER: Final[i64] = CROOKED + SQUARES * SQUARES
VICTIM: Final[i64] = PUT_ENFORCER + SQUARES * WAYS
CREATE: Final[i64] = VICTIM + SQUARES
CAPTURE: Final[i64] = CREATE + 1
DECLINE: Final[i64] = CAPTURE + 1
END: Final[i64] = DECLINE + 1
PASS: Final[i64] = END + 1
REARRANGE: Final[i64] = PASS + 1
RETURN_POWER: Final[i64] = REARRANGE + REALMS
RETURN_ENFORCER: Final[i64] = RETURN_POWER + SQUARES
STEPS: Final[i64] = RETURN_ENFORCER + SQUARES * WAYS


def square_at(column: i64, row: i64) -> i64:
    """The square in that column and row, both counted from 0."""
    return (row // 3 * 4 + column // 3) * 9 + row % 3 * 3 + column % 3


def column_of(square: i64) -> i64:
    return square // 9 % 4 * 3 + square % 3


def row_of(square: i64) -> i64:
    return square // 36 * 3 + square % 9 // 3


def _lines() -> tuple[list[int], list[int], list[int], list[int]]:
    """Straight lines from every square, way by way, nearest first; and the way of each entry of that list; where each
    way begins in it; the set of realms ahead in each way.
    """
    targets: list[int] = []
    ways: list[int] = []
    starts: list[int] = []
    realms: list[int] = []
    for square in range(144):
        column, row = column_of(square), row_of(square)
        for way, (across, up) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
            starts.append(len(targets))
            ahead = 0
            for distance in range(1, 12):
                x, y = column + across * distance, row + up * distance
                if 0 <= x < 12 and 0 <= y < 12:
                    targets.append(square_at(x, y))
                    ways.append(way)
                    ahead |= 1 << targets[-1] // 9
            realms.append(ahead & ~(1 << square // 9))
    return targets, ways, [*starts, len(targets)], realms


_TARGETS, _WAYS, _STARTS, _AHEAD = _lines()
TARGETS: Final = vec[u8](_TARGETS)
WAY_OF: Final = vec[u8](_WAYS)
STARTS: Final = vec[i64](_STARTS)
AHEAD: Final = vec[i64](_AHEAD)
# By square, the set that has its realm; a centre's is empty, as nothing stops there (RLM-M3).
STOPS: Final = vec[i64]([0 if square % 9 == 4 else 1 << square // 9 for square in range(144)])


def realm_of(square: i64) -> i64:
    return square // REALM_SIZE


def is_centre(square: i64) -> bool:
    return square % REALM_SIZE == CENTRE


def centre_of(realm: i64) -> i64:
    return realm * REALM_SIZE + CENTRE


def way_of(line: i64) -> i64:
    """Which way an entry of TARGETS lies from its start."""
    return i64(WAY_OF[line])


def move_step(start: i64, stop: i64) -> i64:
    """The step from one square to another one."""
    for line in range(LINE * start, LINE * (start + 1)):
        if i64(TARGETS[line]) == stop:
            return MOVE + line
    return CROOKED + start * SQUARES + stop


def move_squares(step: i64) -> tuple[i64, i64]:
    """Where a move, straight or not, starts and stops."""
    if step < CROOKED:
        line: i64 = step - MOVE
        return line // LINE, i64(TARGETS[line])
    return (step - CROOKED) // SQUARES, (step - CROOKED) % SQUARES


def is_written(step: i64) -> bool:
    """A pair of squares has one number: a straight move's, where it is one, and none if they are the same."""
    if step < CROOKED or step >= PUT_ENFORCER:
        return True
    start, stop = move_squares(step)
    return column_of(start) != column_of(stop) and row_of(start) != row_of(stop)


def code_of(kind: i64, seat: i64, facing: i64) -> i64:
    return (kind + seat) << 2 | facing


def count(board: vec[u8], realm: i64, tag: i64) -> i64:
    """How many squares of a realm hold pieces of this tag (EMPTY: nothing)."""
    n: i64 = 0
    first: i64 = realm * REALM_SIZE
    for square in range(first, first + REALM_SIZE):
        if i64(board[square]) >> 2 == tag:
            n += 1
    return n
