"""Mutter Land's options about the way down: ``descent`` of a marble that moves (MUT-M4), ``push_down`` of one that is
pushed (MUT-S1). Lands are drawn up by hand, as in ``test_mutterland_moves``.
"""

import pytest
from librt.vecs import vec

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.games.mutterland.insight import FALLEN_WORK, Survey, works
from ludarium.games.mutterland.notation import read_site
from ludarium.games.mutterland.rules import MutterLand
from tests.games.mutterland_table import ALL, GAME, ONE, after, at, clause, marbles, moves, refusal


@pytest.mark.parametrize("ruleset", [ALL, ONE])
def test_both_rulesets_go_down_one_floor_and_push_down_any(ruleset: str) -> None:
    options = find_ruleset(ruleset).read({})
    assert (options["descent"], options["push_down"]) == ("one", "any")


# --- descent ----------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-M4")
@pytest.mark.parametrize(
    ("here", "there", "one", "any_number"),
    [
        (2, 1, "", ""),
        (3, 1, "MUT-M4 steep", ""),
        (7, 1, "MUT-M4 steep", ""),
        (1, 2, "", ""),
        (1, 3, "MUT-M4 steep", "MUT-M4 steep_up"),  # the way up is the same
    ],
)
def test_a_step_goes_down_one_floor_or_any_number(here: int, there: int, one: str, any_number: str) -> None:
    position = f"land 0:0x{here} 1:0x{there}; blue 0:0"
    assert clause(at(position), "0:0-1:0") == clause(at(position, descent="one"), "0:0-1:0") == one
    assert clause(at(position, descent="any"), "0:0-1:0") == any_number


@pytest.mark.clause("MUT-M4", "MUT-M3")
@pytest.mark.parametrize(
    ("land", "chain", "step"),
    [
        ("0:0x3 1:0 2:0", "0:0 1:0", "0:0-2:0"),  # the first step of the chain drops two floors
        ("0:0x3 1:0x3 2:0", "0:0 1:0", "0:0-2:0"),  # the last one does
        ("0:0x4 1:0x4 2:0 3:0", "0:0 1:0 2:0", "0:0-3:0"),  # the middle one drops three
        ("0:0x4 1:0 2:0x2 3:0x3", "0:0 1:0 2:0", "0:0-3:0"),  # down three floors, then up the stairs again
    ],
)
def test_a_chain_may_have_a_deep_drop_in_it(land: str, chain: str, step: str) -> None:
    position = f"land {land}; blue {chain}"
    assert clause(at(position), step) == "MUT-M4 steep"
    assert clause(at(position, descent="any"), step) == ""


@pytest.mark.clause("MUT-M4", "MUT-M3")
def test_the_way_down_over_a_chain_is_no_way_up() -> None:
    """3:0 stands on floor 1, its friends on floor 3: they run down over it, it does not run up over them."""
    state = at("land 0:0x3 1:0x3 2:0x3 3:0 4:0; blue 1:0 2:0 3:0", descent="any")
    assert clause(state, "1:0-4:0") == clause(state, "2:0-4:0") == ""
    assert clause(state, "3:0-0:0") == "MUT-M4 steep_up"
    assert moves(state) == {"1:0-0:0", "2:0-0:0", "1:0-4:0", "2:0-4:0", "3:0-4:0"}


@pytest.mark.clause("MUT-M4", "MUT-S1")
def test_a_push_may_come_from_far_above() -> None:
    position = "land 0:0x4 1:0 2:0; blue 0:0; red 1:0"
    assert clause(at(position), "0:0-1:0e") == "MUT-M4 steep"
    state = after(at(position, descent="any"), "0:0-1:0e")
    assert (marbles(state, 0), marbles(state, 1)) == ({"1:0"}, {"2:0"})


@pytest.mark.clause("MUT-M4")
def test_nobody_leaves_the_land_for_all_that() -> None:
    assert clause(at("land 0:0x3 1:0x3; blue 0:0", descent="any"), "0:0--1:0") == "MUT-M4 off_land"


@pytest.mark.clause("MUT-N1")
def test_nuts_go_along_chains_whatever_their_heights_as_before() -> None:
    position = "land 0:0 1:0x5 2:0 3:0; blue 1:0 2:0"
    assert clause(at(position), "0:0^3:0") == clause(at(position, descent="any"), "0:0^3:0") == ""


# --- push_down --------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-S1")
@pytest.mark.parametrize(
    ("heights", "any_number", "one"),
    [
        ((1, 1, 1), "", ""),
        ((2, 2, 1), "", ""),
        ((3, 3, 1), "", "MUT-S1 push_lower"),
        ((5, 5, 1), "", "MUT-S1 push_lower"),
        ((4, 3, 2), "", ""),  # the mover steps down; what counts is the column of the pushed marble
        ((4, 3, 1), "", "MUT-S1 push_lower"),
        ((2, 2, 3), "MUT-S1 push_higher", "MUT-S1 push_higher"),
    ],
)
def test_a_marble_is_pushed_down_any_number_of_floors_or_one(
    heights: tuple[int, int, int], any_number: str, one: str
) -> None:
    """The mover's column, that of the pushed marble and the one behind it."""
    land = " ".join(f"{q}:0x{height}" for q, height in enumerate(heights))
    position = f"land {land}; blue 0:0; red 1:0"
    assert clause(at(position), "0:0-1:0e") == clause(at(position, push_down="any"), "0:0-1:0e") == any_number
    assert clause(at(position, push_down="one"), "0:0-1:0e") == one


@pytest.mark.clause("MUT-S1")
@pytest.mark.parametrize(
    ("land", "step"),
    [
        ("land 0:0x5 1:0x5; blue 0:0; red 1:0", "0:0-1:0e"),  # into the sea
        ("land 1:0 2:0 0:1x4 2:1 0:2 1:2 -1:1x4; blue -1:1; red 0:1", "-1:1-0:1e"),  # 1:1 is a lake
    ],
)
def test_off_the_land_a_marble_falls_from_any_floor(land: str, step: str) -> None:
    state = after(at(land, push_down="one"), step)
    assert (marbles(state, 1), state.fallen_of(1)) == (set(), 1)


@pytest.mark.clause("MUT-S1", "MUT-M3")
def test_the_column_just_left_must_not_be_far_below() -> None:
    """Blue climbs from 2:0 on floor 1 over 2:-1 and 1:-1 up to 0:0 and pushes red from floor 3 back to 2:0."""
    position = "land 0:0x3 1:0x3 2:0 1:-1x3 2:-1x2; blue 2:0 2:-1 1:-1 0:0; red 1:0"
    assert marbles(after(at(position), "2:0-1:0e"), 1) == {"2:0"}
    assert clause(at(position, push_down="one"), "2:0-1:0e") == "MUT-S1 push_lower"


@pytest.mark.clause("MUT-S1")
def test_a_marble_behind_is_named_before_the_depth() -> None:
    state = at("land 0:0x4 1:0x4 2:0; blue 0:0; red 1:0 2:0", push_down="one")
    assert clause(state, "0:0-1:0e") == "MUT-S1 push_blocked"


@pytest.mark.clause("MUT-M4", "MUT-S1")
def test_both_options_together() -> None:
    """From floor 5 down onto floor 2; behind it floor 1 is low enough, from floor 3 it would be too low."""
    options = {"descent": "any", "push_down": "one"}
    assert clause(at("land 0:0x5 1:0x2 2:0; blue 0:0; red 1:0", **options), "0:0-1:0e") == ""
    assert clause(at("land 0:0x5 1:0x3 2:0; blue 0:0; red 1:0", **options), "0:0-1:0e") == "MUT-S1 push_lower"


# --- in words ---------------------------------------------------------------------------------------------------
def sentence(state: MutterLand, step: str, locale: str) -> str:
    found = refusal(state, step)
    assert found is not None
    return GAME.refusal_sentence(found, locale)


@pytest.mark.clause("MUT-M4", "MUT-S1")
def test_refusals_say_what_this_game_plays() -> None:
    steep = at("land 0:0 1:0x3; blue 0:0", descent="any")
    assert sentence(steep, "0:0-1:0", "en") == (
        "MUT-M4: Every way from 0:0 to 1:0 has a step up of more than 1 floor. Choose another column."
    )
    assert "1歩で2階以上の上り" in sentence(steep, "0:0-1:0", "ja")
    low = at("land 0:0x3 1:0x3 2:0; blue 0:0; red 1:0", push_down="one")
    assert sentence(low, "0:0-1:0e", "en") == (
        "MUT-S1: The marble on 1:0 can't be pushed. The column behind it on 2:0 is more than 1 floor lower."
    )
    assert "後ろの2:0の柱は2階以上低い" in sentence(low, "0:0-1:0e", "ja")


@pytest.mark.clause("MUT-M4")
def test_the_sentence_above_the_board_says_how_far_down() -> None:
    for descent, key in (("one", "marble"), ("any", "marble_any_descent")):
        prompt = GAME.prompt(at("land 0:0x3 1:0; blue 0:0", descent=descent), ["0:0"])
        assert prompt is not None
        assert prompt.name == key


# --- what computers think of it ---------------------------------------------------------------------------------
@pytest.mark.clause("MUT-M4")
def test_work_knows_the_way_down() -> None:
    """From 0:0 on floor 3 the stairs 2:0, 3:0, 4:0 lead up to floor 4: four moves, where it may drop to 1:0. Else 1:0
    must be built up by three nuts: 3 × 3 and a move.
    """
    state = at("land 0:0x3 1:0 2:0x2 3:0x3 4:0x4; blue 0:0; red 1:0")
    place = state.columns.land.place(read_site("0:0"))
    free = at("land 0:0x3 1:0 2:0x2 3:0x3 4:0x4; blue 0:0").columns
    assert (works(free, 1)[place], works(free, 70)[place]) == (10, 4)


@pytest.mark.clause("MUT-M4", "MUT-S1")
def test_dangers_are_those_of_this_game() -> None:
    above = "land 0:0x6 1:0x4 2:0; blue 1:0; red 0:0; next 1"
    assert (Survey(at(above)).soon[0], Survey(at(above, descent="any")).soon[0]) == (0, 21)
    tower = "land 0:0x4 1:0x4 2:0; blue 1:0; red 0:0; next 1"
    assert (Survey(at(tower)).soon[0], Survey(at(tower, push_down="one")).soon[0]) == (21, 0)
    assert Survey(at(tower, push_down="one")).later[1] == FALLEN_WORK  # off the west end, as always


@pytest.mark.clause("MUT-M4", "MUT-S1")
@pytest.mark.parametrize(
    "options", [{"descent": "any"}, {"push_down": "one"}, {"descent": "any", "push_down": "one"}], ids=str
)
@pytest.mark.parametrize(
    "position",
    [
        "land 0:0x4 1:0x4 2:0; blue 1:0; red 0:0; next 1",
        "land 0:0x6 1:0x4 2:0x2 3:0; blue 1:0 2:0; red 0:0; next 1",
        "land 0:0x5 1:0x2 2:0 0:1 1:1x3; blue 1:0 0:1; red 0:0 1:1; next 1",
    ],
)
def test_playouts_and_preferences_keep_to_the_rules(position: str, options: dict[str, object]) -> None:
    state = at(position, ALL, **options)
    legal = list(state.legal())
    drawn = {int(GAME.insight.rollout_step(state, Rng(seed))) for seed in range(60)}
    assert drawn <= set(map(int, legal))
    weights = vec[float]([0.0] * len(legal))
    GAME.insight.priors(state, state.legal(), weights)
    assert min(weights) > 0.0
