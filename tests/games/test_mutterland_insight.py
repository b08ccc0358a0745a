"""What Mutter Land's computer players know: the work left, dangers, preferences and playouts, on lands drawn by hand.

Work in these tests: a move is 1, a nut 3. From floor 3 up with nothing built around: three nuts and a move, 10; from
floor 2 five nuts and two moves, 17; from floor 1 six nuts and three moves, 21.
"""

import math

import pytest
from librt.vecs import vec

from ludarium.core.rng import Rng
from ludarium.games.mutterland.insight import FALLEN_WORK, Survey, distance, works
from ludarium.games.mutterland.notation import read_site
from ludarium.games.mutterland.rules import MutterLand
from ludarium.games.mutterland.rules_columns import MOVED, SEAT_BITS, columns_of
from ludarium.games.mutterland.rules_land import TOWARDS
from ludarium.games.mutterland.traits import OPTION_SETS, images
from tests.games.mutterland_table import ALL, GAME, ONE, after, at, start

INSIGHT = GAME.insight


def work_on(state: MutterLand, site: str) -> int:
    return works(state.columns, state.descent)[state.columns.land.place(read_site(site))]


def worth(state: MutterLand) -> list[float]:
    values = vec[float]([0.0] * int(state.seats))
    INSIGHT.judge_worth(state, values)
    return list(values)


def weights(state: MutterLand) -> dict[str, float]:
    steps = state.legal()
    values = vec[float]([0.0] * len(steps))
    INSIGHT.priors(state, steps, values)
    return {GAME.step_text(step): value for step, value in zip(steps, values, strict=True)}


def drawn(state: MutterLand, times: int = 60) -> set[str]:
    rng = Rng(1)
    return {GAME.step_text(INSIGHT.rollout_step(state, rng)) for _ in range(times)}


# --- work -------------------------------------------------------------------------------------------------------
def test_work_on_flat_land_is_six_nuts_and_three_moves() -> None:
    state = at("land 0:0..5:0; blue 0:0; red 5:0")
    assert [work_on(state, f"{q}:0") for q in range(6)] == [21] * 6


def test_work_up_a_finished_staircase_is_the_moves_alone() -> None:
    state = at("land -2:0..0:0 1:0x2 2:0x3 3:0x4; blue -1:0; red -2:0")
    assert [work_on(state, f"{q}:0") for q in range(-1, 4)] == [4, 3, 2, 1, 0]


def test_work_counts_the_nuts_that_are_missing() -> None:
    assert work_on(at("land 0:0x3 1:0x3; blue 0:0"), "0:0") == 3 + 1
    assert work_on(at("land 0:0x3 1:0x2; blue 0:0"), "0:0") == 2 * 3 + 1
    assert work_on(at("land 0:0x2 1:0x2; blue 0:0"), "0:0") == 3 + 1 + 10
    assert work_on(at("land 0:0x2 1:0x3 2:0x3; blue 0:0"), "0:0") == 1 + 3 + 1


def test_work_does_not_jump_two_floors() -> None:
    state = at("land 0:0 1:0x3; blue 0:0")
    assert work_on(state, "0:0") == 21


def test_work_onto_a_tower_with_a_marble_is_no_shorter() -> None:
    assert work_on(at("land 0:0x3 1:0x4; blue 0:0"), "0:0") == 1
    assert work_on(at("land 0:0x3 1:0x4; blue 0:0; red 1:0"), "0:0") == 10


def test_work_past_a_marble_below_the_towers_costs_one_more() -> None:
    assert work_on(at("land 0:0x2 1:0x3 2:0x4; blue 0:0"), "0:0") == 2
    assert work_on(at("land 0:0x2 1:0x3 2:0x4; blue 0:0; red 1:0"), "0:0") == 3


@pytest.mark.parametrize(("players", "expected"), [(2, 0 + 10 + 17), (3, 0 + 10), (4, 0)])
def test_work_left_is_that_of_as_many_marbles_as_are_needed(players: int, expected: int) -> None:
    """On columns far from each other: floors 4, 3, 2 and 1."""
    land = "land 0:0x4 1:0 2:0 3:0x3 4:0 5:0 6:0x2 7:0 8:0 9:0"
    state = at(f"{land}; blue 0:0 3:0 6:0 9:0; fallen 1 0{' 0' * (players - 2)}", players=players)
    survey = Survey(state)
    assert survey.work_left(0) == expected
    assert survey.all_work(0) == 0 + 10 + 17 + 21 + FALLEN_WORK


def test_a_seat_with_too_few_marbles_has_the_work_of_fallen_ones() -> None:
    assert Survey(at("land 0:0x4 1:0; blue 0:0; red 1:0")).work_left(0) == 2 * FALLEN_WORK


def test_distance_on_hexagons() -> None:
    for other, steps in {"0:0": 0, "3:0": 3, "0:-2": 2, "2:-2": 2, "1:1": 2, "-1:-2": 3, "-3:1": 3}.items():
        assert distance(read_site("0:0"), read_site(other)) == steps == distance(read_site(other), read_site("0:0"))


# --- marbles beside each other -------------------------------------------------------------------------------------
def test_pairs_and_towers() -> None:
    """Blue's 0:0, 1:0 and 0:1 touch one another; 3:0 stands alone. Red stands on two towers."""
    state = at("land 0:0..4:0 0:1 1:1x4 2:1x5 3:1; blue 0:0 1:0 0:1 3:0; red 1:1 2:1")
    survey = Survey(state)
    assert list(survey.pairs)[:2] == [3, 1]
    assert list(survey.towers)[:2] == [0, 2]


TOWER_PUSH = "land 0:0x4 1:0x4 2:0; blue 1:0; red 0:0"


@pytest.mark.clause("MUT-S1")
def test_danger_to_be_pushed_down_a_tower() -> None:
    """Red pushes blue from floor 4 down to 2:0, from where it has 21 to go."""
    assert list(Survey(at(f"{TOWER_PUSH}; next 1")).soon)[:2] == [21, 0]
    assert list(Survey(at(f"{TOWER_PUSH}; next 0")).later)[:2] == [21, 0]
    assert list(Survey(at(f"{TOWER_PUSH}; next 0")).soon)[:2] == [0, FALLEN_WORK]  # red would fall off the west end


@pytest.mark.clause("MUT-S1")
@pytest.mark.parametrize(
    "position",
    [
        "land 0:0x3 1:0x4 2:0; blue 1:0; red 0:0; next 1",  # uphill
        "land 0:0x6 1:0x4 2:0; blue 1:0; red 0:0; next 1",  # two floors down
        "land 0:0x4 1:0x4 2:0x5; blue 1:0; red 0:0; next 1",  # a higher column behind
        "land 0:0x4 1:0x4 2:0; blue 1:0 2:0; red 0:0; next 1",  # a marble behind
    ],
)
def test_no_danger_where_no_push_is_possible(position: str) -> None:
    assert Survey(at(position)).soon[0] == 0


@pytest.mark.clause("MUT-S1")
def test_danger_uphill_only_where_that_is_played() -> None:
    position = "land 0:0x3 1:0x4 2:0; blue 1:0; red 0:0; next 1"
    assert Survey(at(position, push_uphill=True)).soon[0] == 21


@pytest.mark.clause("MUT-M1")
def test_no_danger_from_a_marble_that_has_moved() -> None:
    position = "land 0:0x4 1:0x4 2:0 4:0 5:0; blue 1:0; red 0:0 4:0; next 1; moved "
    assert Survey(at(position + "0:0")).soon[0] == 0
    assert Survey(at(position + "4:0")).soon[0] == 21
    assert Survey(at(position + "4:0", ONE)).soon[0] == 0


# --- worth --------------------------------------------------------------------------------------------------------
def test_equal_positions_differ_by_the_turn_alone() -> None:
    state = at("land 0:0..5:0; blue 1:0; red 4:0")
    first, second = worth(state)
    assert first > second
    assert worth(at("land 0:0..5:0; blue 1:0; red 4:0; next 1")) == pytest.approx([second, first])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("land 0:0x2 1:0 5:0; blue 0:0; red 5:0", "land 0:0x2 1:0 5:0; blue 1:0; red 5:0"),  # higher
        ("land 0:0x4 1:0x3 5:0; blue 0:0; red 5:0", "land 0:0x4 1:0x3 5:0; blue 1:0; red 5:0"),  # on the tower
        ("land 0:0..3:0 5:0; blue 0:0 1:0; red 5:0", "land 0:0..3:0 5:0; blue 0:0 2:0; red 5:0"),  # together
        ("land 0:0..3:0 5:0; blue 0:0 1:0; red 5:0", "land 0:0..3:0 5:0; blue 0:0; red 5:0; fallen 1 0"),
        ("land 0:0..3:0 5:0; blue 0:0; red 5:0; fallen 0 1", "land 0:0..3:0 5:0; blue 0:0; red 5:0 3:0"),
        ("land 0:0..3:0; blue 0:0; red 3:0; next 1", "land 0:0..3:0; blue 0:0; red 1:0; next 1"),  # a push threatens
    ],
)
def test_worth_is_better_where_a_person_would_say_so(better: str, worse: str) -> None:
    assert worth(at(better))[0] > worth(at(worse))[0]


def _swapped(state: MutterLand) -> MutterLand:
    """The same position of two seats with their colours exchanged."""
    other = [
        (hexagon, height, (3 - (marble & SEAT_BITS)) | (marble & MOVED) if marble else 0)
        for hexagon, height, marble in state.columns.rows()
    ]
    new = state.copy()
    new.columns = columns_of(other)
    new.seat = 1 - state.seat
    new.owner = 1 - state.owner if state.owner >= 0 else state.owner
    new.fallen = (state.fallen & 15) << 4 | state.fallen >> 4
    return new


@pytest.mark.parametrize(("ruleset", "options"), OPTION_SETS)
def test_play_with_insight_is_legal_and_judged_soundly(ruleset: str, options: dict[str, object]) -> None:
    """Whatever happens: drawn steps are legal, weights positive, worth is shared out, and no side, way round or colour
    is judged otherwise than another.
    """
    state = start(ruleset, 3, **options)
    rng = Rng(5)
    number = 0
    while state.seat >= 0 and number < 400:
        if number % 7 == 0:
            values = worth(state)
            assert sum(values) == pytest.approx(1)
            assert all(0 <= value <= 1 for value in values)
            assert all(0 < weight < math.inf for weight in weights(state).values())
            for image, _ in images(state)[:: 1 + number % 5]:
                assert isinstance(image, MutterLand)
                assert worth(image) == pytest.approx(values)
            if state.seats == 2:
                assert worth(_swapped(state)) == pytest.approx(values[::-1])
        step = INSIGHT.rollout_step(state, rng)
        assert state.judge(step) == 0
        wins = any(after(state, GAME.step_text(one)).seat < 0 for one in state.legal()) if number % 7 == 0 else False
        assert not wins or INSIGHT.may_win(state)
        state.apply(step, None)
        number += 1


# --- steps that look good -------------------------------------------------------------------------------------------
WIN_IN_ONE = "land 0:0..2:0x4 1:1x3 2:1x3 -1:1 5:0; blue 0:0 1:0 1:1; red 5:0"


@pytest.mark.clause("MUT-E1")
@pytest.mark.parametrize("ruleset", [ALL, ONE])
def test_a_win_in_one_is_preferred_and_drawn(ruleset: str) -> None:
    state = at(WIN_IN_ONE, ruleset)
    found = weights(state)
    assert max(found, key=lambda step: found[step]) == "1:1-2:0"
    assert sum(found.values()) < 2 * found["1:1-2:0"]
    assert drawn(state) == {"1:1-2:0"}
    assert INSIGHT.may_win(state)


@pytest.mark.clause("MUT-E1")
def test_no_win_without_enough_towers() -> None:
    assert not INSIGHT.may_win(at("land 0:0..2:0x4 1:1 2:1 5:0; blue 1:1; red 5:0 2:1", ONE))  # three in one turn
    assert not INSIGHT.may_win(at("land 0:0x4 1:0x3 2:0x2 5:0; blue 0:0 1:0 2:0; red 5:0"))
    assert INSIGHT.may_win(at("land 0:0x4 1:0x3 2:0x2 5:0; blue 0:0; red 5:0; idle 1"))  # passing ends the game
    assert INSIGHT.may_win(at("land 0:0x4 1:0x3 2:0x2 5:0; blue 0:0; red 5:0; turn 298"))  # so does the cap
    assert not INSIGHT.may_win(start())


def test_going_up_is_preferred_to_going_down() -> None:
    found = weights(at("land 0:0x2 1:0x3 -1:0 0:1x2 5:0; blue 0:0; red 5:0"))
    assert found["0:0-1:0"] > found["0:0-0:1"] > found["0:0--1:0"]
    assert found["0:0-1:0"] > found["end"]


def test_pushing_off_the_land_is_preferred_to_walking() -> None:
    found = weights(at("land 0:0..2:0 0:1..1:1; blue 1:0; red 2:0"))
    assert found["1:0-2:0e"] > 2 * max(weight for step, weight in found.items() if step != "1:0-2:0e")


def test_a_nut_makes_a_step_for_oneself_and_takes_it_from_others() -> None:
    """Blue on floor 3 needs 1:0 on floor 4. Red on 4:1 could use 5:1 on floor 2, which blue can take."""
    found = weights(at("land 0:0x3 1:0x3 0:1 -1:1 -1:0; blue 0:0; red -1:0"))
    assert max(found, key=lambda step: found[step]) in {"0:1^1:0", "-1:1^1:0"}
    assert found["0:1^1:0"] > found["0:1^-1:1"]
    assert found["1:0^0:1"] < found["-1:1^0:1"]
    others = weights(at("land 4:1 5:1x2 6:1x3 5:2x3 6:2 4:3 5:3 9:9; blue 5:2; red 4:1"))
    assert others["5:1^5:3"] > others["4:3^5:3"]


@pytest.mark.clause("MUT-P2")
def test_marbles_of_others_are_put_apart() -> None:
    """Seat 0 puts red's: the second one rather far from the first one."""
    state = after(start(land="block"), "+0:0", "+9:6")
    found = weights(state)
    assert found["+9:0"] > found["+1:0"]


@pytest.mark.clause("MUT-R1")
def test_a_fallen_marble_comes_back_far_from_the_stairs() -> None:
    land = "land 0:0..9:0 3:1x2 4:1x3 5:1x4; blue 9:0; red 0:0; fallen 1 0"
    found = weights(at(f"{land}; stage return 0; next 1"))
    assert found["+1:0"] > found["+3:0"]


# --- built land -------------------------------------------------------------------------------------------------------
def test_a_nut_goes_where_the_generator_would_put_it() -> None:
    # Beside two nuts lie two hexagons that touch both (chance 8) and six that touch one (chance 1).
    state = after(start(land="built"), "@0:0", "@1:0")
    assert sorted(weights(state).values()) == [1.0] * 6 + [8.0] * 2
    assert {step for step, weight in weights(state).items() if weight == 8.0} == {"@1:-1", "@0:1"}
    rng, times = Rng(2), 2000
    nuts = [GAME.step_text(INSIGHT.set_up_step(state, rng)) for _ in range(times)]
    assert abs(sum(nut in ("@1:-1", "@0:1") for nut in nuts) / times - 16 / 22) < 0.04  # four standard errors
    assert len(set(nuts)) == 8


@pytest.mark.parametrize("players", [2, 5])
def test_computers_lay_a_land_of_some_breadth_each_time_another(players: int) -> None:
    lands = set()
    for seed in range(4):
        rng, state = Rng(seed), start(land="built", players=players)
        while state.columns.land.size < 70:
            step = INSIGHT.set_up_step(state, rng)
            assert state.judge(step) == 0
            state.apply(step)
        land = state.columns.land
        lands.add(tuple(land.hexagons))
        sides = sum(land.has(state.columns.land.hexagons[site] + way) for site in range(70) for way in TOWARDS)
        assert sides / 70 > 3.0  # a line has 1.97 neighbours for each nut, a generated land more than 4
        assert INSIGHT.set_up_step(state, rng) == -1  # marbles are placed by searching
    assert len(lands) == 4


# --- playouts -------------------------------------------------------------------------------------------------------
def test_playouts_climb_mostly_but_may_do_anything() -> None:
    state = at("land 0:0x2 1:0x3 -1:0 0:1x2 5:0..6:0; blue 0:0; red 5:0")
    rng = Rng(2)
    steps = [GAME.step_text(INSIGHT.rollout_step(state, rng)) for _ in range(400)]
    assert steps.count("0:0-1:0") > 300
    assert "0:0--1:0" in steps
    assert "end" in steps


def test_playouts_build_steps_up_where_nobody_can_climb() -> None:
    state = at("land 0:0x2 1:0x2 -1:0 0:1 5:0; blue 0:0; red 5:0; moved 0:0")
    rng = Rng(2)
    steps = [GAME.step_text(INSIGHT.rollout_step(state, rng)) for _ in range(400)]
    assert steps.count("-1:0^1:0") + steps.count("0:1^1:0") > 300


@pytest.mark.parametrize("ruleset", [ALL, ONE])
def test_playouts_end_by_towers(ruleset: str) -> None:
    """Most games of random steps run into the cap; those with purpose do not."""
    ends = []
    for seed in range(6):
        state, rng = start(ruleset, seed), Rng(seed)
        while state.seat >= 0:
            state.apply(INSIGHT.rollout_step(state, rng), None)
        outcome = GAME.outcome(state)
        ends.append(outcome.reason if outcome else "")
    assert ends.count("towers") >= 4


# --- names ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_five_levels_have_names(locale: str) -> None:
    names = [GAME.words(locale).name("levels", number) for number in range(1, 6)]
    assert len(set(names)) == 5
    assert all(names)
