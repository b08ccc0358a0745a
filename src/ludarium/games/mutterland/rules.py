"""Mutter Land: marbles on a land of hexagonal nuts, who build towers from it and climb them.

Clause numbers are those of ``docs/rules/mutterland.en.md``, which also marks the rulings taken.
``rules_land`` has the shape of the land, ``rules_columns`` what stands on it; here are the turns.
"""

from dataclasses import dataclass
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.options import GameOptions
from ludarium.core.rng import Rng
from ludarium.core.state import LEGAL, NOBODY, EventLog, State
from ludarium.games.mutterland import rules_steps as s
from ludarium.games.mutterland import terms as t
from ludarium.games.mutterland.rules_columns import (
    ANY_FLOORS,
    HEIGHTS_FREE,
    Columns,
    count_sites,
    flat,
    is_among,
    nth_site,
)
from ludarium.games.mutterland.rules_land import ORIGIN, TOWARDS, WAYS, Land

# What the seat to act does.
LAYING: Final[i64] = 0  # building the land (MUT-P1)
PLACING: Final[i64] = 1  # the marble of the seat before (MUT-P2)
PLAYING: Final[i64] = 2
RETURNING: Final[i64] = 3  # the fallen marble of the seat ``owner``, who goes on afterwards (MUT-R1)
RETURNED: Final[i64] = 4  # the rest of a turn in which a marble has come back

FREE_SIDES: Final[i64] = 3  # MUT-N2
NO_PUSH: Final[i64] = 0  # in a step, instead of a way plus one


def marbles_each(players: i64) -> i64:
    """MUT-P2."""
    return 5 if players <= 4 else 4 if players == 5 else 3


def towers_to_win(players: i64) -> i64:
    """MUT-E1."""
    return 3 if players == 2 else 2 if players == 3 else 1


@final
@dataclass(frozen=True)
class Options(GameOptions):
    players: int = 2
    marbles_per_turn: str = "all"
    descent: str = "one"
    push_uphill: bool = False
    push_down: str = "any"
    free_side: str = "nut"
    turn_cap: int = 150
    nuts: int = 70
    marbles: int = 0
    floor: int = 4
    towers: int = 0

    def marbles_each(self) -> int:
        """MUT-P2, X1."""
        return self.marbles or marbles_each(self.players)

    def towers_to_win(self) -> int:
        """MUT-E1, X1."""
        return self.towers or towers_to_win(self.players)


@final
class MutterLand(State):
    """``fallen`` counts every seat's lost marbles, four bits each; ``idle`` the turns in a row with nothing done."""

    def __init__(self, options: Options, columns: Columns, like: "MutterLand | None" = None) -> None:
        """``like`` has the same options: what they say need not be read again, as copies are many."""
        super().__init__()
        self.options = options
        self.seats = options.players
        # How many floors a step may go down (MUT-M4), and how many a marble may be pushed down (MUT-S1).
        self.descent: i64
        self.push_down: i64
        if like is None:
            self.one_marble: bool = options.marbles_per_turn == "one"
            self.descent = 1 if options.descent == "one" else ANY_FLOORS
            self.push_down = 1 if options.push_down == "one" else ANY_FLOORS
            self.marbles_take_sides: bool = options.free_side == "nut_or_marble"
        else:
            self.one_marble = like.one_marble
            self.descent = like.descent
            self.push_down = like.push_down
            self.marbles_take_sides = like.marbles_take_sides
        self.uphill: bool = options.push_uphill
        self.cap: i64 = options.turn_cap
        self.columns = columns
        self.stage: i64 = PLAYING
        self.owner: i64 = NOBODY
        self.fallen: i64 = 0
        self.idle: i64 = 0

    def copy(self) -> "MutterLand":
        new = MutterLand(self.options, self.columns.copy(), self)
        new.seat = self.seat
        new.turn = self.turn
        new.winners = self.winners
        new.ending = self.ending
        new.stage = self.stage
        new.owner = self.owner
        new.fallen = self.fallen
        new.idle = self.idle
        return new

    def fields(self) -> tuple[object, ...]:
        options = self.options
        return (
            (options.players, options.marbles_per_turn, options.free_side, options.turn_cap),
            (options.descent, options.push_uphill, options.push_down),
            (options.nuts, options.marbles, options.floor, options.towers),
            (self.seat, self.turn, self.winners, self.ending, self.stage, self.owner, self.fallen, self.idle),
            tuple(self.columns.rows()),
        )

    def arguments(self) -> tuple[object, ...]:
        return self.options, self.columns

    def timeless(self) -> "MutterLand":
        new = self.copy()
        new.turn = 0
        new.idle = 0
        return new

    def spent(self) -> float:
        return float(self.turn) / float(self.cap * self.seats) if self.cap else 0.0  # MUT-E2

    def fallen_of(self, seat: i64) -> i64:
        return (self.fallen >> (seat * 4)) & 15

    def placed_for(self) -> i64:
        """Whose marble the seat to act puts on the land (MUT-P2, R1)."""
        return self.owner if self.stage == RETURNING else (self.seat + self.seats - 1) % self.seats

    # --- judging ------------------------------------------------------------------------------------------------
    def judge(self, step: i64) -> i64:
        if self.seat < 0:
            return t.R_OVER
        kind: i64 = s.kind_of(step)
        if self.stage == LAYING:
            return self._judge_lay(s.first_of(step)) if kind == s.LAY else t.R_LAND_FIRST
        if kind == s.LAY:
            return t.R_LAND_DONE
        land: Land = self.columns.land
        site: i64 = land.place(s.first_of(step))
        if self.stage == PLACING or self.stage == RETURNING:
            if kind != s.PLACE:
                return t.R_MARBLES_FIRST if self.stage == PLACING else t.R_RETURN_FIRST
            return self._judge_place(site, self.columns.open_places())
        if kind == s.PLACE:
            return t.R_ALL_PLACED
        reason: i64 = 0
        if kind == s.MOVE:
            reason = self._judge_mover(site)
            return reason if reason else self._judge_move(site, land.place(s.second_of(step)), s.way_of(step))
        if kind == s.BUILD:
            near: vec[u8] = self.columns.near_chains(self.seat)
            reason = self._judge_nut(site, near)
            return reason if reason else self._judge_build(site, land.place(s.second_of(step)), near)
        return self._judge_return(s.second_of(step)) if kind == s.RETURN else LEGAL

    def _judge_lay(self, hexagon: i64) -> i64:
        """MUT-P1."""
        land: Land = self.columns.land
        if not land.size:
            return LEGAL if hexagon == ORIGIN else t.R_FIRST_NUT
        if land.has(hexagon):
            return t.R_NUT_THERE
        return LEGAL if land.touches(hexagon) else t.R_NOT_BESIDE_LAND

    def _judge_place(self, site: i64, opened: vec[u8]) -> i64:
        """MUT-P2; for a marble that comes back MUT-R1."""
        now: Columns = self.columns
        if not now.heights[site]:
            return t.R_NO_NUT
        if now.marbles[site]:
            return t.R_TAKEN
        if not now.is_beside(site, opened):
            return t.R_NOT_EDGE if self.stage == PLACING else t.R_RETURN_NOT_EDGE
        if self.stage == PLACING:
            return 0
        if now.height(site) > 1:
            return t.R_RETURN_HIGH
        return LEGAL if now.is_beside(site, now.heights) else t.R_RETURN_STRANDED

    def _judge_return(self, seat: i64) -> i64:
        """MUT-R1."""
        if seat >= self.seats:
            return t.R_NO_PLAYER
        return t.R_RETURN_SELF if seat == self.seat else self._judge_any_return()

    def _judge_any_return(self) -> i64:
        """Whether a marble may come back at all."""
        if self.stage == RETURNED:
            return t.R_RETURN_ONCE
        if not self.fallen_of(self.seat):
            return t.R_NOTHING_FALLEN
        if self.columns.moved:
            return t.R_RETURN_LATE
        opened: vec[u8] = self.columns.open_places()
        for site in range(i64(0), self.columns.land.size):
            if not self._judge_place(site, opened):
                return 0
        return t.R_RETURN_NOWHERE

    def _judge_mover(self, site: i64) -> i64:
        """Whether the marble on this site may move at all (MUT-M1)."""
        if self.columns.seat_on(site) != self.seat:
            return t.R_NOT_YOURS
        if self.stage == RETURNED:
            return t.R_RETURNED
        if self.columns.has_moved(site):
            return t.R_MOVED_ALREADY
        return t.R_ONE_MARBLE if self.one_marble and self.columns.moved else LEGAL

    def _judge_move(self, start: i64, end: i64, way: i64) -> i64:
        """MUT-M2 to M4, S1: to a column, with a push in this way (-1: without one)."""
        now: Columns = self.columns
        if not now.heights[end]:
            return t.R_OFF_LAND
        if end == start:
            return t.R_SAME_COLUMN
        seat: i64 = now.seat_on(end)
        if seat == self.seat:
            return t.R_OWN_MARBLE
        if way < 0 and seat >= 0:
            return t.R_NAME_PUSH
        if way >= 0 and seat < 0:
            return t.R_NOBODY_THERE
        runway: i64 = now.chain(start, self.descent)
        reason: i64 = t.R_TOO_FAR if way < 0 else t.R_PUSH_FROM_AFAR
        for last in range(WAYS):
            if way < 0 or way == last:
                site: i64 = now.next_to(end, last ^ 1)
                if is_among(site, runway):
                    reason = self._judge_last(start, site, last)
                    if not reason:
                        return 0
                elif is_among(site, now.chain(start, HEIGHTS_FREE)):
                    reason = self._steep()
        return reason

    def _judge_last(self, start: i64, site: i64, way: i64) -> i64:
        """The last step of a marble from ``start``: it has come to ``site`` and goes on in this way."""
        now: Columns = self.columns
        end: i64 = now.next_to(site, way)
        if not now.heights[end]:
            return t.R_OFF_LAND
        if now.steep(site, end, self.descent):
            return self._steep()
        seat: i64 = now.seat_on(end)
        if seat < 0:
            return 0
        if seat == self.seat:
            return t.R_OWN_MARBLE
        if now.height(end) > now.height(site) and not self.uphill:
            return t.R_PUSH_UPHILL
        behind: i64 = now.next_to(end, way)
        if now.marbles[behind] and behind != start:
            return t.R_PUSH_BLOCKED
        below: i64 = now.height(end) - now.height(behind)
        if below < 0:
            return t.R_PUSH_HIGHER
        return t.R_PUSH_LOWER if below > self.push_down and now.heights[behind] else LEGAL

    def _steep(self) -> i64:
        """Why a step is too steep (MUT-M4)."""
        return t.R_STEEP if self.descent == 1 else t.R_STEEP_UP

    def _judge_nut(self, site: i64, near: vec[u8]) -> i64:
        """Whether this column's top nut may be taken (MUT-N1, N2)."""
        if not self.columns.heights[site]:
            return t.R_NOTHING_TO_TAKE
        if self.columns.marbles[site]:
            return t.R_NUT_UNDER_MARBLE
        if not near[site]:
            return t.R_NUT_NOT_BESIDE
        return t.R_FEW_SIDES if self.columns.free_sides(site, self.marbles_take_sides) < FREE_SIDES else LEGAL

    def _judge_build(self, site: i64, onto: i64, near: vec[u8]) -> i64:
        """Where a nut that may be taken can go (MUT-N1, N3)."""
        if site == onto:
            return t.R_SAME_NUT
        if not self.columns.heights[onto]:
            return t.R_NO_NUT_UNDER
        if self.columns.marbles[onto]:
            return t.R_NUT_ON_MARBLE
        return LEGAL if i64(near[site]) & i64(near[onto]) else t.R_NUT_TOO_FAR

    def facts(self, step: i64, reason: i64) -> list[int]:
        return [self._fact(name, step) for name, _ in t.REASONS[reason].fields]

    def _fact(self, name: str, step: i64) -> int:
        site: i64 = self.columns.land.place(s.first_of(step))
        if name == "at" or name == "from":
            return s.first_of(step)
        if name == "to" or name == "number":
            return s.second_of(step)
        if name == "behind":
            return s.second_of(step) + TOWARDS[s.way_of(step)]
        if name == "way":
            return s.way_of(step)
        if name == "floor":
            return self.columns.height(site)
        if name == "sides":
            return self.columns.free_sides(site, self.marbles_take_sides)
        return self.placed_for() if name == "owner" else self.seats - 1

    # --- steps ----------------------------------------------------------------------------------------------------
    def legal(self) -> vec[i64]:
        steps = vec[i64](capacity=60)
        if self.seat < 0:
            return steps
        land: Land = self.columns.land
        if self.stage == LAYING:
            for hexagon in land.shore() if land.size else vec[i64]([ORIGIN]):
                steps = append(steps, s.step_of(s.LAY, hexagon, 0, 0))
            return steps
        if self.stage == PLACING or self.stage == RETURNING:
            opened: vec[u8] = self.columns.open_places()
            for site in range(i64(0), land.size):
                if not self._judge_place(site, opened):
                    steps = append(steps, s.step_of(s.PLACE, land.hexagons[site], 0, 0))
            return steps
        steps = self._list_builds(self._list_moves(steps))
        if not self._judge_any_return():
            for seat in range(i64(0), self.seats):
                if seat != self.seat:
                    steps = append(steps, s.step_of(s.RETURN, 0, seat, 0))
        return append(steps, s.END_TURN)

    def _list_moves(self, steps: vec[i64]) -> vec[i64]:
        now: Columns = self.columns
        land: Land = now.land
        own: i64 = now.standing[self.seat]
        while own:
            start: i64 = (own & 255) - 1
            own >>= 8
            if self._judge_mover(start):
                continue
            first: i64 = len(steps)
            runway: i64 = now.chain(start, self.descent)
            while runway:
                site: i64 = (runway & 255) - 1
                runway >>= 8
                for way in range(WAYS):
                    if not self._judge_last(start, site, way):
                        place: i64 = now.next_to(site, way)
                        push: i64 = way + 1 if now.marbles[place] else NO_PUSH
                        step: i64 = s.step_of(s.MOVE, land.hexagons[start], land.hexagons[place], push)
                        steps = s.insert(steps, first, step)
        return steps

    def _list_builds(self, steps: vec[i64]) -> vec[i64]:
        hexagons: vec[i64] = self.columns.land.hexagons
        near: vec[u8] = self.columns.near_chains(self.seat)
        around: vec[i64] = self._sites_of(near)
        for site in around:
            if not self._judge_nut(site, near):
                for onto in around:
                    if not self._judge_build(site, onto, near):
                        steps = append(steps, s.step_of(s.BUILD, hexagons[site], hexagons[onto], 0))
        return steps

    def _sites_of(self, near: vec[u8]) -> vec[i64]:
        """The sites among these places (those that are not 0)."""
        found = vec[i64](capacity=32)
        for site in range(i64(0), self.columns.land.size):
            if near[site]:
                found = append(found, site)
        return found

    def random_step(self, rng: Rng) -> i64:
        if self.stage == PLAYING or self.stage == RETURNED:
            now: Columns = self.columns
            near: vec[u8] = now.near_chains(self.seat)
            own: i64 = now.standing[self.seat]
            marbles: i64 = count_sites(own)
            around: vec[i64] = self._sites_of(near)
            moves: i64 = marbles * marbles * WAYS
            builds: i64 = len(around) * len(around)
            for _try in range(i64(100)):
                pick: i64 = rng.below(moves + builds + self.seats + 1)
                step: i64 = s.END_TURN
                if pick < moves:
                    over: i64 = pick // WAYS
                    step = self._draw_move(nth_site(own, over // marbles), nth_site(own, over % marbles), pick % WAYS)
                elif pick < moves + builds:
                    taken: i64 = around[(pick - moves) // len(around)]
                    onto: i64 = around[(pick - moves) % len(around)]
                    if self._judge_nut(taken, near) or self._judge_build(taken, onto, near):
                        continue
                    step = s.step_of(s.BUILD, now.land.hexagons[taken], now.land.hexagons[onto], 0)
                elif pick < moves + builds + self.seats:
                    if self._judge_return(pick - moves - builds):
                        continue
                    step = s.step_of(s.RETURN, 0, pick - moves - builds, 0)
                if step >= 0:
                    return step
        return super().random_step(rng)

    def _draw_move(self, start: i64, site: i64, way: i64) -> i64:
        """The move from ``start`` over ``site`` in this way; -1 if it is illegal or an earlier way leads there too."""
        now: Columns = self.columns
        if self._judge_mover(start) or self._judge_last(start, site, way):
            return -1
        runway: i64 = now.chain(start, self.descent)
        if not is_among(site, runway):
            return -1
        end: i64 = now.next_to(site, way)
        push: i64 = way + 1 if now.marbles[end] else NO_PUSH
        if not push:
            for earlier in range(way):
                other: i64 = now.next_to(end, earlier ^ 1)
                if is_among(other, runway) and not self._judge_last(start, other, earlier):
                    return -1
        return s.step_of(s.MOVE, now.land.hexagons[start], now.land.hexagons[end], push)

    def universe(self) -> vec[i64]:
        return s.all_steps([hexagon for hexagon, _, _ in self.columns.rows()])

    # --- taking a step ------------------------------------------------------------------------------------------
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        kind: i64 = s.kind_of(step)
        if kind == s.MOVE:
            self._move(s.first_of(step), s.second_of(step), s.way_of(step), log)
        elif kind == s.BUILD:
            self._build(s.first_of(step), s.second_of(step), log)
        elif kind == s.PLACE:
            self._place(s.first_of(step), log)
        elif kind == s.LAY:
            self._lay(s.first_of(step), log)
        elif kind == s.RETURN:
            if log is not None:
                log.add(t.E_CALLED, self.seat, s.second_of(step))
            self.owner = self.seat
            self.seat = s.second_of(step)
            self.stage = RETURNING
        else:
            acted: bool = self.stage == RETURNED or self.columns.moved > 0
            if log is not None:
                log.add(t.E_ENDED if acted else t.E_PASSED, self.seat)
            self._next_turn(acted)

    def _lay(self, hexagon: i64, log: EventLog | None) -> None:
        """MUT-P1."""
        if log is not None:
            log.add(t.E_LAID, self.seat, hexagon)
        self.columns = flat(self.columns.land.grown(hexagon))
        self.seat = (self.seat + 1) % self.seats
        if self.columns.land.size == self.options.nuts:
            self.stage = PLACING
            self.seat = 0

    def _place(self, hexagon: i64, log: EventLog | None) -> None:
        """MUT-P2, R1."""
        whose: i64 = self.placed_for()
        self.columns.put(self.columns.land.place(hexagon), whose, False)
        if log is not None:
            log.add(t.E_RETURNED if self.stage == RETURNING else t.E_PLACED, self.seat, whose, whose, hexagon)
        if self.stage == RETURNING:
            self.fallen -= 1 << (whose * 4)
            self.seat = whose
            self.owner = NOBODY
            self.stage = RETURNED
            return
        self.seat = (self.seat + 1) % self.seats
        if self.seat == 0 and self.columns.marbles_of(0, 1) == self.options.marbles_each():
            self.stage = PLAYING  # MUT-P3

    def _move(self, first: i64, second: i64, way: i64, log: EventLog | None) -> None:
        """MUT-M2, M3, S1, E1."""
        now: Columns = self.columns
        end: i64 = now.land.place(second)
        pushed: i64 = now.seat_on(end)
        now.clear(now.land.place(first))
        now.put(end, self.seat, True)
        if log is not None:
            log.add(t.E_MOVED, self.seat, first, second)
        if pushed >= 0:
            behind: i64 = now.next_to(end, way)
            if now.heights[behind]:
                now.put(behind, pushed, False)
                if log is not None:
                    log.add(t.E_PUSHED, pushed, second, second + TOWARDS[way])
            else:
                self.fallen += 1 << (pushed * 4)
                if log is not None:
                    log.add(t.E_FELL, pushed, second)
        if now.marbles_of(self.seat, self.options.floor) >= self.options.towers_to_win():
            self.end(t.END_TOWERS, 1 << self.seat)

    def _build(self, first: i64, second: i64, log: EventLog | None) -> None:
        """MUT-N1, N4."""
        onto: i64 = self.columns.land.place(second)
        self.columns.add_nuts(self.columns.land.place(first), -1)
        self.columns.add_nuts(onto, 1)
        if log is not None:
            log.add(t.E_LIFTED, self.seat, first)
            log.add(t.E_BUILT, self.seat, second, self.columns.height(onto))
        self._next_turn(True)

    def _next_turn(self, acted: bool) -> None:
        self.idle = i64(0) if acted else self.idle + 1
        self.columns.forget_moved()
        self.stage = PLAYING
        self.seat = (self.seat + 1) % self.seats
        self.turn += 1
        if self.idle >= self.seats:
            self.end(t.END_IDLE, self.count_winners())
        elif self.cap and self.turn >= self.cap * self.seats:
            self.end(t.END_TURN_CAP, self.count_winners())

    def count_winners(self) -> i64:
        """MUT-E2: the seats with most marbles on floor 4 or higher; 0 where all have as many."""
        most: i64 = 0
        winners: i64 = 0
        for seat in range(i64(0), self.seats):
            towers: i64 = self.columns.marbles_of(seat, self.options.floor)
            if towers > most:
                most = towers
                winners = 0
            if towers == most:
                winners |= 1 << seat
        return i64(0) if winners == (1 << self.seats) - 1 else winners

    def end(self, ending: i64, winners: i64) -> None:
        self.columns.forget_moved()
        super().end(ending, winners)


def start(options: Options, land: Land) -> MutterLand:
    """MUT-P1, P2: a game on a land that lies already, or without any land yet."""
    state = MutterLand(options, flat(land))
    state.stage = PLACING if land.size else LAYING
    return state
