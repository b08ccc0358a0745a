"""Myrmidons as planes and actions: positions worked out by hand, all of what a seat knows, and nothing else."""

from collections.abc import Iterator

import pytest
from mypy_extensions import u8

from ludarium.core.arrays import ENDLESS
from ludarium.core.rng import Rng
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.notation import site_name
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import TYPES
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
from tests.games.myrmidons_helpers import play, position, set_up, start

ARRAYS = arrays_of(GAME)
RULESETS = ["myrmidons", "myrmidons-memory", "myrmidons-secret", "myrmidons-random", "myrmidons-twelve"]
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def on(planes: Planes, name: str) -> dict[str, int]:
    """What a plane has on which squares, where it is not 0."""
    return {site_name(square): value for square, value in enumerate(planes[name]) if value}


def might(planes: Planes, site: str) -> set[str]:
    """The types that the other's block on a square can be."""
    return {type_ for type_ in TYPES if site in on(planes, f"other_might_{type_}")}


def by_type(planes: Planes, name: str) -> dict[str, int]:
    numbers = {type_: everywhere(planes, f"{name}_{type_}") for type_ in TYPES}
    return {type_: number for type_, number in numbers.items() if number}


# --- planes worked out by hand ------------------------------------------------------------------------------------
def test_cells_are_squares() -> None:
    assert ARRAYS.shape(start()) == (7, 6)
    state = position("blue b1=111 a2=324; red f7=111")
    assert [cell for cell, value in enumerate(planes_of(GAME, state, 0)["own_blocks"]) if value] == [1, 6]
    assert [cell for cell, value in enumerate(planes_of(GAME, state, 0)["other_blocks"]) if value] == [41]
    assert set(on(planes_of(GAME, state, 0), "far_row")) == {"a7", "b7", "c7", "d7", "e7", "f7"}
    assert set(on(planes_of(GAME, state, 1), "far_row")) == {"a1", "b1", "c1", "d1", "e1", "f1"}


def test_own_blocks_and_what_the_other_has_seen_of_them() -> None:
    # Red's c5 was shown and d4 has gone two squares; e7 and f7 may command.
    state = position("blue a1=111 b4=324/4 c2=522!; red c5=243! d4=333/2 f7=111 e7=432; turn 8; next 1")
    blue, red = planes_of(GAME, state, 0), planes_of(GAME, state, 1)
    assert (everywhere(blue, "next"), everywhere(red, "next")) == (2, 1)
    for planes, whose in ((blue, "own"), (red, "other")):
        assert on(planes, f"{whose}_blocks") == {"a1": 1, "b4": 1, "c2": 1}
        assert on(planes, f"{whose}_shown") == {"c2": 1}
        assert on(planes, f"{whose}_proved") == {"a1": 1, "b4": 4, "c2": 1}
        assert on(planes, f"{whose}_suspects") == {"a1": 1}
    assert on(blue, "own_sword") == {"a1": 1, "b4": 3, "c2": 5}
    assert on(blue, "own_shield") == {"a1": 1, "b4": 2, "c2": 2}
    assert on(blue, "own_foot") == {"a1": 1, "b4": 4, "c2": 2}
    assert on(blue, "own_commander") == {"a1": 1}
    assert on(blue, "other_suspects") == on(red, "own_suspects") == {"e7": 1, "f7": 1}
    assert on(blue, "other_proved") == on(red, "own_proved") == {"c5": 1, "d4": 2, "e7": 1, "f7": 1}
    assert (on(blue, "other_sword"), on(blue, "other_shield"), on(blue, "other_foot")) == (
        {"c5": 2},
        {"c5": 4},
        {"c5": 3},
    )
    assert on(blue, "other_commander") == {}
    assert on(red, "own_commander") == {"f7": 1}


def test_what_the_others_hidden_blocks_can_be() -> None:
    """Base types: 243 324 333 432 522."""
    state = position("blue a1=111 b4=324/4 c2=522!; red c5=243! d4=333/2 f7=111 e7=432; red_lost 324; next 0")
    blue, red = planes_of(GAME, state, 0), planes_of(GAME, state, 1)
    assert might(blue, "c5") == {"243"}  # shown
    assert might(blue, "d4") == {"333", "432", "522"}  # 3-2-4 was removed; two squares: no commander
    assert might(blue, "e7") == might(blue, "f7") == {"111", "333", "432", "522"}
    assert might(red, "a1") == {"111"}  # the others went too far or were shown
    assert might(red, "b4") == {"324"}  # no other has such a foot
    assert might(red, "c2") == {"522"}
    assert might(red, "b1") == set()


@pytest.mark.parametrize("ruleset", ["myrmidons", "myrmidons-memory"])
def test_what_was_shown_stays_known(ruleset: str) -> None:
    state = play(position("blue c3=324 a1=111; red c5=243 f7=111", ruleset), "c3n2", "c5w1")
    blue, red = planes_of(GAME, state, 0), planes_of(GAME, state, 1)
    assert on(blue, "other_shown") == on(red, "own_shown") == {"b5": 1}
    assert on(red, "other_sword") == {"c4": 3}
    assert might(blue, "b5") == {"243"}
    assert everywhere(blue, "memory") == (1 if ruleset == "myrmidons-memory" else 0)


def test_removed_blocks() -> None:
    text = "blue a1=111 b1=324; red f7=111; red_lost 333 333 135; blue_lost 522; turn 30; next 1"
    blue, red = (planes_of(GAME, position(text, "myrmidons-random"), seat) for seat in (0, 1))
    assert by_type(blue, "other_lost") == by_type(red, "own_lost") == {"333": 2, "135": 1}
    assert by_type(blue, "own_lost") == by_type(red, "other_lost") == {"522": 1}
    assert (everywhere(blue, "own_losses"), everywhere(blue, "other_losses")) == (1, 3)
    assert (everywhere(red, "own_losses"), everywhere(red, "other_losses")) == (3, 1)


def test_the_set_up() -> None:
    state = play(start(), "=522", "=111")
    blue, red = planes_of(GAME, state, 0), planes_of(GAME, state, 1)
    assert by_type(blue, "own_hand") == {"243": 1, "324": 1, "333": 1, "432": 1}
    assert by_type(red, "own_hand") == {"111": 1, "243": 1, "324": 1, "333": 1, "432": 1, "522": 1}
    assert on(blue, "put_here") == on(red, "put_here") == {"c1": 1}
    assert (everywhere(blue, "own_left"), everywhere(blue, "other_left")) == (4, 6)
    assert (everywhere(red, "own_left"), everywhere(red, "other_left")) == (6, 4)
    assert on(blue, "own_sword") == {"a1": 5, "b1": 1}
    assert on(red, "other_sword") == {}
    assert might(red, "a1") == {"111", "243", "324", "333", "432", "522"}
    done = planes_of(GAME, set_up("243 324 111 333 432 522", "111 522 432 333 324 243"), 1)
    assert (by_type(done, "own_hand"), on(done, "put_here")) == ({}, {})
    assert (everywhere(done, "own_left"), everywhere(done, "other_left")) == (0, 0)


def test_the_set_up_of_other_armies() -> None:
    blue = ["333", "333", "135", "531", "252"]
    drawn = start("myrmidons-random", drawn=[blue, ["153", "324", "324", "522", "144"]])
    hand = {"111": 1, "333": 2, "135": 1, "531": 1, "252": 1}
    assert by_type(planes_of(GAME, drawn, 0), "own_hand") == hand
    planes = planes_of(GAME, play(drawn, "=333"), 0)
    assert by_type(planes, "own_hand") == {**hand, "333": 1}
    # In secret all 20 types are there to be chosen, once each. With twelve blocks the next row follows.
    state = play(start("myrmidons-twelve"), "=333", "=111", "=135", "=144", "=153", "=225")
    planes = planes_of(GAME, state, 0)
    chosen = {"333", "111", "135", "144", "153", "225"}
    assert by_type(planes, "own_hand") == dict.fromkeys([type_ for type_ in TYPES if type_ not in chosen], 1)
    assert on(planes, "put_here") == {"a2": 1}
    assert (everywhere(planes, "own_left"), everywhere(planes, "other_left")) == (6, 12)


def test_an_order_under_way_is_its_owners_alone() -> None:
    before = position("blue c2=111 b2=324 d2=432; red f7=111")
    state = before
    sent = {"c2": 1}
    arrivals = {"c3": 1}
    for step, square, distance, arrival in (("!n", "", 0, ""), ("b2:3", "b2", 3, "b5"), ("d2:1", "d2", 1, "d3")):
        state = play(state, step)
        if square:
            sent[square], arrivals[arrival] = distance, 1
        planes = planes_of(GAME, state, 0)
        assert everywhere(planes, "order_way") == 1
        assert on(planes, "order_distance") == sent
        assert on(planes, "order_arrival") == arrivals
        assert planes_of(GAME, state, 1) == planes_of(GAME, before, 1)
    planes = planes_of(GAME, play(state, "."), 0)
    assert everywhere(planes, "order_way") == 0
    assert on(planes, "order_distance") == on(planes, "order_arrival") == {}
    west = planes_of(GAME, play(position("blue c2=111 c3=324; red f7=111"), "!nw"), 0)
    assert (everywhere(west, "order_way"), on(west, "order_arrival")) == (8, {"b3": 1})


def test_options_and_turns_left() -> None:
    for ruleset, size, secret, random in (
        ("myrmidons", 6, 0, 0),
        ("myrmidons-secret", 6, 1, 0),
        ("myrmidons-twelve", 12, 1, 0),
        ("myrmidons-random", 6, 0, 1),
    ):
        planes = planes_of(GAME, start(ruleset), 0)
        assert [everywhere(planes, name) for name in ("army_size", "secret", "random")] == [size, secret, random]
    for distance, unlimited in (("foot", 0), ("unlimited", 1)):
        assert everywhere(planes_of(GAME, start(order_distance=distance), 1), "unlimited") == unlimited
    for cap, turn, left in ((0, 290, 255), (300, 45, 255), (300, 46, 254), (300, 299, 1)):
        state = position(f"blue a1=111; red f7=111; turn {turn}", turn_cap=cap)
        assert everywhere(planes_of(GAME, state, 0), "turns_left") == left


def test_planes_at_their_largest() -> None:
    """Turns are limited to 300, and none of these positions is near the end."""
    usual = {"turns_left"}
    text = "blue a1=111 b4=135/5 c2=351! d2=513!; red f7=111 e7=225/5 f6=315! d7=351! c7=513!"
    state = position(f"{text}; blue_lost 333 333; next 1", "myrmidons-random")
    armies = {f"{whose}_{what}" for whose in ("own", "other") for what in ("sword", "shield", "foot", "proved")}
    assert at_their_largest(GAME, state, 0) == {*usual, *armies, "next", "own_lost_333"}
    assert "other_lost_333" in at_their_largest(GAME, state, 1)
    assert at_their_largest(GAME, start("myrmidons-twelve"), 0) == {*usual, "own_left", "other_left", "army_size"}
    drawn = start("myrmidons-random", drawn=[["333", "333", "135", "531", "252"], ["153", "324", "324", "522", "144"]])
    assert at_their_largest(GAME, drawn, 0) == {*usual, "own_hand_333"}
    far = play(position("blue c1=111 b1=324; red f7=111", order_distance="unlimited"), "!n", "b1:6")
    assert at_their_largest(GAME, far, 0) == {*usual, "order_distance"}
    assert at_their_largest(GAME, play(position("blue c2=111 c3=324; red f7=111"), "!nw"), 0) == {*usual, "order_way"}


def test_after_the_end_everything_is_seen() -> None:
    state = play(position("blue c3=324 a1=111 b1=243; red c5=111 f7=333 f6=522"), "c3n2")
    red = planes_of(GAME, state, 1)
    assert everywhere(red, "next") == 0
    assert on(red, "other_foot") == {"a1": 1, "b1": 3, "c5": 4}
    assert on(red, "other_commander") == {"a1": 1}
    assert might(red, "b1") == {"243"}


# --- actions ------------------------------------------------------------------------------------------------------
def test_an_action_is_the_number_of_a_step() -> None:
    """20 types to put; 42 squares, 8 ways and 6 distances; 8 ways of an order, a companion's distance, the end."""
    state = start()
    assert ARRAYS.actions(state) == 20 + 42 * 8 * 6 + 8 + 42 * 6 + 1
    assert list(state.universe()) == list(range(ARRAYS.actions(state)))
    assert ARRAYS.action(state, GAME.read_step("a1n1")) == ARRAYS.step(state, 20) == 20


def test_no_action_but_the_legal_ones_is_a_legal_step() -> None:
    order = position("blue c2=111 b2=324 d2=432; red c5=243! f7=111")
    for state in (start(), order, play(order, "!n"), play(order, "!n", "b2:3")):
        assert actions_refused(GAME, state) == set(range(ARRAYS.actions(state))) - mask_of(GAME, state)


def test_the_longest_game() -> None:
    # 12 puts; then 300 orders of 1 + 5 + 1 steps each. Of twelve blocks only eight can stand beside the commander.
    assert ARRAYS.longest(start()) == 12 + 300 * 7
    assert ARRAYS.longest(start("myrmidons-twelve", turn_cap=10)) == 24 + 10 * 10
    assert ARRAYS.longest(start(turn_cap=0)) == ENDLESS


@pytest.mark.parametrize(
    ("ruleset", "companions"),
    [
        ("myrmidons", ["b2=243", "c2=324", "d2=333", "b3=432", "d3=522"]),
        ("myrmidons-twelve", ["b2=243", "c2=324", "d2=333", "b3=432", "d3=522", "b4=342", "c4=414", "d4=315"]),
    ],
)
def test_a_turn_can_be_as_long_as_that(ruleset: str, companions: list[str]) -> None:
    state = position(f"blue c3=111 {' '.join(companions)}; red f7=111", ruleset, turn_cap=1)
    steps = ["!n", *(f"{block[:2]}:1" for block in companions), "."]
    after = play(state, *steps)
    assert (after.turn, after.seat) == (1, -1)
    assert ARRAYS.longest(state) == 2 * state.size + len(steps)


# --- what a seat may know, all of it and nothing else -----------------------------------------------------------------
def positions(ruleset: str, seed: int, every: int) -> Iterator[Position]:
    """Some positions of a game without a limit (so that no count of turns tells them apart), orders among them."""
    state, rng = start(ruleset, seed, turn_cap=0), Rng(seed)
    for number in range(60):
        if state.seat < 0:
            return
        if number % every == 0 or state.order > 7:
            yield state
        orders = [step for step in state.legal() if GAME.step_text(step)[0] in "!."]
        step = orders[rng.below(len(orders))] if orders and rng.below(4) == 0 else state.random_step(rng)
        state = state.copy()
        state.apply(step)


@every_ruleset
def test_truths_that_a_seat_cannot_tell_apart_look_the_same(ruleset: str) -> None:
    rng = Rng(5)
    for state in positions(ruleset, 2, 5):
        for seat in (0, 1):
            seen = observation(GAME, state, seat)
            for _ in range(3):
                assert observation(GAME, state.resample(seat, rng), seat) == seen, GAME.position_text(state)


@every_ruleset
def test_what_looks_the_same_is_the_same_to_a_seat(ruleset: str) -> None:
    """Beginnings of many games meet often: the other's set-up looks the same in all of them."""
    known: dict[tuple[int, bytes], tuple[object, ...]] = {}
    met = 0
    for seed in range(4):
        for state in positions(ruleset, seed, 1):
            for seat in (0, 1):
                seen = (seat, observation(GAME, state, seat))
                view = state.view(seat)
                view.turn = 0
                met += seen in known
                assert known.setdefault(seen, view.fields()) == view.fields(), GAME.position_text(state)
    assert met > 5


def changed(view: Position, seat: int) -> Iterator[tuple[str, Position]]:
    """The view with one thing of it changed that the seat knows, whether the rules could lead there or not."""
    for square in range(42):
        here = 1 << square
        owner = 0 if view.blue & here else 1 if view.red & here else -1
        if owner < 0:
            continue
        cell = int(view.cells[square])
        for least in {1, 2, 3, 4, 5} - {cell >> 5}:
            yield _with_cell(view, "least", square, cell & 31 | least << 5)
        if owner == seat or view.shown & here:
            for type_ in {0, 1, 12, 19} - {cell & 31}:
                yield _with_cell(view, "own type" if owner == seat else "other type", square, type_ | cell & 0xE0)
        if owner == seat:
            yield _with(view, "shown", view.shown ^ here)
        yield _with(view, "suspects", view.suspects ^ here)
    for name in ("blue_lost", "red_lost", "red_hand" if seat else "blue_hand"):
        store = getattr(view, name)
        for type_ in range(20):
            number = store >> 2 * type_ & 3
            yield _with(view, name, store ^ (number or 1) << 2 * type_)  # all or one of them
    if view.order >= 0:
        yield _with(view, "order", -1)
        yield _with(view, "order", view.order ^ 1)
        yield _with(view, "order", view.order & 7 if view.order > 7 else view.order | 8)
    if view.left:
        yield _with(view, "left", view.left - 1)


def _with(view: Position, name: str, value: int) -> tuple[str, Position]:
    new = view.copy()
    setattr(new, name, value)
    return name, new


def _with_cell(view: Position, name: str, square: int, value: int) -> tuple[str, Position]:
    new = view.copy()
    new.cells[square] = u8(value)
    return name, new


def test_whatever_is_changed_is_seen() -> None:
    middle = position("blue a1=111 b4=324/4 c2=522!; red c5=243! d4=333/2 f7=111 e7=432; red_lost 324")
    order = position("blue c2=111 b2=324 d2=432; red c5=243! f7=111")
    names: set[str] = set()
    for state in (play(start(), "=522", "=111"), middle, play(order, "!n"), play(order, "!n", "b2:3")):
        for seat in (0, 1):
            view = state.view(seat)
            seen = observation(GAME, view, seat)
            for name, other in changed(view, seat):
                names.add(name)
                assert observation(GAME, other, seat) != seen, (name, GAME.position_text(view))
    kinds = {"least", "own type", "other type", "shown", "suspects", "order", "left"}
    assert names == kinds | {"blue_lost", "red_lost", "blue_hand", "red_hand"}
