"""Realm's cheap judgement: who stands better, which steps look promising, and a quick way to play on."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State, expect
from ludarium.games.realm.insight_survey import Survey, reach, size, standing
from ludarium.games.realm.rules import HAND_BASES, HAND_ENFORCERS, MOVES, Realm
from ludarium.games.realm.rules_board import (
    BASE,
    CAPTURE,
    CREATE,
    DECLINE,
    EMPTY,
    END,
    ENFORCER,
    MOVE,
    PASS,
    POWER,
    PUT_ENFORCER,
    PUT_POWER,
    REALM_SIZE,
    VICTIM,
    WAYS,
    centre_of,
    code_of,
    count,
    move_squares,
    realm_of,
)
from ludarium.games.realm.rules_event import (
    MAY_CAPTURE,
    MAY_CREATE,
    MAY_ENFORCE,
    MAY_NEUTRALISE,
    NO_EVENT,
    event_at,
    lead,
)
from ludarium.games.realm.rules_rearrange import return_place


@final
class Weights:
    """What things are worth, in parts of a realm, to either seat; chances to the seat to act next and to the other."""

    def __init__(self) -> None:
        self.enforcer: float = 0.15  # active or in hand
        self.active: float = 0.10
        self.guarded: float = 0.08
        self.roaming: float = 0.02
        self.create_next: float = 0.6
        self.create_later: float = 0.3
        self.prize_next: float = 0.6
        self.prize_later: float = 0.25
        self.prizes: float = 0.08
        self.finish_later: float = 1.5
        self.slope: float = 0.6  # how much a realm tells while the end is far
        self.late_slope: float = 1.0  # how much more it tells at the end
        # Preferences of moves, by what they lead to.
        self.to_capture: float = 12.0
        self.to_create: float = 8.0
        self.to_neutralise: float = 5.0
        self.to_enforce: float = 3.0
        self.to_attack: float = 4.0
        self.to_end: float = 8.0
        self.to_end_early: float = 2.0
        self.to_rearrange: float = 0.2
        self.to_pass: float = 0.05


_SURE: Final[float] = 6.0  # the most that a judgement can say


@final
class RealmInsight(Insight):
    def __init__(self) -> None:
        super().__init__(horizon=0, guides=True)
        self.weights = Weights()

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        realm: Realm = expect(state, Realm)
        seat: i64 = realm.seat
        mine: float = 1.0 / (1.0 + exp(-balance(realm, self.weights)))
        worth[seat] = mine
        worth[1 - seat] = 1.0 - mine

    def prefer(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        realm: Realm = expect(state, Realm)
        if realm.stage == MOVES and realm.event == NO_EVENT:
            _prefer_turn(realm, self.weights, steps, weights)
            return
        for index in range(i64(len(steps))):
            weights[index] = _prefer_single(realm, steps[index])

    def draw(self, state: State, rng: Rng) -> i64:
        """Take events, move where they happen, and end a turn that has no more of them within easy view."""
        realm: Realm = expect(state, Realm)
        if realm.stage != MOVES:
            return realm.draw(rng)
        if realm.event != NO_EVENT:
            return _draw_choice(realm, rng)
        step: i64
        if realm.source >= 0 or realm.target >= 0:
            steps: vec[i64] = realm.legal()
            for _ in range(i64(3)):
                step = steps[rng.below(len(steps))]
                if step < PUT_ENFORCER and event_of(realm, step) != NO_EVENT:
                    return step
            return END if rng.below(4) else step
        step = realm.draw(rng)
        for _ in range(i64(4)):
            if step < PUT_ENFORCER and event_of(realm, step) != NO_EVENT:
                return step
            step = realm.draw(rng)
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
    more: i64 = lead(state.board, state.seat, realm)
    return more < 0 or (more == 0 and state.not_superior)


def creates_win(state: Realm) -> bool:
    """RLM-F1, F2: whether a base that the seat to act puts now is its last one and wins."""
    seat: i64 = state.seat
    other: i64 = 1 - seat
    if i64(state.hand[HAND_BASES + seat]) != 1:
        return False
    return standing(state.realms(seat) + 1 - state.realms(other), state.enforcers(seat) - state.enforcers(other)) > 0


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


def balance(state: Realm, weights: Weights) -> float:
    """How much better the seat to act stands, as the exponent of its odds. A choice is judged by its best outcome."""
    if state.event == NO_EVENT or state.event == MAY_ENFORCE:
        return _weigh(state, weights)  # where an enforcer comes is left open
    if state.event == MAY_CREATE:
        return _SURE if creates_win(state) else _weigh_after(state, CREATE, weights)
    if state.event == MAY_CAPTURE:
        return _weigh_after(state, CAPTURE, weights)
    best: float = -_SURE
    first: i64 = realm_of(state.stopped) * REALM_SIZE
    for victim in range(first, first + REALM_SIZE):
        if i64(state.board[victim]) >> 2 == ENFORCER + 1 - state.seat:
            best = max(best, _weigh_after(state, VICTIM + victim, weights))
    return best


def _weigh_after(state: Realm, step: i64, weights: Weights) -> float:
    """The balance after the choice of an event. Where that ends the game without a win, it is better left out."""
    if step == CREATE and i64(state.hand[HAND_BASES + state.seat]) == 1:
        step = DECLINE
    after: Realm = state.copy()
    after.apply(step, None)
    return _weigh(after, weights)


def _weigh(state: Realm, weights: Weights) -> float:
    """The sum of all features."""
    seat: i64 = state.seat
    other: i64 = 1 - seat
    survey = Survey(state)
    prize: i64 = survey.best_prize(seat)
    if survey.finishes(seat, prize):
        return _SURE
    threat: i64 = survey.best_prize(other)
    total: float = float(survey.realms(seat) - survey.realms(other))
    total += weights.enforcer * float(survey.enforcers[seat] - survey.enforcers[other])
    total += weights.active * float(survey.active[seat] - survey.active[other])
    total += weights.guarded * float(survey.guarded(seat) - survey.guarded(other))
    total += weights.roaming * float(survey.roaming[seat] - survey.roaming[other])
    total += weights.create_next * float(survey.creations[seat])
    total -= weights.create_later * float(survey.creations[other])
    total += weights.prize_next * float(prize) - weights.prize_later * float(threat)
    total += weights.prizes * float(survey.prizes(seat) - survey.prizes(other))
    if survey.finishes(other, threat):
        total -= weights.finish_later
    if state.event == MAY_ENFORCE:
        total += weights.active + weights.guarded
    total *= weights.slope + weights.late_slope * nearness(state)
    return max(-_SURE, min(_SURE, total))


# --- preferring -------------------------------------------------------------------------------------------------------
def event_of(state: Realm, move: i64) -> i64:
    """The event that a legal move gives."""
    start, stop = move_squares(move)
    board: vec[u8] = state.board
    board[stop] = board[start]  # for the moment of the question
    event: i64 = event_at(board, state.seat, stop, i64(state.hand[HAND_ENFORCERS + state.seat]))
    board[stop] = u8(EMPTY)
    return event


def _prefer_turn(state: Realm, known: Weights, steps: vec[i64], weights: vec[float]) -> None:
    """Moves, and the ends of a turn."""
    survey = Survey(state)
    useful: bool = False
    for index in range(i64(len(steps))):
        step: i64 = steps[index]
        if step < PUT_ENFORCER:
            weights[index] = _prefer_move(state, known, survey, step)
            useful = useful or weights[index] >= 3.0
        elif step == END:
            weights[index] = known.to_end_early if useful else known.to_end  # the moves are listed before it
        else:
            weights[index] = known.to_pass if step == PASS else known.to_rearrange


def _prefer_move(state: Realm, weights: Weights, survey: Survey, step: i64) -> float:
    seat: i64 = state.seat
    start, stop = move_squares(step)
    realm: i64 = realm_of(stop)
    event: i64 = event_of(state, step)
    is_power: bool = i64(state.board[start]) >> 2 == POWER + seat
    if event == MAY_CAPTURE:
        return weights.to_capture
    if event == MAY_CREATE:
        return weights.to_create
    if event == MAY_NEUTRALISE:
        return 1.0 if is_countered(state, realm) else weights.to_neutralise
    weight: float = weights.to_enforce if event == MAY_ENFORCE else 0.3
    if i64(state.board[centre_of(realm)]) >> 2 == BASE + 1 - seat:
        if survey.prize(seat, realm):
            weight = weights.to_attack if is_power else 1.0
    elif not is_power and not count(state.board, realm, ENFORCER + seat):
        weight = 0.6
    return weight


def _prefer_single(state: Realm, step: i64) -> float:
    """Set-up, the choice of an event, and pieces put down."""
    seat: i64 = state.seat
    if step < PUT_POWER:
        return 1.0
    if step < MOVE:
        return _prefer_place(state, step - PUT_POWER, code_of(POWER, seat, 0))
    if step < VICTIM:
        return _prefer_place(
            state, (step - PUT_ENFORCER) // WAYS, code_of(ENFORCER, seat, (step - PUT_ENFORCER) % WAYS)
        )
    if step < CREATE:
        return 2.0 if is_countered(state, realm_of(state.stopped)) else 10.0
    if step == CREATE:
        return 20.0 if i64(state.hand[HAND_BASES + seat]) > 1 or creates_win(state) else 0.1
    if step == CAPTURE:
        return 20.0
    if step == DECLINE:
        return 1.0
    square, facing = return_place(step)
    return _prefer_place(state, square, code_of(POWER, seat, 0) if facing < 0 else code_of(ENFORCER, seat, facing))


def _prefer_place(state: Realm, square: i64, piece: i64) -> float:
    """How far a piece put there sees."""
    return 0.5 + float(size(reach(state.board, square, piece)))


# --- playing on -------------------------------------------------------------------------------------------------------
def _draw_choice(state: Realm, rng: Rng) -> i64:
    event: i64 = state.event
    if event == MAY_CREATE:
        if i64(state.hand[HAND_BASES + state.seat]) == 1:
            return CREATE if creates_win(state) else DECLINE
        return CREATE if rng.below(16) else DECLINE
    if event == MAY_CAPTURE:
        return CAPTURE if rng.below(16) else DECLINE
    if event == MAY_NEUTRALISE and is_countered(state, realm_of(state.stopped)) and rng.below(2):
        return DECLINE
    return state.draw(rng)
