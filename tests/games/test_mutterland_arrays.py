"""Mutter Land as arrays: planes and actions worked out by hand, and that they tell everything that matters."""

import pytest

from ludarium.core.arrays import ENDLESS
from ludarium.core.rng import Rng
from ludarium.games.mutterland.rules import MutterLand
from ludarium.games.mutterland.rules_columns import columns_of
from tests.games.arrays_reading import (
    action_of,
    actions_refused,
    arrays_of,
    at_their_largest,
    constants_of,
    mask_of,
    observation,
    planes_of,
)
from tests.games.mutterland_table import ALL, GAME, ONE, after, at, start
from tests.games.test_mutterland_set_up import AROUND, LAKE

# Four columns:   0:0x3  1:0        ranks   0   1
#             -1:1x2  0:1              2   3
FOUR = "land 0:0x3 1:0 -1:1x2 0:1; blue 1:0; red -1:1"
END_TURN = 39_275  # after 70 places, 70 × 70 × 7 moves, 70 × 70 builds and 5 returns


def first_four(state: MutterLand, seat: int, name: str) -> list[int]:
    """A plane's cells of the four columns; beyond them all is 0."""
    cells = planes_of(GAME, state, seat)[name]
    assert len(cells) == 70
    assert not any(cells[4:])
    return cells[:4]


def seen(state: MutterLand, seat: int, name: str) -> int:
    """The number that a plane has everywhere."""
    return constants_of(GAME, state, seat)[name]


# --- planes of columns ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("column", [1, 1, 1, 1]),
        ("height", [3, 1, 2, 1]),
        ("q", [1, 2, 0, 1]),  # -1 is the least q
        ("r", [0, 0, 1, 1]),
        ("beside_e", [2, 0, 4, 0]),
        ("beside_w", [0, 1, 0, 3]),
        ("beside_ne", [0, 0, 1, 2]),
        ("beside_sw", [3, 4, 0, 0]),
        ("beside_nw", [0, 0, 0, 1]),
        ("beside_se", [4, 0, 0, 0]),
        ("outer", [1, 1, 1, 1]),
        ("lake", [0, 0, 0, 0]),
        ("free_sides", [6, 4, 5, 3]),
        ("moved", [0, 0, 0, 0]),
    ],
)
def test_what_both_seats_see_of_columns(name: str, cells: list[int]) -> None:
    state = at(FOUR)
    assert first_four(state, 0, name) == cells
    assert first_four(state, 1, name) == cells


def test_marbles_are_those_of_the_seat_that_looks_then_the_next_ones() -> None:
    state = at(FOUR + "; amber 0:1", players=3)
    for seat, columns in [(0, (1, 2, 3)), (1, (2, 3, 1)), (2, (3, 1, 2))]:
        for distance, column in enumerate(columns):
            assert first_four(state, seat, f"marbles_{distance}") == [int(rank == column) for rank in range(4)]
        for nobody in (3, 4, 5):
            assert first_four(state, seat, f"marbles_{nobody}") == [0] * 4


def test_a_marble_that_has_moved() -> None:
    state = at(FOUR + "; moved 1:0")
    assert first_four(state, 0, "moved") == first_four(state, 1, "moved") == [0, 1, 0, 0]


def test_marbles_take_sides_where_the_option_says_so() -> None:
    """Red on floor 2 borders on the third nut of 0:0; blue on floor 1 does not."""
    state = at(FOUR, free_side="nut_or_marble")
    assert first_four(state, 0, "free_sides") == [5, 4, 5, 3]
    assert seen(state, 0, "marbles_take_sides") == 1
    assert seen(at(FOUR), 0, "marbles_take_sides") == 0


def test_outer_edge_and_lakes() -> None:
    """A hexagon of radius 4 has 24 nuts on its edge; the cape has ten; the six around the lake are no outer edge."""
    planes = planes_of(GAME, start(land=[list(one) for one in LAKE]), 0)
    order = sorted(LAKE, key=lambda one: (one[1], one[0]))
    lake = {f"{q}:{r}" for (q, r), cell in zip(order, planes["lake"], strict=True) if cell}
    assert lake == set(AROUND)
    assert sum(planes["outer"]) == 24 + 10
    assert not any(outer and lake for outer, lake in zip(planes["outer"], planes["lake"], strict=True))


def test_a_lake_that_has_opened_is_the_sea() -> None:
    ring = planes_of(GAME, at("land " + " ".join(AROUND)), 0)
    assert ring["lake"][:7] == ring["outer"][:7] == [1, 1, 1, 1, 1, 1, 0]
    opened = planes_of(GAME, at("land " + " ".join(AROUND[1:])), 0)
    assert opened["lake"] == [0] * 70
    assert opened["outer"][:6] == [1, 1, 1, 1, 1, 0]


def test_a_column_that_is_gone_takes_no_rank() -> None:
    """After the nut of 0:1 is on 0:0 the land has three columns, and looks as if it had never had more."""
    state = after(at(FOUR), "0:1^0:0")
    assert planes_of(GAME, state, 0)["height"][:4] == [4, 1, 2, 0]
    assert planes_of(GAME, state, 0)["beside_w"][:4] == [0, 1, 0, 0]
    written = at(GAME.position_text(state))
    assert written.columns.land.size == 3
    assert state.columns.land.size == 4
    for seat in range(2):
        assert observation(GAME, written, seat) == observation(GAME, state, seat)


def test_the_same_land_elsewhere_looks_the_same() -> None:
    there = "land 40:-30x3 41:-30 39:-29x2 40:-29; blue 41:-30; red 39:-29"
    assert observation(GAME, at(there), 0) == observation(GAME, at(FOUR), 0)
    assert mask_of(GAME, at(there)) == mask_of(GAME, at(FOUR))


# --- planes of numbers ------------------------------------------------------------------------------------------
STAGES = ("laying", "placing", "playing", "returning", "returned")


def stage(state: MutterLand) -> list[str]:
    return [name for name in STAGES if seen(state, 0, name)]


def test_stages_of_a_game() -> None:
    assert stage(start(land="built")) == ["laying"]
    assert stage(start()) == ["placing"]
    assert stage(at(FOUR)) == ["playing"]
    state = at(FOUR + "; fallen 1 0")
    play = after(state, "return 1")
    assert stage(play) == ["returning"]
    assert stage(after(play, "+0:1")) == ["returned"]


@pytest.mark.parametrize(("players", "by_seat"), [(2, [2, 1]), (3, [3, 2, 1]), (6, [6, 5, 4, 3, 2, 1])])
def test_whose_marble_is_placed(players: int, by_seat: list[int]) -> None:
    """Seat 0 places a marble of the last seat, which is as many seats after each seat as it says, plus 1."""
    state = start(land="block", players=players)
    assert [seen(state, seat, "placed_for") for seat in range(players)] == by_seat
    assert seen(state, 0, "players") == players
    assert seen(start(land="built", players=players), 0, "placed_for") == 0


def test_whose_marble_comes_back_and_who_has_lost_marbles() -> None:
    """Of six players 3 has lost two marbles and 5 one; 3 asks 0 to put one back."""
    state = at(FOUR + "; fallen 0 0 0 2 0 1; next 3", players=6)
    assert [seen(state, 3, f"fallen_{distance}") for distance in range(6)] == [2, 0, 1, 0, 0, 0]
    assert [seen(state, 0, f"fallen_{distance}") for distance in range(6)] == [0, 0, 0, 2, 0, 1]
    asked = after(state, "return 0")
    assert [seen(asked, seat, "placed_for") for seat in range(6)] == [4, 3, 2, 1, 6, 5]
    assert [seen(asked, seat, "next") for seat in range(6)] == [1, 6, 5, 4, 3, 2]


def test_turns_and_idle_turns() -> None:
    assert seen(at(FOUR + "; turn 70", turn_cap=40), 0, "turns_left") == 10  # two players: 80 turns
    assert seen(at(FOUR + "; turn 100", turn_cap=40), 0, "turns_left") == 0  # a position that no game comes to
    assert seen(at(FOUR), 0, "turns_left") == 255
    assert seen(at(FOUR + "; turn 299"), 0, "turns_left") == 1
    assert seen(at(FOUR + "; turn 299", turn_cap=0), 0, "turns_left") == 255
    assert seen(at(FOUR), 1, "idle") == 0
    assert seen(after(at(FOUR), "end"), 1, "idle") == 1


def test_options() -> None:
    names = ("one_marble", "push_uphill", "marbles_take_sides", "players")
    plain, other = at(FOUR), at(FOUR, ONE, players=4, push_uphill=True, free_side="nut_or_marble")
    assert [seen(plain, 0, name) for name in names] == [0, 0, 0, 2]
    assert [seen(other, 0, name) for name in names] == [1, 1, 1, 4]


def test_options_of_the_way_down() -> None:
    names = ("any_descent", "push_down_one")
    assert [seen(at(FOUR), 0, name) for name in names] == [0, 0]
    assert [seen(at(FOUR, descent="any", push_down="one"), 0, name) for name in names] == [1, 1]
    assert [seen(at(FOUR, descent="any"), 1, name) for name in names] == [1, 0]


def test_planes_at_their_largest() -> None:
    """All nuts in one column and all marbles fallen; lines of 70 columns to the east and to the south-east; six seats
    that do nothing.
    """
    usual = {"turns_left"}
    assert at_their_largest(GAME, at("land 0:0x70; fallen 5 5"), 0) == {
        *usual,
        *("height", "free_sides", "fallen_0", "fallen_1"),
    }
    # The last but one column has the one of rank 69 beside it.
    assert at_their_largest(GAME, at("land 0:0..69:0"), 0) == {*usual, "q", "beside_e"}
    assert at_their_largest(GAME, at("land " + " ".join(f"0:{r}" for r in range(70))), 0) == {*usual, "r", "beside_se"}
    edge = {*usual, "beside_e", "beside_se"}
    six = start(land="block", players=6)
    assert at_their_largest(GAME, six, 0) == {*edge, "players", "placed_for"}
    assert at_their_largest(GAME, six, 1) == {*edge, "players", "next"}
    assert at_their_largest(GAME, after(at(FOUR + "; idle 5", players=6), "end"), 0) == {
        *usual,
        *("free_sides", "players", "idle"),
    }


def test_columns_farther_apart_than_any_land_is_wide_count_as_69_apart() -> None:
    planes = planes_of(GAME, at("land 0:-99 -99:0 99:5 1:99"), 0)
    assert (planes["q"][:4], planes["r"][:4]) == ([69, 0, 69, 69], [0, 69, 69, 69])


# --- actions ----------------------------------------------------------------------------------------------------
def test_actions_of_a_turn() -> None:
    """Blue on 1:0 can only go to 0:1 (0:0 is steep); the nuts beside it are those of 0:0 and 0:1."""
    state = at(FOUR)
    assert action_of(GAME, state, "1:0-0:1") == 70 + (1 * 70 + 3) * 7
    assert action_of(GAME, state, "0:0^0:1") == 34_370 + 0 * 70 + 3
    assert action_of(GAME, state, "0:1^0:0") == 34_370 + 3 * 70 + 0
    assert action_of(GAME, state, "end") == END_TURN
    assert mask_of(GAME, state) == {581, 34_373, 34_580, END_TURN}


@pytest.mark.parametrize(
    ("end", "way", "ranks"),
    # Ranks of the seven: 0:-1, 1:-1, -1:0, 0:0, 1:0, -1:1, 0:1.
    [
        ("1:0", 0, (3, 4)),
        ("-1:0", 1, (3, 2)),
        ("1:-1", 2, (3, 1)),
        ("-1:1", 3, (3, 5)),
        ("0:-1", 4, (3, 0)),
        ("0:1", 5, (3, 6)),
    ],
)
def test_a_push_has_its_way(end: str, way: int, ranks: tuple[int, int]) -> None:
    state = at(f"land 0:0 {' '.join(AROUND)}; blue 0:0; red {end}")
    first, second = ranks
    pushes = {action for action in mask_of(GAME, state) if 70 <= action < 34_370 and (action - 70) % 7}
    assert pushes == {70 + (first * 70 + second) * 7 + way + 1}


def test_seats_that_can_be_asked_are_counted_from_the_one_that_asks() -> None:
    state = at(FOUR + "; fallen 0 0 0 1 0 0; next 3", players=6)
    returns = [action_of(GAME, state, f"return {seat}") - 39_270 for seat in (4, 5, 0, 1, 2)]
    assert returns == [0, 1, 2, 3, 4]
    two = at(FOUR + "; fallen 1 0")
    assert {action for action in mask_of(GAME, two) if 39_270 <= action < END_TURN} == {39_270}


def test_marbles_are_placed_by_rank() -> None:
    """On the block of seven rows of ten, the edge is the first and the last row and the ends of the others."""
    edge = {*range(10), *range(60, 70), *range(10, 60, 10), *range(19, 69, 10)}
    state = start(land="block")
    assert mask_of(GAME, state) == edge
    assert mask_of(GAME, after(state, "+9:1")) == edge - {19}


def test_nuts_are_laid_beside_the_first_column_in_reading_order() -> None:
    state, lay = start(land="built"), END_TURN + 1
    first_nut = lay + 70 * 6
    assert arrays_of(GAME).actions(state) == first_nut + 1
    assert mask_of(GAME, state) == {first_nut}
    state = after(state, "@0:0")
    assert mask_of(GAME, state) == {lay + way for way in range(6)}
    # Now 1:-1 has rank 0 and 0:0 rank 1. Both 1:0 and 0:-1 are beside both: they count with the first one.
    state = after(state, "@1:-1")
    e, w, ne, sw, nw, se = range(6)
    assert mask_of(GAME, state) == {lay + way for way in (e, w, ne, nw, se)} | {lay + 6 + way for way in (w, sw, se)}
    assert action_of(GAME, state, "@1:0") == lay + se
    assert action_of(GAME, state, "@0:-1") == lay + w


def test_no_action_but_the_legal_ones_is_a_legal_step() -> None:
    """Ranks without a column, seats that do not play, second names of a nut, stages that are over: all refused."""
    building = after(start(land="built"), "@0:0", "@1:-1", "@1:0")
    asked = after(at(FOUR + "; fallen 1 0"), "return 1")
    for state in (building, start(land="block", players=3), at(FOUR + "; fallen 1 0"), asked):
        every = set(range(arrays_of(GAME).actions(state)))
        assert actions_refused(GAME, state) == every - mask_of(GAME, state)


@pytest.mark.parametrize(
    ("ruleset", "options", "longest"),
    [
        (ALL, {}, 70 + 2 * 5 + 300 * 6),
        (ONE, {}, 70 + 2 * 5 + 300 * 3),
        (ALL, {"players": 6, "turn_cap": 10}, 70 + 6 * 3 + 60 * 4),
        (ALL, {"players": 5, "turn_cap": 1}, 70 + 5 * 4 + 5 * 5),
        (ONE, {"turn_cap": 0}, ENDLESS),
    ],
)
def test_the_longest_game(ruleset: str, options: dict[str, object], longest: int) -> None:
    assert arrays_of(GAME).longest(start(ruleset, seed=0, **options)) == longest


def test_a_game_can_be_as_long_as_that() -> None:
    """On a land that the players build, every marble moves in every turn, and nobody is pushed or builds."""
    state, rng, steps = start(land="built", players=3, turn_cap=8), Rng(1), 0
    longest = arrays_of(GAME).longest(state)
    while state.seat >= 0:
        plain = [
            step for step in state.legal() if "^" not in GAME.step_text(step) and GAME.step_text(step)[-1].isdigit()
        ]
        state.apply(plain[rng.below(len(plain))] if plain else GAME.read_step("end"))
        steps += 1
    assert steps == longest == 70 + 15 + 24 * 6


# --- nothing that matters is left out ---------------------------------------------------------------------------
GAMES = [
    (ALL, {"turn_cap": 0}),
    (ONE, {"turn_cap": 0, "players": 3, "land": "block"}),
    (ALL, {"turn_cap": 0, "players": 4, "free_side": "nut_or_marble"}),
    (ONE, {"turn_cap": 0, "players": 5, "push_uphill": True}),
    (ALL, {"turn_cap": 0, "players": 6, "land": "built"}),
    (ALL, {"turn_cap": 0, "descent": "any", "push_down": "one"}),
]
every_game = pytest.mark.parametrize(("ruleset", "options"), GAMES, ids=range(len(GAMES)))


def matter(state: MutterLand) -> tuple[object, ...]:
    """What decides how the game may go on; where the land lies does not."""
    rows = state.columns.rows()
    corner = min((one & 255 for one, _, _ in rows), default=0), min((one >> 8 for one, _, _ in rows), default=0)
    moved = [((one & 255) - corner[0], (one >> 8) - corner[1], height, marble) for one, height, marble in rows]
    return tuple(moved), state.seat, state.stage, state.owner, state.fallen, state.idle


@every_game
def test_states_of_a_game_that_differ_look_different(ruleset: str, options: dict[str, object]) -> None:
    known: dict[bytes, tuple[object, ...]] = {}
    for seed in range(3):
        state, rng = start(ruleset, seed=0, **options), Rng(seed)
        for _ in range(150):
            if state.seat < 0:
                break
            assert known.setdefault(observation(GAME, state, 1), matter(state)) == matter(state)
            state.apply(state.random_step(rng))
    assert len(known) > 300


@every_game
def test_any_change_of_a_state_is_seen_by_all_seats(ruleset: str, options: dict[str, object]) -> None:
    state, rng = start(ruleset, seed=0, **options), Rng(3)
    for number in range(200):
        if state.seat < 0:
            break
        if number % 25 == 24:
            for seat in (0, state.seats - 1):
                before = observation(GAME, state, seat)
                for changed in changes(state):
                    assert observation(GAME, changed, seat) != before, GAME.position_text(changed)
        state.apply(state.random_step(rng))


def changes(state: MutterLand) -> list[MutterLand]:
    """The state with one thing changed."""
    rows = state.columns.rows()
    some = len(rows) // 2
    one, height, marble = rows[some]
    other = {(one, height + 1, marble), (one, height, (marble + 1) % 3), (one, height, 1), (one, height, 9)} - {
        rows[some]
    }
    lands = [[*rows[:some], row, *rows[some + 1 :]] for row in sorted(other)] + [rows[:some] + rows[some + 1 :]]
    news = [_with(state, columns=columns_of(land)) for land in lands]
    seats = range(int(state.seats))
    news.append(_with(state, seat=(int(state.seat) + 1) % len(seats)))
    news += [_with(state, stage=stage) for stage in range(5) if stage != state.stage]
    news += [_with(state, stage=3, owner=owner) for owner in seats if owner != state.owner]
    news += [_with(state, fallen=int(state.fallen) + (1 << 4 * loser)) for loser in seats]
    return [*news, _with(state, idle=int(state.idle) + 1)]


def _with(state: MutterLand, **changes: object) -> MutterLand:
    new = state.copy()
    for name, value in changes.items():
        setattr(new, name, value)
    return new
