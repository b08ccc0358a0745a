"""Rearrangement (RLM-T3): what may be lifted, and where the lifted pieces may go.

The *look* of a realm, to a seat, is its powers and active enforcers there: three bits for each of the nine squares
(0 nothing, 1 a power, 4 and more an enforcer and where it points). A rearrangement must change it. A set of squares of
the realm uses the lowest one of the same three bits.

Whether the pieces still in the hand can all be put down needs no search. Each of them is barred from at most one free
square, and no two from the same one; so two or more pieces can always be shared out among at least as many squares.
Only the last one may find nothing but its own old square.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.state import LEGAL
from ludarium.games.realm import rules_board as b
from ludarium.games.realm import terms as t

LOOKS_POWER: Final[i64] = 1
LOOKS_ENFORCER: Final[i64] = 4
_ALL: Final[i64] = 0o111111111


def look_of(board: vec[u8], seat: i64, realm: i64) -> i64:
    look: i64 = 0
    first: i64 = realm * b.REALM_SIZE
    for place in range(i64(0), b.REALM_SIZE):
        piece: i64 = i64(board[first + place])
        if piece >> 2 == b.POWER + seat:
            look |= LOOKS_POWER << (3 * place)
        elif piece >> 2 == b.ENFORCER + seat:
            look |= (LOOKS_ENFORCER | (piece & 3)) << (3 * place)
    return look


def squares_of(look: i64) -> i64:
    """The squares of a look that hold something."""
    return (look | look >> 1 | look >> 2) & _ALL


def _enforcers(look: i64) -> i64:
    return look >> 2 & _ALL


def _free(board: vec[u8], realm: i64) -> i64:
    """The empty border squares."""
    free: i64 = 0
    first: i64 = realm * b.REALM_SIZE
    for place in range(i64(0), b.REALM_SIZE):
        if place != b.CENTRE and i64(board[first + place]) == b.EMPTY:
            free |= 1 << (3 * place)
    return free


def _has_room(board: vec[u8], realm: i64) -> bool:
    """Whether a border square is empty."""
    first: i64 = realm * b.REALM_SIZE
    return any(i64(board[first + place]) == b.EMPTY and place != b.CENTRE for place in range(i64(0), b.REALM_SIZE))


def _has_mobile(board: vec[u8], seat: i64, realm: i64) -> bool:
    """Whether the seat has powers or active enforcers there."""
    first: i64 = realm * b.REALM_SIZE
    for square in range(first, first + b.REALM_SIZE):
        tag: i64 = i64(board[square]) >> 2
        if tag == b.POWER + seat or tag == b.ENFORCER + seat:
            return True
    return False


def first_place(squares: i64) -> i64:
    """The first of these squares, as its number within the realm."""
    place: i64 = 0
    while not squares >> (3 * place) & 1:
        place += 1
    return place


def _is_one(squares: i64) -> bool:
    return squares != 0 and squares & (squares - 1) == 0


def next_is_power(old: i64, left: i64) -> bool:
    """Whether the next piece to be put down is a power."""
    return not left & -left & _enforcers(old)


def return_place(step: i64) -> tuple[i64, i64]:
    """The square and the facing (NOWHERE: a power's) of a lifted piece that is put down."""
    if step < b.RETURN_ENFORCER:
        return step - b.RETURN_POWER, b.NOWHERE
    return (step - b.RETURN_ENFORCER) // b.WAYS, (step - b.RETURN_ENFORCER) % b.WAYS


def judge_lift(board: vec[u8], seat: i64, realm: i64) -> i64:
    """Whether the realm holds pieces of the seat that can be put back in another way."""
    if not _has_mobile(board, seat, realm):
        return t.R_NONE_TO_LIFT
    if _has_room(board, realm):
        return 0
    # An enforcer can always be made to point elsewhere; powers need a square that none of them came from.
    look: i64 = look_of(board, seat, realm)
    return t.R_NO_OTHER_LOOK if _is_one(squares_of(look)) or not _enforcers(look) else LEGAL


def judge_return(board: vec[u8], look: i64, realm: i64, old: i64, left: i64, step: i64) -> i64:
    """Whether a step puts the next lifted piece where it may go.

    ``look`` is the realm's look now and ``old`` the one before, ``left`` the old squares of the pieces in the hand: the
    first one's is next.
    """
    if next_is_power(old, left):
        if not b.RETURN_POWER <= step < b.RETURN_ENFORCER:
            return t.R_RETURN_POWER
    elif step < b.RETURN_ENFORCER:
        return t.R_RETURN_ENFORCER
    square, facing = return_place(step)
    if b.realm_of(square) != realm:
        return t.R_OUTSIDE
    if b.is_centre(square):
        return t.R_CENTRE
    if i64(board[square]) != b.EMPTY:
        return t.R_TAKEN
    place: i64 = square % b.REALM_SIZE
    if place == first_place(left):
        return t.R_OLD_SQUARE
    after: i64 = left & (left - 1)
    free: i64 = _free(board, realm) & ~(1 << (3 * place))
    if _is_one(after) and free == after:
        return t.R_LAST_SQUARE
    look |= (LOOKS_POWER if facing < 0 else LOOKS_ENFORCER | facing) << (3 * place)
    if (look ^ old) & (squares_of(look) * 7):
        return 0  # it looks different already
    if _enforcers(old) & after or (after and free & ~squares_of(old)):
        return 0  # an enforcer, or a power on a new square, can still make it look different
    return t.R_LOOKS_SAME


def return_facts(realm: i64, left: i64, step: i64, reason: i64) -> list[int]:
    """The values of the fields of a reason that forbids to put a lifted piece there."""
    first: i64 = realm * b.REALM_SIZE
    if reason in (t.R_RETURN_POWER, t.R_RETURN_ENFORCER):
        return [first + first_place(left), realm]
    if reason == t.R_LAST_SQUARE:
        return [first + first_place(left & (left - 1))]
    square: bool = reason in (t.R_TAKEN, t.R_OLD_SQUARE, t.R_CENTRE, t.R_CENTRE_CLOSED)
    return [return_place(step)[0]] if square else [realm]
