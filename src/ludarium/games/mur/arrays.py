"""Mur as numbers, for programs that learn: the same planes for both editions."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import ENDLESS, Arrays, Plane, fill, until
from ludarium.core.bits import count_bits32
from ludarium.core.state import State, expect
from ludarium.games.mur import rules_board as b
from ludarium.games.mur.rules import CLOSES_TO_WIN, SHIPS, Mur

ROWS: Final[i64] = 4
SPOKES: Final[i64] = 8
CELLS: Final[i64] = ROWS * SPOKES
_FROM_RING_3: Final[i64] = b.MOVES + 16 * 4  # the first move from there

_CLOSES: Final = int(CLOSES_TO_WIN - 1 + SHIPS)  # MUR-C2: the last turn may close on several ships
_FLEET: Final = int(SHIPS)


def _past(turns: int) -> list[Plane]:
    when = f"{turns} turn{'s' if turns > 1 else ''} ago; nothing if the game had not begun"
    return [
        Plane(f"own_ships_{turns}_ago", 1, f"where own ships stood {when}"),
        Plane(f"other_ships_{turns}_ago", 1, f"where the other's ships stood {when}"),
        Plane(f"kraken_{turns}_ago", 1, f"where the kraken was {when}"),
    ]


PLANES: Final = [
    Plane("own_ships", 1, "ships of the seat that looks"),
    Plane("other_ships", 1, "the other's ships"),
    Plane("kraken", 1, "the kraken"),
    Plane("own_class", _FLEET, "class of each own ship: how far it moves; the smaller one knocks the larger"),
    Plane("other_class", _FLEET, "class of each of the other's ships"),
    Plane("own_walled", 1, "points all of whose neighbours hold own ships, whatever is on them"),
    Plane("other_walled", 1, "points all of whose neighbours hold the other's ships"),
    Plane("own_leaving", 1, "own ships that have to be withdrawn all at once"),
    Plane("other_leaving", 1, "the other's ships that have to be withdrawn all at once"),
    *_past(1),
    *_past(2),
    *_past(3),
    Plane("own_stock", _FLEET, "everywhere: own ships beside the board"),
    Plane("other_stock", _FLEET, "everywhere: the other's ships beside the board"),
    Plane("own_closes", _CLOSES, "everywhere: ships that the seat that looks has closed on (trapped); three win"),
    Plane("other_closes", _CLOSES, "everywhere: ships that the other has closed on (trapped)"),
    Plane("own_penalty", 1, "everywhere: 1 if the seat that looks has to withdraw a ship for a repetition"),
    Plane("other_penalty", 1, "everywhere: 1 if the other has to"),
    Plane("turns_left", 255, "everywhere: turns until the game is a draw; 255 if there are more, or no such limit"),
    Plane("ports", 1, "points where ships may be withdrawn at will: the English edition has two"),
    Plane("english", 1, "everywhere: 1 in the English edition, 0 in the Japanese one"),
    Plane("any_walls", 1, "everywhere: 1 if ships of both colours together wall in the kraken"),
]


@final
class MurArrays(Arrays):
    """Actions are numbered as steps are, without those that are not written: outward from ring 3 is inward (MUR-V2)."""

    def __init__(self) -> None:
        super().__init__(
            version=1,
            layout="Four rows of eight cells: all of the first row is the centre, then come rings 1 to 3; the columns "
            "are the spokes a to h, and h is next to a. An inward neighbour is thus always one row up.",
        )

    def actions(self, state: State) -> i64:
        return b.WITHDRAW_ALL + 1 - SPOKES

    def action(self, state: State, step: i64) -> i64:
        if step < _FROM_RING_3:
            return step
        return step - (step - _FROM_RING_3) // 4 if step < b.FROM_CENTRE else step - SPOKES

    def step(self, state: State, action: i64) -> i64:
        if action < _FROM_RING_3:
            return action
        return action + (action - _FROM_RING_3) // 3 if action < b.FROM_CENTRE - SPOKES else action + SPOKES

    def longest(self, state: State) -> i64:
        """Every step, withdrawals too, is a turn of its own, and the game ends with the turn that reaches the cap."""
        cap: i64 = expect(state, Mur).cap
        return cap if cap else ENDLESS

    def shape(self, state: State) -> tuple[int, ...]:
        return int(ROWS), int(SPOKES)

    def planes(self, state: State) -> list[Plane]:
        return list(PLANES)

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        mur: Mur = expect(view, Mur)
        own: i64 = mur.white if seat else mur.black
        other: i64 = mur.black if seat else mur.white
        leaving: i64 = mur.leave | mur.owed
        at = _mark(out, at, own)
        at = _mark(out, at, other)
        at = _mark(out, at, 1 << mur.kraken)
        at = _mark_classes(out, at, own)
        at = _mark_classes(out, at, other)
        at = _mark(out, at, b.walled_by(own))
        at = _mark(out, at, b.walled_by(other))
        at = _mark(out, at, leaving & own)
        at = _mark(out, at, leaving & other)
        at = _mark_position(out, at, mur.past1, seat)
        at = _mark_position(out, at, mur.past2, seat)
        at = _mark_position(out, at, mur.past3, seat)
        at = fill(out, at, CELLS, mur.options.ships - count_bits32(own))
        at = fill(out, at, CELLS, mur.options.ships - count_bits32(other))
        at = fill(out, at, CELLS, mur.closes_white if seat else mur.closes_black)
        at = fill(out, at, CELLS, mur.closes_black if seat else mur.closes_white)
        at = fill(out, at, CELLS, 1 if mur.penalty == seat else 0)
        at = fill(out, at, CELLS, 1 if mur.penalty == 1 - seat else 0)
        at = fill(out, at, CELLS, until(mur.cap, mur.turn))
        at = _mark(out, at, 0 if mur.jp else b.PORTS)
        at = fill(out, at, CELLS, 0 if mur.jp else 1)
        fill(out, at, CELLS, 1 if mur.any_walls else 0)


# Each of these writes one plane (or three) and gives the place where the next one begins.
def _mark(out: vec[u8], at: i64, points: i64) -> i64:
    _put(out, at, points, 1)
    return at + CELLS


def _mark_classes(out: vec[u8], at: i64, ships: i64) -> i64:
    rest: i64 = ships
    while rest:
        _put(out, at, rest & -rest, b.class_of(rest & -rest, ships))
        rest &= rest - 1
    return at + CELLS


def _mark_position(out: vec[u8], at: i64, key: i64, seat: i64) -> i64:
    """A position as MUR-R1 means it; -1 is none."""
    if key >= 0:
        black: i64 = key & b.BOARD
        white: i64 = (key >> 25) & b.BOARD
        _put(out, at, white if seat else black, 1)
        _put(out, at + CELLS, black if seat else white, 1)
        _put(out, at + 2 * CELLS, 1 << (key >> 50), 1)
    return at + 3 * CELLS


def _put(out: vec[u8], at: i64, points: i64, value: i64) -> None:
    """That number on the cells of these points."""
    if points & b.CENTRE_BIT:
        fill(out, at, SPOKES, value)
    number = u8(value)
    rest: i64 = points & b.RINGS
    while rest:
        out[at + SPOKES + count_bits32((rest & -rest) - 1)] = number
        rest &= rest - 1
