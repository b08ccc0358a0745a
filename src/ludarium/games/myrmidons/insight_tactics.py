"""What a look at Myrmidons' board tells: who reaches and beats whom, who can arrive on the far row.

Everything here is asked of full states; what players do not know of each other is the belief's matter.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits, first_bit
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.rules import REMOVED_TO_WIN
from ludarium.games.myrmidons.rules_position import Position


def _stretch(ray: int, distance: int) -> int:
    return sum(b.bit(b.TARGET[ray * 6 + far]) for far in range(distance) if b.TARGET[ray * 6 + far] >= 0)


# The first squares of a ray, numbered ray * 7 + how many.
_STRETCH: Final = vec[i64]([_stretch(ray, distance) for ray in range(42 * 8) for distance in range(7)])


def _march_to(square: int, target: int) -> int:
    numbers = [number for number in range(square * 48, square * 48 + 48) if b.TARGET[number] == target]
    return numbers[0] if numbers else -1


# The march from a square to another one, numbered square * 42 + target; -1 where none is straight.
_MARCH_TO: Final = vec[i64]([_march_to(square, target) for square in range(42) for target in range(42)])
# The squares on the straight lines through a square, as far as a foot of 5 goes.
_SIGHT: Final = vec[i64]([sum(_stretch(ray, 5) for ray in range(at * 8, at * 8 + 8)) for at in range(42)])


def reach(square: i64, foot: i64, occupied: i64) -> i64:
    """The squares that a block with this foot could strike from there if an enemy stood on them."""
    found: i64 = 0
    for ray in range(square * 8, square * 8 + 8):
        clear: i64 = b.clear_way(ray, 0, occupied)
        found |= _STRETCH[ray * 7 + (foot if foot < clear else clear)]
    return found


def beyond(square: i64, target: i64) -> i64:
    """The next square on the straight way from a square to another one; -1 at the edge."""
    return b.TARGET[b.march(target, _MARCH_TO[square * b.SQUARES + target] // 6 % 8, 1)]


def cover(state: Position, square: i64) -> i64:
    """The squares where the block there could strike next turn if an enemy stood on them."""
    return reach(square, b.FOOT[state.type_at(square)], state.blue | state.red)


def at_most_two(number: i64) -> i64:
    """One, two, many. (Compiled, ``min`` with a plain number would be slow.)"""
    return number if number < 2 else 2


def rows_to_go(seat: i64, square: i64) -> i64:
    """How far the far row is for a block of that seat."""
    return square // b.ROW if seat else (b.SQUARES - 1 - square) // b.ROW


@final
class Field:
    """What the blocks of a seat cover.

    ``swords`` has for each sword the squares that are covered with at least that sword; ``covers`` the squares that
    each block covers, in the order of the blocks' squares.
    """

    def __init__(self, state: Position, seat: i64) -> None:
        self.swords: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0])
        self.covers: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        rest: i64 = state.men(seat)
        number: i64 = 0
        while rest:
            square: i64 = first_bit(rest)
            rest &= rest - 1
            covered: i64 = cover(state, square)
            self.covers[number] = covered
            number += 1
            for sword in range(i64(1), b.SWORD[state.type_at(square)] + 1):
                self.swords[sword] |= covered


def prey(state: Position, seat: i64, enemy: Field) -> i64:
    """The blocks of a seat that the enemy could remove next turn."""
    found: i64 = 0
    rest: i64 = state.men(seat) & enemy.swords[1]
    while rest:
        square: i64 = first_bit(rest)
        rest &= rest - 1
        if enemy.swords[b.SHIELD[state.type_at(square)]] & b.bit(square):
            found |= b.bit(square)
    return found


def free_prey(state: Position, seat: i64, field: Field, enemy: Field) -> i64:
    """The blocks of a seat that the enemy could remove with one that is not removed in return."""
    found: i64 = 0
    men: i64 = state.men(seat)
    rest: i64 = state.men(1 - seat)
    number: i64 = 0
    while rest:
        square: i64 = first_bit(rest)
        rest &= rest - 1
        targets: i64 = enemy.covers[number] & men & ~field.swords[b.SHIELD[state.type_at(square)]]
        number += 1
        while targets:
            target: i64 = first_bit(targets)
            targets &= targets - 1
            if b.SWORD[state.type_at(square)] >= b.SHIELD[state.type_at(target)]:
                found |= b.bit(target)
    return found


def chief_of(state: Position, seat: i64) -> i64:
    """The commander's square as a set; none while it is in hand."""
    square: i64 = state.red_chief if seat else state.blue_chief
    return b.bit(square) if square >= 0 else 0


def may_end(state: Position) -> bool:
    """Whether the seat to act might win by this turn, if nobody was in its way: by MYR-E1 at once, or by arriving."""
    foe: i64 = 1 - state.seat
    sighted: i64 = 0
    rest: i64 = state.men(state.seat)
    while rest:
        square: i64 = first_bit(rest)
        rest &= rest - 1
        foot: i64 = b.LONGEST if state.unlimited else b.FOOT[state.type_at(square)]
        if rows_to_go(state.seat, square) - (0 if state.seat else 7 - state.rows) <= foot:
            return True
        sighted |= reach(square, foot, 0)
    sighted &= state.men(foe)
    return sighted & chief_of(state, foe) != 0 or count_bits(state.lost(foe)) + count_bits(sighted) >= REMOVED_TO_WIN


def known_chief(state: Position, seat: i64) -> i64:
    """The commander's square as a set if the enemy can tell which block commands."""
    suspects: i64 = state.suspects & state.men(seat)
    return suspects if count_bits(suspects) == 1 else 0


def is_deadly(state: Position, seat: i64, prey_of_seat: i64) -> bool:
    """MYR-E1: whether removing one of these blocks of a seat ends the game."""
    if prey_of_seat & chief_of(state, seat):
        return True
    return prey_of_seat != 0 and count_bits(state.lost(seat)) == REMOVED_TO_WIN - 1


def safe_arrivals(state: Position, seat: i64, field: Field, enemy: Field) -> i64:
    """MYR-E2: the empty squares of the far row that a block of the seat can reach and the enemy cannot clear."""
    found: i64 = 0
    goal: i64 = b.far_row(seat, state.rows) & ~(state.blue | state.red | state.beyond)
    rest: i64 = state.men(seat)
    number: i64 = 0
    while rest:
        square: i64 = first_bit(rest)
        rest &= rest - 1
        found |= field.covers[number] & goal & ~enemy.swords[b.SHIELD[state.type_at(square)]]
        number += 1
    return found


def strike(state: Position) -> i64:
    """The march with which the seat to act removes an enemy block, -1 if it has none.

    One that ends the game goes before one that clears the home row, and that before any other.
    """
    seat: i64 = state.seat
    foe: i64 = 1 - seat
    occupied: i64 = state.blue | state.red
    chief: i64 = chief_of(state, foe)
    found: i64 = -1
    best: i64 = 0
    rest: i64 = state.men(seat)
    while rest:
        square: i64 = first_bit(rest)
        rest &= rest - 1
        type_: i64 = state.type_at(square)
        targets: i64 = state.men(foe) & _SIGHT[square]
        while targets:
            target: i64 = first_bit(targets)
            targets &= targets - 1
            number: i64 = _MARCH_TO[square * b.SQUARES + target]
            if b.SWORD[type_] < b.SHIELD[state.type_at(target)] or number % 6 >= b.FOOT[type_]:
                continue
            if b.BETWEEN[number] & occupied:
                continue
            here: i64 = b.bit(target)
            value: i64 = 3 if here & chief else 2 if here & b.far_row(foe, state.rows) else 1
            if value > best:
                best = value
                found = number
    return found
