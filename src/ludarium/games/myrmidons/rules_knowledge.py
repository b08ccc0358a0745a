"""What a block that the viewer of a position does not know can still be, worked out from the view alone.

``rules_position`` explains what there is to know: the types of the army, who may command, and the least foot of each
block. A type is possible exactly if one of the truths that the view leaves open has it there. Blocks that a greater
foot allows are allowed by a smaller one, so by Hall's theorem all places can be filled if and only if, for every foot,
there are as many blocks left with at least that foot as there are places that need it. A type is then ruled out on a
place whenever it would take a block that the places of some greater foot cannot spare.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits, first_bit
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.rules_position import Position

_MOST_FOOT: Final[i64] = 5


def possible_types(view: Position) -> vec[i64]:
    """By square: a store with one block of each type that the hidden block there can still be; nothing elsewhere."""
    found = vec[i64]([0 for _ in range(b.SQUARES)])
    for owner in range(i64(0), 2):
        hidden: i64 = view.unknown(owner)
        if hidden:
            # In random both armies come from the same blocks.
            places: i64 = hidden | view.unknown(1 - owner) if view.options.army == "random" else hidden
            soldiers: vec[i64] = _soldiers(view, view.pool(owner), places)
            known: bool = view.known(owner) & b.COMMANDER_BIT != 0
            suspects: i64 = 0 if known else hidden & view.suspects
            on_board: bool = not view.left_of(owner)
            rest: i64 = hidden
            while rest:
                square: i64 = first_bit(rest)
                rest &= rest - 1
                if on_board and suspects == b.bit(square):
                    found[square] = b.COMMANDER_BIT
                elif suspects & b.bit(square):
                    found[square] = b.COMMANDER_BIT | soldiers[view.least_at(square)]
                else:
                    found[square] = soldiers[view.least_at(square)]
    return found


def _soldiers(view: Position, pool: i64, places: i64) -> vec[i64]:
    """By least foot: one block of each type of the pool, without the commander, that the other places can spare."""
    needs = vec[i64]([0 for _ in range(_MOST_FOOT + 1)])  # by foot: how many places need exactly that one
    rest: i64 = places
    while rest:
        needs[view.least_at(first_bit(rest))] += 1
        rest &= rest - 1
    soldiers = vec[i64]([0 for _ in range(_MOST_FOOT + 1)])
    needed: i64 = 0  # how many places need a greater foot than the one looked at
    within: i64 = 0  # the blocks with a greater foot that can be had nevertheless
    for lower in range(_MOST_FOOT):
        foot: i64 = _MOST_FOOT - lower
        enough: i64 = pool & b.OF_FOOT[foot]
        greater: i64 = pool & b.OF_FOOT[foot + 1] if foot < _MOST_FOOT else 0
        if count_bits(greater) == needed:
            within = 0
        within |= enough & ~greater
        soldiers[foot] = within & b.ONE_OF_EACH
        needed += needs[foot]
    return soldiers
