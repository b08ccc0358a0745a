"""How a player of Myrmidons chooses a move, as far as the enemy can tell: a model of habits.

A move's *traits* are numbers that depend on the type of the moved block and on what the mover knows; a move is chosen
with a chance in proportion to exp(traits · HABITS). Everything is asked of the enemy's view, in which the mover's
types are unknown: the type is always the one that is supposed.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.games.myrmidons.insight_tactics import reach, rows_to_go
from ludarium.games.myrmidons.rules_board import (
    FAR_ROW,
    FOOT,
    SHIELD,
    SWORD,
    TARGET,
    bit,
    clear_way,
    count,
    first_square,
)
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import COMMANDER

TRAITS: Final = (
    *("commander", "sword", "shield", "forward", "forward_sword", "forward_shield"),
    *("forward_commander", "back", "to_sword", "to_sword_commander", "to_hidden", "to_hidden_shield"),
    *("to_hidden_commander", "from_sword", "from_sword_commander", "from_hidden", "from_hidden_shield"),
    *("from_hidden_commander", "arrives", "faces_weaker", "faces_hidden", "faces_hidden_sword"),
    *("faces_hidden_commander", "strikes_weaker", "strikes_stronger", "strikes_hidden", "strikes_hidden_sword"),
    *("strikes_hidden_shield", "strikes_hidden_commander", "clears_home", "strikes_covered", "strikes_suspect"),
)
HABITS: Final = vec[float](
    [
        -0.18,
        0.0,
        0.18,
        0.45,
        -0.04,
        0.03,
        -0.13,
        -0.12,
        -3.28,
        -0.63,
        -0.58,
        0.67,
        -0.56,
        1.37,
        2.34,
        0.08,
        -1.31,
        1.84,
        0.86,
        0.98,
        0.6,
        -0.29,
        -2.35,
        5.12,
        0.84,
        5.72,
        0.55,
        -0.48,
        -1.74,
        2.21,
        -0.67,
        0.0,
    ]
)
PRESUMED_FOOT: Final[i64] = 3  # of a block that has never been shown


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
        self.invaders: i64 = self.others & FAR_ROW[1 - mover]
        self.swords: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0])
        self.once: i64 = 0  # squares that hidden blocks may strike
        self.twice: i64 = 0  # and those that several may
        rest: i64 = self.others
        while rest:
            square: i64 = first_square(rest)
            rest &= rest - 1
            if self.hidden & bit(square):
                covered: i64 = reach(square, PRESUMED_FOOT, self.occupied)
                self.twice |= self.once & covered
                self.once |= covered
            else:
                covered = reach(square, FOOT[view.type_at(square)], self.occupied)
                for sword in range(i64(1), SWORD[view.type_at(square)] + 1):
                    self.swords[sword] |= covered

    def hidden_at(self, square: i64) -> float:
        """How many hidden blocks may strike there: none, one, or several."""
        return float(((self.once >> square) & 1) + ((self.twice >> square) & 1))

    def describe(self, view: Position, square: i64, type_: i64, target: i64, traits: vec[float]) -> None:
        """Write the traits of a move of a block from a square to another one, supposing its type."""
        for index in range(i64(len(TRAITS))):
            traits[index] = 0.0
        here: i64 = bit(target)
        sword: float = float(SWORD[type_] - 3)
        shield: float = float(SHIELD[type_] - 3)
        commands: float = float(type_ == COMMANDER)
        traits[0] = commands
        if type_ != COMMANDER:
            traits[1] = sword
            traits[2] = shield
        if self.others & here:
            if self.hidden & here:
                traits[25] = 1.0
                traits[26] = sword
                traits[27] = shield
                traits[28] = commands
                if self.suspects & here:
                    traits[31] = 1.0 / float(count(self.suspects))
            elif SWORD[type_] >= SHIELD[view.type_at(target)]:
                traits[23] = 1.0
            else:
                traits[24] = 1.0
            if self.invaders & here and not traits[24]:
                traits[29] = 1.0
            if (self.swords[SHIELD[type_]] | self.once) & here:
                traits[30] = 1.0
            return
        forward: float = float(rows_to_go(self.mover, square) - rows_to_go(self.mover, target))
        if type_ == COMMANDER:
            traits[6] = forward
        else:
            traits[3] = forward
            traits[4] = forward * sword
            traits[5] = forward * shield
        traits[7] = float(forward < 0.0)
        struck: float = float(self.swords[SHIELD[type_]] & here != 0)
        feared: float = self.hidden_at(target)
        traits[8] = struck
        traits[9] = struck * commands
        traits[10] = feared
        traits[11] = feared * shield
        traits[12] = feared * commands
        struck = float(self.swords[SHIELD[type_]] & bit(square) != 0)
        feared = self.hidden_at(square)
        traits[13] = struck
        traits[14] = struck * commands
        traits[15] = feared
        traits[16] = feared * shield
        traits[17] = feared * commands
        traits[18] = float(FAR_ROW[self.mover] & here != 0)
        faced: i64 = reach(target, FOOT[type_], self.occupied) & self.others
        rest: i64 = faced & ~self.hidden
        while rest:
            other: i64 = first_square(rest)
            rest &= rest - 1
            if SWORD[type_] >= SHIELD[view.type_at(other)]:
                traits[19] = 1.0
        new: float = float(min(count(faced & self.hidden), 2))
        traits[20] = new
        traits[21] = new * sword
        traits[22] = new * commands

    def appeal(self, view: Position, square: i64, type_: i64, target: i64, traits: vec[float]) -> float:
        """The logarithm of how likely a move is, compared with other moves of the same turn."""
        self.describe(view, square, type_, target, traits)
        total: float = 0.0
        for index in range(i64(len(TRAITS))):
            total += traits[index] * HABITS[index]
        return total

    def appeal_of_all(self, view: Position, square: i64, type_: i64, traits: vec[float]) -> float:
        """The sum of exp(appeal) over all moves that a block of this type has."""
        total: float = 0.0
        for ray in range(square * 8, square * 8 + 8):
            clear: i64 = clear_way(ray, self.own, self.occupied)
            foot: i64 = FOOT[type_]
            for number in range(ray * 6, ray * 6 + (foot if foot < clear else clear)):
                total += exp(self.appeal(view, square, type_, TARGET[number], traits))
        return total
