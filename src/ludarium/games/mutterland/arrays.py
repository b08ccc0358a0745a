"""Mutter Land as numbers, for programs that learn.

Lands differ from game to game and shrink, so sites have no numbers of their own. What has one is a column: its *rank*
among those that stand now, in reading order. Planes and actions know columns by rank.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import ENDLESS, Arrays, Plane, fill, until
from ludarium.core.state import NOBODY, State, expect
from ludarium.games.mutterland import rules_steps as s
from ludarium.games.mutterland.rules import PLACING, RETURNING, MutterLand, marbles_each
from ludarium.games.mutterland.rules_columns import Columns
from ludarium.games.mutterland.rules_land import FAR, NUTS, ORIGIN, TOWARDS, WAY_NAMES, WAYS, Land, q_of, r_of
from ludarium.games.mutterland.terms import MOST_PLAYERS

# Actions. A nut of a land being built is laid beside a column in one of the six ways. A seat that puts back a marble is
# known by its distance from the seat that asks it, as planes know seats.
A_PLACE: Final[i64] = 0
A_MOVE: Final[i64] = A_PLACE + NUTS  # from, to, and no push or a push in one of the ways
A_BUILD: Final[i64] = A_MOVE + NUTS * NUTS * (WAYS + 1)
A_RETURN: Final[i64] = A_BUILD + NUTS * NUTS
A_END_TURN: Final[i64] = A_RETURN + MOST_PLAYERS - 1
A_LAY: Final[i64] = A_END_TURN + 1
A_FIRST_NUT: Final[i64] = A_LAY + NUTS * WAYS
ACTIONS: Final[i64] = A_FIRST_NUT + 1

# A land is connected at first and nothing is laid later (MUT-P1, N3), so no two columns are farther apart. A written
# position can have some that are: such a distance counts as this one.
_WIDEST: Final[i64] = NUTS - 1

_NOWHERE: Final[i64] = 0  # a hexagon that no land has: no column has this rank

# The ways from a column to a hexagon, so ordered that the first column in reading order comes first.
_FROM_FIRST: Final = vec[i64]([5, 3, 0, 1, 2, 4])

STAGES: Final = (
    Plane("laying", 1, "everywhere: the land is being built"),
    Plane("placing", 1, "everywhere: marbles are being placed in the set-up"),
    Plane("playing", 1, "everywhere: marbles may move, then a nut"),
    Plane("returning", 1, "everywhere: the seat to act puts back another's fallen marble"),
    Plane("returned", 1, "everywhere: a marble has come back in this turn, a nut may still move"),
)
_COLUMN_PLANES: Final = (
    Plane("column", 1, "a column stands here"),
    Plane("height", int(NUTS), "its floor"),
    Plane("q", int(_WIDEST), "its q, less the least q of all columns"),
    Plane("r", int(_WIDEST), "its r, less the least r of all columns"),
    *[Plane(f"beside_{way}", int(NUTS), f"the rank of the column {way} of it plus 1; 0: none") for way in WAY_NAMES],
    Plane("outer", 1, "it is on the outer edge: the outside begins beside it"),
    Plane("lake", 1, "a lake, missing hexagons with no way to the outside, begins beside it"),
    Plane("free_sides", int(WAYS), "free sides of its top nut: three or more, and it can be taken"),
    Plane("moved", 1, "the marble on it has moved in this turn"),
)
_OTHER_PLANES: Final = (
    Plane(
        "placed_for", MOST_PLAYERS, "everywhere: whose marble is to be placed, 1: that of the seat that looks, 0: none"
    ),
    Plane("idle", MOST_PLAYERS, "everywhere: turns in a row in which nothing was done"),
    Plane("turns_left", 255, "everywhere: turns until the turn cap ends the game; 255: as many, or more, or no cap"),
    Plane("players", MOST_PLAYERS, "everywhere: how many seats there are"),
    Plane("one_marble", 1, "everywhere: only one marble moves in a turn"),
    Plane("push_uphill", 1, "everywhere: a push may go uphill"),
    Plane("marbles_take_sides", 1, "everywhere: a marble beside a nut takes a side of it, too"),
    Plane("any_descent", 1, "everywhere: a step may go down any number of floors"),
    Plane("push_down_one", 1, "everywhere: a marble is pushed down one floor at most"),
)


def _seat_planes(name: str, top: i64, about: str) -> list[Plane]:
    """One for every relative seat, also those that do not play."""
    after: list[str] = [f"the seat {distance} after it" for distance in range(1, MOST_PLAYERS)]
    whose: list[str] = ["the seat that looks", *after]
    return [Plane(f"{name}_{distance}", int(top), f"{about} of {whose[distance]}") for distance in range(MOST_PLAYERS)]


def _all_planes() -> list[Plane]:
    marbles: list[Plane] = _seat_planes("marbles", 1, "a marble")
    fallen: list[Plane] = _seat_planes("fallen", marbles_each(2), "everywhere: the fallen marbles")
    return [*_COLUMN_PLANES, *marbles, *STAGES, *fallen, *_OTHER_PLANES]


_PLANES: Final = _all_planes()
_MARBLES: Final[i64] = len(_COLUMN_PLANES)
_STAGES: Final[i64] = _MARBLES + MOST_PLAYERS
_FALLEN: Final[i64] = _STAGES + len(STAGES)
_OTHERS: Final[i64] = _FALLEN + MOST_PLAYERS


@final
class MutterLandArrays(Arrays):
    """Columns by rank; never more than 70, as there are 70 nuts. A land and the same one elsewhere are equal."""

    def __init__(self) -> None:
        super().__init__(
            version=2,
            layout="A row of 70 cells: the columns that stand now, by r and then by q from the least on, then nothing. "
            "The place of a column in this row, from 0 on, is its rank; actions name columns by their ranks, too.",
        )

    # --- actions ------------------------------------------------------------------------------------------------
    def actions(self, state: State) -> i64:
        return ACTIONS

    def action(self, state: State, step: i64) -> i64:
        game = expect(state, MutterLand)
        return _action(game, _ranks(game.columns), step)

    def to_actions(self, state: State, steps: vec[i64]) -> None:
        game = expect(state, MutterLand)
        ranks: vec[u8] = _ranks(game.columns)
        for index in range(i64(len(steps))):
            steps[index] = _action(game, ranks, steps[index])

    def step(self, state: State, action: i64) -> i64:
        game = expect(state, MutterLand)
        rest: i64 = action
        if action < A_MOVE:
            return s.step_of(s.PLACE, _hexagon(game.columns, action), 0, 0)
        if action < A_BUILD:
            rest -= A_MOVE
            pair: i64 = rest // (WAYS + 1)
            first: i64 = _hexagon(game.columns, pair // NUTS)
            return s.step_of(s.MOVE, first, _hexagon(game.columns, pair % NUTS), rest % (WAYS + 1))
        if action < A_RETURN:
            rest -= A_BUILD
            return s.step_of(s.BUILD, _hexagon(game.columns, rest // NUTS), _hexagon(game.columns, rest % NUTS), 0)
        if action < A_END_TURN:
            distance: i64 = action - A_RETURN + 1
            seat: i64 = (game.seat + distance) % game.seats if distance < game.seats else game.seats
            return s.step_of(s.RETURN, 0, seat, 0)
        if action == A_END_TURN:
            return s.END_TURN
        if action == A_FIRST_NUT:
            return s.step_of(s.LAY, ORIGIN, 0, 0)
        rest -= A_LAY
        hexagon: i64 = _hexagon(game.columns, rest // WAYS) + TOWARDS[rest % WAYS]
        # A nut beside several columns is one action only.
        is_first: bool = _lay_action(game.columns.land, _ranks(game.columns), hexagon) == action
        return s.step_of(s.LAY, hexagon if is_first else _NOWHERE, 0, 0)

    def longest(self, state: State) -> i64:
        """Every turn but the last one is completed, and the cap counts completed turns (MUT-E2)."""
        game = expect(state, MutterLand)
        if not game.cap:
            return ENDLESS
        each: i64 = game.options.marbles_each()
        # A turn: every marble that may move (MUT-M1), or the call and the return of one (R1); then a nut or the end.
        moves: i64 = 1 if game.one_marble else each
        return game.options.nuts + game.seats * each + game.cap * game.seats * (max(moves, i64(2)) + 1)

    # --- planes -------------------------------------------------------------------------------------------------
    def shape(self, state: State) -> tuple[int, ...]:
        return (int(NUTS),)

    def planes(self, state: State) -> list[Plane]:
        return list(_PLANES)

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        game = expect(view, MutterLand)
        _write_columns(game, seat, out, at)
        fill(out, at + (_STAGES + game.stage) * NUTS, NUTS, 1)
        for distance in range(game.seats):
            fill(out, at + (_FALLEN + distance) * NUTS, NUTS, game.fallen_of((seat + distance) % game.seats))
        at += _OTHERS * NUTS
        if game.seat >= 0 and (game.stage == PLACING or game.stage == RETURNING):
            fill(out, at, NUTS, 1 + _distance(game, seat, game.placed_for()))
        fill(out, at + NUTS, NUTS, game.idle)
        fill(out, at + 2 * NUTS, NUTS, until(game.cap * game.seats, game.turn))
        fill(out, at + 3 * NUTS, NUTS, game.seats)
        fill(out, at + 4 * NUTS, NUTS, 1 if game.one_marble else 0)
        fill(out, at + 5 * NUTS, NUTS, 1 if game.uphill else 0)
        fill(out, at + 6 * NUTS, NUTS, 1 if game.marbles_take_sides else 0)
        fill(out, at + 7 * NUTS, NUTS, 0 if game.descent == 1 else 1)
        fill(out, at + 8 * NUTS, NUTS, 1 if game.push_down == 1 else 0)


def _distance(game: MutterLand, seat: i64, other: i64) -> i64:
    """How many seats after ``seat`` the other one sits."""
    return (other - seat + game.seats) % game.seats


def _ranks(now: Columns) -> vec[u8]:
    """By place: the rank of the column that stands there plus 1; 0: none does."""
    ranks: vec[u8] = now.land.blank[:]
    rank: i64 = 0
    for site in range(now.land.size):
        if now.heights[site]:
            rank += 1
            ranks[site] = u8(rank)
    return ranks


def _hexagon(now: Columns, rank: i64) -> i64:
    """Where the column of a rank stands."""
    for site in range(now.land.size):
        if now.heights[site]:
            if rank == 0:
                return now.land.hexagons[site]
            rank -= 1
    return _NOWHERE


def _action(game: MutterLand, ranks: vec[u8], step: i64) -> i64:
    kind: i64 = s.kind_of(step)
    if step == s.END_TURN:
        return A_END_TURN
    if kind == s.RETURN:
        return A_RETURN + _distance(game, game.seat, s.second_of(step)) - 1
    land: Land = game.columns.land
    if kind == s.LAY:
        return _lay_action(land, ranks, s.first_of(step))
    first: i64 = i64(ranks[land.place(s.first_of(step))]) - 1
    if kind == s.PLACE:
        return A_PLACE + first
    pair: i64 = first * NUTS + i64(ranks[land.place(s.second_of(step))]) - 1
    return A_BUILD + pair if kind == s.BUILD else A_MOVE + pair * (WAYS + 1) + (step & 255)


def _lay_action(land: Land, ranks: vec[u8], hexagon: i64) -> i64:
    for way in _FROM_FIRST:
        beside: i64 = i64(ranks[land.place(hexagon - TOWARDS[way])])
        if beside:
            return A_LAY + (beside - 1) * WAYS + way
    return A_FIRST_NUT


def _write_columns(game: MutterLand, seat: i64, out: vec[u8], at: i64) -> None:
    """The planes of ``_COLUMN_PLANES``, and the marbles."""
    now: Columns = game.columns
    hexagons: vec[i64] = now.land.hexagons
    beside: vec[u8] = now.land.beside
    ranks: vec[u8] = _ranks(now)
    opened: vec[u8] = now.open_places()
    left: i64 = FAR
    top: i64 = FAR
    for site in range(now.land.size):
        if ranks[site]:
            left = min(left, q_of(hexagons[site]))
            top = min(top, r_of(hexagons[site]))
    for site in range(now.land.size):
        rank: i64 = i64(ranks[site])
        if not rank:
            continue
        cell: i64 = at + rank - 1
        out[cell] = u8(1)
        out[cell + NUTS] = now.heights[site]
        out[cell + 2 * NUTS] = u8(min(q_of(hexagons[site]) - left, _WIDEST))
        out[cell + 3 * NUTS] = u8(min(r_of(hexagons[site]) - top, _WIDEST))
        for way in range(WAYS):
            place: i64 = i64(beside[site * 8 + way])
            if ranks[place]:
                out[cell + (4 + way) * NUTS] = ranks[place]
            else:
                out[cell + (10 if opened[place] else 11) * NUTS] = u8(1)
        out[cell + 12 * NUTS] = u8(now.free_sides(site, game.marbles_take_sides))
        owner: i64 = now.seat_on(site)
        if owner != NOBODY:
            if now.has_moved(site):
                out[cell + 13 * NUTS] = u8(1)
            out[cell + (_MARBLES + _distance(game, seat, owner)) * NUTS] = u8(1)
