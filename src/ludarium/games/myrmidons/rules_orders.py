"""Orders (MYR-O1, O2): which companions can go how far.

All blocks of an order go the same way, so blocks meet only along lines of that way, and lines do not touch each
other. On a line, a block that goes further ahead leaves more room behind it. A distance can therefore be part of a
complete order if there is room for it when every block ahead that is still *open* goes as far as it can.
A neighbour of the commander is open until it, or one on a later square, has been named.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.state import LEGAL, NOBODY
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons import terms as t
from ludarium.games.myrmidons.rules_position import Position


def foot_in_order(state: Position, square: i64) -> i64:
    """MYR-O1: how far the block may go in an order, if nothing is in its way."""
    return b.LONGEST if state.unlimited else b.FOOT[state.type_at(square)]


def named(state: Position, place: i64) -> i64:
    """The distance given to that neighbour of the commander, 0 if none."""
    return (state.order >> (3 + place * 3)) & 7


def distance_in_order(state: Position, chief: i64, square: i64) -> i64:
    """How far a block of the order goes."""
    return i64(1) if square == chief else named(state, b.place_beside(chief, square))


def distance_around(state: Position, number: i64) -> i64:
    """How far the block there goes in the order, by the number of ``square_around`` the commander; 0: it stays."""
    return i64(1) if number == 4 else named(state, b.place_around(number))


def _first_open(state: Position) -> i64:
    """The first neighbour that may be named next: the one after the last that was."""
    place: i64 = 8
    while place and not named(state, place - 1):
        place -= 1
    return place


def _room(state: Position, square: i64, way: i64, limit: i64, first_open: i64) -> i64:
    """How far, up to a limit, a companion can go if the neighbours before ``first_open`` do what is said."""
    own: i64 = state.men(state.seat)
    beyond: i64 = state.beyond
    other: i64 = state.men(1 - state.seat)
    first: i64 = b.march(square, way, 1)
    for distance in range(i64(0), limit):
        target: i64 = b.TARGET[first + distance]
        if target < 0 or beyond & b.bit(target):
            return distance
        if other & b.bit(target):
            return distance + 1
        if own & b.bit(target):
            room: i64 = distance + _lead(state, target, way, limit - distance, first_open)
            return room if room < limit else limit
    return limit


def _lead(state: Position, square: i64, way: i64, limit: i64, first_open: i64) -> i64:
    """How far the own block on that square goes ahead of one that follows it, if that matters up to a limit."""
    chief: i64 = state.chief()
    if square == chief:
        return 1
    if not b.NEAR[chief] & b.bit(square):
        return 0
    place: i64 = b.place_beside(chief, square)
    if place < first_open:
        return named(state, place)
    foot: i64 = foot_in_order(state, square)
    return _room(state, square, way, foot if foot < limit else limit, first_open)


def need(state: Position, square: i64) -> i64:
    """How far a neighbour of the commander must go to make room for what has been named and the commander."""
    chief: i64 = state.chief()
    back: i64 = (state.order & 7) ^ 4
    most: i64 = 0
    for gap in range(i64(1), 3):
        behind: i64 = b.TARGET[b.march(square, back, gap)]
        if behind >= 0 and (behind == chief or b.NEAR[chief] & b.bit(behind)):
            needed: i64 = distance_in_order(state, chief, behind) + 1 - gap
            most = max(most, needed)
    return most


def must_go(state: Position, before: i64) -> i64:
    """The first open neighbour before that place that may not be left out, as a square, or -1."""
    own: i64 = state.men(state.seat)
    chief: i64 = state.chief()
    for place in range(_first_open(state), before):
        square: i64 = b.NEIGHBOUR[chief * 8 + place]
        if square >= 0 and own & b.bit(square) and need(state, square) > 0:
            return square
    return NOBODY


def judge_order(state: Position, way: i64) -> i64:
    """MYR-O1: a complete order that way exists if the commander has room and a companion does."""
    own: i64 = state.men(state.seat)
    chief: i64 = state.chief()
    front: i64 = b.TARGET[b.march(chief, way, 1)]
    if front < 0 or state.beyond & b.bit(front):
        return t.R_OFF_BOARD
    if own & b.bit(front):
        return LEGAL if _room(state, front, way, 1, 0) else t.R_COMMANDER_BLOCKED
    if b.onward(own & b.NEAR[chief], way) & ~(own | state.beyond):
        return 0
    for place in range(i64(0), 8):
        square: i64 = b.NEIGHBOUR[chief * 8 + place]
        if square >= 0 and own & b.bit(square) and _room(state, square, way, 1, 0):
            return 0
    return t.R_NO_COMPANION


def judge_companion(state: Position, square: i64, distance: i64) -> i64:
    """Whether some complete order begins with what has been named and this."""
    chief: i64 = state.chief()
    if not state.men(state.seat) & b.bit(square):
        return t.R_NOT_YOURS
    if square == chief:
        return t.R_IS_COMMANDER
    if not b.NEAR[chief] & b.bit(square):
        return t.R_NOT_NEXT
    place: i64 = b.place_beside(chief, square)
    if place < _first_open(state):
        return t.R_NAMED_TOO_LATE
    if must_go(state, place) >= 0:
        return t.R_MAKE_ROOM
    way: i64 = state.order & 7
    foot: i64 = foot_in_order(state, square)
    target: i64 = b.TARGET[b.march(square, way, distance)]
    if target < 0 or state.beyond & b.bit(target):
        return t.R_OFF_BOARD
    if distance > foot:
        return t.R_ORDER_TOO_FAR
    if distance > _room(state, square, way, foot, place):
        return t.R_IN_THE_WAY
    return t.R_TOO_SHORT if distance < need(state, square) else LEGAL


def judge_end(state: Position) -> i64:
    """Whether what has been named is a complete order."""
    if must_go(state, 8) >= 0:
        return t.R_MAKE_ROOM
    return LEGAL if state.order > 7 else t.R_ALONE


def list_companions(state: Position, steps: vec[i64], first_step: i64) -> vec[i64]:
    """All that ``judge_companion`` lets pass, as steps numbered by square and distance."""
    own: i64 = state.men(state.seat)
    chief: i64 = state.chief()
    way: i64 = state.order & 7
    for place in range(_first_open(state), i64(8)):
        square: i64 = b.NEIGHBOUR[chief * 8 + place]
        if square >= 0 and own & b.bit(square):
            least: i64 = need(state, square)
            room: i64 = _room(state, square, way, foot_in_order(state, square), place)
            for distance in range(least if least else i64(1), room + 1):
                steps = append(steps, first_step + square * 6 + distance - 1)
            if least:
                break  # it may not be left out
    return steps
