"""Realm's movement (RLM-M1 to M5), dispersal and concentration (RLM-T1, T2)."""

import pytest

from ludarium.games.realm import GAME
from tests.games.realm_play import at, events, legal, line, moves, play, refusal, why

# Enforcers alone in the realms they reach cause no events, so that moves follow one another.
TURN = "enforcers0 a1n c1n l5w"


@pytest.mark.clause("RLM-M1")
def test_bases_never_move() -> None:
    state = at("bases0 B2; powers0 a1")
    assert why(state, "e5-e9") == ("RLM-M1", "base")
    assert not [step for step in legal(state) if step.startswith("e5")]


@pytest.mark.clause("RLM-M2")
def test_a_power_moves_straight_up_to_the_next_piece_and_into_another_realm() -> None:
    # Row 1 and column a hold no centres. North of a1: a2, a3 are still A1; a4-a7 are free; a8 is occupied.
    state = at("powers0 a1; powers1 a8")
    expected = moves("a1", *line("a", range(4, 8)), *line("defghijkl", (1,)))
    assert set(legal(state)) == expected | {"pass", "rearrange A1"}
    assert why(state, "a1-a3") == ("RLM-M2", "same_realm")
    assert why(state, "a1-a8") == ("RLM-M2", "blocked")
    assert refusal(state, "a1-a12").data == {"at": "a8"}
    assert why(state, "a1-b4") == ("RLM-M2", "crooked")
    assert why(state, "a1-d4") == ("RLM-M2", "crooked")


@pytest.mark.clause("RLM-M2")
@pytest.mark.parametrize("other", ["powers0 d4", "powers1 d4", "enforcers0 d4s", "enforcers1 d4s", "neutral0 d4"])
def test_every_kind_of_piece_blocks(other: str) -> None:
    state = at(f"powers0 d1; {other}" if not other.startswith("powers0") else "powers0 d1 d4")
    assert why(state, "d1-d4") == ("RLM-M2", "blocked")
    assert why(state, "d1-d5") == ("RLM-M2", "blocked")


@pytest.mark.clause("RLM-M2")
def test_powers_move_all_four_ways() -> None:
    # g7 is the lower left border square of C3. Row 7 and column g hold no centres.
    state = at("powers0 g7")
    ways = [*line("g", range(1, 7)), *line("g", (10, 11, 12)), *line("abcdef", (7,)), *line("jkl", (7,))]
    assert set(legal(state)) - {"pass", "rearrange C3"} == moves("g7", *ways)


@pytest.mark.clause("RLM-M3")
def test_an_empty_centre_can_be_passed_but_is_no_place_to_stop() -> None:
    # Column b holds the centres b2, b5, b8, b11.
    state = at("powers0 b1; powers1 a12 c1 a1")
    assert set(legal(state)) == moves("b1", *line("b", (4, 6, 7, 9, 10, 12))) | {"pass", "rearrange A1"}
    assert why(state, "b1-b5") == ("RLM-M3", "centre")
    assert why(state, "b1-b2") == ("RLM-M3", "centre")


@pytest.mark.clause("RLM-M3")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_centre_with_a_base_blocks(seat: int) -> None:
    state = at(f"powers0 b1; bases{seat} A2")
    assert "b1-b4" in legal(state)
    assert refusal(state, "b1-b6").data == {"at": "b5"}


@pytest.mark.clause("RLM-M4")
def test_an_enforcer_goes_ahead_left_or_right_but_not_about() -> None:
    state = at("enforcers0 d4n")
    ahead, right, left = line("d", range(7, 13)), line("ghijkl", (4,)), line("abc", (4,))
    assert set(legal(state)) == moves("d4", *ahead, *right, *left) | {"pass", "rearrange B2"}
    assert why(state, "d4-d3") == ("RLM-M4", "about")
    assert refusal(state, "d4-d1").data == {"at": "d4", "facing": "n"}


@pytest.mark.clause("RLM-M4")
@pytest.mark.parametrize(("target", "facing"), [("d7", "n"), ("g4", "e"), ("a4", "w")])
def test_an_enforcer_points_the_way_it_moved(target: str, facing: str) -> None:
    state = at("enforcers0 d4n; powers1 l12")
    assert events(state, f"d4-{target}")[0]["facing"] == facing
    assert f"enforcers0 {target}{facing}" in GAME.position_text(play(state, f"d4-{target}"))


@pytest.mark.clause("RLM-M4")
def test_turning_alone_is_not_a_turn() -> None:
    # Both neighbours of a1 are occupied: the enforcer could turn east, but that is no move.
    assert legal(at("enforcers0 a1n; powers1 a2 b1")) == ["pass", "rearrange A1"]


@pytest.mark.clause("RLM-M5")
def test_a_neutralised_enforcer_stays_and_blocks() -> None:
    state = at("powers0 d1; neutral0 d4 g1")
    assert why(state, "d4-d7") == ("RLM-M5", "neutralised")
    assert why(state, "d1-d7") == ("RLM-M2", "blocked")
    assert refusal(state, "d1-j1").data == {"at": "g1"}
    piece = next(piece for piece in GAME.scene(state, 0).pieces if piece.site == "d4")
    assert (piece.kind, piece.facing, piece.marks) == ("neutralised", "", ("neutralised",))


@pytest.mark.clause("RLM-T1")
def test_only_own_pieces_move() -> None:
    state = at("powers0 a1; powers1 l12")
    assert why(state, "l12-l4") == ("RLM-T1", "not_yours")
    assert why(state, "g7-g1") == ("RLM-T1", "not_yours")


@pytest.mark.clause("RLM-T1", "RLM-T2")
def test_after_the_first_move_both_kinds_of_turn_are_open() -> None:
    # a1 has gone from A1 to A2: c1 (from A1) may go anywhere, l5 may only join in A2, at c5 or a5.
    state = play(at(TURN), "a1-a4")
    from_source = moves("c1", *line("c", range(4, 13)), *line("defghijkl", (1,)))
    assert set(legal(state)) == from_source | moves("l5", "c5", "a5") | {"end"}
    assert refusal(state, "l5-g5").data == {"source": "A1", "target": "A2"}


@pytest.mark.clause("RLM-T1")
def test_a_dispersal_goes_on_from_its_source_only() -> None:
    state = play(at(TURN), "a1-a4", "c1-d1")
    assert legal(state) == ["end"]
    assert why(state, "l5-c5") == ("RLM-T1", "dispersal")


@pytest.mark.clause("RLM-T2")
def test_a_concentration_goes_on_into_its_target_only() -> None:
    state = play(at(TURN), "a1-a4", "l5-c5")
    # c1 can go straight north to c4; c5 is occupied now.
    assert legal(state) == ["c1-c4", "end"]
    assert why(state, "c1-d1") == ("RLM-T2", "concentration")


@pytest.mark.clause("RLM-T1", "RLM-T2")
def test_two_moves_from_one_realm_into_one_realm_leave_both_kinds_open() -> None:
    state = play(at("enforcers0 a1n b1n c1n l5w"), "a1-a4", "b1-b4")
    assert {"c1-c4", "c1-d1", "l5-c5"} <= set(legal(state))
    assert why(state, "l5-g5") == ("RLM-T2", "either")


@pytest.mark.clause("RLM-T1")
def test_a_piece_moves_only_once_in_a_turn() -> None:
    for steps in (("a1-a4",), ("a1-a4", "c1-c4"), ("a1-a4", "c1-d1"), ("a1-a4", "l5-c5")):
        state = play(at(TURN), *steps)
        moved = {step.split("-")[1] for step in steps}
        assert not [step for step in legal(state) if step.split("-")[0] in moved]


@pytest.mark.clause("RLM-T1", "RLM-E2")
def test_a_piece_put_in_this_turn_does_not_move() -> None:
    """It stands where the turn's first piece stopped: neither the source of a dispersal nor outside a concentration."""
    state = play(at("bases0 B2; powers0 c4 a5"), "c4-d4", "+d6n")
    assert {step.partition("-")[0] for step in legal(state) if "-" in step} == {"a5"}
    later = play(state, "end", "pass")
    assert "d6-d7" in legal(later)


@pytest.mark.clause("RLM-T1")
def test_a_turn_ends_by_an_explicit_step_after_at_least_one_move() -> None:
    state = at(TURN)
    assert why(state, "end") == ("RLM-T1", "nothing_moved")
    state = play(state, "a1-a4")
    assert state.seat == 0
    state = play(state, "end")
    assert (state.seat, state.turn) == (1, 1)


@pytest.mark.clause("RLM-T2")
def test_a_single_move_need_not_become_a_concentration() -> None:
    # RLM-T2 speaks of two or more pieces; one moved piece is a dispersal.
    assert "end" in legal(play(at(TURN), "l5-c5"))


@pytest.mark.clause("RLM-T1")
def test_a_refused_choice_of_no_event_names_its_clause() -> None:
    state = at(TURN)
    assert why(state, "create") == ("RLM-E1", "no_create")
    assert why(state, "+a4n") == ("RLM-E2", "no_enforcer")
    assert why(state, "xa4") == ("RLM-E3", "no_neutralise")
    assert why(state, "capture") == ("RLM-E4", "no_capture")
    assert why(state, "no") == ("RLM-T1", "nothing_to_decline")
