"""What a block that the viewer of a position does not know can still be, worked out from the view alone.

``rules_position`` explains what there is to know: the types of the army, who may command, and the least foot of each
block. A type is named exactly if one of the truths that the view leaves open has it there. Blocks that a greater foot
allows are allowed by a smaller one, so by Hall's theorem all places can be filled if and only if, for every foot, there
are as many blocks left with at least that foot as there are places that need it. A type is then ruled out on a place
whenever it would take a block that the places of some greater foot cannot spare.
"""

from functools import lru_cache

from mypy_extensions import u8

from ludarium.games.myrmidons import rules_board
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.terms import COMMANDER, TYPES, UNKNOWN

_FEET = range(1, 6)


def might_be(view: Myrmidons) -> dict[int, tuple[str, ...]]:
    """By square: the types that each hidden block can still be."""
    if not view.veiled:
        return {}
    seen = _forgotten(view) if view.options.display == "memory" else view
    unknown = [int(seen.unknown(owner)) for owner in range(2)]
    found: dict[int, tuple[str, ...]] = {}
    for owner in range(2):
        if unknown[owner]:
            # In random both armies come from the same blocks.
            drawing = unknown[0] | unknown[1] if seen.options.army == "random" else unknown[owner]
            feet = [seen.least_at(square) for square in _squares(drawing)]
            needs = tuple(sum(foot >= least for foot in feet) for least in _FEET)
            soldiers = _soldiers(int(seen.pool(owner)), needs)
            found |= _by_square(seen, owner, unknown[owner], soldiers)
    return found


def _by_square(
    seen: Myrmidons, owner: int, unknown: int, soldiers: tuple[tuple[str, ...], ...]
) -> dict[int, tuple[str, ...]]:
    """``soldiers`` are the types but the commander, by the least foot of a block."""
    known = seen.known(owner) & rules_board.COMMANDER_BIT
    suspects = 0 if known else unknown & seen.suspects
    on_board = not known and not seen.left_of(owner)
    found = {}
    for square in _squares(unknown):
        others = soldiers[seen.least_at(square) - 1]
        if not suspects >> square & 1:
            found[square] = others
        elif on_board and suspects == 1 << square:
            found[square] = (TYPES[COMMANDER],)
        else:
            found[square] = (TYPES[COMMANDER], *others)
    return found


@lru_cache(maxsize=4096)
def _soldiers(pool: int, needs: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """By least foot: the types of the pool that the other places can spare.

    ``needs`` counts, by foot, the places that need at least that foot.
    """
    spare = [
        rules_board.count(pool & rules_board.OF_FOOT[foot]) - need for foot, need in zip(_FEET, needs, strict=True)
    ]
    by_foot = []
    for least in _FEET:
        types = []
        for type_ in range(COMMANDER + 1, len(TYPES)):
            foot = int(rules_board.FOOT[type_])
            if pool >> 2 * type_ & 3 and foot >= least and all(spare[least:foot]):
                types.append(TYPES[type_])
        by_foot.append(tuple(types))
    return tuple(by_foot)


def _squares(squares: int) -> list[int]:
    return [square for square in range(rules_board.SQUARES) if squares >> square & 1]


def _forgotten(view: Myrmidons) -> Myrmidons:
    """MYR-F1 memory: what the board alone shows: of the hidden seats no more than how many blocks stand where."""
    new = view.copy()
    for owner in range(2):
        if view.veiled >> owner & 1:
            for square in _squares(view.men(owner)):
                new.cells[square] = u8(UNKNOWN | 32)
            new.suspects |= view.men(owner)
    return new
