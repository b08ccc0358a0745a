"""Mur as planes and actions: positions worked out by hand, and that nothing of a state is left out."""

from collections.abc import Iterator

import pytest

from ludarium.core.arrays import ENDLESS
from ludarium.core.bits import count_bits
from ludarium.core.rng import Rng
from ludarium.games.mur import GAME
from ludarium.games.mur.notation import site_name
from ludarium.games.mur.rules import SHIPS, Mur
from ludarium.games.mur.rules_board import POINTS, position_key
from tests.games.arrays_reading import (
    Planes,
    actions_refused,
    arrays_of,
    at_their_largest,
    everywhere,
    mask_of,
    observation,
    planes_of,
)
from tests.games.mur_board import ANY, EN, JP, after, board, number, start

ARRAYS = arrays_of(GAME)


def on(planes: Planes, name: str) -> dict[str, int]:
    """What a plane has on which points, where it is not 0; all eight cells of the centre must agree."""
    cells = planes[name]
    (centre,) = set(cells[:8])
    by_point = [*cells[8:], centre]
    return {site_name(point): value for point, value in enumerate(by_point) if value}


def points(planes: Planes, name: str) -> set[str]:
    assert set(on(planes, name).values()) <= {1}
    return set(on(planes, name))


# --- planes worked out by hand ------------------------------------------------------------------------------------
def test_the_centre_is_the_first_row_and_each_ring_one_row_more() -> None:
    assert ARRAYS.shape(start(JP)) == (4, 8)
    assert planes_of(GAME, board(JP, "kraken x"), 0)["kraken"] == [1] * 8 + [0] * 24
    for site, cell in (("a1", 8), ("h1", 15), ("b2", 17), ("c3", 26), ("h3", 31)):
        kraken = planes_of(GAME, board(JP, f"kraken {site}"), 0)["kraken"]
        assert [at for at in range(32) if kraken[at]] == [cell]


@pytest.mark.parametrize("ruleset", [JP, EN])
def test_pieces_classes_and_walls_as_each_seat_sees_them(ruleset: str) -> None:
    # b3, b2 and c2 are a group of three; with d3 they wall in White's c3.
    state = board(ruleset, "black b3 b2 c2 d3; white c3 e1 x; kraken h1; closes 1 2; turn 390; next 1")
    black, white = planes_of(GAME, state, 0), planes_of(GAME, state, 1)
    assert (everywhere(black, "next"), everywhere(white, "next")) == (2, 1)
    assert points(black, "kraken") == points(white, "kraken") == {"h1"}
    assert everywhere(black, "turns_left") == everywhere(white, "turns_left") == 10
    expected = {
        "ships": ({"b3": 1, "b2": 1, "c2": 1, "d3": 1}, {"c3": 1, "e1": 1, "x": 1}),
        "class": ({"b3": 3, "b2": 3, "c2": 3, "d3": 1}, {"c3": 1, "e1": 2, "x": 2}),
        "walled": ({"c3": 1}, {}),
        "leaving": ({}, {}),
    }
    for name, (blacks, whites) in expected.items():
        assert on(black, f"own_{name}") == on(white, f"other_{name}") == blacks, name
        assert on(black, f"other_{name}") == on(white, f"own_{name}") == whites, name
    for name, numbers in {"stock": (3, 4), "closes": (1, 2), "penalty": (0, 0)}.items():
        assert (everywhere(black, f"own_{name}"), everywhere(black, f"other_{name}")) == numbers, name
        assert (everywhere(white, f"other_{name}"), everywhere(white, f"own_{name}")) == numbers, name


def test_ships_to_be_withdrawn_by_both_sides() -> None:
    # A chain trap of Black: White's d3 leaves first, then Black's c3.
    state = board(JP, "black d2 c3 e3; white c2 b3 d3; kraken h1; closes 1 0; leave d3; owed 0 c3; turn 9; next 1")
    for _ in range(2):
        black, white = planes_of(GAME, state, 0), planes_of(GAME, state, 1)
        assert points(black, "own_leaving") == points(white, "other_leaving") == {"c3"}
        assert points(black, "other_leaving") == points(white, "own_leaving") == ({"d3"} if state.seat else set())
        if state.seat:
            state = after(state, "--")
    black = planes_of(GAME, after(state, "--"), 0)
    assert points(black, "own_leaving") == points(black, "other_leaving") == set()


def test_planes_at_their_largest() -> None:
    """Seven ships in a group, none of the other's; before turn 145 of 400; three traps and six more with the last."""
    group = board(JP, "black a1 b1 c1 d1 e1 f1 g1; kraken x; next 1")
    assert at_their_largest(GAME, group, 0) == {"next", "own_class", "other_stock", "turns_left"}
    assert at_their_largest(GAME, group, 1) == {"other_class", "own_stock", "turns_left"}
    won = board(JP, "black a1; white e1; kraken x; closes 9 0; turn 390; over three_traps 0")
    assert (at_their_largest(GAME, won, 0), at_their_largest(GAME, won, 1)) == ({"own_closes"}, {"other_closes"})


def test_who_has_to_pay_for_a_repetition() -> None:
    for seat in (0, 1):
        planes = planes_of(GAME, board(JP, "black a1; white e1; kraken x; penalty 1"), seat)
        assert (everywhere(planes, "own_penalty"), everywhere(planes, "other_penalty")) == (seat, 1 - seat)


def test_the_three_positions_before_this_one() -> None:
    state = start(EN)
    for when in (1, 2, 3):
        planes = planes_of(GAME, state, 0)
        assert not any(planes[f"{what}_{when}_ago"].count(1) for what in ("own_ships", "other_ships", "kraken"))
    state = after(state, "+a1", "+b2", "+c3")
    black, white = planes_of(GAME, state, 0), planes_of(GAME, state, 1)
    for when, blacks, whites in ((1, {"a1"}, {"b2"}), (2, {"a1"}, set()), (3, set(), set())):
        assert points(black, f"own_ships_{when}_ago") == points(white, f"other_ships_{when}_ago") == blacks
        assert points(black, f"other_ships_{when}_ago") == points(white, f"own_ships_{when}_ago") == whites
        assert points(black, f"kraken_{when}_ago") == points(white, f"kraken_{when}_ago") == {"x"}


def test_options_and_turns_left() -> None:
    for ruleset, ports, english, any_walls in ((JP, set(), 0, 0), (EN, {"c3", "g3"}, 1, 0), (ANY, set(), 0, 1)):
        planes = planes_of(GAME, start(ruleset), 0)
        assert points(planes, "ports") == ports
        assert (everywhere(planes, "english"), everywhere(planes, "any_walls")) == (english, any_walls)
        assert everywhere(planes, "turns_left") == 255
    for cap, turn, left in ((0, 390, 255), (300, 45, 255), (300, 46, 254), (300, 299, 1)):
        state = board(EN, f"black a1; turn {turn}", turn_cap=cap)
        assert everywhere(planes_of(GAME, state, 1), "turns_left") == left


def test_after_the_end_nobody_is_next() -> None:
    state = after(board(EN, "black b3 d3; white a1; kraken c3"), "+c2")
    assert everywhere(planes_of(GAME, state, 0), "next") == 0
    last = after(board(EN, "black b3 d3; kraken x; turn 59", turn_cap=60), "+c2")
    assert (last.seat, everywhere(planes_of(GAME, last, 0), "turns_left")) == (-1, 0)


# --- actions ------------------------------------------------------------------------------------------------------
def test_actions_are_all_steps_that_can_be_written() -> None:
    """25 places; 4 ways from each point of rings 1 and 2, 3 from ring 3, 8 from the centre; 25 withdrawals and all."""
    state = start(JP)
    assert ARRAYS.actions(state) == 25 + 16 * 4 + 8 * 3 + 8 + 25 + 1
    written = {"+a1": 0, "+x": 24, "a1r": 25, "h2o": 88, "a3r": 89, "a3i": 91, "b3r": 92, "h3i": 112, "xa": 113}
    for text, action in {**written, "xh": 120, "-a1": 121, "-x": 145, "--": 146}.items():
        assert ARRAYS.action(state, number(text)) == action
        assert ARRAYS.step(state, action) == number(text)
    assert [ARRAYS.step(state, action) for action in range(147)] == list(state.universe())


@pytest.mark.parametrize(
    ("ruleset", "position"),
    [
        (JP, "black a3 b3 x; white c2 d3; kraken h1"),  # outward from ring 3 is nothing
        (EN, "black a3 c3 g3; white c2 d3; kraken x"),  # two ports
        (JP, "black a3 b3; white d3; kraken x; penalty 0"),
        (EN, "black b3 c2 d3; white c3; kraken x; leave c3; next 1"),
        (JP, "black a3; over kraken_trapped 0"),
    ],
)
def test_no_action_but_the_legal_ones_is_a_legal_step(ruleset: str, position: str) -> None:
    state = board(ruleset, position)
    assert actions_refused(GAME, state) == set(range(147)) - mask_of(GAME, state)


def test_a_turn_is_a_step() -> None:
    assert ARRAYS.longest(start(JP)) == 400
    assert ARRAYS.longest(start(EN, turn_cap=1)) == 1
    assert ARRAYS.longest(start(EN, turn_cap=0)) == ENDLESS


# --- nothing is left out --------------------------------------------------------------------------------------------
def changed(state: Mur) -> Iterator[tuple[str, Mur]]:
    """The state with one thing of it changed, whether the rules could lead there or not."""
    ships = {"black": state.black, "white": state.white}
    acting, waiting = ("white", "black") if state.seat else ("black", "white")
    for point in range(POINTS):
        for name, points_ in ships.items():
            if count_bits(points_ ^ 1 << point) <= SHIPS:
                yield _with(state, name, points_ ^ 1 << point)
        if ships[acting] >> point & 1:
            yield _with(state, "leave", state.leave ^ 1 << point)
        if ships[waiting] >> point & 1:
            yield _with(state, "owed", state.owed ^ 1 << point)
        if point != state.kraken:
            yield _with(state, "kraken", point)
    for name in ("closes_black", "closes_white"):
        yield _with(state, name, getattr(state, name) + 1)
    for penalty in {-1, 0, 1} - {state.penalty}:
        yield _with(state, "penalty", penalty)
    yield _with(state, "seat", 1 - state.seat)
    for name in ("past1", "past2", "past3"):
        key = getattr(state, name)
        if key < 0:
            yield _with(state, name, position_key(0, 0, 24))
        else:
            yield _with(state, name, -1)
            for other in (position_key(1, 0, 0), position_key(0, 1 << 24, 0)):
                yield _with(state, name, key ^ other)
            yield _with(state, name, (key & (1 << 50) - 1) | (((key >> 50) + 1) % POINTS) << 50)


def _with(state: Mur, name: str, value: int) -> tuple[str, Mur]:
    new = state.copy()
    setattr(new, name, value)
    return name, new


@pytest.mark.parametrize("ruleset", [JP, EN])
def test_whatever_is_changed_is_seen(ruleset: str) -> None:
    state, rng, seen = start(ruleset, turn_cap=0), Rng(4), set()
    for turn in range(60):
        if state.seat < 0:
            break
        if turn % 12 == 0 or state.leave or state.penalty >= 0:
            before = [observation(GAME, state, seat) for seat in (0, 1)]
            for name, other in changed(state):
                seen.add(name)
                for seat in (0, 1):
                    assert observation(GAME, other, seat) != before[seat], (name, GAME.position_text(state))
        state.apply(state.random_step(rng))
    assert len(seen) == 12
