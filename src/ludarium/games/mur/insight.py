"""What a computer player knows about Mur beyond the rules.

The weights come from many games that a two-turn search played against itself: each side's chance to win was fitted
to what is counted here.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits32
from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State, expect
from ludarium.games.mur import insight_walls as walls
from ludarium.games.mur import rules_board as b
from ludarium.games.mur.insight_walls import Side
from ludarium.games.mur.rules import CLOSES_TO_WIN, SHIPS, Mur

# --- what is counted for each side, by where its row of weights begins --------------------------------------------
WIN: Final[i64] = 0  # a step would win at once
WINS: Final[i64] = 6  # several would
CLOSE: Final[i64] = 12  # a step would close on a ship
CLOSES: Final[i64] = 18  # several would
KRAKEN: Final[i64] = 24  # the kraken lacks two walls, and the opponent does not stand there
TWO_SHORT: Final[i64] = 30  # ships of the opponent that lack two walls
LONE: Final[i64] = 36  # own ships of class 1: they knock, but only they can be closed on
ABOARD: Final[i64] = 42  # own ships on the board: the others can be placed anywhere
FULL: Final[i64] = 48  # all own ships are on the board
INNER: Final[i64] = 54  # own ships on the inner ring
OUTER: Final[i64] = 60  # own ships on the outer ring, where three walls are enough
MIDDLE: Final[i64] = 66  # an own ship on the centre
EYES: Final[i64] = 72  # empty points that own ships wall in
POCKETS: Final[i64] = 78  # empty points that lack one wall
SCORE: Final[i64] = 84  # ships closed on so far
LAST_CLOSE: Final[i64] = 90  # one more wins
FREEDOM: Final[i64] = 96  # moves
KNOCKS: Final[i64] = 102  # moves that knock
NEAR: Final[i64] = 108  # own ships beside the kraken
TURN: Final[i64] = 114  # to be on turn

# In hundredths. Two columns for each of jp, en and jp with any walls: for the side to move, and for the one that waits.
_ROWS: Final = (
    (600, 100, 600, 59, 600, 101),  # WIN
    (0, 48, 0, 49, 0, 36),  # WINS
    (68, 36, 66, 32, 70, 46),  # CLOSE
    (17, 15, 38, 21, 40, 21),  # CLOSES
    (17, 13, 13, 9, -11, 11),  # KRAKEN
    (3, 0, 5, -1, 7, 1),  # TWO_SHORT
    (0, 6, -1, 2, 1, 6),  # LONE
    (-31, -30, -17, -17, -33, -33),  # ABOARD
    (-50, -43, -20, -15, -58, -46),  # FULL
    (-1, -2, -8, -11, -12, -10),  # INNER
    (8, 9, 10, 10, 5, 8),  # OUTER
    (-18, -13, -14, -9, -14, -17),  # MIDDLE
    (31, 34, 13, 10, 11, 5),  # EYES
    (4, 6, 1, 2, 1, 4),  # POCKETS
    (66, 61, 49, 49, 47, 34),  # SCORE
    (52, 54, 30, 28, 34, 44),  # LAST_CLOSE
    (5, 3, 3, 2, 7, 6),  # FREEDOM
    (2, 3, 4, 4, 7, 7),  # KNOCKS
    (8, 11, 1, 1, 30, 27),  # NEAR
    (7, 0, 3, 0, 16, 0),  # TURN
)
_WEIGHTS: Final = vec[i64]([weight for row in _ROWS for weight in row])
_CLOSED: Final[i64] = 100  # a close just made: the opponent's next turn is gone
_HIGHEST: Final[i64] = 1000  # a step that wins is preferred as if it led to this advantage
_STEEPNESS: Final[float] = 0.016  # how much the preferred steps are preferred
_FREE_TURN: Final[i64] = 80  # the opponent has to spend the next turn on a penalty


# --- judgement ----------------------------------------------------------------------------------------------------
def shape(side: Side, kraken: i64, any_walls: bool, table: vec[i64], column: i64) -> i64:
    """What the places of a side's ships and its closes are worth to it."""
    own, other, closes = side
    empty: i64 = b.BOARD & ~(own | other | (1 << kraken))
    one, two = walls.shortfalls(own)
    aboard: i64 = count_bits32(own)
    total: i64 = (
        table[TWO_SHORT + column] * count_bits32(two & walls.lone(other))
        + table[LONE + column] * count_bits32(walls.lone(own))
        + table[ABOARD + column] * aboard
        + table[INNER + column] * count_bits32(own & b.RING_1)
        + table[OUTER + column] * count_bits32(own & b.RING_3)
        + table[EYES + column] * count_bits32(b.walled_by(own) & empty)
        + table[POCKETS + column] * count_bits32(one & empty)
        + table[SCORE + column] * closes
        + table[NEAR + column] * count_bits32(b.neighbours(1 << kraken) & own)
    )
    if aboard == SHIPS:
        total += table[FULL + column]
    if own & b.CENTRE_BIT:
        total += table[MIDDLE + column]
    if closes == CLOSES_TO_WIN - 1:
        total += table[LAST_CLOSE + column]
    missing: i64 = walls.kraken_gaps(own, other, kraken, any_walls)
    if not missing & other and count_bits32(missing) == 2:
        total += table[KRAKEN + column]
    return total


def prospects(wins: i64, closing: i64, table: vec[i64], column: i64) -> i64:
    """What a side's ways to win or to close at once are worth to it."""
    total: i64 = 0
    if wins:
        total += table[WIN + column]
        if wins > 1:
            total += table[WINS + column]
    if closing:
        total += table[CLOSE + column]
        if closing > 1:
            total += table[CLOSES + column]
    return total


def looming(side: Side, kraken: i64, any_walls: bool, reach: i64, table: vec[i64], column: i64) -> i64:
    """As ``prospects``, judged by the gaps that are within the side's ``reach``."""
    own, other, closes = side
    missing: i64 = walls.kraken_gaps(own, other, kraken, any_walls)
    winning: i64 = missing & reach if count_bits32(missing) == 1 else 0
    gaps: i64 = walls.ship_gaps(own, other) & reach & ~winning
    if closes == CLOSES_TO_WIN - 1:
        return prospects(count_bits32(winning | gaps), 0, table, column)
    return prospects(count_bits32(winning), count_bits32(gaps), table, column)


def first_column(mur: Mur) -> i64:
    """The first of the two columns of weights for this ruleset."""
    return (4 if mur.any_walls else 0) if mur.jp else 2


def next_mover(mur: Mur) -> i64:
    """The seat that places or moves next: withdrawals that must come before are no choice."""
    seat: i64 = mur.seat
    if mur.leave:
        return seat if mur.owed_by == 1 - seat or mur.penalty == 1 - seat else 1 - seat
    if mur.owed_by == seat or mur.penalty == seat:
        return seat if mur.penalty == 1 - seat else 1 - seat
    return seat


def advantage(mur: Mur, mover: i64) -> i64:
    """How much better the seat that moves next stands: the logarithm of its odds, in hundredths."""
    own, other, closes = walls.side_of(mur, mover)
    closes_other: i64 = mur.closes_black if mover else mur.closes_white
    gone: i64 = mur.leave | mur.owed
    side: Side = (own & ~gone, other & ~gone, closes)
    table: vec[i64] = _WEIGHTS
    column: i64 = first_column(mur)
    wins, closing, moves, knocks, _reach = walls.chances(mur, side)
    if wins:
        return table[WIN + column]
    total: i64 = (
        table[TURN + column]
        + prospects(0, closing, table, column)
        + table[FREEDOM + column] * moves
        + table[KNOCKS + column] * knocks
        + shape(side, mur.kraken, mur.any_walls, table, column)
    )
    side = (other & ~gone, own & ~gone, closes_other)
    column += 1
    wins, closing, moves, knocks, _reach = walls.chances(mur, side)
    total -= (
        prospects(wins, closing, table, column)
        + table[FREEDOM + column] * moves
        + table[KNOCKS + column] * knocks
        + shape(side, mur.kraken, mur.any_walls, table, column)
    )
    if mover == mur.seat and mur.penalty == 1 - mover and not gone:
        total += _FREE_TURN
    return total


@final
class MurInsight(Insight):
    def __init__(self) -> None:
        super().__init__(horizon=0, guides=True)

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        mur: Mur = expect(state, Mur)
        if mur.seat < 0:
            worth[0] = 0.5 if mur.winners == 0 else float(mur.winners & 1)
        else:
            mover: i64 = next_mover(mur)
            share: float = 1.0 / (1.0 + exp(-0.01 * float(advantage(mur, mover))))
            worth[0] = 1.0 - share if mover else share
        worth[1] = 1.0 - worth[0]

    def may_win(self, state: State) -> bool:
        mur: Mur = expect(state, Mur)
        seat: i64 = mur.seat
        if seat < 0 or mur.leave or mur.owed_by == seat or mur.penalty == seat:
            return False
        wins, _closing, _moves, _knocks, _reach = walls.chances(mur, walls.side_of(mur, seat))
        return wins > 0

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        """By what ``judge_worth`` sees without trying out the answers."""
        mur: Mur = expect(state, Mur)
        side: Side = walls.side_of(mur, mur.seat)
        own, other, closes = side
        side_other: Side = walls.side_of(mur, 1 - mur.seat)
        closes_other: i64 = side_other[2]
        _wins, _closing, _moves, _knocks, reach = walls.chances(mur, side)
        _wins, _closing, _moves, _knocks, reach_other = walls.chances(mur, side_other)
        any_walls: bool = mur.any_walls
        table: vec[i64] = _WEIGHTS
        column: i64 = first_column(mur)
        start: i64 = -1
        size: i64 = 0
        for index in range(i64(len(steps))):
            step: i64 = steps[index]
            own_then: i64 = own
            other_then: i64 = other
            kraken: i64 = mur.kraken
            score: i64 = closes
            if step < b.WITHDRAW:
                if step < b.MOVES:
                    own_then = own | (1 << step)
                else:
                    if b.start_of(step) != start:
                        start = b.start_of(step)
                        size = b.class_of(1 << start, own)
                    _reason, own_then, other_then, kraken, _run = mur.move(step, start, size, own, other)
                score = walls.score_then(mur, side, own_then, other_then, kraken)
            elif step < b.WITHDRAW_ALL:
                own_then = own & ~(1 << (step - b.WITHDRAW))
            if score >= mur.options.closes:
                weights[index] = exp(_STEEPNESS * float(_HIGHEST))
                continue
            then: Side = (own_then, other_then, score)
            then_other: Side = (other_then, own_then, closes_other)
            total: i64 = (
                shape(then, kraken, any_walls, table, column + 1)
                - shape(then_other, kraken, any_walls, table, column)
                + looming(then, kraken, any_walls, reach, table, column + 1)
            )
            if score > closes:
                total += _CLOSED
            else:
                within: i64 = reach_other & ~(own_then & ~own)
                total -= looming(then_other, kraken, any_walls, within, table, column)
            weights[index] = exp(_STEEPNESS * float(total))

    def rollout_step(self, state: State, rng: Rng) -> i64:
        mur: Mur = expect(state, Mur)
        side: Side = walls.side_of(mur, mur.seat)
        goals: i64 = walls.urgent(mur, side)
        if goals:
            step: i64 = walls.step_to(side[0], goals, mur.options.ships, rng)
            if step >= 0 and not mur.judge(step):
                return step
        return mur.random_step(rng)
