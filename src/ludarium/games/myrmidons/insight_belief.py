"""What a seat makes of the way the enemy has moved: which blocks are likely to be what.

The enemy's blocks are followed from view to view. For each of the enemy's turns, ``insight_habits`` says how likely
the move seen was, compared with all others that the enemy would have had if its blocks were of certain types. How
likely a turn was needs a sum over blocks of a number that depends on the block's own type alone, so that these numbers
are worked out once for all truths.

What moves *prove* (feet, who may command) is left to ``resample``: each truth asked about has it right.
"""

from collections.abc import Sequence
from math import exp, log
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits, first_bit, nth_bit
from ludarium.core.insight import Belief
from ludarium.core.state import State, expect
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.insight_habits import Outlook
from ludarium.games.myrmidons.insight_tactics import beyond
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import COMMANDER, UNKNOWN

MOST_BLOCKS: Final[i64] = 12
_MOST_TURNS: Final = 40  # what was long ago tells little, and time is short
_ROW: Final[i64] = 20  # numbers for each block in a table: one for each type
_TRUST: Final = 0.75  # the habits are those of a player like ourselves; others have others
_WHIM: Final = 0.005  # any move may have a reason that nobody else sees
_ORDERS: Final = 0.1  # the appeal of an order for each block beside the commander
_LEAST: Final = 1.0e-280


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


@final
class Behaviour(Belief):
    """The belief that follows from a trail.

    ``chances`` has for each turn, block and type what all moves of that block would have weighed together, ``appeals``
    the appeal of what it did; ``best`` is more than any truth can reach in a turn, so that weights stay below 1, and
    ``last`` is where each block stands now, -1 for a removed one.
    """

    def __init__(self, trail: Trail, view: Position) -> None:
        self.last: vec[i64] = vec[i64]([-1 for _ in range(MOST_BLOCKS)])
        self.types: vec[i64] = trail.types
        for square in range(i64(0), b.SQUARES):
            if trail.blocks[square] >= 0:
                self.last[trail.blocks[square]] = square
        turns: list[Turn] = trail.turns[-_MOST_TURNS:]
        self.turns: i64 = len(turns)
        size: i64 = self.turns * MOST_BLOCKS * _ROW
        self.chances: vec[float] = vec[float]([0.0 for _ in range(size)])
        self.appeals: vec[float] = vec[float]([0.0 for _ in range(size)])
        self.best: vec[float] = vec[float]([0.0 for _ in range(self.turns)])
        pool: i64 = view.pool(trail.foe)
        for number in range(self.turns):
            self._judge(turns[number], number, trail.foe, view, pool)

    def _judge(self, turn: Turn, number: i64, foe: i64, view: Position, pool: i64) -> None:
        outlook = Outlook(turn.before, foe)
        movers: i64 = 0
        for square in range(i64(0), b.SQUARES):
            movers += i64(turn.sent[square] >= 0)
        lowest: float = 0.0
        for square in range(i64(0), b.SQUARES):
            block: i64 = turn.blocks[square]
            if block < 0:
                continue
            least: float = -1.0
            most: float = -1000.0
            for type_ in range(i64(0), _ROW):
                if not self._may_be(block, type_, view, pool):
                    continue
                place: i64 = (number * MOST_BLOCKS + block) * _ROW + type_
                chance: float = outlook.appeal_of_all(turn.before, square, type_)
                if type_ == COMMANDER:
                    chance += _ORDERS * float(count_bits(b.NEAR[square] & outlook.own))
                self.chances[place] = chance
                least = chance if least < 0.0 else min(least, chance)
                if turn.sent[square] >= 0:
                    appeal: float = outlook.appeal(turn.before, square, type_, turn.sent[square])
                    self.appeals[place] = appeal / float(movers)
                    most = max(most, appeal / float(movers))
            if least > 0.0:
                lowest += least
            if most > -1000.0:
                self.best[number] += most
        if lowest > 0.0:
            self.best[number] = log(exp(self.best[number]) / lowest + _WHIM)

    def _may_be(self, block: i64, type_: i64, view: Position, pool: i64) -> bool:
        """Whether a block can be of that type, as far as the view says."""
        if self.types[block] != UNKNOWN:
            return type_ == self.types[block]
        if self.last[block] < 0:
            return False  # one of several that were removed at once
        if type_ == COMMANDER:
            return view.suspects & b.bit(self.last[block]) != 0
        return pool & b.OF_FOOT[view.least_at(self.last[block])] & (3 * b.bit(type_ * 2)) != 0

    def weight(self, truth: State) -> float:
        own = expect(truth, Myrmidons)
        types: vec[i64] = self.types[:]
        for block in range(MOST_BLOCKS):
            if self.last[block] >= 0:
                types[block] = own.type_at(self.last[block])
        total: float = 0.0
        for number in range(self.turns):
            chance: float = 0.0
            appeal: float = 0.0
            place: i64 = number * MOST_BLOCKS * _ROW
            for block in range(MOST_BLOCKS):
                if types[block] != UNKNOWN:
                    chance += self.chances[place + types[block]]
                    appeal += self.appeals[place + types[block]]
                place += _ROW
            if chance > 0.0:
                total += log(exp(appeal) / chance + _WHIM) - self.best[number]
        return max(exp(_TRUST * total), _LEAST)


def read_behaviour(views: Sequence[State], seat: i64) -> Belief:
    """The belief of a seat that has had these views."""
    trail = Trail(seat)
    before: Position | None = None
    for state in views:
        view = expect(state, Myrmidons)
        if before is None:
            trail.begin(view)
        else:
            trail.follow(before, view)
        before = view
    if before is None or before.left or before.seat < 0 or not before.veiled & (1 << trail.foe):
        return Belief()
    return Behaviour(trail, before)
