"""Mutter Land's marbles on the move (MUT-M, S), on small lands drawn up by hand.

Rows of a land run east: 0:0 1:0 2:0. South-east of 0:0 lies 0:1, south-west -1:1, north-east 1:-1, north-west 0:-1.
"""

import pytest

from tests.games.mutterland_table import ALL, GAME, ONE, after, at, clause, legal, marbles, moves, nuts, play

FLOWER = "0:0 1:0 -1:0 1:-1 0:-1 0:1 -1:1"


# --- which marbles, and how far ----------------------------------------------------------------------------------
@pytest.mark.clause("MUT-M1")
def test_every_marble_moves_once_in_any_order() -> None:
    state = at("land 0:0..7:0; blue 1:0 5:0")
    assert moves(state) == {"1:0-0:0", "1:0-2:0", "5:0-4:0", "5:0-6:0"}
    play(state, "5:0-6:0")
    assert state.seat == 0
    assert moves(state) == {"1:0-0:0", "1:0-2:0"}
    assert clause(state, "6:0-7:0") == "MUT-M1 moved_already"
    play(state, "1:0-2:0")
    assert moves(state) == set()
    assert "end" in legal(state)


@pytest.mark.clause("MUT-M1")
def test_one_marble_a_turn() -> None:
    state = at("land 0:0..7:0; blue 1:0 5:0", ONE)
    play(state, "5:0-6:0")
    assert state.seat == 0
    assert clause(state, "1:0-2:0") == "MUT-M1 one_marble"
    assert clause(state, "6:0-7:0") == "MUT-M1 moved_already"
    assert legal(state) == {"end", *nuts(state)}
    assert nuts(state)


@pytest.mark.clause("MUT-M1")
def test_moving_is_optional_and_for_your_own_marbles() -> None:
    state = at(f"land {FLOWER}; blue 0:0; red 1:0")
    assert "end" in legal(state)
    assert clause(state, "1:0-1:-1") == "MUT-M1 not_yours"  # red's
    assert clause(state, "0:1-0:0") == "MUT-M1 not_yours"  # nobody's
    assert clause(state, "9:9-9:8") == "MUT-M1 not_yours"  # no column


@pytest.mark.clause("MUT-M1")
def test_a_moved_marble_is_known_by_where_it_stands_until_the_turn_ends() -> None:
    state = at("land 0:0..7:0; blue 1:0 5:0; red 7:0")
    play(state, "1:0-2:0")
    assert [piece.site for piece in GAME.scene(state, 0).pieces if "moved" in piece.marks] == ["2:0"]
    play(state, "end", "end")
    assert [piece.site for piece in GAME.scene(state, 0).pieces if "moved" in piece.marks] == []
    assert clause(state, "2:0-3:0") == ""


@pytest.mark.clause("MUT-M2")
def test_a_step_to_each_neighbour() -> None:
    state = at(f"land {FLOWER} 2:0; blue 0:0")
    assert moves(state) == {f"0:0-{site}" for site in FLOWER.split()[1:]}
    assert clause(state, "0:0-2:0") == "MUT-M2 too_far"


# --- chains -----------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-M3")
def test_over_a_straight_chain() -> None:
    state = at("land -1:0 0:0..4:0; blue 0:0 1:0 2:0")
    ends = {"-1:0", "3:0"}  # each of the three reaches both ends of the row
    assert moves(state) == {f"{start}-{end}" for start in ("0:0", "1:0", "2:0") for end in ends}
    assert clause(state, "0:0-4:0") == "MUT-M2 too_far"
    assert clause(state, "0:0-0:0") == "MUT-M3 same_column"
    assert clause(state, "0:0-1:0") == "MUT-M4 own_marble"


@pytest.mark.clause("MUT-M3")
def test_the_chain_may_bend_and_branch() -> None:
    """0:0, then 1:0 (east), then 1:1 (south-east), then 0:2 (south-west): its next columns are all in reach."""
    state = at("land 0:0 1:0 1:1 0:2 -1:2 0:3 1:2; blue 0:0 1:0 1:1 0:2")
    assert {step for step in moves(state) if step.startswith("0:0-")} == {"0:0--1:2", "0:0-0:3", "0:0-1:2"}


@pytest.mark.clause("MUT-M3")
def test_a_gap_or_another_colour_ends_the_chain() -> None:
    state = at("land 0:0..6:0; blue 0:0 1:0 3:0; red 4:0")
    assert clause(state, "0:0-2:0") == ""
    assert clause(state, "0:0-5:0") == "MUT-M2 too_far"
    assert clause(state, "3:0-5:0") == "MUT-M2 too_far"  # over red's marble
    # Beside 3:0 red can only be pushed by the marble of 3:0 itself: 0:0 has no chain to it.
    assert clause(state, "0:0-4:0e") == "MUT-S1 push_from_afar"
    assert clause(state, "3:0-4:0e") == ""


@pytest.mark.clause("MUT-M3", "MUT-M1")
def test_marbles_that_have_moved_still_carry_the_others() -> None:
    state = at("land 0:0..5:0; blue 0:0 2:0")
    assert clause(state, "0:0-3:0") == "MUT-M2 too_far"
    play(state, "2:0-1:0")
    assert clause(state, "0:0-2:0") == ""


@pytest.mark.clause("MUT-M3")
def test_different_ways_to_an_empty_column_are_one_step() -> None:
    """From 0:0 to 1:0 directly, or over 0:1: the step stands in the list once."""
    state = at("land 0:0 1:0 0:1; blue 0:0 0:1")
    texts = [GAME.step_text(step) for step in state.legal()]
    assert texts.count("0:0-1:0") == 1


# --- floors -----------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-M4")
@pytest.mark.parametrize(
    ("here", "there", "forbidden"),
    [(1, 2, ""), (2, 1, ""), (3, 3, ""), (1, 3, "MUT-M4 steep"), (3, 1, "MUT-M4 steep"), (7, 1, "MUT-M4 steep")],
)
def test_one_floor_up_or_down(here: int, there: int, forbidden: str) -> None:
    assert clause(at(f"land 0:0x{here} 1:0x{there}; blue 0:0"), "0:0-1:0") == forbidden


@pytest.mark.clause("MUT-M4", "MUT-M3")
def test_a_chain_is_a_staircase() -> None:
    """From floor 1 over a marble on floor 2 to floor 3 at once; directly it would be too steep."""
    stairs = at("land 0:0 1:0x2 1:-1x3; blue 0:0 1:0")
    assert clause(stairs, "0:0-1:-1") == ""
    assert clause(at("land 0:0 1:0x2 1:-1x3; blue 0:0"), "0:0-1:-1") == "MUT-M4 steep"


@pytest.mark.clause("MUT-M4", "MUT-M3")
@pytest.mark.parametrize(
    "land",
    [
        "0:0 1:0x3 2:0x3",  # the first step is too steep
        "0:0x3 1:0 2:0",  # also downwards
        "0:0 1:0 2:0x3",  # the last step
        "0:0 1:0x2 2:0x4",
    ],
)
def test_no_step_of_a_chain_may_be_steep(land: str) -> None:
    assert clause(at(f"land {land}; blue 0:0 1:0"), "0:0-2:0") == "MUT-M4 steep"


@pytest.mark.clause("MUT-M4", "MUT-M3")
def test_a_steep_middle_can_be_walked_around() -> None:
    """From 0:0 to 3:0: over 1:0 and the tall 2:0 no step works, over 1:0, 1:1 and 2:1 all do."""
    land = "land 0:0 1:0 2:0x3 3:0 1:1 2:1"
    assert clause(at(f"{land}; blue 0:0 1:0 2:0"), "0:0-3:0") == "MUT-M4 steep"
    assert clause(at(f"{land}; blue 0:0 1:0 2:0 1:1 2:1"), "0:0-3:0") == ""


@pytest.mark.clause("MUT-M4")
def test_a_marble_never_leaves_the_land_by_itself() -> None:
    state = at("land 0:0 1:0; blue 0:0 1:0")
    assert clause(state, "0:0--1:0") == "MUT-M4 off_land"
    assert clause(state, "0:0-2:0") == "MUT-M4 off_land"
    assert moves(state) == set()


# --- pushes -----------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-S1")
def test_a_push_on_level_ground() -> None:
    state = at("land 0:0..2:0; blue 0:0; red 1:0")
    events = play(state, "0:0-1:0e")
    assert (marbles(state, 0), marbles(state, 1)) == ({"1:0"}, {"2:0"})
    assert [(event.kind, event.data) for event in events] == [
        ("moved", {"piece": "blue", "from": "0:0", "to": "1:0"}),
        ("pushed", {"piece": "red", "from": "1:0", "to": "2:0"}),
    ]


@pytest.mark.clause("MUT-S1")
def test_a_push_off_the_land() -> None:
    state = at("land 0:0 1:0; blue 0:0; red 1:0")
    assert GAME.scene(state, 1).threatened == ("1:0",)
    events = play(state, "0:0-1:0e")
    assert (marbles(state, 0), marbles(state, 1)) == ({"1:0"}, set())
    assert [stock.count for stock in GAME.scene(state, 0).stock] == [0, 1]
    assert [event.kind for event in events] == ["moved", "fell"]


@pytest.mark.clause("MUT-S1")
def test_a_push_into_a_lake() -> None:
    """1:1 is a lake: all six hexagons around it have nuts."""
    state = at("land 1:0 2:0 0:1 2:1 0:2 1:2 -1:1; blue -1:1; red 0:1")
    play(state, "-1:1-0:1e")
    assert marbles(state, 1) == set()
    assert state.fallen_of(1) == 1


@pytest.mark.clause("MUT-S1")
@pytest.mark.parametrize(
    ("heights", "forbidden"),
    [
        ((1, 1, 1), ""),
        ((2, 2, 1), ""),
        ((5, 5, 1), ""),  # any number of floors down
        ((2, 1, 1), ""),  # the mover steps down
        ((2, 1, 2), "MUT-S1 push_higher"),
        ((1, 1, 2), "MUT-S1 push_higher"),
        ((1, 2, 1), "MUT-S1 push_uphill"),
        ((1, 3, 1), "MUT-M4 steep"),
        ((3, 1, 1), "MUT-M4 steep"),
    ],
)
def test_floors_of_a_push(heights: tuple[int, int, int], forbidden: str) -> None:
    """The mover's column, that of the pushed marble and the one behind it."""
    land = " ".join(f"{q}:0x{height}" for q, height in enumerate(heights))
    assert clause(at(f"land {land}; blue 0:0; red 1:0"), "0:0-1:0e") == forbidden


@pytest.mark.clause("MUT-S1")
def test_push_uphill_as_an_option() -> None:
    position = "land 0:0 1:0x2 2:0x2; blue 0:0; red 1:0"
    assert clause(at(position), "0:0-1:0e") == "MUT-S1 push_uphill"
    assert clause(at(position, push_uphill=True), "0:0-1:0e") == ""
    # Even then not two floors, and not onto a higher column.
    assert clause(at("land 0:0 1:0x3 2:0; blue 0:0; red 1:0", push_uphill=True), "0:0-1:0e") == "MUT-M4 steep"
    assert clause(at("land 0:0 1:0x2 2:0x3; blue 0:0; red 1:0", push_uphill=True), "0:0-1:0e") == "MUT-S1 push_higher"


@pytest.mark.clause("MUT-S1")
@pytest.mark.parametrize("behind", ["red 1:0 2:0", "red 1:0; blue 0:0 2:0", "red 1:0; amber 2:0"])
def test_a_marble_behind_blocks_the_push(behind: str) -> None:
    position = f"land 0:0..3:0; {behind}" + ("" if "blue" in behind else "; blue 0:0")
    state = at(position, players=3)
    assert clause(state, "0:0-1:0e") == "MUT-S1 push_blocked"
    found = GAME.explain(state, GAME.read_step("0:0-1:0e"))
    assert found is not None
    assert found.data == {"to": "1:0", "behind": "2:0"}


@pytest.mark.clause("MUT-S1", "MUT-M3")
def test_pushes_over_a_chain_name_the_last_step_and_may_use_the_column_just_left() -> None:
    """2:0 runs over 2:-1, 1:-1 and 0:0, and can come onto red's 1:0 from three of them.

    From 0:0 the push goes east, to 2:0, which the mover has just left. Straight from 2:0 it would go west, onto 0:0.
    """
    state = at("land 0:0 1:0 2:0 1:-1 2:-1; blue 2:0 2:-1 1:-1 0:0; red 1:0")
    assert {step for step in moves(state) if step.startswith("2:0-1:0")} == {"2:0-1:0e", "2:0-1:0se", "2:0-1:0sw"}
    assert clause(state, "2:0-1:0w") == "MUT-S1 push_blocked"
    assert clause(state, "2:0-1:0ne") == "MUT-S1 push_from_afar"
    east = after(state, "2:0-1:0e")
    assert (marbles(east, 0), marbles(east, 1)) == ({"1:0", "2:-1", "1:-1", "0:0"}, {"2:0"})
    assert marbles(after(state, "2:0-1:0se"), 1) == set()
    paths = {path.step: path.clicks for path in GAME.scene(state, 0).paths}
    assert paths["2:0-1:0e"] == ("2:0", "1:0", "#e")
    assert paths["2:0-1:0sw"] == ("2:0", "1:0", "#sw")


@pytest.mark.clause("MUT-S1")
def test_the_column_just_left_must_not_be_higher() -> None:
    state = at("land 0:0 1:0 2:0x2 1:-1 2:-1; blue 2:0 2:-1 1:-1 0:0; red 1:0")
    assert clause(state, "2:0-1:0e") == "MUT-S1 push_higher"


@pytest.mark.clause("MUT-S1")
def test_own_marbles_are_not_pushed() -> None:
    state = at("land 0:0..2:0; blue 0:0 1:0")
    assert clause(state, "0:0-1:0e") == "MUT-M4 own_marble"


@pytest.mark.clause("MUT-S1")
def test_a_direction_is_written_for_pushes_alone() -> None:
    state = at("land 0:0..2:0; blue 1:0; red 2:0")
    assert clause(state, "1:0-2:0") == "MUT-S1 name_push"
    assert clause(state, "1:0-0:0w") == "MUT-S1 nobody_there"


@pytest.mark.clause("MUT-S1", "MUT-M1")
def test_every_marble_moved_may_push_once() -> None:
    """Red's marble is pushed by 0:0, and then once more by 0:1, which has not moved yet."""
    state = at("land 0:0..4:0 1:1; blue 0:0 1:1; red 1:0")
    play(state, "0:0-1:0e")
    assert marbles(state, 1) == {"2:0"}
    play(state, "1:1-2:0ne")
    assert marbles(state, 1) == set()  # north-east of 2:0 there is no column
    assert moves(state) == set()


@pytest.mark.clause("MUT-M1", "MUT-S1")
def test_a_pushed_marble_may_move_in_its_own_turn() -> None:
    state = at("land 0:0..4:0; blue 0:0; red 1:0")
    play(state, "0:0-1:0e", "end")
    assert clause(state, "2:0-3:0") == ""
    assert clause(state, "2:0-1:0w") == ""


def test_refusals_in_words() -> None:
    state = at("land 0:0 1:0x3; blue 0:0", ALL)
    found = GAME.explain(state, GAME.read_step("0:0-1:0"))
    assert found is not None
    english = GAME.refusal_sentence(found, "en")
    assert english == "MUT-M4: Every way from 0:0 to 1:0 has a step of more than 1 floor. Choose another column."
    assert GAME.refusal_sentence(found, "ja").startswith("MUT-M4: 0:0から1:0への")
