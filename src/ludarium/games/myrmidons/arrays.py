"""Myrmidons as numbers, for programs that learn: what one seat knows, and nothing else.

Everything is read from a seat's view. With ``display = memory``, too, the planes have all that the seat ever saw: what
it may know is the same (MYR-F1), and remembering is no part of the task that they set.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import ENDLESS, Arrays, Plane, fill, until
from ludarium.core.bits import count_bits, first_bit
from ludarium.core.state import State, expect
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.rules import CARRY_OUT, Myrmidons
from ludarium.games.myrmidons.rules_knowledge import possible_types
from ludarium.games.myrmidons.rules_orders import named
from ludarium.games.myrmidons.terms import COMMANDER, TYPES, UNKNOWN

_MOST_BLOCKS: Final = 12  # MYR-X2
_KINDS: Final[i64] = len(TYPES)
# Of the fields of events. A block goes 1 to LONGEST squares.
_VALUES: Final = {"seat": 2, "piece": len(TYPES), "site": int(b.SQUARES), "direction": 8, "number": int(b.LONGEST + 1)}


def _army(whose: str, of: str, learns: str) -> list[Plane]:
    """The planes of one army's blocks; ``learns`` is who does not know all of them."""
    return [
        Plane(f"{whose}_blocks", 1, f"blocks of {of}"),
        Plane(f"{whose}_sword", 5, f"sword of each block of {of}, 0 if hidden"),
        Plane(f"{whose}_shield", 5, f"shield of each block of {of}, 0 if hidden"),
        Plane(f"{whose}_foot", 5, f"foot of each block of {of}, 0 if hidden"),
        Plane(f"{whose}_commander", 1, f"the commander of {of}, if it is not hidden"),
        Plane(f"{whose}_shown", 1, f"blocks of {of} that a fight has shown to {learns}"),
        Plane(
            f"{whose}_proved", 5, f"least foot that moves of each block of {of} have proved to {learns}; 1 once shown"
        ),
        Plane(f"{whose}_suspects", 1, f"blocks of {of} that may be the commander, for all that {learns} knows"),
    ]


def _by_type(name: str, top: int, about: str) -> list[Plane]:
    """One for each type; the first one is the commander, of whom an army has one."""
    said = f"{about} {{}} (sword, shield, foot)"
    return [Plane(f"{name}_{type_}", top if place else 1, said.format(type_)) for place, type_ in enumerate(TYPES)]


PLANES: Final = [
    *_army("own", "the seat that looks", "the other"),
    *_army("other", "the other", "the seat that looks"),
    *_by_type("other_might", 1, "blocks of the other that are, or can still be, of type"),
    *_by_type("own_hand", 2, "everywhere, during the own set-up: how many blocks one can still put of type"),
    *_by_type("own_lost", 2, "everywhere: how many blocks of the seat that looks were removed of type"),
    *_by_type("other_lost", 2, "everywhere: how many blocks of the other were removed of type"),
    Plane("own_losses", _MOST_BLOCKS, "everywhere: removed blocks of the seat that looks; four are too many"),
    Plane("other_losses", _MOST_BLOCKS, "everywhere: removed blocks of the other"),
    Plane("own_left", _MOST_BLOCKS, "everywhere: blocks that the seat that looks has still to put"),
    Plane("other_left", _MOST_BLOCKS, "everywhere: blocks that the other has still to put"),
    Plane("put_here", 1, "during the set-up: the square of the next block"),
    Plane(
        "order_way", 8, "everywhere, during an own order: its direction, 1 to 8 clockwise from north (row 7); else 0"
    ),
    Plane("order_distance", int(b.LONGEST), "on the squares of the blocks that an own order moves so far: how far"),
    Plane("order_arrival", 1, "where the blocks that an own order moves so far will come"),
    Plane("far_row", 1, "the row that blocks of the seat that looks want to reach"),
    Plane("turns_left", 255, "everywhere: turns until the game is a draw; 255 if there are more, or no such limit"),
    Plane("army_size", _MOST_BLOCKS, "everywhere: blocks of an army at the start"),
    Plane("secret", 1, "everywhere: 1 if each seat chooses its types, all different, in secret"),
    Plane("random", 1, "everywhere: 1 if the types were drawn, from two blocks of each"),
    Plane("memory", 1, "everywhere: 1 if people see a shown block only during its fight"),
    Plane("unlimited", 1, "everywhere: 1 if an order sends blocks farther than their feet"),
]


@final
class MyrmidonsArrays(Arrays):
    """An action is the number of a step."""

    def __init__(self) -> None:
        super().__init__(
            version=1,
            layout="Seven rows of six columns, the same for both seats: the first row is 1, the first column is a, "
            "so that cells have the numbers of the squares in actions.",
        )

    def actions(self, state: State) -> i64:
        return CARRY_OUT + 1

    def longest(self, state: State) -> i64:
        """A step for each block put. Then the longest turn is an order: it is opened, every other block beside the
        commander is named, of which there are eight at most, and it is carried out.
        """
        own: Myrmidons = expect(state, Myrmidons)
        companions: i64 = min(own.size - 1, i64(8))
        return 2 * own.size + own.cap * (companions + 2) if own.cap else ENDLESS

    def shape(self, state: State) -> tuple[int, ...]:
        return int(b.SQUARES // b.ROW), int(b.ROW)

    def planes(self, state: State) -> list[Plane]:
        return list(PLANES)

    def values(self, state: State, type_: str) -> i64:
        return _VALUES[type_]

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        seen: Myrmidons = expect(view, Myrmidons)
        other: i64 = 1 - seat
        at = _write_army(seen, seat, out, at)
        at = _write_army(seen, other, out, at)
        at = _write_types(seen, other, out, at)
        at = _say_store(out, at, seen.hand(seat))
        at = _say_store(out, at, seen.lost(seat))
        at = _say_store(out, at, seen.lost(other))
        at = fill(out, at, b.SQUARES, count_bits(seen.lost(seat)))
        at = fill(out, at, b.SQUARES, count_bits(seen.lost(other)))
        at = fill(out, at, b.SQUARES, seen.left_of(seat))
        at = fill(out, at, b.SQUARES, seen.left_of(other))
        at = _mark(out, at, b.bit(seen.next_square()) if seen.left else i64(0))
        at = _write_order(seen, out, at)
        at = _mark(out, at, b.far_row(seat, seen.rows))
        at = fill(out, at, b.SQUARES, until(seen.cap, seen.turn))
        at = fill(out, at, b.SQUARES, seen.size)
        at = fill(out, at, b.SQUARES, 1 if seen.secret else 0)
        at = fill(out, at, b.SQUARES, 1 if seen.options.army == "random" else 0)
        at = fill(out, at, b.SQUARES, 1 if seen.options.display == "memory" else 0)
        fill(out, at, b.SQUARES, 1 if seen.unlimited else 0)


# Each of these writes one plane or several, and gives the place where the next one begins.
def _write_army(seen: Myrmidons, owner: i64, out: vec[u8], at: i64) -> i64:
    men: i64 = seen.men(owner)
    rest: i64 = men
    while rest:
        square: i64 = first_bit(rest)
        rest &= rest - 1
        cell: i64 = at + square
        type_: i64 = seen.type_at(square)
        out[cell] = u8(1)
        if type_ != UNKNOWN:
            out[cell + b.SQUARES] = u8(b.SWORD[type_])
            out[cell + 2 * b.SQUARES] = u8(b.SHIELD[type_])
            out[cell + 3 * b.SQUARES] = u8(b.FOOT[type_])
            if type_ == COMMANDER:
                out[cell + 4 * b.SQUARES] = u8(1)
        out[cell + 6 * b.SQUARES] = u8(seen.least_at(square))
    _mark(out, at + 5 * b.SQUARES, seen.shown & men)
    return _mark(out, at + 7 * b.SQUARES, seen.suspects & men)


def _write_types(seen: Myrmidons, owner: i64, out: vec[u8], at: i64) -> i64:
    possible: vec[i64] = possible_types(seen)
    rest: i64 = seen.men(owner)
    while rest:
        square: i64 = first_bit(rest)
        rest &= rest - 1
        type_: i64 = seen.type_at(square)
        types: i64 = possible[square] if type_ == UNKNOWN else b.bit(type_ * 2)
        while types:
            out[at + first_bit(types) // 2 * b.SQUARES + square] = u8(1)
            types &= types - 1
    return at + _KINDS * b.SQUARES


def _write_order(seen: Myrmidons, out: vec[u8], at: i64) -> i64:
    """Only the seat that gives an order has it in its view."""
    if seen.order >= 0:
        way: i64 = seen.order & 7
        fill(out, at, b.SQUARES, way + 1)
        chief: i64 = seen.chief()
        _send(out, at, chief, way, 1)
        for place in range(i64(8)):
            distance: i64 = named(seen, place)
            if distance:
                _send(out, at, b.NEIGHBOUR[chief * 8 + place], way, distance)
    return at + 3 * b.SQUARES


def _send(out: vec[u8], at: i64, square: i64, way: i64, distance: i64) -> None:
    out[at + b.SQUARES + square] = u8(distance)
    out[at + 2 * b.SQUARES + b.TARGET[b.march(square, way, distance)]] = u8(1)


def _say_store(out: vec[u8], at: i64, store: i64) -> i64:
    rest: i64 = store
    while rest:
        type_: i64 = first_bit(rest) // 2
        fill(out, at + type_ * b.SQUARES, b.SQUARES, count_bits((store >> (type_ * 2)) & 3))
        rest &= rest - 1
    return at + _KINDS * b.SQUARES


def _mark(out: vec[u8], at: i64, squares: i64) -> i64:
    rest: i64 = squares
    while rest:
        out[at + first_bit(rest)] = u8(1)
        rest &= rest - 1
    return at + b.SQUARES
