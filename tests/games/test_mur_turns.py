"""Mur's turns, withdrawals, repetition, the end by turns and matches (MUR-T, W, R, S)."""

import pytest

from ludarium.core.game import Series, find_ruleset
from ludarium.games.mur.rules import Mur
from tests.games.mur_board import EN, JP, after, board, clause, ended, legal, play, refusal, stands, start

BOTH = pytest.mark.parametrize("ruleset", [JP, EN])

# A black ship knocks White's d2 to e2; White's ship can knock it back, so that everything stands as before:
# c2 is single, d2 and d3 are a pair; after c2r Black's d1 and d2 are the pair and White's e2 is single.
KNOCK_AND_BACK = "black c2 d1; white d2 d3; kraken h3"


def key(position: str) -> str:
    """A position as the part "past" names it."""
    return format(board(JP, position).here, "x")


# --- turns ------------------------------------------------------------------------------------------------------
@BOTH
@pytest.mark.clause("MUR-T1")
def test_a_ship_is_placed_on_any_empty_point(ruleset: str) -> None:
    assert legal(start(ruleset)) == {"+" + spoke + ring for spoke in "abcdefgh" for ring in "123"}
    state = board(ruleset, "black a1; white b2; kraken x")
    for taken in ("a1", "b2", "x"):
        refused = refusal(state, "+" + taken)
        assert refused is not None
        assert (refused.clause, refused.name, refused.data) == ("MUR-T1", "occupied", {"at": taken})
    assert sum(step[0] == "+" for step in legal(state)) == 25 - 3
    full = board(ruleset, "black a3 b3 c3 d3 e3 f3 g3; kraken x")
    assert clause(full, "+a1") == "MUR-T1 no_ship_left"


@BOTH
@pytest.mark.clause("MUR-T2")
def test_only_own_ships_are_moved(ruleset: str) -> None:
    state = board(ruleset, "black a1; white b2; kraken x")
    assert clause(state, "a1r") == ""
    for step in ("b2r", "xa", "h3i"):  # the opponent's ship, the kraken, nothing at all
        assert clause(state, step) == "MUR-T2 not_yours"


@BOTH
@pytest.mark.clause("MUR-T3")
def test_no_withdrawal_without_a_reason_and_no_pass(ruleset: str) -> None:
    state = board(ruleset, "black a1; white b2; kraken x")
    assert clause(state, "-a1") == ("MUR-T3 no_withdrawal" if ruleset == JP else "MUR-W1 no_port")
    for step in ("-b2", "-x", "-h3"):  # the opponent's ship, the kraken, nothing at all
        assert clause(state, step) == "MUR-T3 none_to_withdraw"
    assert clause(state, "--") == "MUR-C4 nothing_closed"
    assert not any(step[0] == "-" for step in legal(state))
    assert "" not in legal(state)


# --- withdrawals ------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUR-W1")
def test_en_ports() -> None:
    state = board(EN, "black c3 b3 g3; white g2; kraken x")  # c3 is in a pair, g3 is single
    assert {step for step in legal(state) if step[0] == "-"} == {"-c3", "-g3"}
    play(state, "-c3")
    assert (stands(state)[0], state.closes_black, state.closes_white, state.seat) == (["b3", "g3"], 0, 0, 1)
    assert clause(state, "-g3") == "MUR-T3 none_to_withdraw"  # Black's ship is not White's to take off
    assert clause(state, "-g2") == "MUR-W1 no_port"


@pytest.mark.clause("MUR-W1")
def test_jp_has_no_ports() -> None:
    state = board(JP, "black c3 g3; kraken x")
    assert clause(state, "-c3") == "MUR-T3 no_withdrawal"
    assert find_ruleset(JP).game.scene(state, 0).sites[18].tags == ()
    assert find_ruleset(EN).game.scene(board(EN, "kraken x"), 0).sites[18].tags == ("port",)


@pytest.mark.clause("MUR-W2")
def test_jp_a_player_who_can_neither_place_nor_move_takes_any_ship_off() -> None:
    # All seven ships are one group: seven points along a ring are one point the other way, seven inward from ring 3
    # lead to ring 2 of the opposite spoke. a3 -> h3 (kraken) or e2, f3 -> g3 or b2, a2 -> h2, b2, e1 or e3 (own),
    # b3 -> f2, d3 -> h2, e3 -> a2 (own): all held by pieces that class 7 cannot knock. c3 -> g2 is White's eye.
    state = board(JP, "black a2 a3 b3 c3 d3 e3 f3; white b2 e1 e2 f2 g1 g3 h2; kraken h3")
    assert clause(state, "c3i") == "MUR-C6 into_eye"
    assert legal(state) == {"-a2", "-a3", "-b3", "-c3", "-d3", "-e3", "-f3"}
    play(state, "-c3")
    assert (stands(state)[0], state.closes_white) == (["a2", "a3", "b3", "d3", "e3", "f3"], 0)


@pytest.mark.clause("MUR-W2")
def test_en_stuck() -> None:
    # Six ships around the centre: from x every way leads back; a1, c1, e1, g1 lead to each other, e2 to the single
    # white ships c2, g2 and a2. Black's a3 stands in White's eye: its neighbours are single ships too.
    state = board(EN, "black a1 a3 c1 e1 e2 g1 x; white a2 b3 c2 e3 f3 g2 h3; kraken g3")
    assert legal(state) == {"-a1", "-a3", "-c1", "-e1", "-e2", "-g1", "-x"}


# Nothing can be placed or moved here. Six points round a ring are two the other way, six inward from ring 3 the
# opposite ring-3 point: the group of six meets own ships or stronger ones on a3 … h3, c2, e2 and g2.
# The single g3 meets the single ships f3, h3 and g2. But c3 and g3 are ports.
AT_THE_PORTS = "black a2 a3 b3 c3 d3 e3 g3; white a1 c1 c2 e2 f3 g2 h3; kraken d1"
WITHOUT_C3 = AT_THE_PORTS.replace(" c3", "")
WITHOUT_G3 = AT_THE_PORTS.replace(" g3", "")


@pytest.mark.clause("MUR-W2", "MUR-R1")
def test_en_stuck_beside_a_port() -> None:
    assert legal(board(EN, AT_THE_PORTS)) == {"-c3", "-g3"}
    one = board(EN, f"{AT_THE_PORTS}; past {key(WITHOUT_C3)}")
    assert legal(one) == {"-g3"}
    refused = refusal(one, "-c3")
    assert refused is not None
    assert (refused.clause, refused.data) == ("MUR-R1", {"turns": 2})
    # Both would repeat a position: then nothing is legal, and any ship may go, also one of these.
    both = board(EN, f"{AT_THE_PORTS}; past {key(WITHOUT_C3)} {key(WITHOUT_G3)}")
    assert legal(both) == {"-a2", "-a3", "-b3", "-c3", "-d3", "-e3", "-g3"}


# --- repetition -------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUR-R1")
def test_en_knocking_back_is_forbidden() -> None:
    state = after(board(EN, KNOCK_AND_BACK), "c2r")
    assert stands(state)[:2] == (["d1", "d2"], ["d3", "e2"])
    refused = refusal(state, "e2l")
    assert refused is not None
    assert (refused.clause, refused.name, refused.data) == ("MUR-R1", "repeats", {"turns": 2})


@pytest.mark.clause("MUR-R1")
def test_en_the_fifth_turn_may_not_recreate_the_first_ones_position() -> None:
    state = board(EN, "black h3; white e3; kraken x; next 1")
    play(state, "e3l", "h3r", "d3l", "a3l")
    refused = refusal(state, "c3r")
    assert refused is not None
    assert (refused.clause, refused.data) == ("MUR-R1", {"turns": 4})


@pytest.mark.clause("MUR-R1")
def test_en_the_start_of_the_game_counts_and_ports_are_not_exempt() -> None:
    state = start(EN)
    play(state, "+c3", "+g3", "-c3")
    refused = refusal(state, "-g3")  # the empty board again, after four turns
    assert refused is not None
    assert (refused.clause, refused.data) == ("MUR-R1", {"turns": 4})


@BOTH
@pytest.mark.clause("MUR-R1")
def test_after_five_turns_a_position_may_return(ruleset: str) -> None:
    # White goes round the triangle a1, b1, x in three turns, Black there and back in two.
    state = board(ruleset, "black h3; white a1; kraken e3; next 1")
    before = stands(state)
    play(state, "a1r", "h3r", "b1i", "a3l", "xa")
    assert stands(state) == before
    assert state.penalty == -1


@pytest.mark.clause("MUR-R1")
@pytest.mark.parametrize("turns", [2, 3, 4])
def test_a_position_of_two_three_or_four_turns_ago(turns: int) -> None:
    others = [key(f"white {spoke}3; kraken x") for spoke in "abc"]
    others[turns - 2] = key("black a1; kraken x")
    position = f"black; kraken x; past {' '.join(others)}"
    refused = refusal(board(EN, position), "+a1")
    assert refused is not None
    assert (refused.clause, refused.data) == ("MUR-R1", {"turns": turns})
    assert after(board(JP, position), "+a1").penalty == 0
    assert after(board(JP, position), "+a2").penalty == -1


@pytest.mark.clause("MUR-R1")
def test_en_forced_withdrawals_are_exempt() -> None:
    past = key("black b3 c2 d3; white h1; kraken x")
    assert legal(board(EN, f"black b3 c2 d3; white c3 h1; kraken x; leave c3; past {past}; next 1")) == {"--"}


@pytest.mark.clause("MUR-R1")
def test_jp_who_repeats_first_takes_a_ship_off_on_his_next_turn() -> None:
    state = board(JP, KNOCK_AND_BACK)
    events = play(state, "c2r", "e2l")
    assert events[-1].kind == "penalty"
    assert events[-1].data == {"seat": 1}
    # Black repeats the position of two turns ago as well, but only the first one pays.
    events = play(state, "c2r")
    assert (state.penalty, [event.kind for event in events]) == (1, ["moved", "knocked"])
    assert legal(state) == {"-d3", "-e2"}
    assert clause(state, "e2l") == "MUR-R1 penalty"
    assert clause(state, "--") == "MUR-R1 penalty"
    assert clause(state, "+a1") == "MUR-R1 penalty"
    assert clause(state, "-d1") == "MUR-T3 none_to_withdraw"
    play(state, "-d3")
    assert (state.penalty, state.closes_black, state.closes_white) == (-1, 0, 0)
    assert "+a1" in legal(state)


@pytest.mark.clause("MUR-R1")
def test_jp_a_forced_withdrawal_settles_the_penalty() -> None:
    state = board(JP, "black b3 d3; white c3 h1; kraken x; penalty 1")
    play(state, "+c2")
    assert legal(state) == {"--"}  # the trapped ship first …
    play(state, "--", "+a1")
    assert state.penalty == -1
    assert "h1l" in legal(state)  # … and nothing more


@pytest.mark.clause("MUR-R1")
def test_jp_a_chain_trap_that_repeats_pays_with_the_trapped_ship() -> None:
    past = key("black c3 d2 e3; white b3 c2 d3; kraken h1")
    state = board(JP, f"black d2 e3; white b3 c2 d3; kraken h1; past {past}")
    play(state, "+c3")
    assert state.penalty == 0
    play(state, "--", "--")
    assert (state.penalty, stands(state)[0]) == (-1, ["d2", "e3"])


@pytest.mark.clause("MUR-R1")
@pytest.mark.parametrize(
    ("position", "step", "result"),
    [
        ("black b3 c2 d3; white c3 h1; kraken x; leave c3; next 1", "--", "black b3 c2 d3; white h1; kraken x"),
        ("black a1 h1; white c3; kraken x; owed 0 h1", "--", "black a1; white c3; kraken x"),
        ("black a1 h1; white c3; kraken x; penalty 0", "-h1", "black a1; white c3; kraken x"),
        (
            "black a2 a3 b3 c3 d3 e3 f3; white b2 e1 e2 f2 g1 g3 h2; kraken h3",
            "-c3",
            "black a2 a3 b3 d3 e3 f3; white b2 e1 e2 f2 g1 g3 h2; kraken h3",
        ),
    ],
)
def test_jp_withdrawals_cause_no_penalty(position: str, step: str, result: str) -> None:
    state = after(board(JP, f"{position}; past {key(result)}"), step)
    assert stands(state) == stands(board(JP, result))
    assert state.penalty == -1


@BOTH
@pytest.mark.clause("MUR-R2")
def test_the_turn_cap_is_a_draw(ruleset: str) -> None:
    state = board(ruleset, "black a1; kraken x; turn 399; next 1")
    play(state, "+b3")
    assert ended(state) == ("turn_cap", ())
    assert clause(state, "+c3") == "MUR-R2 last_turn"
    assert clause(state, "a1r") == "MUR-R2 last_turn"
    assert ended(after(start(ruleset, turn_cap=2), "+a1")) == ("", ())
    assert ended(after(start(ruleset, turn_cap=2), "+a1", "+b1")) == ("turn_cap", ())
    assert ended(after(board(ruleset, "kraken x; turn 399", turn_cap=0), "+b3")) == ("", ())
    # Who closes on the last turn wins.
    won = after(board(ruleset, "black b3 d3; white c3; kraken x; closes 2 0; turn 399"), "+c2")
    assert ended(won)[1] == (0,)


# --- matches ----------------------------------------------------------------------------------------------------
def next_game(state: Mur, number: int) -> Mur:
    new = find_ruleset(JP).game.next_game(state, number)
    assert isinstance(new, Mur)
    return new


@BOTH
@pytest.mark.clause("MUR-S1")
def test_the_next_game(ruleset: str) -> None:
    # Black has just won by his third: c3 (walled) and his ship on the centre leave, the kraken comes home.
    state = board(ruleset, "black b3 d3 x; white c3 h1; kraken e1; closes 2 1; turn 20")
    play(state, "+c2")
    second = next_game(state, 2)
    assert stands(second) == (["b3", "c2", "d3"], ["h1"], "x")
    assert (second.closes_black, second.closes_white, second.turn, second.leave) == (0, 0, 0, 0)
    assert (second.past1, second.penalty, second.owed) == (-1, -1, 0)
    assert second.seat == 1
    assert [next_game(state, number).seat for number in range(1, 7)] == [0, 1, 0, 1, 0, 1]
    # The history is new: the position may be left and entered again.
    assert second == board(ruleset, "black b3 c2 d3; white h1; kraken x; next 1")


@pytest.mark.clause("MUR-S1")
def test_en_a_ship_in_an_eye_leaves_too() -> None:
    state = board(EN, "black b3 c2 d3 f3 h3; white c3 g3; kraken x; closes 2 0")
    play(state, "+g2")  # the third close, on g3
    assert stands(next_game(state, 2))[1] == []


@pytest.mark.clause("MUR-S1")
def test_jp_ships_of_both_sides_still_to_be_withdrawn_leave() -> None:
    chain = "black d2 e3; white b3 c2 d3; kraken h1"
    won = after(board(JP, chain + "; closes 2 0"), "+c3")
    assert stands(next_game(won, 2))[:2] == (["d2", "e3"], ["b3", "c2"])
    # The last turn comes when White has withdrawn and Black has not: c3 is walled no more, but owed.
    capped = after(board(JP, chain, turn_cap=2), "+c3", "--")
    assert ended(capped) == ("turn_cap", ())
    assert stands(next_game(capped, 2))[:2] == (["d2", "e3"], ["b3", "c2"])


@pytest.mark.clause("MUR-S1")
def test_the_second_game_can_be_written_down_at_every_turn() -> None:
    # White begins it: after her first turn Black is to act, and the text says so.
    found = find_ruleset(JP)
    state = next_game(start(JP), 2)
    for step in ("+a1", "+b2", "+c3"):
        play(state, step)
        assert found.game.read_position(found.read({}), found.game.position_text(state)) == state


@pytest.mark.clause("MUR-S2")
def test_six_games_a_set_and_two_sets_a_match() -> None:
    assert find_ruleset(JP).game.series == Series(games=6, sets=2)
    assert find_ruleset(EN).game.series == Series(games=6, sets=2)
    # A new set starts from the empty board, whatever stood there before.
    assert stands(start(JP)) == ([], [], "x")
