"""Realm's board, pieces and set-up (RLM-B1, B2, P1 to P3)."""

import pytest
from tests.games.realm_play import at, legal, line, play, start, why

from ludarium.core.errors import OptionError
from ludarium.core.game import find_ruleset
from ludarium.games.realm import GAME

BASES = ("*A1", "*D4", "*B2", "*C3", "*C4", "*A2")  # seat 0 in A1, B2, C4; seat 1 in D4, C3, A2


@pytest.mark.clause("RLM-B1")
def test_the_board_is_sixteen_realms_with_a_centre_each() -> None:
    sites = GAME.scene(start(), 0).sites
    assert {site.name for site in sites} == set(line("abcdefghijkl", range(1, 13)))
    assert {site.name for site in sites if "centre" in site.tags} == set(line("behk", (2, 5, 8, 11)))
    # Realm B2 is columns d-f, rows 4-6; a power's first places are its eight border squares.
    state = at("setup; bases0 B2 A1 C3; bases1 A2 B1 C4; powers0 a1 g7; powers1 a4 d1; next 0")
    assert set(legal(state)) == {"+" + square for square in line("def", (4, 5, 6)) if square != "e5"}


@pytest.mark.clause("RLM-B2")
@pytest.mark.parametrize(
    ("ruleset", "powers", "enforcers", "bases"),
    [("realm", 3, 8, 12), ("realm-english", 3, 8, 12), ("realm-grand", 4, 9, 14)],
)
def test_each_side_starts_with_the_same_pieces(ruleset: str, powers: int, enforcers: int, bases: int) -> None:
    stock = {(stock.owner, stock.kind): stock.count for stock in GAME.scene(start(ruleset), 0).stock}
    for seat in (0, 1):
        assert (stock[seat, "power"], stock[seat, "enforcer"], stock[seat, "base"]) == (powers, enforcers, bases)
        assert stock[seat, "captured"] == 0


@pytest.mark.clause("RLM-B2")
@pytest.mark.parametrize(
    "options",
    [
        {"powers": 2},
        {"powers": 5},
        {"enforcers": 10},
        {"enforcers": -1},
        {"bases": 3},
        {"bases": 15},
        {"powers": 4, "bases": 4},
        {"counter": "never"},
        {"quiet_cap": -1},
        {"turn_cap": -1},
    ],
)
def test_options_outside_the_box_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        start(**options)


@pytest.mark.clause("RLM-B2")
def test_four_powers_need_five_bases_and_the_refusal_says_so() -> None:
    # Four bases are put in the set-up; a fifth is needed, or nobody could play.
    with pytest.raises(OptionError) as refused:
        find_ruleset("realm-grand").new({"bases": 4})
    assert refused.value.key == "realm_bases"
    assert "5–14" in refused.value.sentence("en")
    assert "5〜14" in refused.value.sentence("ja")
    assert start("realm-grand", bases=5).options.bases == 5
    assert start(bases=4).options.bases == 4


@pytest.mark.clause("RLM-P1")
def test_bases_go_alternately_on_empty_centres_without_sharing_a_line_with_ones_own() -> None:
    state = start()
    assert legal(state) == [f"*{column}{row}" for row in "1234" for column in "ABCD"]
    state = play(state, "*B2")
    assert state.seat == 1
    # The opponent's bases do not matter: all realms but the taken one.
    assert len(legal(state)) == 15
    assert why(state, "*B2") == ("RLM-P1", "centre_taken")
    state = play(state, "*A2")
    assert state.seat == 0
    assert set(legal(state)) == {f"*{column}{row}" for column in "ACD" for row in "134"}
    assert why(state, "*C2") == ("RLM-P1", "same_line")  # the same row of realms as B2
    assert why(state, "*B4") == ("RLM-P1", "same_line")  # the same column
    assert why(state, "*A2") == ("RLM-P1", "centre_taken")
    assert why(state, "+d4") == ("RLM-P1", "put_base")
    assert why(state, "pass") == ("RLM-P1", "put_base")


@pytest.mark.clause("RLM-P1")
def test_with_four_powers_four_bases_are_put_and_the_line_rule_is_waived_where_nothing_keeps_it() -> None:
    # Seat 0 has A1, B2, C3: only D4 is in none of its rows and columns, and seat 1 stands there.
    state = play(start("realm-grand"), "*A1", "*D4", "*B2", "*A2", "*C3", "*B1")
    assert len(legal(state)) == 10
    assert "*A3" in legal(state)
    # Seat 1 has D4, A2, B1: only C3 would do, which is taken; with A3 gone, too, nine are left.
    state = play(state, "*A3")
    assert state.seat == 1
    assert len(legal(state)) == 9
    state = play(state, "*C1")
    assert why(state, "*D1") == ("RLM-P2", "put_power")


@pytest.mark.clause("RLM-P1")
def test_the_line_rule_is_not_waived_while_a_realm_keeps_it() -> None:
    state = play(start("realm-grand"), "*A1", "*A2", "*B2", "*B1", "*C3", "*C4")
    assert legal(state) == ["*D4"]


@pytest.mark.clause("RLM-P2")
def test_powers_go_alternately_on_borders_of_own_realms_one_to_a_realm() -> None:
    state = play(start(), *BASES)
    assert state.seat == 0
    own = line("abc", (1, 2, 3)) + line("def", (4, 5, 6)) + line("ghi", (10, 11, 12))
    assert set(legal(state)) == {"+" + square for square in own if square not in ("b2", "e5", "h11")}
    assert why(state, "+e5") == ("RLM-M3", "centre")
    assert why(state, "+a4") == ("RLM-P2", "not_your_realm")  # A2 is seat 1's
    assert why(state, "+l1") == ("RLM-P2", "not_your_realm")  # D1 is nobody's
    assert why(state, "*D1") == ("RLM-P2", "put_power")
    state = play(state, "+a1", "+a4")
    assert state.seat == 0
    assert why(state, "+c3") == ("RLM-P2", "one_power")
    assert len(legal(state)) == 16
    state = play(state, "+d4", "+g7", "+g10", "+l12")
    assert (state.seat, state.turn) == (0, 0)


@pytest.mark.clause("RLM-P3")
def test_a_base_makes_a_realm_yours_and_seat_0_starts() -> None:
    state = play(start(), *BASES, "+a1", "+a4", "+d4", "+g7", "+g10", "+l12")
    assert state.seat == 0
    assert (state.realms(0), state.realms(1)) == (3, 3)
    assert why(state, "*D1") == ("RLM-P3", "setup_over")
    assert why(state, "+a2") == ("RLM-P3", "setup_over")
    # A power in a foreign realm changes nothing about whose it is.
    state = at("bases0 A1; powers0 d4; bases1 B2")
    assert (state.realms(0), state.realms(1)) == (1, 1)
