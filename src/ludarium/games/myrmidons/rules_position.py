"""What a state of Myrmidons consists of, and what each seat may know of it (MYR-B4, F1, O4).

Everything public about a block moves with it: whether it was ever *shown*, the *least* foot that its moves have
proved, and whether it is a *suspect*, that is, may be the commander. These three, with the armies' composition, are
exactly what the enemy can infer:

* A turn of one block that goes d squares is possible if and only if the block's foot is at least d (the way is
  public). So ``least`` grows to d, and with d > 1 the block is no suspect: a commander has foot 1.
* A turn of several blocks is an order. It is possible if and only if one of the blocks is the commander, went one
  square and had all the others next to it, and (unless orders are unlimited) every other block's foot is at least
  its distance. So the suspects are cut down to those blocks, and the ``least`` feet grow.
* A fight shows both types; its result follows from them.
* Nothing else that is public depends on hidden types: there is always a legal turn (a block at the rim of one's
  blocks can move or attack), and the ends of the game follow from public things.

Each turn's condition is thus a conjunction of "this block's type is …", "this block's foot is at least …" and "the
commander is one of …", and so is that of a whole game: the types that a seat must reckon with are those that fulfil
all of these and form a possible army (base, agreed: the known types; secret: different ones; random: what the 38
blocks leave after those that the viewer knows). ``resample`` draws from exactly these.
"""

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.bits import count_bits, nth_bit
from ludarium.core.options import GameOptions
from ludarium.core.rng import Rng
from ludarium.core.state import NOBODY, State
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.terms import COMMANDER, FULL_BOARD, TYPES, UNKNOWN

_NUMBER: Final = {name: number for number, name in enumerate(TYPES)}


@dataclass(frozen=True)
class Options(GameOptions):
    """``types`` are the known armies' types in ascending order (empty in the modes that have none)."""

    army: str
    types: tuple[str, ...]
    size: int
    display: str
    order_distance: str
    turn_cap: int
    board: str = FULL_BOARD


class Position(State):
    """The blocks and what is known of them.

    ``cells`` has for each square 0 or a block: its type, and 32 times its least foot. ``order`` is -1 or the direction
    of the unfinished order plus 8 times the distances of its companions, three bits for each neighbour of the
    commander. ``veiled`` has a bit for each seat whose secrets this view leaves out.
    """

    def __init__(self, options: Options, cells: vec[u8], like: "Position | None" = None) -> None:
        """``like`` has the same options: what they say need not be read again, as copies are many."""
        super().__init__()
        self.options = options
        self.size: i64 = options.size
        self.cap: i64 = options.turn_cap
        self.rows: i64 = 7
        self.beyond: i64 = 0  # the squares that a smaller board does not have (MYR-X3)
        if like is None:
            self.unlimited: bool = options.order_distance == "unlimited"
            self.secret: bool = options.army == "secret"
        else:
            self.unlimited = like.unlimited
            self.secret = like.secret
        self.cells: vec[u8] = cells
        self.left: i64 = 0  # blocks still to be put on the board, of both seats together
        self.blue: i64 = 0
        self.red: i64 = 0
        self.shown: i64 = 0
        self.suspects: i64 = 0
        self.blue_chief: i64 = NOBODY  # where the commander stands, if it does and if that is known
        self.red_chief: i64 = NOBODY
        self.blue_hand: i64 = 0
        self.red_hand: i64 = 0
        self.blue_lost: i64 = 0
        self.red_lost: i64 = 0
        self.order: i64 = NOBODY
        self.veiled: i64 = 0

    def take_over(self, other: "Position") -> None:
        """Become equal to another state with the same options, but for the cells."""
        self.seat = other.seat
        self.turn = other.turn
        self.winners = other.winners
        self.ending = other.ending
        self.left = other.left
        self.blue = other.blue
        self.red = other.red
        self.shown = other.shown
        self.suspects = other.suspects
        self.blue_chief = other.blue_chief
        self.red_chief = other.red_chief
        self.blue_hand = other.blue_hand
        self.red_hand = other.red_hand
        self.blue_lost = other.blue_lost
        self.red_lost = other.red_lost
        self.order = other.order
        self.veiled = other.veiled
        self.rows = other.rows
        self.beyond = other.beyond

    def arguments(self) -> tuple[object, ...]:
        return self.options, self.cells

    def fields(self) -> tuple[object, ...]:
        options = self.options
        return (
            (options.army, options.types, options.size, options.display, options.order_distance, options.turn_cap),
            options.board,
            (bytes(self.cells), self.seat, self.turn, self.winners, self.ending, self.left, self.order, self.veiled),
            (self.blue, self.red, self.shown, self.suspects),
            (self.blue_hand, self.red_hand, self.blue_lost, self.red_lost),
        )

    def copy(self) -> "Position":
        raise NotImplementedError

    def spent(self) -> float:
        return float(self.turn) / float(self.cap) if self.cap else 0.0  # MYR-E3

    # --- by seat ----------------------------------------------------------------------------------------------------
    def men(self, seat: i64) -> i64:
        return self.red if seat else self.blue

    def hand(self, seat: i64) -> i64:
        return self.red_hand if seat else self.blue_hand

    def lost(self, seat: i64) -> i64:
        """The blocks of a seat that have been removed."""
        return self.red_lost if seat else self.blue_lost

    def chief(self) -> i64:
        """Where the commander of the seat to act stands."""
        return self.red_chief if self.seat else self.blue_chief

    def left_of(self, seat: i64) -> i64:
        """How many blocks a seat still has to put on the board: seat 0 begins."""
        first_has: i64 = self.left - self.size if self.left > self.size else i64(0)
        return self.left - first_has if seat else first_has

    def next_square(self) -> i64:
        """The square that the next block is put on during the set-up."""
        return b.set_up_square(self.seat, self.size - self.left_of(self.seat), self.rows)

    def set_men(self, seat: i64, men: i64) -> None:
        if seat:
            self.red = men
        else:
            self.blue = men

    def set_lost(self, seat: i64, lost: i64) -> None:
        if seat:
            self.red_lost = lost
        else:
            self.blue_lost = lost

    def set_hand(self, seat: i64, hand: i64) -> None:
        if seat:
            self.red_hand = hand
        else:
            self.blue_hand = hand

    def type_at(self, square: i64) -> i64:
        return i64(self.cells[square]) & 31

    def least_at(self, square: i64) -> i64:
        return i64(self.cells[square]) >> 5

    def put_type(self, square: i64, type_: i64) -> None:
        """Say what an unknown block is."""
        self.cells[square] = u8((i64(self.cells[square]) & 0xE0) | type_)

    def find_chiefs(self) -> None:
        """Look up where the commanders stand."""
        self.blue_chief = self._chief(self.blue)
        self.red_chief = self._chief(self.red)

    def _chief(self, men: i64) -> i64:
        for square in range(i64(0), b.SQUARES):
            if men & b.bit(square) and self.type_at(square) == COMMANDER:
                return square
        return NOBODY

    # --- what a seat may know ---------------------------------------------------------------------------------------
    def view(self, seat: i64) -> "Position":
        """The same without the types that the seat may not know; once the game is over, everything."""
        new: Position = self.copy()
        if self.seat < 0:
            return new
        for other in range(i64(0), 2):
            if other != seat:
                new.veiled |= 1 << other
                hidden: i64 = self.men(other) & ~self.shown
                for square in range(i64(0), b.SQUARES):
                    if hidden & b.bit(square):
                        new.put_type(square, UNKNOWN)
                new.set_hand(other, 0)
                if self.seat == other:
                    new.order = NOBODY
        new.find_chiefs()
        return new

    def known(self, seat: i64) -> i64:
        """All blocks of a seat whose type is known, on the board, in hand or removed, as a store."""
        store: i64 = self.lost(seat)
        men: i64 = self.men(seat)
        for square in range(i64(0), b.SQUARES):
            if men & b.bit(square) and self.type_at(square) != UNKNOWN:
                store = b.with_block(store, self.type_at(square))
        if self.left_of(seat) and not self.secret:  # in secret the hand is what could be chosen
            for type_ in range(i64(0), len(TYPES)):
                for _block in range(count_bits((self.hand(seat) >> (type_ * 2)) & 3)):
                    store = b.with_block(store, type_)
        return store

    def pool(self, seat: i64) -> i64:
        """The blocks, but the commander, that a seat's unknown ones are drawn from."""
        army = self.options.army
        if army == "random":
            return b.less(b.less(b.TWO_OF_EACH, self.known(0)), self.known(1))
        if self.secret:
            return b.less(b.ONE_OF_EACH, self.known(seat))
        store: i64 = 0
        for name in self.options.types:
            store = b.with_block(store, _NUMBER[name])
        return b.less(store, self.known(seat))

    def unknown(self, seat: i64) -> i64:
        """The squares of a seat's blocks whose type is unknown."""
        found: i64 = 0
        men: i64 = self.men(seat)
        for square in range(i64(0), b.SQUARES):
            if men & b.bit(square) and self.type_at(square) == UNKNOWN:
                found |= b.bit(square)
        return found

    def resample(self, seat: i64, rng: Rng) -> "Position":
        """A full state that the seat cannot tell from this one.

        Every assignment of *blocks* to the unknown places that the view leaves possible has the same chance (blocks
        in hand are places too; in ``secret`` only what stands on the board has been chosen). Where all types differ
        that is every assignment of types; in ``random`` a type of which two blocks are left counts twice, as it does
        in the draw. Two facts make it simple. Suspects have moved one square at a time, so each leaves the others
        equally many ways to be filled: the commander is drawn among them evenly. And blocks that a greater foot
        allows are allowed by a smaller one: filled in the order of falling feet, every place has a number of choices
        that does not depend on the earlier ones.
        """
        new: Position = self.view(seat)
        for other in range(i64(0), 2):
            if new.veiled & (1 << other):
                new._place_commander(other, rng)
        if self.options.army == "random":
            new._fill(new.pool(0), new.unknown(0) | new.unknown(1), 3, rng)
        else:
            for other in range(i64(0), 2):
                if new.veiled & (1 << other):
                    new._fill(new.pool(other), new.unknown(other), 1 << other, rng)
        new.veiled = 0
        new.find_chiefs()
        return new

    def _place_commander(self, seat: i64, rng: Rng) -> None:
        """Draw which unknown block of a seat commands."""
        left: i64 = self.left_of(seat)
        places: i64 = self.unknown(seat) & self.suspects
        number: i64 = count_bits(places)
        if not left and number:
            self.put_type(nth_bit(places, rng.below(number)), COMMANDER)
        elif left:
            # In secret it is like any of the 20 types; else it is on the board or in hand.
            drawn: i64 = rng.below(len(TYPES) if self.secret else self.size)
            if drawn < number:
                self.put_type(nth_bit(places, drawn), COMMANDER)
            else:
                self.set_hand(seat, b.COMMANDER_BIT)

    def _fill(self, pool: i64, places: i64, seats: i64, rng: Rng) -> None:
        """Draw a block from the pool for each unknown place, and the veiled hands of these seats."""
        for step in range(i64(0), 5):
            foot: i64 = 5 - step
            for square in range(i64(0), b.SQUARES):
                if places & b.bit(square) and self.least_at(square) == foot and self.type_at(square) == UNKNOWN:
                    drawn: i64 = _draw(pool & b.OF_FOOT[foot], rng)
                    pool = b.without_block(pool, drawn)
                    self.put_type(square, drawn)
        for seat in range(i64(0), 2):
            left: i64 = self.left_of(seat)
            if left and seats & self.veiled & (1 << seat):
                hand: i64 = self.hand(seat)
                if self.secret:
                    self.set_hand(seat, hand | pool)
                else:
                    for _block in range(left - count_bits(hand)):
                        drawn = _draw(pool, rng)
                        pool = b.without_block(pool, drawn)
                        hand = b.with_block(hand, drawn)
                    self.set_hand(seat, hand)


def _draw(pool: i64, rng: Rng) -> i64:
    return nth_bit(pool, rng.below(count_bits(pool))) >> 1
