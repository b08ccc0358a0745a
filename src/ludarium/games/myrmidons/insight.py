"""Myrmidons' cheap judgement of full states: how good a position is, which steps look good, a playout's steps."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State, expect
from ludarium.games.myrmidons.insight_tactics import (
    Field,
    chief_of,
    free_prey,
    is_deadly,
    prey,
    race,
    rows_to_go,
    safe_arrivals,
    strike,
)
from ludarium.games.myrmidons.rules import CARRY_OUT, COMPANIONS, MOVES, ORDERS, Myrmidons
from ludarium.games.myrmidons.rules_board import FAR_ROW, SHIELD, SWORD, TARGET, bit, count, march
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import COMMANDER

# The judgement is a sum of these, turned into an expectation by the logistic function.
_LOST: Final = vec[float]([0.0, 0.8, 1.8, 3.2, 6.0])  # MYR-E1: by the number of removed blocks
_TO_ACT: Final = 0.2
_DECIDED: Final = 5.0  # the seat to act wins at once, or loses whatever it does
_ARRIVES: Final = 3.0
_FREE_PREY: Final = 0.7
_PREY: Final = 0.25
_IN_CHECK: Final = 0.6
_RACE: Final = 0.15
_ROOM: Final = 0.03
_SECRET: Final = 0.1  # for each block that may be the commander
_HIDDEN: Final = 0.05  # for each block whose type the enemy does not know


def lean(state: Position) -> float:
    """How much a running game leans towards the seat to act: 0 is even, 5 is all but won."""
    seat: i64 = state.seat
    foe: i64 = 1 - seat
    field = Field(state, seat)
    enemy = Field(state, foe)
    hunted: i64 = prey(state, foe, field)
    if is_deadly(state, foe, hunted):
        return _DECIDED
    invaders: i64 = state.men(foe) & FAR_ROW[foe]
    if invaders & ~hunted or count(invaders) > 1:
        return -_DECIDED  # MYR-E2: it cannot be cleared
    endangered: i64 = prey(state, seat, enemy)
    check: bool = is_deadly(state, seat, endangered)
    if not invaders and not check and safe_arrivals(state, seat, field, enemy):
        return _ARRIVES
    total: float = _TO_ACT + standing(state, seat, field) - standing(state, foe, enemy)
    if free_prey(state, foe, enemy, field):
        total += _FREE_PREY
    elif hunted:
        total += _PREY
    if check:
        total -= _IN_CHECK
    # The seat to act saves one of its endangered blocks.
    if count(endangered) > 1:
        total -= _FREE_PREY
    elif endangered:
        total -= _PREY
    return total


def standing(state: Position, seat: i64, field: Field) -> float:
    """What a seat has, whoever acts next."""
    men: i64 = state.men(seat)
    total: float = -_LOST[count(state.lost(seat))]
    total -= _RACE * float(race(state, seat))
    total += _ROOM * float(count(field.swords[1] & ~men))
    total += _SECRET * float(count(state.suspects & men))
    total += _HIDDEN * float(count(men & ~state.shown))
    return total


@final
class MyrmidonsInsight(Insight):
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

    def prefer(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        own = expect(state, Myrmidons)
        if own.left or own.seat < 0:
            for index in range(i64(len(steps))):
                weights[index] = 1.0
            return
        look = _Look(own)
        for index in range(i64(len(steps))):
            weights[index] = look.promise(own, steps[index])

    def draw(self, state: State, rng: Rng) -> i64:
        own = expect(state, Myrmidons)
        if own.left or own.order >= 0:
            return own.draw(rng)
        found: i64 = strike(own)
        if found >= 0:
            target: i64 = TARGET[found]
            foe: i64 = 1 - own.seat
            if is_deadly(own, foe, bit(target)) or FAR_ROW[foe] & bit(target) or rng.below(4):
                return MOVES + found
        step: i64 = own.draw(rng)
        for _ in range(i64(3)):
            if step >= ORDERS:
                return step
            number: i64 = step - MOVES
            if not is_repelled(own, number // 48, TARGET[number]):
                return step
            step = own.draw(rng)
        return step


def is_repelled(state: Position, square: i64, target: i64) -> bool:
    """Whether the block would attack a shield that is too strong for it."""
    if not state.men(1 - state.seat) & bit(target):
        return False
    return SWORD[state.type_at(square)] < SHIELD[state.type_at(target)]


@final
class _Look:
    """What the seat to act sees before it weighs its steps."""

    def __init__(self, state: Position) -> None:
        self.seat: i64 = state.seat
        self.foe: i64 = 1 - self.seat
        self.others: i64 = state.men(self.foe)
        self.enemy = Field(state, self.foe)
        self.endangered: i64 = prey(state, self.seat, self.enemy)
        self.check: bool = is_deadly(state, self.seat, self.endangered)
        self.invaders: i64 = self.others & FAR_ROW[self.foe]
        self.chief: i64 = chief_of(state, self.seat)

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
        if self.enemy.swords[1] & bit(target) or self.others & bit(target):
            return 0.05
        return 0.5

    def _march(self, state: Position, square: i64, target: i64) -> float:
        here: i64 = bit(target)
        type_: i64 = state.type_at(square)
        risky: bool = self.enemy.swords[SHIELD[type_]] & here != 0
        if self.others & here:
            if SWORD[type_] < SHIELD[state.type_at(target)]:
                return 0.05
            if is_deadly(state, self.foe, here):
                return 1000.0
            if self.invaders & here:
                return 300.0
            weight: float = 6.0 if risky else 25.0
            return weight * 0.2 if type_ == COMMANDER else weight
        if self.invaders:
            return 0.01
        if risky:
            return 0.01 if type_ == COMMANDER else 0.15
        if FAR_ROW[self.seat] & here:
            return 100.0
        weight = 1.0 + 0.25 * float(rows_to_go(self.seat, square) - rows_to_go(self.seat, target))
        weight = max(weight, 0.5)
        if self.endangered & bit(square):
            return weight * (30.0 if self.check and self.chief & bit(square) else 5.0)
        return weight * 0.4 if type_ == COMMANDER else weight
