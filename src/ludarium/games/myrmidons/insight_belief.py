"""What a seat makes of the way the enemy has moved: which blocks are likely to be what.

The enemy's blocks are followed from view to view. For each of the enemy's turns, ``insight_habits`` says how likely
the move seen was, compared with all others that the enemy would have had if its blocks were of certain types. How
likely a turn was needs a sum over blocks of a number that depends on the block's own type alone, so that these numbers
are worked out once for all truths. What the habits miss is in ``insight_clues``: what each block has done in all its
turns together, with weights that were learned.

What moves *prove* (feet, who may command) is left to ``resample``: each truth asked about has it right.
"""

from collections.abc import Sequence
from math import exp, log
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits
from ludarium.core.insight import Belief
from ludarium.core.state import State, expect
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.insight_clues import Clues, ClueWeights, knowledge_of
from ludarium.games.myrmidons.insight_habits import Outlook
from ludarium.games.myrmidons.insight_trail import MOST_BLOCKS, Trail, Turn, follow_blocks
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import COMMANDER, UNKNOWN

_MOST_TURNS: Final = 40  # what was long ago tells little, and time is short
_ROW: Final[i64] = 20  # numbers for each block in a table: one for each type
_WHIM: Final = 0.005  # any move may have a reason that nobody else sees
_ORDERS: Final = 0.1  # the appeal of an order for each block beside the commander
_LEAST: Final = 1.0e-280


@final
class Behaviour(Belief):
    """The belief that follows from a trail.

    ``chances`` has for each turn, block and type what all moves of that block would have weighed together, ``appeals``
    the appeal of what it did; ``best`` is more than any truth can reach in a turn, so that weights stay below 1, and
    ``last`` is where each block stands now, -1 for a removed one. ``opinions`` has for each block and type what the
    clues say, at most 0; ``trust`` is how much the habits count beside them.
    """

    def __init__(self, trail: Trail, view: Position, clue_weights: ClueWeights) -> None:
        self.trust: float = clue_weights.trust
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
        self.opinions: vec[float] = vec[float]([0.0 for _ in range(MOST_BLOCKS * _ROW)])
        if self.turns:  # else nobody knows how they came to where they stand
            clues = Clues(trail, view)
            for block in range(MOST_BLOCKS):
                if self.last[block] >= 0 and self.types[block] == UNKNOWN:
                    self._weigh_clues(block, clues, clue_weights, view, pool)

    def _weigh_clues(self, block: i64, clues: Clues, clue_weights: ClueWeights, view: Position, pool: i64) -> None:
        most: float = -1000.0
        row: i64 = block * _ROW
        for type_ in range(i64(0), _ROW):
            if self._may_be(block, type_, view, pool):
                self.opinions[row + type_] = clues.fit(block, type_, clue_weights)
                most = max(most, self.opinions[row + type_])
        for type_ in range(i64(0), _ROW):
            if self._may_be(block, type_, view, pool):
                self.opinions[row + type_] -= most

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
        total *= self.trust
        for block in range(MOST_BLOCKS):
            if self.last[block] >= 0:
                total += self.opinions[block * _ROW + types[block]]
        return max(exp(total), _LEAST)


def read_behaviour(views: Sequence[State], seat: i64, clue_weights: dict[str, ClueWeights]) -> Belief:
    """The belief of a seat that has had these views."""
    if not views:
        return Belief()
    trail = follow_blocks(views, seat)
    view = expect(views[-1], Myrmidons)
    if view.left or view.seat < 0 or not view.veiled & (1 << trail.foe):
        return Belief()
    return Behaviour(trail, view, clue_weights[knowledge_of(view)])
