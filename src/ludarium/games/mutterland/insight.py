"""Mutter Land's cheap judgement: how much work a player has left, which steps look good, how a playout goes on.

All of it stands on one idea: *work*, the nuts and moves that a marble still needs to get up to floor 4 from where it
stands. A player needs so many marbles up there (MUT-E1), so his marbles with the least work count.
"""

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State, expect
from ludarium.games.mutterland.rules import (
    FREE_SIDES,
    LAYING,
    PLACING,
    PLAYING,
    RETURNING,
    MutterLand,
    towers_to_win,
)
from ludarium.games.mutterland.rules_columns import TOWER, Columns
from ludarium.games.mutterland.rules_land import WAYS, Land, q_of, r_of
from ludarium.games.mutterland.rules_steps import (
    BUILD,
    MOVE,
    RETURN,
    first_of,
    kind_of,
    second_of,
    way_of,
)

# --- work -------------------------------------------------------------------------------------------------------
MOVE_WORK: Final[i64] = 1
NUT_WORK: Final[i64] = 3  # a turn has several moves but one nut
# From a floor up to the fourth where nothing around is built yet: to floor 2 one nut, to 3 two more, to 4 three more.
FLAT_WORK: Final = vec[i64]([22, 6 * NUT_WORK + 3, 5 * NUT_WORK + 2, 3 * NUT_WORK + 1, 0])
TAKEN_WORK: Final[i64] = 1  # another marble stands in the way
STUCK_WORK: Final[i64] = 6  # no column beside that a marble could go to or build on
FALLEN_WORK: Final[i64] = 30


def works(now: Columns) -> vec[u8]:
    """For every site, the work that a marble there has left until it stands on floor 4.

    Two sweeps over the land, there and back, which carry a tower's attraction far enough.
    """
    size: i64 = now.land.size
    work: vec[u8] = now.land.blank[:]
    for site in range(i64(0), size):
        work[site] = u8(_flat_work(i64(now.heights[site])) + STUCK_WORK)
    for site in range(i64(0), size):
        _ease(now, work, site)
    for back in range(i64(1), size + 1):
        _ease(now, work, size - back)
    return work


def _flat_work(floor: i64) -> i64:
    return FLAT_WORK[floor] if floor < TOWER else 0


def _ease(now: Columns, work: vec[u8], site: i64) -> None:
    """Lower a site's work to what its neighbours make possible: going on there, or building one up and going there."""
    floor: i64 = i64(now.heights[site])
    if floor >= TOWER:
        work[site] = u8(0)
        return
    if not floor:
        return
    least: i64 = i64(work[site])
    above: i64 = FLAT_WORK[floor + 1] + MOVE_WORK
    for way in range(WAYS):
        place: i64 = i64(now.land.beside[site * 8 + way])
        other: i64 = i64(now.heights[place])
        up: i64 = other - floor
        if not other or up > 1:
            continue
        if not now.marbles[place]:
            least = min(least, (1 - up) * NUT_WORK + above)
            if up >= -1:
                least = min(least, i64(work[place]) + MOVE_WORK)
        elif up >= -1 and other < TOWER:
            least = min(least, i64(work[place]) + MOVE_WORK + TAKEN_WORK)
    work[site] = u8(least)


@final
class Survey:
    """What judgement looks at, gathered once for a position: the work from every site, and where the marbles stand."""

    def __init__(self, state: MutterLand) -> None:
        self.state = state
        self.now: Columns = state.columns
        self.work: vec[u8] = works(self.now)
        self.standing: vec[i64] = vec[i64](capacity=30)
        self.may_push: bool = state.stage == PLAYING
        for site in range(i64(0), self.now.land.size):
            if self.now.marbles[site]:
                self.standing = append(self.standing, site)
                if state.one_marble and self.now.has_moved(site):
                    self.may_push = False

    def work_left(self, seat: i64) -> i64:
        """The work of the seat's best marbles together, as many as it needs on towers (MUT-E1)."""
        first: i64 = FALLEN_WORK
        second: i64 = FALLEN_WORK
        third: i64 = FALLEN_WORK
        for site in self.standing:
            if self.now.seat_on(site) == seat:
                left: i64 = i64(self.work[site])
                if left < first:
                    third = second
                    second = first
                    first = left
                elif left < second:
                    third = second
                    second = left
                elif left < third:
                    third = left
        need: i64 = towers_to_win(self.state.seats)
        return first + (second if need > 1 else 0) + (third if need > 2 else 0)

    def spare_work(self, seat: i64) -> i64:
        """The work of all the seat's marbles together; a fallen one counts as the most."""
        found: i64 = self.state.fallen_of(seat) * FALLEN_WORK
        for site in self.standing:
            if self.now.seat_on(site) == seat:
                found += i64(self.work[site])
        return found

    def pairs(self, seat: i64) -> i64:
        """How many times two marbles of the seat stand side by side."""
        found: i64 = 0
        for site in self.standing:
            if self.now.seat_on(site) == seat:
                for way in range(i64(0), WAYS, 2):  # one of each two opposite ways, so that no pair counts twice
                    if self.now.seat_on(self.now.next_to(site, way)) == seat:
                        found += 1
        return found

    def spread(self, seat: i64) -> i64:
        """How far the seat's marbles stand from one another, all pairs together."""
        found: i64 = 0
        for at in range(i64(len(self.standing))):
            site: i64 = self.standing[at]
            if self.now.seat_on(site) == seat:
                for other in range(at):
                    if self.now.seat_on(self.standing[other]) == seat:
                        found += distance(self.now.land.hexagons[site], self.now.land.hexagons[self.standing[other]])
        return found

    def nuts_in_reach(self, seat: i64) -> i64:
        """How many buildable nuts lie beside the seat's marbles, counted once for each marble (MUT-N2)."""
        found: i64 = 0
        for site in self.standing:
            if self.now.seat_on(site) == seat:
                for way in range(WAYS):
                    place: i64 = self.now.next_to(site, way)
                    if (
                        self.now.is_free(place)
                        and self.now.free_sides(place, self.state.marbles_take_sides) >= FREE_SIDES
                    ):
                        found += 1
        return found

    def danger(self, seat: i64, soon: bool) -> i64:
        """The most work that a push from the next column would cost the seat (MUT-S1): by the seat to act (``soon``),
        or by others later.
        """
        most: i64 = 0
        for site in self.standing:
            if self.now.seat_on(site) == seat:
                for way in range(WAYS):
                    loss: i64 = self.push_loss(site, way, soon)
                    most = max(most, loss)
        return most

    def push_loss(self, site: i64, way: i64, soon: bool) -> i64:
        """The work that a push this way would cost the marble here, if the marble on the other side can push it."""
        now: Columns = self.now
        pusher: i64 = now.next_to(site, way ^ 1)
        seat: i64 = now.seat_on(pusher)
        if seat < 0 or seat == now.seat_on(site) or (seat == self.state.seat) != soon:
            return 0
        if soon and (not self.may_push or now.has_moved(pusher)):
            return 0
        floor: i64 = now.height(site)
        down: i64 = now.height(pusher) - floor
        behind: i64 = now.next_to(site, way)
        if down > 1 or down < (-1 if self.state.uphill else 0) or now.marbles[behind] or now.height(behind) > floor:
            return 0
        after: i64 = i64(self.work[behind]) if now.heights[behind] else FALLEN_WORK
        return max(after - i64(self.work[site]), 0)


def distance(one: i64, other: i64) -> i64:
    """How many steps two hexagons are apart."""
    q: i64 = q_of(one) - q_of(other)
    r: i64 = r_of(one) - r_of(other)
    return max(max(max(q, -q), max(r, -r)), max(q + r, -q - r))


# --- the judgement ----------------------------------------------------------------------------------------------
@final
class MutterLandInsight(Insight):
    def __init__(self) -> None:
        super().__init__(horizon=0, guides=True)

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

    def prefer(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        now: MutterLand = expect(state, MutterLand)
        if now.stage == LAYING:
            for index in range(i64(len(steps))):
                weights[index] = 1.0
        elif now.stage == PLACING or now.stage == RETURNING:
            prefer_places(now, steps, weights)
        else:
            prefer_turns(now, steps, weights)

    def draw(self, state: State, rng: Rng) -> i64:
        return state.draw(rng)


def strength(survey: Survey, seat: i64) -> float:
    """How good a seat's position is: the logarithm of its share of the win, but for a number that all seats have."""
    state: MutterLand = survey.state
    mine: bool = seat == state.seat
    score: float = -0.12 * float(survey.work_left(seat)) - 0.02 * float(survey.spare_work(seat))
    score += 0.05 * float(survey.pairs(seat)) - 0.01 * float(survey.spread(seat))
    score -= 0.08 * float(survey.danger(seat, True)) + 0.03 * float(survey.danger(seat, False))
    if mine:
        score += 0.4
    return score


# --- steps that look good ---------------------------------------------------------------------------------------
def prefer_places(state: MutterLand, steps: vec[i64], weights: vec[float]) -> None:
    """A marble of somebody else's goes where it has much work left and is far from its like."""
    now: Columns = state.columns
    work: vec[u8] = works(now)
    owner: i64 = state.placed_for()
    for index in range(i64(len(steps))):
        hexagon: i64 = first_of(steps[index])
        nearest: i64 = 9
        for site in range(i64(0), now.land.size):
            if now.seat_on(site) == owner:
                nearest = min(nearest, distance(hexagon, now.land.hexagons[site]))
        weights[index] = math.exp(0.2 * float(nearest) + 0.1 * float(i64(work[now.land.place(hexagon)])))


_ZEROS: Final = vec[i64]([0] * 256)


def prefer_turns(state: MutterLand, steps: vec[i64], weights: vec[float]) -> None:
    survey = Survey(state)
    now: Columns = state.columns
    land: Land = now.land
    raising: vec[i64] = _ZEROS[:]
    lowering: vec[i64] = _ZEROS[:]
    for site in survey.standing:
        weigh_nuts(survey, site, raising, lowering)
    missing: i64 = towers_to_win(state.seats) - now.marbles_of(state.seat, TOWER)
    for index in range(i64(len(steps))):
        step: i64 = steps[index]
        kind: i64 = kind_of(step)
        score: float = -1.5
        if kind == BUILD:
            gain: i64 = lowering[land.place(first_of(step))] + raising[land.place(second_of(step))]
            score = 0.15 * float(gain)
        elif kind == MOVE:
            score = _move_score(survey, step, missing)
        elif kind == RETURN:
            score = 1.0
        weights[index] = math.exp(min(score, 8.0))


def _move_score(survey: Survey, step: i64, missing: i64) -> float:
    now: Columns = survey.now
    start: i64 = now.land.place(first_of(step))
    end: i64 = now.land.place(second_of(step))
    if missing <= 1 and now.height(end) >= TOWER and now.height(start) < TOWER:
        return 8.0  # MUT-E1
    gain: i64 = i64(survey.work[start]) - i64(survey.work[end])
    way: i64 = way_of(step)
    if way >= 0:
        behind: i64 = now.next_to(end, way)
        after: i64 = i64(survey.work[behind]) if now.heights[behind] else FALLEN_WORK
        return 0.3 * float(gain) + 0.3 * float(after - i64(survey.work[end]))
    return 0.3 * float(gain)


def weigh_nuts(survey: Survey, marble: i64, raising: vec[i64], lowering: vec[i64]) -> None:
    """Add what one nut more or less on a column means for this marble, two columns along its best ways; for the seat
    to act its own marbles count in full, those of others against it.
    """
    share: i64 = 3 if survey.now.seat_on(marble) == survey.state.seat else -2
    now: Columns = survey.now
    _weigh_around(survey, marble, share * 2, raising, lowering)
    for way in range(WAYS):
        place: i64 = now.next_to(marble, way)
        if (
            now.is_free(place)
            and not now.steep(marble, place)
            and i64(survey.work[place]) + MOVE_WORK == i64(survey.work[marble])
        ):
            _weigh_around(survey, place, share, raising, lowering)


def _weigh_around(survey: Survey, site: i64, share: i64, raising: vec[i64], lowering: vec[i64]) -> None:
    now: Columns = survey.now
    floor: i64 = now.height(site)
    if floor >= TOWER:
        return
    work: i64 = i64(survey.work[site])
    for way in range(WAYS):
        place: i64 = now.next_to(site, way)
        if not now.is_free(place):
            continue
        up: i64 = now.height(place) - floor
        if up == 1 and i64(survey.work[place]) + MOVE_WORK == work:
            raising[place] -= 2 * share
            lowering[place] -= 2 * share
        elif up <= 0 and (1 - up) * NUT_WORK + FLAT_WORK[floor + 1] + MOVE_WORK == work:
            raising[place] += 2 * share
            lowering[place] -= share
