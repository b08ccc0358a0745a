"""Orders: worked examples, and every order of random positions against a plain enumeration."""

from itertools import product
from random import Random

import pytest

from ludarium.core.bits import count_bits
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.notation import DIRECTIONS
from ludarium.games.myrmidons.rules_board import NEAR
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import TYPES
from tests.games.myrmidons_helpers import events, legal, play, position, refusal, where

_WAYS = dict(zip(DIRECTIONS, ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)), strict=True))


# --- MYR-O1 ---------------------------------------------------------------------------------------------------------
FOUR = "blue c2=111 b2=324 d2=432 c3=333 f1=243; red f7=111"


@pytest.mark.clause("MYR-O1")
def test_companions_go_the_same_way_each_its_own_distance() -> None:
    state = play(position(FOUR), "!n", "b2:4", "d2:1", "c3:3", ".")
    assert where(state) == "f1=243 c3=111 d3=432 b6=324 c6=333 | f7=111"
    assert state.seat == 1


@pytest.mark.clause("MYR-O1")
def test_a_companion_goes_at_most_its_foot_unless_orders_are_unlimited() -> None:
    state = play(position(FOUR), "!n", "b2:1")
    assert {"d2:1", "d2:2"} <= legal(state)
    assert refusal(state, "d2:3") == ("MYR-O1", "order_too_far")
    free = play(position(FOUR, order_distance="unlimited"), "!n", "b2:1")
    assert {f"d2:{distance}" for distance in range(1, 6)} <= legal(free)
    assert refusal(free, "d2:6") == ("MYR-B1", "off_board")
    # An ordinary move is limited by the foot all the same, and the commander goes one square.
    assert refusal(position(FOUR, order_distance="unlimited"), "d2n3") == ("MYR-M1", "too_far")
    assert where(play(free, "d2:5", "c3:4", ".")) == "f1=243 b3=324 c3=111 c7=333 d7=432 | f7=111"


@pytest.mark.clause("MYR-O1")
def test_only_blocks_that_stood_next_to_the_commander_go_along() -> None:
    state = play(position(FOUR), "!n")
    assert refusal(state, "f1:1") == ("MYR-O1", "not_next")
    assert refusal(state, "c2:1") == ("MYR-O1", "is_commander")
    assert refusal(state, "a1:1") == ("MYR-M1", "not_yours")
    assert refusal(state, "b2n1") == ("MYR-O1", "order_open")
    assert refusal(state, "!n") == ("MYR-O1", "order_open")
    assert refusal(position(FOUR), "b2:1") == ("MYR-O1", "no_order")


@pytest.mark.clause("MYR-O1")
def test_an_order_needs_a_companion() -> None:
    lone = position("blue c2=111 e2=324; red f7=111")
    assert refusal(lone, "!n") == ("MYR-O1", "no_companion")
    assert "c2n1" in legal(lone)
    pair = play(position("blue c2=111 d2=324; red f7=111"), "!n")
    assert refusal(pair, ".") == ("MYR-O1", "alone")
    assert legal(pair) == {"d2:1", "d2:2", "d2:3", "d2:4"}


@pytest.mark.clause("MYR-O1")
def test_companions_are_named_in_ascending_order_of_squares() -> None:
    state = play(position("blue c2=111 b1=243 d2=324 b3=432; red f7=111"), "!n")
    assert refusal(play(state, "d2:2"), "b1:1") == ("MYR-O1", "named_too_late")
    assert refusal(play(state, "d2:2"), "d2:3") == ("MYR-O1", "named_too_late")
    assert legal(play(state, "d2:2")) == {"b3:1", "b3:2", "."}


@pytest.mark.clause("MYR-O1")
def test_the_commander_may_attack_in_its_own_order() -> None:
    # Sword 1 beats shield 1 only; here the commander meets 4-3-2 and falls back while its companion goes on.
    state = play(position("blue c2=111 b2=324; red c3=432 f7=111"), "!n", "b2:3", ".")
    assert where(state) == "c2=111 b5=324 | c3=432 f7=111"


# --- MYR-O2 ---------------------------------------------------------------------------------------------------------
COLUMN = "blue c3=111 b2=324 b3=333 b4=432; red f7=111"


@pytest.mark.clause("MYR-O2")
def test_a_block_ahead_makes_room_and_the_order_on_a_line_is_kept() -> None:
    # b4 can get to b6 (foot 2), so b3 to b5 and b2 to b4.
    state = play(position(COLUMN), "!n")
    assert {step for step in legal(state) if step.startswith("b2")} == {"b2:1", "b2:2"}
    assert refusal(state, "b2:3") == ("MYR-O2", "in_the_way")
    after = play(state, "b2:2")
    assert legal(after) == {"b3:2"}
    assert refusal(after, "b3:1") == ("MYR-O2", "too_short")
    assert refusal(after, "b4:2") == ("MYR-O2", "make_room")
    assert refusal(after, ".") == ("MYR-O2", "make_room")
    assert legal(play(after, "b3:2")) == {"b4:2"}
    assert where(play(after, "b3:2", "b4:2", ".")) == "b4=324 c4=111 b5=333 b6=432 | f7=111"


@pytest.mark.clause("MYR-O2")
def test_the_same_line_backwards_is_named_front_first() -> None:
    # Going south the front block b2 comes first; it can go one square only, and what it leaves open blocks b3.
    state = play(position(COLUMN), "!s")
    assert {step for step in legal(state) if step.startswith("b")} == {"b2:1"}
    assert legal(play(state, "b2:1")) == {"b3:1", "."}
    assert where(play(state, "b2:1", "b3:1", "b4:1", ".")) == "b1=324 b2=333 c2=111 b3=432 | f7=111"


@pytest.mark.clause("MYR-O2")
def test_blocks_that_are_not_ordered_and_enemies_stand_in_the_way() -> None:
    enemy = play(position(COLUMN.replace("red", "red b5=243")), "!n", "b3:1")
    # b4 must make room for b3 and can only attack b5: an enemy square is a last square.
    assert legal(enemy) == {"b4:1"}
    assert refusal(enemy, "b4:2") == ("MYR-O2", "in_the_way")
    own = play(position(COLUMN.replace("blue", "blue b6=522")), "!n")
    # b6 is not next to the commander, so it stays: b4 gets to b5, b3 to b4 and b2 to b3.
    assert legal(own) == {"b2:1", "b3:1", "b4:1"}


@pytest.mark.clause("MYR-O2")
def test_a_block_before_the_commander_has_to_go() -> None:
    state = position("blue b1=324 b2=111 b3=333 a2=243; red f7=111")
    opened = play(state, "!n")
    assert refusal(play(opened, "b1:1"), ".") == ("MYR-O2", "make_room")
    assert refusal(opened, "b1:2") == ("MYR-O2", "in_the_way")  # the commander goes one square
    assert where(play(opened, "b1:1", "b3:1", ".")) == "a2=243 b2=324 b3=111 b4=333 | f7=111"
    stuck = position("blue b1=111 a1=324 c2=243; red f7=111")
    assert refusal(stuck, "!w") == ("MYR-O2", "commander_blocked")
    assert refusal(stuck, "!s") == ("MYR-B1", "off_board")


@pytest.mark.clause("MYR-O2")
def test_nobody_sees_a_fight_before_all_have_moved() -> None:
    # b4 removes the block on b5, but b3 cannot count on that: it gets no further than b4.
    state = play(position(COLUMN.replace("red", "red b5=522")), "!n")
    assert refusal(state, "b3:2") == ("MYR-O2", "in_the_way")
    assert where(play(state, "b3:1", "b4:1", ".")) == "b2=324 b4=333 c4=111 b5=432 | f7=111"


# --- MYR-O3 ---------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-O2", "MYR-O3")
def test_the_rulebooks_example() -> None:
    # Commander d3 and its companions go north-west: c4 attacks b5 and the commander follows up to c4.
    # 2-4-3 against shield 3 loses, falls back to c4 and pushes the commander back to d3.
    state = position("blue d3=111 c4=243 e4=324 c2=432; red b5=333 f7=111")
    told = events(state, "!nw c2:1 c4:1 e4:3 .", 1)
    assert where(state) == "b3=432 d3=111 c4=243 b7=324 | b5=333 f7=111"
    assert [(event.kind, event.data.get("from"), event.data.get("to")) for event in told] == [
        ("moved", "c2", "b3"),
        ("moved", "d3", "c4"),
        ("moved", "c4", "b5"),
        ("moved", "e4", "b7"),
        ("shown", None, None),
        ("shown", None, None),
        ("fell_back", "b5", "c4"),
        ("pushed_back", "c4", "d3"),
    ]


@pytest.mark.clause("MYR-O3")
def test_the_whole_unbroken_line_falls_back() -> None:
    # b4 (sword 3) loses against shield 4 on b5: b4, b3 and b2 all return to where they started.
    line = "blue c3=111 b2=324 b3=432 b4=333; red b5=243 f7=111"
    state = play(position(line), "!n", "b2:1", "b3:1", "b4:1", ".")
    assert where(state) == "b2=324 b3=432 b4=333 c4=111 | b5=243 f7=111"


@pytest.mark.clause("MYR-O3")
def test_a_gap_ends_the_line() -> None:
    # b3 attacks b5 from two squares away and falls back to b4; b2 went to b3 and stays there.
    state = position("blue c3=111 b2=324 b3=333; red b5=243 f7=111")
    assert where(play(state, "!n", "b2:1", "b3:2", ".")) == "b3=324 b4=333 c4=111 | b5=243 f7=111"


@pytest.mark.clause("MYR-O3")
def test_blocks_of_other_lines_do_not_fall_back() -> None:
    state = position("blue c3=111 b3=333 d3=432; red b4=243 d4=522 f7=111")
    assert where(play(state, "!n", "b3:1", "d3:1", ".")) == "b3=333 c4=111 d4=432 | b4=243 f7=111"


# --- against a plain enumeration ------------------------------------------------------------------------------------
def _complete_orders(state: Position, way: str) -> set[tuple[str, ...]]:
    """All complete orders that way by trying every distance of every neighbour, as their companions' steps."""
    seat = int(state.seat)
    own = {at for at in range(42) if state.men(seat) >> at & 1}
    enemies = {at for at in range(42) if state.men(1 - seat) >> at & 1}
    chief = next(at for at in own if state.type_at(at) == 0)
    step = _WAYS[way]

    def squares(start: int, distance: int) -> list[int] | None:
        path = []
        for k in range(1, distance + 1):
            column, row = start % 6 + step[0] * k, start // 6 + step[1] * k
            if not (0 <= column < 6 and 0 <= row < 7):
                return None
            path.append(row * 6 + column)
        return path

    def ahead(back: int, front: int) -> bool:
        return any(front in (squares(back, k) or []) for k in range(1, 7))

    near = [at for at in sorted(own) if at != chief and abs(at % 6 - chief % 6) < 2 and abs(at // 6 - chief // 6) < 2]
    feet = [6 if state.unlimited else int(TYPES[state.type_at(at)][2]) for at in near]
    found = set()
    for distances in product(*(range(foot + 1) for foot in feet)):
        moving = {at: distance for at, distance in zip(near, distances, strict=True) if distance}
        paths = {at: squares(at, distance) for at, distance in {**moving, chief: 1}.items()}
        if not moving or None in paths.values():
            continue
        ways = {at: path for at, path in paths.items() if path}
        still = own - set(ways)
        if any(set(path) & still or set(path[:-1]) & enemies for path in ways.values()):
            continue
        if any(ahead(a, b) and not ahead(ways[a][-1], ways[b][-1]) for a in ways for b in ways):
            continue
        found.add(tuple(f"{GAME.code('site', at)}:{moving[at]}" for at in sorted(moving)))
    return found


def _crowd(random: Random, unlimited: bool) -> Position:
    """Two armies crowded into a part of the board, so that the blocks of an order get into each other's way."""
    while True:
        squares = [f"{column}{row}" for column in "abcde" for row in "12345"]
        random.shuffle(squares)
        sides = []
        for number in (random.randint(3, 9), random.randint(1, 4)):
            types = random.sample(TYPES[1:], number)
            sides.append(" ".join(f"{squares.pop()}={type_}" for type_ in ["111", *types]))
        distance = "unlimited" if unlimited else "foot"
        text = f"blue {sides[0]}; red {sides[1]}"
        state = position(text, "myrmidons-twelve", order_distance=distance)
        # Few enough neighbours for trying all of their distances.
        if count_bits(state.blue & NEAR[state.chief()]) <= (4 if unlimited else 5):
            return state


@pytest.mark.clause("MYR-O1", "MYR-O2")
@pytest.mark.parametrize("seed", range(16))
def test_every_order_of_crowded_positions(seed: int) -> None:
    state = _crowd(Random(seed), unlimited=seed % 4 == 3)
    for way in DIRECTIONS:
        orders = _complete_orders(state, way)
        assert (f"!{way}" in legal(state)) == bool(orders)
        if orders:
            _compare(play(state, f"!{way}"), (), orders)


def _compare(state: Position, named: tuple[str, ...], orders: set[tuple[str, ...]]) -> None:
    """Walk all beginnings of orders."""
    nexts = {order[len(named)] for order in orders if order[: len(named)] == named and len(order) > len(named)}
    if named in orders:
        nexts.add(".")
    assert legal(state) == nexts, (GAME.position_text(state), named)
    for step in nexts - {"."}:
        _compare(play(state, step), (*named, step), orders)
