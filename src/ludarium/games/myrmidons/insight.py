"""Myrmidons' cheap judgement of full states: how good a position is, which steps look good, a playout's steps."""

from collections.abc import Sequence
from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits, first_bit
from ludarium.core.insight import Belief, Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State, expect
from ludarium.games.myrmidons import insight_tactics as tactics
from ludarium.games.myrmidons.insight_belief import read_behaviour
from ludarium.games.myrmidons.insight_clues import ClueWeights
from ludarium.games.myrmidons.insight_habits import Outlook
from ludarium.games.myrmidons.insight_setup import SetUps, kind_of
from ludarium.games.myrmidons.insight_tactics import Field
from ludarium.games.myrmidons.rules import CARRY_OUT, COMPANIONS, MOVES, ORDERS, REMOVED_TO_WIN, Myrmidons
from ludarium.games.myrmidons.rules_board import SHIELD, SWORD, TARGET, bit, far_row, march
from ludarium.games.myrmidons.rules_position import Position

# The judgement is a sum of these, turned into an expectation by the logistic function. The numbers come from a
# regression on 8600 positions from 600 games of computer players against each other, with the results.
_TO_ACT: Final = 0.1
_DECIDED: Final = 5.0  # the seat to act wins at once, or loses whatever it does
_LOST: Final = vec[float]([0.0, 1.3, 2.6, 4.2, 6.0])  # MYR-E1: by the number of removed blocks
_SUSPECT: Final = 0.27  # for each block that may be the commander, for all the enemy knows
_AHEAD: Final = -0.45  # for each row that the commander has gone forward
_ROOM: Final = 0.025  # for each square that is covered
_ARMED_ROOM: Final = 0.025  # for each square that is covered with a sword of 3
_HUNTS: Final = vec[float]([0.0, 0.75, 1.05])  # blocks that the seat to act could remove, up to two
_HUNTS_FREELY: Final = vec[float]([0.0, 0.75, 1.2])  # and those that it could remove with impunity
_HUNTED: Final = vec[float]([0.0, -0.4, -0.65])  # blocks that its enemy could remove after it
_HUNTS_LAST: Final = 1.7  # the fourth block is among them
_HUNTS_SUSPECT: Final = 1.0  # the commander is, but may be any of several
_CHIEF_HUNTED: Final = -1.1
_SUSPECT_HUNTED: Final = -0.15
_ARRIVES: Final = 0.8
_ARRIVES_TOO_LATE: Final = -0.1


def lean(state: Position) -> float:
    """How much a running game leans towards the seat to act: 0 is even, 5 is all but won."""
    seat: i64 = state.seat
    foe: i64 = 1 - seat
    field = Field(state, seat)
    enemy = Field(state, foe)
    prey_there: i64 = tactics.prey(state, foe, field)
    if prey_there & tactics.known_chief(state, foe):
        return _DECIDED
    invaders: i64 = state.men(foe) & far_row(foe, state.rows)
    if invaders & ~prey_there or count_bits(invaders) > 1:
        return -_DECIDED  # MYR-E2: they cannot be cleared
    prey_here: i64 = tactics.prey(state, seat, enemy)
    total: float = _TO_ACT + standing(state, seat, field) - standing(state, foe, enemy)
    total += _HUNTS[tactics.at_most_two(count_bits(prey_there))]
    total += _HUNTS_FREELY[tactics.at_most_two(count_bits(tactics.free_prey(state, foe, enemy, field)))]
    total += _HUNTED[tactics.at_most_two(count_bits(prey_here))]
    if prey_there and count_bits(state.lost(foe)) == REMOVED_TO_WIN - 1:
        total += _HUNTS_LAST
    if prey_there & tactics.chief_of(state, foe):
        total += _HUNTS_SUSPECT
    if prey_here & tactics.known_chief(state, seat):
        total += _CHIEF_HUNTED
    elif prey_here & tactics.chief_of(state, seat):
        total += _SUSPECT_HUNTED
    if not invaders and tactics.safe_arrivals(state, seat, field, enemy):
        total += _ARRIVES_TOO_LATE if tactics.is_deadly(state, seat, prey_here) else _ARRIVES
    return total


def standing(state: Position, seat: i64, field: Field) -> float:
    """What a seat has, whoever acts next."""
    men: i64 = state.men(seat)
    total: float = -_LOST[count_bits(state.lost(seat))]
    total += _SUSPECT * float(count_bits(state.suspects & men))
    total += _AHEAD * float(tactics.rows_to_go(1 - seat, first_bit(tactics.chief_of(state, seat))))
    total += _ROOM * float(count_bits(field.swords[1] & ~men))
    total += _ARMED_ROOM * float(count_bits(field.swords[3] & ~men))
    return total


_SURE_WIN: Final = 3000.0


@final
class MyrmidonsInsight(Insight):
    """``set_ups`` are by kind (``insight_setup.kind_of``); where there are none, set-ups are searched for.
    ``clue_weights`` are by what is known of the armies (``insight_clues.knowledge_of``).
    """

    def __init__(self, set_ups: dict[str, SetUps], clue_weights: dict[str, ClueWeights]) -> None:
        super().__init__(horizon=0, guides=True)
        self.set_ups = set_ups
        self.clue_weights = clue_weights

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        own = expect(state, Myrmidons)
        seat: i64 = own.seat
        if seat < 0 or own.left:
            worth[0] = 0.5 if not own.winners or own.winners == 3 else float(own.winners & 1)
            worth[1] = 1.0 - worth[0]
            return
        share: float = 1.0 / (1.0 + exp(-lean(own)))
        worth[seat] = share
        worth[1 - seat] = 1.0 - share

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        own = expect(state, Myrmidons)
        if own.left or own.seat < 0:
            super().priors(state, steps, weights)
            return
        look = _Look(own)
        for index in range(i64(len(steps))):
            weights[index] = look.promise(own, steps[index])

    def rollout_step(self, state: State, rng: Rng) -> i64:
        own = expect(state, Myrmidons)
        if own.left or own.order >= 0:
            return own.random_step(rng)
        found: i64 = tactics.strike(own)
        if found >= 0:
            target: i64 = TARGET[found]
            foe: i64 = 1 - own.seat
            if tactics.is_deadly(own, foe, bit(target)) or far_row(foe, own.rows) & bit(target) or rng.below(4):
                return MOVES + found
        step: i64 = own.random_step(rng)
        for _try in range(i64(3)):
            if step >= ORDERS:
                return step
            number: i64 = step - MOVES
            if not is_repelled(own, number // 48, TARGET[number]):
                return step
            step = own.random_step(rng)
        return step

    def set_up_step(self, view: State, rng: Rng) -> i64:
        own = expect(view, Myrmidons)
        kind: str = kind_of(own)
        if own.seat < 0 or not own.left or own.veiled & (1 << own.seat) or kind not in self.set_ups:
            return -1
        return self.set_ups[kind].step(own, rng)

    def may_win(self, state: State) -> bool:
        own = expect(state, Myrmidons)
        return own.seat >= 0 and not own.left and tactics.may_end(own)

    def belief(self, views: Sequence[State], seat: int) -> Belief:
        return read_behaviour(views, seat, self.clue_weights)


def is_repelled(state: Position, square: i64, target: i64) -> bool:
    """Whether the block would attack a shield that is too strong for it."""
    if not state.men(1 - state.seat) & bit(target):
        return False
    return SWORD[state.type_at(square)] < SHIELD[state.type_at(target)]


@final
class _Look:
    """What the seat to act sees before it weighs its steps.

    A search asks about one of many truths, and the answer serves all of them. So it rests on what the seat knows: the
    habits of players like itself, and the blocks that have been shown.
    """

    def __init__(self, state: Position) -> None:
        self.outlook = Outlook(state, state.seat)
        self.chief: i64 = tactics.known_chief(state, 1 - state.seat)
        self.is_last: bool = count_bits(state.lost(1 - state.seat)) == REMOVED_TO_WIN - 1

    def promise(self, state: Position, step: i64) -> float:
        if step < ORDERS:
            number: i64 = step - MOVES
            return self._march(state, number // 48, TARGET[number])
        if step == CARRY_OUT:
            return 1.0
        if step >= COMPANIONS:
            square: i64 = (step - COMPANIONS) // 6
            number = march(square, state.order & 7, (step - COMPANIONS) % 6 + 1)
            return self._march(state, square, TARGET[number])
        target: i64 = TARGET[march(state.chief(), step - ORDERS, 1)]
        if (self.outlook.swords[1] | self.outlook.others) & bit(target):
            return 0.05
        return 0.5

    def _march(self, state: Position, square: i64, target: i64) -> float:
        here: i64 = bit(target)
        if self.chief & here:
            return _SURE_WIN
        if self.is_last and self.outlook.others & ~self.outlook.hidden & here:
            if SWORD[state.type_at(square)] >= SHIELD[state.type_at(target)]:
                return _SURE_WIN
        return exp(self.outlook.appeal(state, square, state.type_at(square), target))
