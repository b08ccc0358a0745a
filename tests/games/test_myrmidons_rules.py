"""Myrmidons' board, set-up, moves, fights and ends, on positions worked out from the rulebook."""

from itertools import product

import pytest

from ludarium.core.playout import perft
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons.terms import BASE_TYPES, TYPES
from tests.games.myrmidons_helpers import ending, events, legal, play, position, refusal, set_up, start, where


# --- board and blocks -----------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-B1")
def test_the_board_has_six_columns_and_seven_rows() -> None:
    sites = [site.name for site in GAME.scene(start().view(0), 0).sites]
    assert sorted(sites) == sorted(column + row for column, row in product("abcdef", "1234567"))
    corner = position("blue a1=111 f7=324; red c6=111")
    assert refusal(corner, "a1w1") == ("MYR-B1", "off_board")
    assert refusal(corner, "a1s1") == ("MYR-B1", "off_board")
    assert refusal(corner, "f7e1") == ("MYR-B1", "off_board")
    assert refusal(corner, "f7n6") == ("MYR-B1", "off_board")


@pytest.mark.clause("MYR-B1", "MYR-P1")
def test_blue_sets_up_on_row_1_and_red_on_row_7() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    blue = "a1=243 b1=324 c1=111 d1=333 e1=432 f1=522"
    assert where(state) == f"{blue} | a7=111 b7=522 c7=432 d7=333 e7=324 f7=243"


@pytest.mark.clause("MYR-B2")
def test_the_types_are_all_triples_that_add_up_to_nine() -> None:
    triples = [f"{a}{b}{c}" for a, b, c in product(range(1, 6), repeat=3) if a + b + c == 9]
    assert len(triples) == 19
    assert list(TYPES) == ["111", *triples]


@pytest.mark.clause("MYR-B3", "MYR-B4")
def test_both_have_the_same_six_types() -> None:
    assert "324" in BASE_TYPES  # the one that the rulebook shows
    state = start()
    assert legal(state) == {"=111", "=324", "=243", "=432", "=333", "=522"}
    state = play(state, "=111", "=324", "=243", "=432", "=333", "=522")
    assert state.seat == 1
    assert legal(state) == {"=111", "=324", "=243", "=432", "=333", "=522"}


@pytest.mark.clause("MYR-B3")
def test_the_base_army_can_be_any_five_types() -> None:
    state = start(types=["531", "135", "153", "315", "351"])
    assert legal(state) == {"=111", "=135", "=153", "=315", "=351", "=531"}


# --- set-up ---------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-P1")
def test_there_are_720_set_ups_for_each() -> None:
    assert perft(start(), 6) == 720
    assert perft(play(start(), "=111", "=324", "=243", "=432", "=333", "=522"), 6) == 720


@pytest.mark.clause("MYR-P1")
def test_a_block_can_be_put_only_once() -> None:
    state = play(start(), "=324")
    assert refusal(state, "=324") == ("MYR-P1", "not_in_hand")
    assert refusal(state, "=135") == ("MYR-P1", "not_in_hand")
    assert refusal(state, "a1n1") == ("MYR-P1", "set_up_first")
    assert refusal(state, "!n") == ("MYR-P1", "set_up_first")
    assert refusal(state, ".") == ("MYR-P1", "set_up_first")


@pytest.mark.clause("MYR-P2")
def test_seat_0_begins_and_the_set_up_is_over() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    assert (state.seat, state.turn) == (0, 0)
    assert refusal(state, "=324") == ("MYR-P1", "set_up_over")
    assert play(state, "a1n1").seat == 1


# --- moves ----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-M1")
def test_a_block_goes_straight_up_to_its_foot() -> None:
    # North, north-east and east are open for three squares; the edge or the own commander stop the other ways.
    state = position("blue c3=333 a1=111; red f7=111")
    ways = {"n": 3, "ne": 3, "e": 3, "se": 2, "s": 2, "sw": 1, "w": 2, "nw": 2}
    moves = {f"c3{way}{distance + 1}" for way, most in ways.items() for distance in range(most)}
    assert legal(state) == moves | {"a1n1", "a1ne1", "a1e1"}
    assert refusal(state, "c3n4") == ("MYR-M1", "too_far")
    assert refusal(state, "c3sw2") == ("MYR-M1", "own_block")
    assert refusal(state, "c3w3") == ("MYR-B1", "off_board")
    assert refusal(state, "d4n1") == ("MYR-M1", "not_yours")
    assert refusal(state, "f7s1") == ("MYR-M1", "not_yours")
    assert where(play(state, "c3ne3")) == "a1=111 f6=333 | f7=111"


@pytest.mark.clause("MYR-M1")
def test_no_block_jumps() -> None:
    state = position("blue c3=333 c1=324 a1=111; red d3=243 f7=111")
    assert refusal(state, "c3e2") == ("MYR-M1", "blocked")  # over an enemy
    assert refusal(state, "c1n3") == ("MYR-M1", "blocked")  # over a block of one's own
    assert {"c3e1", "c1n1"} <= legal(state)


def test_open_ways_lead_on_the_board_and_to_no_own_block() -> None:
    """Ways are numbered clockwise from north; four bits each, 8 + way. Squares: a1 0, b1 1, a2 6, b2 7, f7 41."""
    assert b.open_ways(0, 1 << 0) == 0xA98  # n, ne, e
    assert b.open_ways(0, 1 << 0 | 1 << 7) == 0xA8  # b2 stands in the north-east
    assert b.open_ways(7, 1 << 7 | 1 << 0 | 1 << 8) == 0xFECB98  # sw (a1) and e (c2) are taken
    assert b.open_ways(41, 1 << 41 | 1 << 40) == 0xDC  # f7: s and sw; g, and e7 in the west, are no ways
    assert b.open_ways(5, 1 << 5 | 1 << 6) == 0xFE8  # f1: a2 is no neighbour


@pytest.mark.clause("MYR-M1")
def test_there_is_no_pass() -> None:
    # A block of foot 1 in the corner, shut in by its own: the others must move.
    state = position(
        "blue a1=111 a2=441 b1=351 b2=243; red f7=111", army="agreed", types=["441", "351", "243", "324", "333"]
    )
    assert not [step for step in legal(state) if step.startswith("a1")]
    assert refusal(state, ".") == ("MYR-O1", "no_order")


# --- fights ---------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-F1")
@pytest.mark.parametrize("defender", ["333", "324", "111"])
def test_sword_at_least_shield_removes_the_defender(defender: str) -> None:
    # 3-2-4 against shields 3, 2 and 1: an equal shield is not enough.
    other = "f7=111" if defender != "111" else "f7=522"
    state = play(position(f"blue c3=324 a1=111; red c5={defender} {other}"), "c3n2")
    assert where(state) == f"a1=111 c5=324 | {other}"
    assert GAME.position_text(state).count("red_lost " + defender) == 1


@pytest.mark.clause("MYR-F1")
def test_sword_below_shield_stands_just_before_the_defender() -> None:
    state = play(position("blue b2=324 a1=111; red e5=243 f7=111"), "b2ne3")
    assert where(state) == "a1=111 d4=324 | e5=243 f7=111"
    assert (state.seat, state.turn) == (1, 1)


@pytest.mark.clause("MYR-F1", "MYR-E4")
def test_a_repelled_attack_from_the_next_square_changes_nothing() -> None:
    before = position("blue c4=324 a1=111; red c5=243 f7=111")
    after = play(before, "c4n1")
    assert where(after) == where(before)
    assert after.seat == 1


@pytest.mark.clause("MYR-F1")
def test_both_blocks_are_shown_and_the_attacker_is_never_removed() -> None:
    told = events(position("blue c3=135 a1=111; red c5=153 f7=111", "myrmidons-secret"), "c3n2", 1)
    assert [(event.kind, dict(event.data)) for event in told] == [
        ("moved", {"seat": 0, "from": "c3", "to": "c5"}),
        ("shown", {"owner": 0, "piece": "135", "at": "c5"}),
        ("shown", {"owner": 1, "piece": "153", "at": "c5"}),
        ("fell_back", {"seat": 0, "from": "c5", "to": "c4"}),
    ]


@pytest.mark.clause("MYR-F1")
def test_open_display_keeps_blocks_face_up_and_memory_hides_them_again() -> None:
    text = "blue c3=324 a1=111; red c5=243 f7=111"
    for ruleset, kind in (("myrmidons", "243"), ("myrmidons-memory", "?")):
        state = play(position(text, ruleset), "c3n2")
        drawn = {piece.site: piece for piece in GAME.scene(state.view(0), 0).pieces}
        assert drawn["c5"].kind == kind
        assert ("shown" in drawn["c5"].marks) == (kind == "243")
        assert drawn["c4"].kind == "324"  # one's own block
        # What may be known is the same: the type is in the view.
        assert "c5=243!" in GAME.position_text(state.view(0))


# --- ends -----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-E1")
def test_removing_the_commander_wins_at_once() -> None:
    state = play(position("blue c3=324 a1=111; red c5=111 f7=333"), "c3n2")
    assert state.seat == -1
    assert ending(state) == ("MYR-E1", "commander_removed", (0,))
    assert legal(state) == set()
    assert refusal(state, "a1n1") == ("MYR-E1", "over")


@pytest.mark.clause("MYR-E1")
def test_the_fourth_removed_block_wins_at_once() -> None:
    third = play(position("blue c3=324 a1=111; red c5=522 e7=324 f7=111; red_lost 243 432"), "c3n2")
    assert third.seat == 1
    fourth = play(position("blue c3=324 a1=111; red c5=522 e7=324 f7=111; red_lost 243 333 432"), "c3n2")
    assert ending(fourth) == ("MYR-E1", "four_removed", (0,))


@pytest.mark.clause("MYR-E1")
def test_red_wins_in_the_same_ways() -> None:
    state = play(position("blue a1=111 c3=324; red b2=333 f7=111; next 1"), "b2sw1")
    assert ending(state) == ("MYR-E1", "commander_removed", (1,))


@pytest.mark.clause("MYR-E2")
def test_the_far_row_wins_at_the_start_of_the_next_own_turn() -> None:
    state = play(position("blue c6=324 a1=111; red f7=111 a5=333"), "c6n1")
    assert state.seat == 1  # the opponent has one reply
    assert ending(play(state, "a5s1")) == ("MYR-E2", "far_row", (0,))


@pytest.mark.clause("MYR-E2")
def test_the_reply_can_remove_the_block_on_the_far_row() -> None:
    state = play(position("blue c6=324 a1=111; red f7=111 d7=522"), "c6n1", "d7w1")
    assert state.seat == 0
    assert where(state) == "a1=111 | c7=522 f7=111"


@pytest.mark.clause("MYR-E2")
def test_reds_far_row_is_row_1_and_ones_own_home_row_does_not_count() -> None:
    state = position("blue f1=111 a3=324; red b2=333 e7=111; next 1")
    state = play(state, "b2s1")
    assert state.seat == 0
    assert ending(play(state, "a3n1")) == ("MYR-E2", "far_row", (1,))


@pytest.mark.clause("MYR-E3")
def test_the_commander_comes_before_four_blocks() -> None:
    # One order removes both the fourth block (5-2-2 by 3-2-4) and the commander (by 4-3-2).
    state = position("blue b3=324 c3=111 d3=432; red b4=522 d4=111 f7=432; red_lost 243 324 333")
    state = play(state, "!n", "b3:1", "d3:1", ".")
    assert ending(state) == ("MYR-E1", "commander_removed", (0,))
    assert int(state.lost(1)).bit_count() == 5


@pytest.mark.clause("MYR-E3")
def test_after_300_turns_it_is_a_draw() -> None:
    text = "blue c3=324 a1=111; red f7=111; turn 298; next 0"
    state = play(position(text), "c3n1")
    assert state.seat == 1
    assert ending(play(state, "f7s1")) == ("MYR-E3", "turn_cap", ())
    assert refusal(play(state, "f7s1"), "c4n1") == ("MYR-E3", "over")
    assert play(position(text, turn_cap=0), "c3n1", "f7s1").seat == 0
    for turn in (4, 5, 99):  # a written position may be beyond the cap
        text = f"blue c3=324 a1=111; red f7=111; turn {turn}"
        assert ending(play(position(text, turn_cap=5), "c3n1"))[1] == "turn_cap"


@pytest.mark.clause("MYR-E3")
def test_the_far_row_wins_even_on_the_last_turn() -> None:
    state = play(position("blue a3=324 a1=111; red f1=333 f7=111; turn 299"), "a3n1")
    assert ending(state) == ("MYR-E2", "far_row", (1,))
    assert refusal(state, "a4n1") == ("MYR-E2", "over")


@pytest.mark.clause("MYR-E3")
def test_set_up_does_not_count_as_turns() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243", turn_cap=2)
    state = play(state, "a1n1")
    assert state.turn == 1
    assert ending(play(state, "a7s1"))[1] == "turn_cap"


# --- armies ---------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-X1")
def test_agreed_armies_are_the_five_chosen_types() -> None:
    state = start(army="agreed", types=["135", "531", "333", "414", "252"])
    chosen = {"=111", "=135", "=252", "=333", "=414", "=531"}
    assert legal(state) == chosen
    assert legal(play(state, *sorted(chosen))) == chosen


@pytest.mark.clause("MYR-X1")
def test_in_secret_each_picks_different_types_freely() -> None:
    state = start("myrmidons-secret")
    assert legal(state) == {f"={type_}" for type_ in TYPES}
    state = play(state, "=135", "=531")
    assert legal(state) == {f"={type_}" for type_ in TYPES if type_ not in ("135", "531")}
    assert refusal(state, "=135") == ("MYR-X1", "used")
    # The commander goes on the last square if it has not been put before.
    last = play(state, "=333", "=324", "=315")
    assert legal(last) == {"=111"}
    assert refusal(last, "=414") == ("MYR-P1", "commander_last")
    assert refusal(last, "=315") == ("MYR-X1", "used")
    early = play(state, "=111", "=324", "=315")
    assert "=414" in legal(early)
    assert refusal(early, "=111") == ("MYR-X1", "used")
    # The other seat may take the same types.
    assert legal(play(early, "=414")) == {f"={type_}" for type_ in TYPES}


@pytest.mark.clause("MYR-X1")
def test_random_armies_are_drawn_from_two_blocks_of_each_type() -> None:
    doubles = shared = 0
    for seed in range(60):
        state = start("myrmidons-random", seed)
        drawn = GAME.chance(state)["drawn"]
        assert isinstance(drawn, tuple)
        blue, red = (list(army) for army in drawn if isinstance(army, tuple))
        assert len(blue) == len(red) == 5
        assert all((blue + red).count(type_) <= 2 for type_ in TYPES)
        assert "111" not in blue + red
        doubles += len(set(blue)) < 5
        shared += bool(set(blue) & set(red))
        assert legal(state) == {"=111", *(f"={type_}" for type_ in blue)}  # equal types are one choice
        # The draw given as an option is the same start, whatever the seed.
        assert start("myrmidons-random", seed + 1000, drawn=drawn) == state
        assert start("myrmidons-random", seed) == state
    assert doubles
    assert shared


@pytest.mark.clause("MYR-X1")
def test_a_double_type_is_put_twice() -> None:
    drawn = [["333", "333", "135", "531", "252"], ["135", "324", "324", "522", "144"]]
    state = play(start("myrmidons-random", drawn=drawn), "=333", "=333")
    assert legal(state) == {"=111", "=135", "=252", "=531"}
    assert refusal(state, "=333") == ("MYR-P1", "not_in_hand")


@pytest.mark.clause("MYR-X2")
def test_twelve_blocks_stand_on_the_two_nearest_rows() -> None:
    types = ["135", "144", "153", "225", "234", "243", "252", "315", "324", "333", "342"]
    rows = f"111 {' '.join(types)}"
    state = set_up(rows, rows, army="agreed", size=12, types=types)
    blue, red = where(state).split(" | ")
    # The row at the edge is filled first, from a to f, then the next one.
    assert blue == "a1=111 b1=135 c1=144 d1=153 e1=225 f1=234 a2=243 b2=252 c2=315 d2=324 e2=333 f2=342"
    assert red == "a6=243 b6=252 c6=315 d6=324 e6=333 f6=342 a7=111 b7=135 c7=144 d7=153 e7=225 f7=234"


@pytest.mark.clause("MYR-X2")
def test_four_removed_blocks_win_with_twelve_too() -> None:
    text = "blue c3=324 a1=111; red c5=522 b7=441 e7=414 f7=111; red_lost 135 144 153"
    assert ending(play(position(text, "myrmidons-twelve"), "c3n2")) == ("MYR-E1", "four_removed", (0,))


@pytest.mark.clause("MYR-X2")
def test_secret_and_random_armies_of_twelve() -> None:
    state = play(start("myrmidons-twelve"), *(f"={type_}" for type_ in TYPES[1:12]))
    assert legal(state) == {"=111"}
    drawn = GAME.chance(start("myrmidons-random", 3, size=12))["drawn"]
    assert isinstance(drawn, tuple)
    assert [len(army) for army in drawn if isinstance(army, tuple)] == [11, 11]
