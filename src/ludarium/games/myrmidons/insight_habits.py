"""How players of Myrmidons choose their moves, as far as the enemy can tell: a model of habits.

A move is chosen with a chance in proportion to exp(appeal). The appeal depends on the type of the moved block and on
what the mover knows of the enemy, never on what the enemy hides. So it can be asked of the enemy's view too, in which
the mover's own types are unknown: the type is always the one that is supposed.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits, first_bit
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.insight_tactics import at_most_two, reach, rows_to_go
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import COMMANDER

# A conditional logit fitted to 8600 turns of 600 games of computer players against each other (800 simulations a
# step): which of all its moves the seat to act chose. ``…_SWORD`` and ``…_SHIELD`` count from 3, ``…_CHIEF`` is added
# if the block is the commander.
_CHIEF: Final = 0.29
_SWORD: Final = -0.2
_SHIELD: Final = 0.19
_FORWARD: Final = 0.32  # for each row
_FORWARD_SWORD: Final = 0.03
_FORWARD_SHIELD: Final = -0.02
_FORWARD_CHIEF: Final = -1.31
_BACK: Final = -0.56
_TO_SWORD: Final = -4.51  # to where a shown block would remove it
_TO_SWORD_CHIEF: Final = -0.69
_TO_HIDDEN: Final = -0.97  # to where a hidden block may strike, or twice that for several
_TO_HIDDEN_SHIELD: Final = 1.09
_TO_HIDDEN_CHIEF: Final = -0.9
_FROM_SWORD: Final = 1.89  # and away from there
_FROM_SWORD_CHIEF: Final = 2.25
_FROM_HIDDEN: Final = 0.32
_FROM_HIDDEN_SHIELD: Final = -2.28
_FROM_HIDDEN_CHIEF: Final = 0.04
_ARRIVES: Final = 1.23  # MYR-E2
_FACES_WEAKER: Final = 1.36  # it could remove a shown block next
_FACES_HIDDEN: Final = 0.96  # it could strike at a hidden block next, or twice that for several
_FACES_HIDDEN_SWORD: Final = -0.38
_FACES_HIDDEN_CHIEF: Final = -1.46
_STRIKES_WEAKER: Final = 6.41  # it removes a shown block
_STRIKES_STRONGER: Final = 0.09
_STRIKES_HIDDEN: Final = 5.32
_STRIKES_HIDDEN_SWORD: Final = 1.25
_STRIKES_HIDDEN_SHIELD: Final = -0.84
_STRIKES_HIDDEN_CHIEF: Final = -1.02
_STRIKES_SUSPECT: Final = 5.43  # divided by the number of those that may command
_CLEARS_HOME: Final = 2.17  # MYR-E2
_STRIKES_COVERED: Final = -0.83  # where another block can strike back
_PRESUMED_FOOT: Final[i64] = 3  # of a block that has never been shown


@final
class Outlook:
    """What a mover knows of the enemy: where the blocks that were shown strike, and where the hidden ones may."""

    def __init__(self, view: Position, mover: i64) -> None:
        self.mover: i64 = mover
        self.own: i64 = view.men(mover)
        self.others: i64 = view.men(1 - mover)
        self.occupied: i64 = self.own | self.others
        self.hidden: i64 = self.others & ~view.shown
        self.suspects: i64 = self.hidden & view.suspects
        self.invaders: i64 = self.others & b.far_row(1 - mover, view.rows)
        self.swords: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0])
        self.once: i64 = 0  # squares that hidden blocks may strike
        self.twice: i64 = 0  # and those that several may
        rest: i64 = self.others
        while rest:
            square: i64 = first_bit(rest)
            rest &= rest - 1
            if self.hidden & b.bit(square):
                covered: i64 = reach(square, _PRESUMED_FOOT, self.occupied)
                self.twice |= self.once & covered
                self.once |= covered
            else:
                covered = reach(square, b.FOOT[view.type_at(square)], self.occupied)
                for sword in range(i64(1), b.SWORD[view.type_at(square)] + 1):
                    self.swords[sword] |= covered

    def appeal(self, view: Position, square: i64, type_: i64, target: i64) -> float:
        """The logarithm of how likely a move is, compared with other moves of the same turn."""
        chief: float = float(type_ == COMMANDER)
        sword: float = float(b.SWORD[type_] - 3)
        shield: float = float(b.SHIELD[type_] - 3)
        total: float = _CHIEF if type_ == COMMANDER else _SWORD * sword + _SHIELD * shield
        if self.others & b.bit(target):
            return total + self._appeal_of_strike(view, type_, target, chief, sword, shield)
        forward: float = float(rows_to_go(self.mover, square) - rows_to_go(self.mover, target))
        if type_ == COMMANDER:
            total += _FORWARD_CHIEF * forward
        else:
            total += (_FORWARD + _FORWARD_SWORD * sword + _FORWARD_SHIELD * shield) * forward
        if forward < 0.0:
            total += _BACK
        danger: i64 = self.swords[b.SHIELD[type_]]
        if danger & b.bit(target):
            total += _TO_SWORD + _TO_SWORD_CHIEF * chief
        if danger & b.bit(square):
            total += _FROM_SWORD + _FROM_SWORD_CHIEF * chief
        total += self.hidden_at(target) * (_TO_HIDDEN + _TO_HIDDEN_SHIELD * shield + _TO_HIDDEN_CHIEF * chief)
        total += self.hidden_at(square) * (_FROM_HIDDEN + _FROM_HIDDEN_SHIELD * shield + _FROM_HIDDEN_CHIEF * chief)
        if b.far_row(self.mover, view.rows) & b.bit(target):
            total += _ARRIVES
        faced: i64 = reach(target, b.FOOT[type_], self.occupied) & self.others
        if self._beats_shown(view, type_, faced):
            total += _FACES_WEAKER
        new: float = float(at_most_two(count_bits(faced & self.hidden)))
        return total + new * (_FACES_HIDDEN + _FACES_HIDDEN_SWORD * sword + _FACES_HIDDEN_CHIEF * chief)

    def _appeal_of_strike(
        self, view: Position, type_: i64, target: i64, chief: float, sword: float, shield: float
    ) -> float:
        here: i64 = b.bit(target)
        total: float = 0.0
        if self.hidden & here:
            total = _STRIKES_HIDDEN + _STRIKES_HIDDEN_CHIEF * chief
            total += _STRIKES_HIDDEN_SWORD * sword + _STRIKES_HIDDEN_SHIELD * shield
            if self.suspects & here:
                total += _STRIKES_SUSPECT / float(count_bits(self.suspects))
        else:
            total = _STRIKES_WEAKER if b.SWORD[type_] >= b.SHIELD[view.type_at(target)] else _STRIKES_STRONGER
        if self.invaders & here and total > _STRIKES_STRONGER:
            total += _CLEARS_HOME
        if (self.swords[b.SHIELD[type_]] | self.once) & here:
            total += _STRIKES_COVERED
        return total

    def hidden_at(self, square: i64) -> float:
        """How many hidden blocks may strike there: none, one, or several."""
        return float(((self.once >> square) & 1) + ((self.twice >> square) & 1))

    def _beats_shown(self, view: Position, type_: i64, blocks: i64) -> bool:
        """Whether some of these blocks have been shown and would lose."""
        rest: i64 = blocks & ~self.hidden
        while rest:
            square: i64 = first_bit(rest)
            rest &= rest - 1
            if b.SWORD[type_] >= b.SHIELD[view.type_at(square)]:
                return True
        return False

    def appeal_of_all(self, view: Position, square: i64, type_: i64) -> float:
        """The sum of exp(appeal) over all moves that a block of this type has."""
        total: float = 0.0
        foot: i64 = b.FOOT[type_]
        for ray in range(square * 8, square * 8 + 8):
            clear: i64 = b.clear_way(ray, self.own | view.beyond, self.occupied | view.beyond)
            for number in range(ray * 6, ray * 6 + (foot if foot < clear else clear)):
                total += exp(self.appeal(view, square, type_, b.TARGET[number]))
        return total
