"""The enemy's blocks followed from view to view: which one stands where, and what each did."""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits, first_bit, nth_bit
from ludarium.core.state import State, expect
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.insight_tactics import beyond
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import UNKNOWN

MOST_BLOCKS: Final[i64] = 12


@final
class Turn:
    """A turn of the enemy: the view before it, and for each square the block there and where it was sent, or -1."""

    def __init__(self, before: Position, blocks: vec[i64], sent: vec[i64]) -> None:
        self.before = before
        self.blocks: vec[i64] = blocks
        self.sent: vec[i64] = sent


@final
class Trail:
    """The enemy's blocks, numbered, and what they did since they could be followed.

    ``blocks`` has the number of the block on each square or -1, ``types`` the type of each block where it is known.
    """

    def __init__(self, seat: i64) -> None:
        self.foe: i64 = 1 - seat
        self.blocks: vec[i64] = _nowhere()
        self.types: vec[i64] = vec[i64]([UNKNOWN for _ in range(MOST_BLOCKS)])
        self.turns: list[Turn] = []

    def begin(self, view: Position) -> None:
        """Number the blocks anew; what was known of them is forgotten."""
        self.blocks = _nowhere()
        self.turns = []
        rest: i64 = view.men(self.foe)
        for number in range(count_bits(rest)):
            self.blocks[nth_bit(rest, number)] = number
            self.types[number] = UNKNOWN

    def follow(self, before: Position, after: Position) -> None:
        """Go on to the next view."""
        if before.left or after.turn > before.turn + 1:
            self.begin(after)
        elif after.turn == before.turn + 1:
            if before.seat != self.foe:
                self._note_removed(before, after)
            elif before.men(self.foe) != after.men(self.foe):
                went: vec[i64] = find_ways(before.men(self.foe), after.men(self.foe))
                if len(went) == 0:
                    self.begin(after)
                else:
                    self._move(before, after, went)
        rest: i64 = after.men(self.foe) & after.shown
        while rest:
            square: i64 = first_bit(rest)
            rest &= rest - 1
            self.types[self.blocks[square]] = after.type_at(square)

    def _note_removed(self, before: Position, after: Position) -> None:
        gone: i64 = before.men(self.foe) & ~after.men(self.foe)
        lost: i64 = b.less(after.lost(self.foe), before.lost(self.foe))
        while gone:
            square: i64 = first_bit(gone)
            gone &= gone - 1
            if count_bits(lost) == 1:
                self.types[self.blocks[square]] = first_bit(lost) >> 1
            self.blocks[square] = -1

    def _move(self, before: Position, after: Position, went: vec[i64]) -> None:
        sent: vec[i64] = _nowhere()
        blocks: vec[i64] = _nowhere()
        for square in range(i64(0), b.SQUARES):
            stand: i64 = went[square] if went[square] >= 0 else square
            if self.blocks[square] >= 0:
                blocks[stand] = self.blocks[square]
            if stand != square:
                sent[square] = stand
                struck: bool = not before.shown & b.bit(square) and after.shown & b.bit(stand) != 0
                if struck and not before.men(1 - self.foe) & b.bit(stand):
                    sent[square] = beyond(square, stand)  # it was repelled
        self.turns.append(Turn(before, self.blocks, sent))
        self.blocks = blocks


def follow_blocks(views: Sequence[State], seat: i64) -> Trail:
    """The trail of the enemy of a seat that has had these views."""
    trail = Trail(seat)
    before: Position | None = None
    for state in views:
        view = expect(state, Myrmidons)
        if before is None:
            trail.begin(view)
        else:
            trail.follow(before, view)
        before = view
    return trail


def _nowhere() -> vec[i64]:
    return vec[i64]([-1 for _ in range(b.SQUARES)])


def find_ways(before: i64, after: i64) -> vec[i64]:
    """Where each block went in a turn, by square, -1 where none did; empty if no turn explains it.

    All blocks that move go the same way and nobody jumps, so on each line of that way they keep their order.
    """
    for way in range(i64(0), 8):
        went: vec[i64] = _nowhere()
        fits: bool = True
        for start in range(i64(0), b.SQUARES):
            if fits and b.TARGET[b.march(start, way ^ 4, 1)] < 0:
                fits = _match_line(before, after, start, way, went)
        if fits:
            return went
    return vec[i64]()


def _match_line(before: i64, after: i64, start: i64, way: i64, went: vec[i64]) -> bool:
    """Whether the blocks of a line can have gone that way; if so, it is noted."""
    waiting: vec[i64] = vec[i64]()
    next_: i64 = 0
    square: i64 = start
    while square >= 0:
        if before & b.bit(square):
            waiting = append(waiting, square)
        if after & b.bit(square):
            if next_ >= len(waiting):
                return False
            if waiting[next_] != square:
                went[waiting[next_]] = square
            next_ += 1
        square = b.TARGET[b.march(square, way, 1)]
    return next_ == len(waiting)
