"""Clues to what the enemy's hidden blocks are: what each has done, and what that says about its type.

A clue is a number for a block: how often it did something, or where it stands. *Plain* clues are the same whatever its
type is; their weight is one for commanders, and follows from sword and shield for others (sword, shield and foot are 9
together, so the foot says nothing new). *Typed* clues are what it would have done if it was of a certain type, such as
leaving an enemy alone that it could have removed; they have one weight for commanders and one for others. How well a
block goes with a type is the sum of all clues times their weights.

The weights are learned by ``make clues`` and kept in ``clues.toml``: one set for armies of known types, one for those
that are secret or drawn.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import first_bit
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.insight_habits import Outlook
from ludarium.games.myrmidons.insight_tactics import reach, rows_to_go
from ludarium.games.myrmidons.insight_trail import MOST_BLOCKS, Trail, Turn
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import COMMANDER, TYPES

_PLAIN: Final[list[str]] = []
_TYPED: Final[list[str]] = []


def _clue(name: str, names: list[str]) -> i64:
    names.append(name)
    return len(names) - 1


# Where a block moved alone. *Reach* is where one hidden enemy may strike, or twice that for several.
_MOVED: Final[i64] = _clue("moved", _PLAIN)
_ROWS_FORWARD: Final[i64] = _clue("rows_forward", _PLAIN)
_WENT_BACK: Final[i64] = _clue("went_back", _PLAIN)
_WENT_SIDEWAYS: Final[i64] = _clue("went_sideways", _PLAIN)
_WENT_ONE: Final[i64] = _clue("went_one", _PLAIN)  # square, although the way was clear for more
_INTO_REACH: Final[i64] = _clue("into_reach", _PLAIN)
_OUT_OF_REACH: Final[i64] = _clue("out_of_reach", _PLAIN)
_APPROACHED: Final[i64] = _clue("approached_1", _PLAIN)  # a hidden enemy, to one square on a straight way, two or three
_clue("approached_2", _PLAIN)
_clue("approached_3", _PLAIN)
# Where others moved and it stayed.
_STAYED_IN_REACH: Final[i64] = _clue("stayed_in_reach", _PLAIN)
_SPARED: Final[i64] = _clue("spared_1", _PLAIN)  # a hidden enemy one square away on a straight way, two or three
_clue("spared_2", _PLAIN)
_clue("spared_3", _PLAIN)
# How it stands now.
_NEVER_MOVED: Final[i64] = _clue("never_moved", _PLAIN)
_ROWS_AHEAD: Final[i64] = _clue("rows_ahead", _PLAIN)
_IN_REACH: Final[i64] = _clue("in_reach", _PLAIN)
# What it did with enemies that have been shown. *Danger* is where one of them would remove it.
_DECLINED: Final[i64] = _clue("declined", _TYPED)  # to remove one
_INTO_DANGER: Final[i64] = _clue("into_danger", _TYPED)
_FLED: Final[i64] = _clue("fled", _TYPED)  # out of danger
_IN_DANGER: Final[i64] = _clue("in_danger", _TYPED)  # now

CLUES: Final = {**dict.fromkeys(_PLAIN, 3), **dict.fromkeys(_TYPED, 2)}  # how many weights each has
_PLAINS: Final[i64] = len(_PLAIN)
_TYPEDS: Final[i64] = len(_TYPED)
_KINDS: Final[i64] = len(TYPES)
WEIGHTS: Final[i64] = 3 * _PLAINS + 2 * _TYPEDS


@final
class ClueWeights:
    """``weights`` are in the order of ``CLUES``; ``trust`` is how much the habits count beside them."""

    def __init__(self, weights: Sequence[float], trust: float) -> None:
        self.weights: vec[float] = vec[float](weights)
        self.trust = trust


def read_clue_weights(file: Path) -> dict[str, ClueWeights]:
    """Those in a file, by what is known of the armies (``knowledge_of``); what is not there has no weight."""
    found: dict[str, ClueWeights] = {}
    for knowledge, table in tomllib.loads(file.read_text()).items():
        rows = [table["weights"].get(clue, [0.0] * width) for clue, width in CLUES.items()]
        found[knowledge] = ClueWeights([float(weight) for row in rows for weight in row], float(table["trust"]))
    return found


def knowledge_of(view: Position) -> str:
    """Whether the types of the enemy's army are ``known``: those of secret or drawn armies are ``unknown``."""
    return "known" if view.options.types else "unknown"


@final
class Clues:
    """The clues to all blocks of the enemy: ``plain`` ones by block, ``typed`` ones by block and type."""

    def __init__(self, trail: Trail, view: Position) -> None:
        self.foe: i64 = trail.foe
        self.plain: vec[float] = vec[float]([0.0 for _ in range(MOST_BLOCKS * _PLAINS)])
        self.typed: vec[float] = vec[float]([0.0 for _ in range(MOST_BLOCKS * _KINDS * _TYPEDS)])
        movers: i64 = 0  # all blocks that have ever moved, as a set
        for turn in trail.turns:
            movers |= self._note(turn)
        self._look(trail, view, movers)

    def row(self, block: i64, type_: i64) -> vec[float]:
        """What the weights are multiplied with, if the block is of this type."""
        found: vec[float] = vec[float]([0.0 for _ in range(WEIGHTS)])
        for clue in range(_PLAINS):
            seen: float = self.plain[block * _PLAINS + clue]
            if type_ == COMMANDER:
                found[clue * 3] = seen
            else:
                found[clue * 3 + 1] = seen * float(b.SWORD[type_] - 3)
                found[clue * 3 + 2] = seen * float(b.SHIELD[type_] - 3)
        for clue in range(_TYPEDS):
            found[_PLAINS * 3 + clue * 2 + i64(type_ != COMMANDER)] = self.typed[_place(block, type_) + clue]
        return found

    def fit(self, block: i64, type_: i64, weights: ClueWeights) -> float:
        """How well the block goes with this type: the logarithm of odds."""
        total: float = 0.0
        row: vec[float] = self.row(block, type_)
        for number in range(WEIGHTS):
            total += row[number] * weights.weights[number]
        return total

    def _note(self, turn: Turn) -> i64:
        """Count what happened in a turn; which blocks moved."""
        moving: i64 = 0
        movers: i64 = 0
        for square in range(i64(0), b.SQUARES):
            if turn.sent[square] >= 0:
                moving += 1
                movers |= b.bit(turn.blocks[square])
        outlook = Outlook(turn.before, self.foe)
        for square in range(i64(0), b.SQUARES):
            block: i64 = turn.blocks[square]
            if block < 0:
                continue
            target: i64 = turn.sent[square]
            if target < 0:
                self.plain[block * _PLAINS + _STAYED_IN_REACH] += outlook.hidden_at(square)
                self._note_nearest(square, outlook.occupied, outlook.hidden, block * _PLAINS + _SPARED)
            elif moving == 1:
                self._note_move(outlook, square, target, block)
            if target < 0 or not outlook.others & b.bit(target):
                self._note_declined(turn.before, outlook, square, block)
        return movers

    def _note_move(self, outlook: Outlook, square: i64, target: i64, block: i64) -> None:
        row: i64 = block * _PLAINS
        self.plain[row + _MOVED] += 1.0
        forward: i64 = rows_to_go(self.foe, square) - rows_to_go(self.foe, target)
        self.plain[row + _ROWS_FORWARD] += float(forward)
        self.plain[row + _WENT_BACK] += float(forward < 0)
        self.plain[row + _WENT_SIDEWAYS] += float(forward == 0)
        for ray in range(square * 8, square * 8 + 8):
            if b.TARGET[ray * 6] == target and b.clear_way(ray, outlook.own, outlook.occupied) > 1:
                self.plain[row + _WENT_ONE] += 1.0
        self.plain[row + _INTO_REACH] += outlook.hidden_at(target)
        self.plain[row + _OUT_OF_REACH] += outlook.hidden_at(square)
        self._note_nearest(
            target, outlook.occupied & ~b.bit(square), outlook.hidden & ~b.bit(target), row + _APPROACHED
        )
        self._note_danger(outlook, target, block, _INTO_DANGER)
        self._note_danger(outlook, square, block, _FLED)

    def _note_nearest(self, square: i64, occupied: i64, enemies: i64, first: i64) -> None:
        """Count the nearest of these enemies on the straight ways from a square, if it is within three squares."""
        for distance in range(i64(1), 4):
            if reach(square, distance, occupied) & enemies:
                self.plain[first + distance - 1] += 1.0
                return

    def _note_danger(self, outlook: Outlook, square: i64, block: i64, clue: i64) -> None:
        if outlook.swords[1] & b.bit(square):
            for type_ in range(_KINDS):
                if outlook.swords[b.SHIELD[type_]] & b.bit(square):
                    self.typed[_place(block, type_) + clue] += 1.0

    def _note_declined(self, view: Position, outlook: Outlook, square: i64, block: i64) -> None:
        shown: i64 = outlook.others & ~outlook.hidden
        if not shown:
            return
        for foot in range(i64(1), 6):
            rest: i64 = reach(square, foot, outlook.occupied) & shown
            weakest: i64 = 6
            while rest:
                shield: i64 = b.SHIELD[view.type_at(first_bit(rest))]
                rest &= rest - 1
                weakest = shield if shield < weakest else weakest
            for type_ in range(_KINDS):
                if b.FOOT[type_] == foot and b.SWORD[type_] >= weakest:
                    self.typed[_place(block, type_) + _DECLINED] += 1.0

    def _look(self, trail: Trail, view: Position, movers: i64) -> None:
        outlook = Outlook(view, self.foe)
        for square in range(i64(0), b.SQUARES):
            block: i64 = trail.blocks[square]
            if block >= 0:
                row: i64 = block * _PLAINS
                self.plain[row + _NEVER_MOVED] = float(not movers & b.bit(block))
                self.plain[row + _ROWS_AHEAD] = float(6 - rows_to_go(self.foe, square))
                self.plain[row + _IN_REACH] = outlook.hidden_at(square)
                self._note_danger(outlook, square, block, _IN_DANGER)


def _place(block: i64, type_: i64) -> i64:
    return (block * _KINDS + type_) * _TYPEDS
