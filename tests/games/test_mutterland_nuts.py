"""Mutter Land's nuts (MUT-N) and fallen marbles (MUT-R), on small lands drawn up by hand."""

import pytest

from tests.games.mutterland_table import ALL, GAME, ONE, after, at, clause, heights, legal, marbles, moves, nuts, play

FLOWER = "0:0 1:0 -1:0 1:-1 0:-1 0:1 -1:1"
# Two rings around a lake on 0:0; where 2:0, 2:-1 and 1:1 are missing, 1:0 alone parts the lake from the sea.
BAY = "land -1:0 0:-1 1:-1 1:0 0:1 -1:1 -2:0 -1:-1 0:-2 1:-2 2:-2 0:2 -1:2 -2:2 -2:1"


# --- nuts -------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-N1")
def test_a_nut_next_to_a_marble_goes_next_to_the_same_marble() -> None:
    """1:0 stands between two nuts: each may go on the other. 3:0 is next to no marble of blue's."""
    state = at("land 0:0..3:0; blue 1:0")
    assert nuts(state) == {"0:0^2:0", "2:0^0:0"}
    assert clause(state, "3:0^2:0") == "MUT-N1 nut_not_beside"
    assert clause(state, "2:0^3:0") == "MUT-N1 nut_too_far"
    assert clause(state, "2:0^2:0") == "MUT-N1 same_nut"
    events = play(state, "0:0^2:0")
    assert heights(state) == {"1:0": 1, "2:0": 2, "3:0": 1}
    assert [(event.kind, event.data) for event in events] == [
        ("lifted", {"seat": 0, "at": "0:0"}),
        ("built", {"seat": 0, "at": "2:0", "floor": 2}),
    ]


@pytest.mark.clause("MUT-N1")
def test_a_nut_goes_anywhere_along_the_chain_whatever_its_heights() -> None:
    """1:0, 2:0 and 3:0 are a chain though 2:0 is a tower of six: the nut beside 1:0 may go beside 3:0."""
    state = at("land 0:0 1:0 2:0x6 3:0 4:0; blue 1:0 2:0 3:0")
    assert nuts(state) == {"0:0^4:0", "4:0^0:0"}
    assert clause(at("land 0:0 1:0 2:0x6 3:0 4:0; blue 1:0 3:0"), "0:0^4:0") == "MUT-N1 nut_too_far"


@pytest.mark.clause("MUT-N1")
def test_a_nut_between_two_chains_may_go_to_either() -> None:
    state = at("land 0:0..4:0; blue 1:0 3:0")
    assert nuts(state) == {"0:0^2:0", "2:0^0:0", "2:0^4:0", "4:0^2:0"}
    assert clause(state, "0:0^4:0") == "MUT-N1 nut_too_far"


@pytest.mark.clause("MUT-N1")
def test_an_opponents_marble_helps_nobody() -> None:
    state = at("land 0:0..4:0; blue 0:0; red 2:0")
    assert nuts(state) == set()
    assert clause(state, "3:0^1:0") == "MUT-N1 nut_not_beside"


@pytest.mark.clause("MUT-N2")
def test_three_free_sides_on_the_ground() -> None:
    """In the flower every petal has three neighbours, so three free sides; with one neighbour more it has two."""
    assert clause(at(f"land {FLOWER}; blue 0:0"), "1:0^-1:0") == ""
    state = at(f"land {FLOWER} 2:0; blue 0:0")
    assert clause(state, "1:0^-1:0") == "MUT-N2 few_sides"
    found = GAME.explain(state, GAME.read_step("1:0^-1:0"))
    assert found is not None
    assert found.data == {"at": "1:0", "sides": 2}


@pytest.mark.clause("MUT-N2")
def test_a_lake_gives_free_sides() -> None:
    """-1:1 has the lake 0:1 to the east, and nothing to the west and south-west."""
    state = at("land 0:0 1:0 1:1 0:2 -1:2 -1:1; blue 0:0")
    assert clause(state, "-1:1^1:0") == ""


@pytest.mark.clause("MUT-N2")
def test_upper_floors_are_free_above_lower_neighbours() -> None:
    """The middle nut of the flower has no free side on floor 1 and six on floor 2 …"""
    assert clause(at(f"land {FLOWER}; blue 1:0"), "0:0^1:-1") == "MUT-N2 few_sides"
    high = FLOWER.replace("0:0 1:0 -1:0", "0:0x2 1:0 -1:0")
    assert clause(at(f"land {high}; blue 1:0"), "0:0^1:-1") == ""
    # … of which neighbours as high as itself, or higher, take one each: here four.
    walls = "0:0x2 1:0 -1:0x2 1:-1 0:-1x2 0:1x3 -1:1x2"
    assert clause(at(f"land {walls}; blue 1:0"), "0:0^1:-1") == "MUT-N2 few_sides"


@pytest.mark.clause("MUT-N2")
def test_no_nut_from_under_a_marble_and_none_from_nowhere() -> None:
    state = at(f"land {FLOWER}; blue 0:0; red 1:0")
    assert clause(state, "1:0^-1:0") == "MUT-N2 nut_under_marble"
    assert clause(state, "0:0^-1:0") == "MUT-N2 nut_under_marble"
    assert clause(state, "2:0^-1:0") == "MUT-N2 nothing_to_take"


@pytest.mark.clause("MUT-N2")
def test_marbles_beside_a_nut_as_an_option() -> None:
    """A tower of two amid six columns of one, with marbles on four of them: they stand beside its upper nut."""
    position = "land 0:0x2 1:0 -1:0 1:-1 0:-1 0:1 -1:1; blue 1:0 -1:0; red 1:-1 0:-1"
    assert clause(at(position), "0:0^0:1") == ""
    assert clause(at(position, free_side="nut_or_marble"), "0:0^0:1") == "MUT-N2 few_sides"
    three = position.replace("red 1:-1 0:-1", "red 1:-1")
    assert clause(at(three, free_side="nut_or_marble"), "0:0^0:1") == ""
    # One floor lower the marbles are not beside the nut any more, and as high as it their column takes the side anyway.
    higher = position.replace("0:0x2", "0:0x3")
    assert clause(at(higher, free_side="nut_or_marble"), "0:0^0:1") == ""


@pytest.mark.clause("MUT-N3")
def test_nuts_go_onto_nuts_without_marbles() -> None:
    state = at("land 0:0..3:0; blue 1:0; red 2:0")
    assert clause(state, "0:0^2:0") == "MUT-N3 nut_on_marble"
    assert clause(state, "0:0^1:0") == "MUT-N3 nut_on_marble"
    assert clause(state, "0:0^1:-1") == "MUT-N3 no_nut_under"
    assert nuts(state) == set()


@pytest.mark.clause("MUT-N3")
def test_a_tower_may_be_as_high_as_nuts_reach() -> None:
    state = at("land 0:0 1:0 2:0x68; blue 1:0")
    play(state, "0:0^2:0")
    assert heights(state)["2:0"] == 69


@pytest.mark.clause("MUT-N3")
def test_the_land_shrinks_and_may_fall_apart() -> None:
    state = at("land 0:0..4:0; blue 1:0; red 4:0")
    play(state, "2:0^0:0")
    assert set(heights(state)) == {"0:0", "1:0", "3:0", "4:0"}
    assert moves(state) == {"4:0-3:0"}
    play(state, "end")
    assert clause(state, "1:0-2:0") == "MUT-M4 off_land"
    assert clause(state, "0:0^2:0") == "MUT-N3 no_nut_under"
    assert clause(state, "2:0^0:0") == "MUT-N2 nothing_to_take"


@pytest.mark.clause("MUT-N4", "MUT-N1")
@pytest.mark.parametrize("ruleset", [ALL, ONE])
def test_the_nut_ends_the_turn(ruleset: str) -> None:
    state = at("land 0:0..7:0; blue 1:0 5:0; red 7:0", ruleset)
    play(state, "1:0-2:0", "1:0^3:0")
    assert (state.seat, state.turn) == (1, 1)
    assert clause(state, "5:0-4:0") == "MUT-M1 not_yours"  # it is red's turn


@pytest.mark.clause("MUT-N4")
def test_the_nut_may_come_without_any_move() -> None:
    state = after(at("land 0:0..3:0; blue 1:0"), "0:0^2:0")
    assert (state.seat, state.turn, state.idle) == (1, 1, 0)


# --- fallen marbles ---------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-R1")
def test_another_player_puts_the_marble_back() -> None:
    state = at("land 0:0..4:0; blue 1:0; red 4:0; amber 2:0; fallen 2 0 0", players=3)
    assert {"return 1", "return 2"} <= legal(state)
    assert clause(state, "return 0") == "MUT-R1 return_self"
    assert clause(state, "return 3") == "MUT-R1 no_player"
    events = play(state, "return 2")
    assert [(event.kind, event.data) for event in events] == [("called", {"seat": 0, "other": 2})]
    assert state.seat == 2
    assert legal(state) == {"+0:0", "+3:0"}
    for step in ("2:0-3:0", "0:0^3:0", "return 1", "end"):
        assert clause(state, step) == "MUT-R1 return_first"
    assert clause(state, "+1:0") == "MUT-B1 taken"
    assert clause(state, "+1:1") == "MUT-B1 no_nut"
    events = play(state, "+3:0")
    assert [(event.kind, event.data["owner"], event.data["at"]) for event in events] == [("returned", 0, "3:0")]
    assert (marbles(state, 0), state.fallen_of(0)) == ({"1:0", "3:0"}, 1)


@pytest.mark.clause("MUT-R1")
def test_it_takes_the_place_of_the_marble_moves_but_not_of_the_nut() -> None:
    state = at("land 0:0..6:0; blue 1:0; red 6:0; fallen 2 0")
    play(state, "return 1", "+4:0")
    assert (state.seat, state.turn) == (0, 0)
    assert clause(state, "1:0-2:0") == "MUT-R1 no_move_after_return"
    assert clause(state, "return 1") == "MUT-R1 return_once"
    # Nuts beside both marbles, the one that came back too.
    assert legal(state) == {"0:0^2:0", "2:0^0:0", "3:0^5:0", "5:0^3:0", "end"}
    assert after(state, "5:0^3:0").seat == 1
    ended = after(state, "end")
    assert (ended.seat, ended.turn, ended.idle) == (1, 1, 0)


@pytest.mark.clause("MUT-R1")
@pytest.mark.parametrize("ruleset", [ALL, ONE])
def test_not_after_a_marble_has_moved(ruleset: str) -> None:
    state = after(at("land 0:0..4:0; blue 1:0; fallen 1 0", ruleset), "1:0-2:0")
    assert clause(state, "return 1") == "MUT-R1 return_late"


@pytest.mark.clause("MUT-R1")
def test_who_pushes_a_marble_off_goes_on_as_usual() -> None:
    """The end of the marble moves is for the owner who has a marble put back, not for the one who pushed it off."""
    state = at("land 0:0 1:0 0:1 1:1 2:1; blue 0:0 0:1; red 1:0")
    play(state, "0:0-1:0e")
    assert (state.seat, state.fallen_of(1)) == (0, 1)
    assert clause(state, "0:1-1:1") == ""


@pytest.mark.clause("MUT-R1")
def test_only_a_fallen_marble_of_your_own() -> None:
    assert clause(at("land 0:0..4:0; blue 1:0; fallen 0 1"), "return 1") == "MUT-R1 nothing_fallen"


@pytest.mark.clause("MUT-R1")
def test_where_a_marble_comes_back() -> None:
    """Edge nuts of height 1 with a neighbour: not the towers, not the middle, not the island 9:9."""
    state = at(f"land {FLOWER.replace('1:0 -1:0', '1:0x2 -1:0')} 9:9; red 0:-1; fallen 1 0; stage return 0; next 1")
    assert legal(state) == {"+-1:0", "+1:-1", "+0:1", "+-1:1"}
    assert clause(state, "+1:0") == "MUT-R1 return_high"
    assert clause(state, "+0:0") == "MUT-R1 return_not_edge"
    assert clause(state, "+9:9") == "MUT-R1 return_stranded"


@pytest.mark.clause("MUT-R1")
def test_nowhere_to_come_back() -> None:
    """All edge nuts are taken or higher than one floor: nobody can be named."""
    state = at("land 0:0 1:0x2 2:0; blue 0:0; red 2:0; fallen 1 0")
    assert clause(state, "return 1") == "MUT-R1 return_nowhere"
    assert "return 1" not in legal(state)
    assert clause(at("land 0:0 1:0 2:0; blue 0:0; red 2:0; fallen 1 0"), "return 1") == ""


@pytest.mark.clause("MUT-R1", "MUT-P2", "MUT-N3")
def test_taking_a_nut_can_open_a_lake_to_the_sea() -> None:
    """-1:0 lies on the lake 0:0 and otherwise inland. Once 1:0 is gone, the lake is a bay and -1:0 on the edge."""
    closed = at(f"{BAY}; blue 1:-1; red -2:0; fallen 0 1")
    assert "+-1:0" not in legal(after(closed, "end", "return 0"))
    opened = after(closed, "1:0^0:-1", "return 0")
    assert "+-1:0" in legal(opened)
    # Written down and read again, the bay is still one.
    again = at(GAME.position_text(opened))
    assert again == opened
    assert legal(again) == legal(opened)


@pytest.mark.clause("MUT-R1")
def test_who_has_lost_all_marbles_can_still_return_or_end() -> None:
    state = at("land 0:0..4:0; red 2:0; fallen 5 0")
    assert legal(state) == {"return 1", "end"}
    assert legal(at("land 0:0 1:0; red 0:0 1:0; fallen 5 0")) == {"end"}
