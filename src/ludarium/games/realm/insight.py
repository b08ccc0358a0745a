"""Realm's cheap judgement: who stands better, which steps look promising, and a quick way to play on."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.bits import count_bits32
from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State, expect
from ludarium.games.realm import rules_board as b
from ludarium.games.realm import rules_event as events
from ludarium.games.realm.insight_survey import Survey, reach, standing
from ludarium.games.realm.rules import HAND_BASES, HAND_ENFORCERS, MOVES, Realm
from ludarium.games.realm.rules_rearrange import return_place

# Features of a position: what the seat to act has more than the other one ...
REALMS_HELD: Final[i64] = 0
ENFORCERS_LEFT: Final[i64] = 1  # active or in hand
ACTIVE: Final[i64] = 2
GUARDED: Final[i64] = 3
ROAMING: Final[i64] = 4
# ... and chances: those of the seat to act, and the other one's, which come a turn later.
CREATIONS: Final[i64] = 5
LATER_CREATIONS: Final[i64] = 6
PRIZE: Final[i64] = 7
LATER_PRIZE: Final[i64] = 8
LATER_FINISH: Final[i64] = 9
FEATURES: Final[i64] = 10
_NO_FEATURES: Final = vec[float]([0.0] * int(FEATURES))

# What they weigh, in that order, far from the end; and how much more at the end. Matches chose between such rows:
# chances must weigh less than what they may bring, or a seat would rather keep them than use them.
_FAR: Final = vec[float]([0.6, 0.2, 0.06, 0.05, 0.012, 0.36, -0.18, 0.15, -0.1, -0.9])
_NEAR: Final = vec[float]([1.0, 0.25, 0.1, 0.08, 0.02, 0.6, -0.3, 0.6, -0.25, -1.5])
_SURE: Final[float] = 6.0  # the most that a judgement can say

# How promising moves are, by what they lead to.
_TO_CAPTURE: Final[float] = 12.0
_TO_CREATE: Final[float] = 8.0
_TO_NEUTRALISE: Final[float] = 5.0
_TO_ATTACK: Final[float] = 4.0  # a power that makes a capture possible
_TO_ENFORCE: Final[float] = 3.0
_USEFUL: Final[float] = 3.0  # from here on a move is a reason not to end the turn
_TO_FALL: Final[float] = 1.0  # an enforcer that neutralises and is neutralised, or comes before its powers
_TO_GUARD: Final[float] = 0.6
_IDLE: Final[float] = 0.3
_TO_REARRANGE: Final[float] = 0.2
_TO_PASS: Final[float] = 0.05
_TO_END: Final[float] = 8.0
_TO_END_EARLY: Final[float] = 2.0


@final
class RealmInsight(Insight):
    def __init__(self) -> None:
        super().__init__(horizon=0, guides=True, explore=1.0)

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        realm: Realm = expect(state, Realm)
        seat: i64 = realm.seat
        mine: float = 1.0 / (1.0 + exp(-balance(realm)))
        worth[seat] = mine
        worth[1 - seat] = 1.0 - mine

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        realm: Realm = expect(state, Realm)
        if realm.stage == MOVES and realm.event == events.NO_EVENT:
            _prefer_turn(realm, steps, weights)
            return
        for index in range(i64(len(steps))):
            weights[index] = _prefer_single(realm, steps[index])

    def rollout_step(self, state: State, rng: Rng) -> i64:
        """Take events, move where they happen, and end a turn that has no more of them within easy view."""
        realm: Realm = expect(state, Realm)
        if realm.stage != MOVES:
            return realm.random_step(rng)
        if realm.event != events.NO_EVENT:
            return _draw_choice(realm, rng)
        step: i64
        if realm.source >= 0 or realm.target >= 0:
            steps: vec[i64] = realm.legal()
            for _try in range(i64(3)):
                step = steps[rng.below(len(steps))]
                if step < b.PUT_ENFORCER and _has_event(realm, step):
                    return step
            return b.END if rng.below(4) else step
        step = realm.random_step(rng)
        for _try in range(i64(4)):
            if step < b.PUT_ENFORCER and _has_event(realm, step):
                return step
            step = realm.random_step(rng)
        return step

    def may_win(self, state: State) -> bool:
        """Not while this turn can neither put the last base nor end the game in another way (RLM-F1, T4)."""
        realm: Realm = expect(state, Realm)
        if i64(realm.hand[HAND_BASES + realm.seat]) <= realm.powers or realm.passed:
            return True
        if realm.quiet_cap and realm.quiet + 2 >= realm.quiet_cap:
            return True
        return realm.turn_cap != 0 and realm.turn + 2 >= realm.turn_cap


# --- judging ----------------------------------------------------------------------------------------------------------
def is_countered(state: Realm, realm: i64) -> bool:
    """RLM-E3: whether an enforcer of the seat to act that neutralises another one in this realm falls, too."""
    more: i64 = events.lead(state.board, state.seat, realm)
    return more < 0 or (more == 0 and state.not_superior)


def creates_win(state: Realm) -> bool:
    """RLM-F1, F2: whether a base that the seat to act puts now is its last one and wins."""
    seat: i64 = state.seat
    other: i64 = 1 - seat
    if i64(state.hand[HAND_BASES + seat]) != 1:
        return False
    return standing(state.realms(seat) + 1 - state.realms(other), state.enforcers(seat) - state.enforcers(other)) > 0


def is_ruinous(state: Realm, event: i64) -> bool:
    """Whether an event that the seat to act has no choice about puts its last base, and does not win (RLM-E1, F1)."""
    if not state.compulsory or event != events.MAY_CREATE or i64(state.hand[HAND_BASES + state.seat]) != 1:
        return False
    return not creates_win(state)


def nearness(state: Realm) -> float:
    """How near the end is, from 0 to 1: by bases in hand, or by turns without an event (RLM-F1)."""
    bases: i64 = min(i64(state.hand[HAND_BASES]), i64(state.hand[HAND_BASES + 1]))
    near: float = 1.0 / float(max(bases, i64(1)))
    if state.quiet_cap:
        quiet: float = float(state.quiet) / float(state.quiet_cap)
        near = max(near, quiet * quiet)
    if state.turn_cap:
        gone: float = float(state.turn) / float(state.turn_cap)
        gone *= gone
        near = max(near, gone * gone)
    return min(near, 1.0)


def balance(state: Realm) -> float:
    """How much better the seat to act stands, as the exponent of its odds. A choice is judged by its best outcome."""
    if state.event == events.NO_EVENT or state.event == events.MAY_ENFORCE:
        return _weigh(state)  # where an enforcer comes is left open
    if state.event == events.MAY_CREATE:
        return _SURE if creates_win(state) else _weigh_after(state, b.CREATE)
    if state.event == events.MAY_CAPTURE:
        return _weigh_after(state, b.CAPTURE)
    best: float = -_SURE
    first: i64 = b.realm_of(state.stopped) * b.REALM_SIZE
    for victim in range(first, first + b.REALM_SIZE):
        if i64(state.board[victim]) >> 2 == b.ENFORCER + 1 - state.seat:
            best = max(best, _weigh_after(state, b.VICTIM + victim))
    return best


def _weigh_after(state: Realm, step: i64) -> float:
    """The balance after the choice of an event. Where that ends the game without a win, it is better left out."""
    if step == b.CREATE and i64(state.hand[HAND_BASES + state.seat]) == 1:
        if state.compulsory:
            return _weigh_end(state)
        step = b.DECLINE
    after: Realm = state.copy()
    after.apply(step, None)
    return _weigh(after)


def _weigh_end(state: Realm) -> float:
    """The balance where the seat to act must put its last base (RLM-F2): a loss, or a draw."""
    after: Realm = state.copy()
    after.apply(b.CREATE, None)
    return -_SURE if after.winners else 0.0


def _weigh(state: Realm) -> float:
    """The sum of all features, each with its weight far from the end and what it weighs more near it."""
    survey = Survey(state)
    prize: i64 = survey.best_prize(state.seat)
    if survey.finishes(state.seat, prize):
        return _SURE
    here: vec[float] = features(state, survey, prize)
    near: float = nearness(state)
    total: float = 0.0
    for index in range(FEATURES):
        total += here[index] * (_FAR[index] + near * _NEAR[index])
    return max(-_SURE, min(_SURE, total))


def features(state: Realm, survey: Survey, prize: i64) -> vec[float]:
    """All of them; ``prize`` is the best one of the seat to act."""
    seat: i64 = state.seat
    other: i64 = 1 - seat
    threat: i64 = survey.best_prize(other)
    here: vec[float] = _NO_FEATURES[:]
    here[REALMS_HELD] = float(survey.realms(seat) - survey.realms(other))
    here[ENFORCERS_LEFT] = float(survey.enforcers[seat] - survey.enforcers[other])
    here[ACTIVE] = float(survey.active[seat] - survey.active[other])
    here[GUARDED] = float(survey.guarded(seat) - survey.guarded(other))
    here[ROAMING] = float(survey.roaming[seat] - survey.roaming[other])
    here[CREATIONS] = float(survey.creations[seat])
    here[LATER_CREATIONS] = float(survey.creations[other])
    here[PRIZE] = float(prize)
    here[LATER_PRIZE] = float(threat)
    here[LATER_FINISH] = 1.0 if survey.finishes(other, threat) else 0.0
    if state.event == events.MAY_ENFORCE:
        here[ACTIVE] += 1.0
        here[GUARDED] += 1.0
    return here


# --- preferring -------------------------------------------------------------------------------------------------------
def event_of(state: Realm, move: i64) -> i64:
    """The event that a legal move gives."""
    start, stop = b.move_squares(move)
    board: vec[u8] = state.board
    board[stop] = board[start]  # for the moment of the question
    event: i64 = events.event_at(board, state.seat, stop, i64(state.hand[HAND_ENFORCERS + state.seat]))
    board[stop] = u8(b.EMPTY)
    return event


def _has_event(state: Realm, move: i64) -> bool:
    """Whether a legal move gives an event, and one that a seat would want."""
    event: i64 = event_of(state, move)
    return event != events.NO_EVENT and not is_ruinous(state, event)


def _prefer_turn(state: Realm, steps: vec[i64], weights: vec[float]) -> None:
    """Moves, and the ends of a turn."""
    survey = Survey(state)
    useful: bool = False
    for index in range(i64(len(steps))):
        step: i64 = steps[index]
        if step < b.PUT_ENFORCER:
            weights[index] = _prefer_move(state, survey, step)
            useful = useful or weights[index] >= _USEFUL
        elif step == b.END:
            weights[index] = _TO_END_EARLY if useful else _TO_END  # the moves are listed before it
        else:
            weights[index] = _TO_PASS if step == b.PASS else _TO_REARRANGE


def _prefer_move(state: Realm, survey: Survey, step: i64) -> float:
    seat: i64 = state.seat
    start, stop = b.move_squares(step)
    realm: i64 = b.realm_of(stop)
    event: i64 = event_of(state, step)
    is_power: bool = i64(state.board[start]) >> 2 == b.POWER + seat
    if event == events.MAY_CAPTURE:
        return _TO_CAPTURE
    if event == events.MAY_CREATE:
        return _TO_PASS if is_ruinous(state, event) else _TO_CREATE
    if event == events.MAY_NEUTRALISE:
        return _TO_FALL if is_countered(state, realm) else _TO_NEUTRALISE
    weight: float = _TO_ENFORCE if event == events.MAY_ENFORCE else _IDLE
    if i64(state.board[b.centre_of(realm)]) >> 2 == b.BASE + 1 - seat:
        if survey.prize(seat, realm):
            weight = _TO_ATTACK if is_power else _TO_FALL
    elif not is_power and not b.count(state.board, realm, b.ENFORCER + seat):
        weight = _TO_GUARD
    return weight


def _prefer_single(state: Realm, step: i64) -> float:
    """Set-up, the choice of an event, and pieces put down."""
    seat: i64 = state.seat
    if step < b.PUT_POWER:
        return 1.0
    if step < b.MOVE:
        return _prefer_place(state, step - b.PUT_POWER, b.code_of(b.POWER, seat, 0))
    if step < b.VICTIM:
        return _prefer_place(
            state, (step - b.PUT_ENFORCER) // b.WAYS, b.code_of(b.ENFORCER, seat, (step - b.PUT_ENFORCER) % b.WAYS)
        )
    if step < b.CREATE:
        return 2.0 if is_countered(state, b.realm_of(state.stopped)) else 10.0
    if step == b.CREATE:
        return 20.0 if i64(state.hand[HAND_BASES + seat]) > 1 or creates_win(state) else 0.1
    if step == b.CAPTURE:
        return 20.0
    if step == b.DECLINE:
        return 1.0
    square, facing = return_place(step)
    piece: i64 = b.code_of(b.POWER, seat, 0) if facing < 0 else b.code_of(b.ENFORCER, seat, facing)
    return _prefer_place(state, square, piece)


def _prefer_place(state: Realm, square: i64, piece: i64) -> float:
    """How far a piece put there sees."""
    return 0.5 + float(count_bits32(reach(state.board, state.closed, square, piece)))


# --- playing on -------------------------------------------------------------------------------------------------------
def _draw_choice(state: Realm, rng: Rng) -> i64:
    event: i64 = state.event
    if state.compulsory:
        return state.random_step(rng)
    if event == events.MAY_CREATE:
        if i64(state.hand[HAND_BASES + state.seat]) == 1:
            return b.CREATE if creates_win(state) else b.DECLINE
        return b.CREATE if rng.below(16) else b.DECLINE
    if event == events.MAY_CAPTURE:
        return b.CAPTURE if rng.below(16) else b.DECLINE
    if event == events.MAY_NEUTRALISE and is_countered(state, b.realm_of(state.stopped)) and rng.below(2):
        return b.DECLINE
    return state.random_step(rng)
