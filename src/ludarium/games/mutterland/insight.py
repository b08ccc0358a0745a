"""Mutter Land's cheap judgement: how much work a player has left, which steps look good, how a playout goes on.

All of it stands on one idea: *work*, the nuts and moves that a marble still needs to get up to floor 4 (MUT-X1: or a
lower one) from where it stands. A player needs so many marbles up there (MUT-E1), so his marbles with the least work
count.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State, expect
from ludarium.games.mutterland import rules
from ludarium.games.mutterland import rules_steps as s
from ludarium.games.mutterland.rules import MutterLand
from ludarium.games.mutterland.rules_columns import MOVED, SEAT_BITS, TOWER, Columns, count_sites, nth_site
from ludarium.games.mutterland.rules_land import WAYS, Land, chance_beside, q_of, r_of
from ludarium.games.mutterland.terms import MOST_PLAYERS

# --- work -------------------------------------------------------------------------------------------------------
MOVE_WORK: Final[i64] = 1
NUT_WORK: Final[i64] = 3  # a turn has several moves but one nut
# From a floor up to the fourth where all around lies on floor 1: a nut up to floor 2, two to floor 3, three to floor 4.
FLAT_WORK: Final = vec[i64]([22, 6 * NUT_WORK + 3, 5 * NUT_WORK + 2, 3 * NUT_WORK + 1, 0])
TAKEN_WORK: Final[i64] = 1  # another marble stands in the way
FALLEN_WORK: Final[i64] = 30
_ZEROS: Final = vec[i64]([0] * 256)
_NO_MARBLES: Final = vec[i64]([0] * 30)
_NO_SEATS: Final = vec[i64]([0] * MOST_PLAYERS)
_WAITING: Final[i64] = 256  # as long as _ZEROS; played games needed up to 191, and beyond it work is only less exact


def works(now: Columns, descent: i64, goal: i64 = TOWER) -> vec[u8]:
    """For every site, the work that a marble there has left until it stands on the floor that wins: from each column
    the way leads on to a next one as it is, or to one that is built up first. A step goes so many floors down (MUT-M4).
    """
    beside: vec[u8] = now.land.beside
    heights: vec[u8] = now.heights
    marbles: vec[u8] = now.marbles
    work: vec[u8] = now.land.blank[:]
    lift: i64 = TOWER - goal
    waiting: vec[i64] = _ZEROS[:]  # sites from which others may have less work than noted
    end: i64 = 0
    for site in range(i64(0), now.land.size):
        floor: i64 = i64(heights[site])
        work[site] = u8(FLAT_WORK[floor + lift]) if floor < goal else u8(0)
        if floor > 1:
            waiting[end] = site
            end += 1
    at: i64 = 0
    while at < end:
        place: i64 = waiting[at]
        at += 1
        floor = i64(heights[place])
        onward: i64 = i64(work[place]) + MOVE_WORK
        free: bool = not marbles[place]
        if not free:
            onward += TAKEN_WORK if floor < goal else FALLEN_WORK  # no second marble stands on a tower
        for way in range(WAYS):
            lower: i64 = i64(beside[place * 8 + way])
            below: i64 = i64(heights[lower])
            up: i64 = floor - below
            if below and up <= 1 and below < goal:
                least: i64 = onward if up >= -descent else FALLEN_WORK
                if free:
                    least = min(least, (1 - up) * NUT_WORK + FLAT_WORK[below + lift + 1] + MOVE_WORK)
                if least < i64(work[lower]):
                    work[lower] = u8(least)
                    if end < _WAITING:
                        waiting[end] = lower
                        end += 1
    return work


@final
class Survey:
    """What judgement looks at, gathered once for a position.

    ``work`` by site, ``standing`` the sites with marbles, the first ``count`` of them. By seat: ``pairs``, how many
    times two of its marbles stand side by side; ``towers``, how many stand on floor 4 or higher;
    ``soon`` and ``later``, the most work that one push (MUT-S1) by the seat to act, or by others, would cost it.
    """

    def __init__(self, state: MutterLand) -> None:
        self.state = state
        self.now: Columns = state.columns
        self.work: vec[u8] = works(self.now, state.descent, state.options.floor)
        self.standing: vec[i64] = _NO_MARBLES[:]
        self.count: i64 = 0
        self.pairs: vec[i64] = _NO_SEATS[:]
        self.towers: vec[i64] = _NO_SEATS[:]
        self.soon: vec[i64] = _NO_SEATS[:]
        self.later: vec[i64] = _NO_SEATS[:]
        may_push: bool = state.stage == rules.PLAYING
        standing: vec[i64] = self.standing
        marbles: vec[u8] = self.now.marbles
        count: i64 = 0
        for site in range(i64(0), self.now.land.size):
            if marbles[site]:
                standing[count] = site
                count += 1
                if state.one_marble and i64(marbles[site]) >= MOVED:
                    may_push = False
        self.count = count
        for index in range(count):
            self._look_around(standing[index], may_push)

    def _look_around(self, site: i64, may_push: bool) -> None:
        """Count what the marble here has beside it."""
        beside: vec[u8] = self.now.land.beside
        heights: vec[u8] = self.now.heights
        marbles: vec[u8] = self.now.marbles
        seat: i64 = (i64(marbles[site]) & SEAT_BITS) - 1
        floor: i64 = i64(heights[site])
        lowest: i64 = -1 if self.state.uphill else 0
        if floor >= self.state.options.floor:
            self.towers[seat] += 1
        work: vec[u8] = self.work
        for way in range(WAYS):
            place: i64 = i64(beside[site * 8 + way])
            marble: i64 = i64(marbles[place])
            if not marble:
                continue
            other: i64 = (marble & SEAT_BITS) - 1
            if other == seat:
                if place > site:
                    self.pairs[seat] += 1
                continue
            behind: i64 = i64(beside[site * 8 + (way ^ 1)])
            down: i64 = i64(heights[place]) - floor
            if down < lowest or down > self.state.descent or marbles[behind] or i64(heights[behind]) > floor:
                continue
            if heights[behind] and floor - i64(heights[behind]) > self.state.push_down:
                continue
            after: i64 = i64(work[behind]) if heights[behind] else FALLEN_WORK
            loss: i64 = after - i64(work[site])
            if other != self.state.seat:
                self.later[seat] = max(self.later[seat], loss)
            elif may_push and marble < MOVED:
                self.soon[seat] = max(self.soon[seat], loss)

    def work_left(self, seat: i64) -> i64:
        """The work of the seat's best marbles together, as many as it needs on towers (MUT-E1)."""
        work: vec[u8] = self.work
        first: i64 = FALLEN_WORK
        second: i64 = FALLEN_WORK
        third: i64 = FALLEN_WORK
        for index in range(self.count):
            site: i64 = self.standing[index]
            if self.now.seat_on(site) == seat:
                left: i64 = i64(work[site])
                if left < first:
                    third = second
                    second = first
                    first = left
                elif left < second:
                    third = second
                    second = left
                elif left < third:
                    third = left
        need: i64 = self.state.options.towers_to_win()
        return first + (second if need > 1 else 0) + (third if need > 2 else 0)

    def all_work(self, seat: i64) -> i64:
        """The work of all the seat's marbles together; a fallen one counts as the most."""
        work: vec[u8] = self.work
        found: i64 = self.state.fallen_of(seat) * FALLEN_WORK
        for index in range(self.count):
            site: i64 = self.standing[index]
            if self.now.seat_on(site) == seat:
                found += i64(work[site])
        return found


def distance(one: i64, other: i64) -> i64:
    """How many steps two hexagons are apart."""
    q: i64 = q_of(one) - q_of(other)
    r: i64 = r_of(one) - r_of(other)
    if q < 0:
        q = -q
        r = -r
    return q + r if r >= 0 else max(q, -r)


# --- the judgement ----------------------------------------------------------------------------------------------
@final
class MutterLandInsight(Insight):
    def __init__(self) -> None:
        super().__init__(horizon=8, guides=True, explore=0.8)

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        now: MutterLand = expect(state, MutterLand)
        survey = Survey(now)
        total: float = 0.0
        for seat in range(i64(0), now.seats):
            share: float = math.exp(strength(survey, seat))
            worth[seat] = share
            total += share
        for seat in range(i64(0), now.seats):
            worth[seat] = worth[seat] / total

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        now: MutterLand = expect(state, MutterLand)
        if now.stage == rules.LAYING:
            prefer_shores(now, steps, weights)
        elif now.stage == rules.PLACING or now.stage == rules.RETURNING:
            prefer_places(now, steps, weights)
        else:
            prefer_turns(now, steps, weights)

    def rollout_step(self, state: State, rng: Rng) -> i64:
        now: MutterLand = expect(state, MutterLand)
        if now.stage == rules.PLAYING:
            step: i64 = draw_purposeful(now, rng)
            if step >= 0:
                return step
        return state.random_step(rng)

    def set_up_step(self, view: State, rng: Rng) -> i64:
        now: MutterLand = expect(view, MutterLand)
        return draw_nut(now, rng) if now.stage == rules.LAYING else -1

    def may_win(self, state: State) -> bool:
        """Enough towers that are not the seat's own yet, and enough marbles to go there; or the game ends by itself."""
        now: MutterLand = expect(state, MutterLand)
        if now.idle + 1 >= now.seats or (now.cap and now.turn + now.seats >= now.cap * now.seats):
            return True
        missing: i64 = now.options.towers_to_win()
        towers: i64 = 0
        for site in range(i64(0), now.columns.land.size):
            if now.columns.height(site) >= now.options.floor:
                towers += 1
                if now.columns.seat_on(site) == now.seat:
                    missing -= 1
                    towers -= 1
        return now.stage == rules.PLAYING and towers >= missing and (missing <= 1 or not now.one_marble)


# What counts, and how much.
_BEST_WEIGHT: Final = 0.12  # a unit of work of the marbles that are needed
_ALL_WEIGHT: Final = 0.03  # … of any marble
_TOWER_WEIGHT: Final = 0.6  # a marble up there
_FALLEN_WEIGHT: Final = 0.5
_PAIR_WEIGHT: Final = 0.15
_SOON_WEIGHT: Final = 0.07  # a unit of work that a push can cost
_LATER_WEIGHT: Final = 0.02
_TURN_WEIGHT: Final = 0.2  # being the one to act


def strength(survey: Survey, seat: i64) -> float:
    """How good a seat's position is: the logarithm of its share of the win, but for a number that all seats have."""
    score: float = _TOWER_WEIGHT * float(survey.towers[seat]) + _PAIR_WEIGHT * float(survey.pairs[seat])
    score -= _FALLEN_WEIGHT * float(survey.state.fallen_of(seat))
    score -= _BEST_WEIGHT * float(survey.work_left(seat)) + _ALL_WEIGHT * float(survey.all_work(seat))
    score -= _SOON_WEIGHT * float(survey.soon[seat]) + _LATER_WEIGHT * float(survey.later[seat])
    return score + _TURN_WEIGHT if seat == survey.state.seat else score


# --- steps that look good ---------------------------------------------------------------------------------------
# Weights grow with the exponential of these.
_WIN_SCORE: Final = 8.0
_MOVE_SCORE: Final = 0.3  # for a unit of work saved, or lost by others
_NUT_SCORE: Final = 0.15  # for a sixth of that
_OFF_GAIN: Final[i64] = 4  # a push off the land costs the other one a turn's moves besides
_RETURN_SCORE: Final = 1.0
_END_SCORE: Final = -1.5


def prefer_shores(state: MutterLand, steps: vec[i64], weights: vec[float]) -> None:
    """A nut goes where the generator would put it (MUT-P1): a land of one line is one in which nobody gets anywhere."""
    land: Land = state.columns.land
    for index in range(i64(len(steps))):
        weights[index] = float(chance_beside(land, s.first_of(steps[index])))


def draw_nut(state: MutterLand, rng: Rng) -> i64:
    """A nut of a built land, so that lands become like generated ones, each another."""
    steps: vec[i64] = state.legal()
    land: Land = state.columns.land
    total: i64 = 0
    chosen: i64 = steps[0]
    for index in range(i64(len(steps))):
        chance: i64 = chance_beside(land, s.first_of(steps[index]))
        total += chance
        if rng.below(total) < chance:
            chosen = steps[index]
    return chosen


def prefer_places(state: MutterLand, steps: vec[i64], weights: vec[float]) -> None:
    """A marble of somebody else's goes where it has much work left and is far from its like."""
    now: Columns = state.columns
    owner: i64 = state.placed_for()
    work: vec[u8] = works(now, state.descent, state.options.floor)
    for index in range(i64(len(steps))):
        hexagon: i64 = s.first_of(steps[index])
        nearest: i64 = 9
        for site in range(i64(0), now.land.size):
            if now.seat_on(site) == owner:
                nearest = min(nearest, distance(hexagon, now.land.hexagons[site]))
        weights[index] = math.exp(0.2 * float(nearest) + 0.1 * float(i64(work[now.land.place(hexagon)])))


def prefer_turns(state: MutterLand, steps: vec[i64], weights: vec[float]) -> None:
    """Steps that save work or cost others some; a marble in need of a way up looks for nuts two columns ahead."""
    survey = Survey(state)
    now: Columns = state.columns
    land: Land = now.land
    raising: vec[i64] = _ZEROS[:]
    lowering: vec[i64] = _ZEROS[:]
    for index in range(survey.count):
        weigh_nuts(survey, survey.standing[index], raising, lowering)
    missing: i64 = state.options.towers_to_win() - survey.towers[state.seat]
    for index in range(i64(len(steps))):
        step: i64 = steps[index]
        kind: i64 = s.kind_of(step)
        score: float = _END_SCORE
        if kind == s.BUILD:
            gain: i64 = lowering[land.place(s.first_of(step))] + raising[land.place(s.second_of(step))]
            score = _NUT_SCORE * float(gain)
        elif kind == s.MOVE:
            score = _move_score(survey, step, missing)
        elif kind == s.RETURN:
            score = _RETURN_SCORE
        weights[index] = math.exp(min(score, _WIN_SCORE))


def _move_score(survey: Survey, step: i64, missing: i64) -> float:
    now: Columns = survey.now
    start: i64 = now.land.place(s.first_of(step))
    end: i64 = now.land.place(s.second_of(step))
    goal: i64 = survey.state.options.floor
    if missing <= 1 and now.height(end) >= goal and now.height(start) < goal:
        return _WIN_SCORE  # MUT-E1
    work: vec[u8] = survey.work
    gain: i64 = i64(work[start]) - i64(work[end])
    way: i64 = s.way_of(step)
    if way >= 0:
        behind: i64 = now.next_to(end, way)
        after: i64 = i64(work[behind]) if now.heights[behind] else FALLEN_WORK
        gain += after - i64(work[end])
        if not now.heights[behind]:
            gain += _OFF_GAIN
    return _MOVE_SCORE * float(gain)


def weigh_nuts(survey: Survey, marble: i64, raising: vec[i64], lowering: vec[i64]) -> None:
    """Add what one nut more or less on a column means for this marble, two columns along its best ways; for the seat
    to act its own marbles count in full, those of others against it.
    """
    share: i64 = 3 if survey.now.seat_on(marble) == survey.state.seat else -2
    now: Columns = survey.now
    work: vec[u8] = survey.work
    descent: i64 = survey.state.descent
    _weigh_around(survey, marble, share * 2, raising, lowering)
    for way in range(WAYS):
        place: i64 = now.next_to(marble, way)
        on: bool = now.is_free(place) and not now.steep(marble, place, descent)
        if on and i64(work[place]) + MOVE_WORK == i64(work[marble]):
            _weigh_around(survey, place, share, raising, lowering)


def _weigh_around(survey: Survey, site: i64, share: i64, raising: vec[i64], lowering: vec[i64]) -> None:
    now: Columns = survey.now
    works: vec[u8] = survey.work
    goal: i64 = survey.state.options.floor
    floor: i64 = now.height(site)
    if floor >= goal:
        return
    flat: i64 = FLAT_WORK[floor + TOWER - goal + 1]
    work: i64 = i64(works[site])
    for way in range(WAYS):
        place: i64 = now.next_to(site, way)
        if not now.is_free(place):
            continue
        up: i64 = now.height(place) - floor
        if up == 1 and i64(works[place]) + MOVE_WORK == work:
            raising[place] -= 2 * share
            lowering[place] -= 2 * share
        elif up <= 0 and (1 - up) * NUT_WORK + flat + MOVE_WORK == work:
            raising[place] += 2 * share
            lowering[place] -= share


# --- playouts ---------------------------------------------------------------------------------------------------
def draw_purposeful(state: MutterLand, rng: Rng) -> i64:
    """A step that wins; mostly a step up or a push down of a marble that may move, else a nut that makes a step up;
    -1: there is none, or chance wants any step.
    """
    now: Columns = state.columns
    goal: i64 = state.options.floor
    hexagons: vec[i64] = now.land.hexagons
    may_move: bool = not (state.one_marble and now.moved > 0)
    chosen: i64 = -1
    found: i64 = 0
    own: i64 = now.standing[state.seat]
    for index in range(count_sites(own)):
        site: i64 = nth_site(own, index)
        if now.has_moved(site) or not may_move:
            continue
        for way in range(WAYS):
            push: i64 = climb_or_push(state, site, way)
            if push >= 0:
                found += 1
                end: i64 = now.next_to(site, way)
                wins: bool = now.height(site) < goal and now.height(end) >= goal and _is_last(state)
                if wins or not rng.below(found):
                    chosen = s.step_of(s.MOVE, hexagons[site], hexagons[end], push)
                if wins:
                    return chosen
    if not rng.below(8):
        return -1
    if found:
        return chosen
    for index in range(count_sites(own)):
        site = nth_site(own, index)
        floor: i64 = now.height(site)
        for way in range(WAYS):
            onto: i64 = now.next_to(site, way)
            if not now.is_free(onto) or now.height(onto) != floor:
                continue
            taken: i64 = _nut_beside(state, site, onto, rng.below(WAYS))
            if taken >= 0:
                found += floor  # the higher the better
                if rng.below(found) < floor:
                    chosen = s.step_of(s.BUILD, hexagons[taken], hexagons[onto], 0)
    return chosen


def _nut_beside(state: MutterLand, marble: i64, onto: i64, first: i64) -> i64:
    """A site beside a marble with a nut to take that is no higher than the marble, looked for from the way ``first``
    on; -1: there is none (MUT-N2).
    """
    now: Columns = state.columns
    for turn in range(WAYS):
        site: i64 = now.next_to(marble, (first + turn) % WAYS)
        if (
            site != onto
            and now.is_free(site)
            and now.height(site) <= now.height(marble)
            and now.free_sides(site, state.marbles_take_sides) >= rules.FREE_SIDES
        ):
            return site
    return -1


def _is_last(state: MutterLand) -> bool:
    """Whether the seat to act wins with one more marble on a tower (MUT-E1)."""
    return state.columns.marbles_of(state.seat, state.options.floor) + 1 >= state.options.towers_to_win()


def climb_or_push(state: MutterLand, site: i64, way: i64) -> i64:
    """For a marble's step up onto a free column 0, for a push off or down the push's way plus one, else -1."""
    now: Columns = state.columns
    place: i64 = now.next_to(site, way)
    up: i64 = now.height(place) - now.height(site)
    if now.is_free(place):
        return i64(0) if up == 1 else i64(-1)
    seat: i64 = now.seat_on(place)
    if seat < 0 or seat == now.seat_on(site) or up > 0 or up < -state.descent:
        return -1
    behind: i64 = now.next_to(place, way)
    below: i64 = now.height(place) - now.height(behind)
    if now.marbles[behind] or below < 1 or (now.heights[behind] and below > state.push_down):
        return -1
    return way + 1
