"""Closing and trapping in Mur (MUR-C), with positions worked out by hand."""

import pytest

from tests.games.mur_board import ANY, EN, JP, after, board, clause, ended, legal, play, refusal, sites, stands

BOTH = pytest.mark.parametrize("ruleset", [JP, EN])

# White's eye on c3, walled by b3, d3 and c2.
EYE = "white b3 c2 d3"
# The same, and White's d3 itself would be walled in by e3, d2 and a black ship in the eye.
CHAIN = "black d2 e3; white b3 c2 d3; kraken h1"


# --- what is a close, what is a trap ----------------------------------------------------------------------------
@BOTH
@pytest.mark.clause("MUR-C1")
@pytest.mark.parametrize(
    ("position", "step", "ship"),
    [
        ("black b3 d3; white c3; kraken x", "+c2", "c3"),  # ring 3 needs three ships,
        ("black b2 c1 d2; white c2; kraken x", "+c3", "c2"),  # ring 2 four,
        ("black b1 c2 d1; white c1; kraken h3", "+x", "c1"),  # ring 1 four, one of them on the centre
        ("black b3 d3 b2; white c3; kraken x", "b2r", ""),  # b2 is in a pair with b3: it goes to d2
        ("black b3 d3 c1; white c3; kraken x", "c1o", "c3"),  # a move closes as well as a place
    ],
)
def test_walled_on_each_ring(ruleset: str, position: str, step: str, ship: str) -> None:
    state = board(ruleset, position)
    events = play(state, step)
    word = "trapped" if ruleset == JP else "closed"
    assert [(event.data["at"], event.data["count"]) for event in events if event.kind == word] == (
        [(ship, 1)] if ship else []
    )
    assert sites(state.leave) == ([ship] if ship else [])
    assert (state.closes_black, state.closes_white) == (1 if ship else 0, 0)


@BOTH
@pytest.mark.clause("MUR-C1")
@pytest.mark.parametrize(
    ("position", "step"),
    [
        ("black b3; white c3; kraken c2", "+d3"),  # the kraken is no wall
        ("black b3 c2 d2; white c3 d3; kraken x", "+e3"),  # a surrounded group
        ("black b3 d3; white c3 c2; kraken x", "+c1"),
    ],
)
def test_not_walled(ruleset: str, position: str, step: str) -> None:
    state = after(board(ruleset, position), step)
    assert (state.leave, state.closes_black, state.seat) == (0, 0, 1)


@BOTH
@pytest.mark.clause("MUR-C1", "MUR-C3")
def test_the_kraken_walled_by_the_actor_wins(ruleset: str) -> None:
    state = board(ruleset, "black b3 d3; white a1; kraken c3")
    events = play(state, "+c2")
    how = "kraken_trapped" if ruleset == JP else "kraken_closed"
    assert ended(state) == (how, (0,))
    assert [event.kind for event in events] == ["placed", how]


@pytest.mark.clause("MUR-C1")
@pytest.mark.parametrize(("ruleset", "how"), [(JP, ""), (EN, ""), (ANY, "kraken_trapped")])
def test_ships_of_both_colours_around_the_kraken(ruleset: str, how: str) -> None:
    state = after(board(ruleset, "black b3 d2; white d3; kraken c3"), "+c2")
    assert ended(state) == (how, (0,) if how else ())


@pytest.mark.clause("MUR-C1")
def test_any_walls_need_one_ship_of_the_actor() -> None:
    # White's last wall beside two black ones: White wins.
    assert ended(after(board(ANY, "black b3 d3; white a1; kraken c3; next 1"), "+c2")) == ("kraken_trapped", (1,))
    # Black knocks the kraken from e3 over d3 into walls of White's alone: nobody's trap, so MUR-C6 forbids it.
    state = board(ANY, f"black f3; {EYE}; kraken e3")
    assert clause(state, "f3l") == "MUR-C6 kraken_into_eye"


@pytest.mark.clause("MUR-C1")
def test_en_a_ship_put_into_an_eye_is_not_closed_until_the_wall_opens_and_closes_again() -> None:
    state = board(EN, "black b3 c2 d3; kraken h1; next 1")
    play(state, "+c3")
    assert (state.leave, state.closes_black) == (0, 0)
    play(state, "+h3", "+g2")  # Black adds a ship elsewhere: White's ship was walled before, so this closes nothing
    assert (state.leave, state.closes_black) == (0, 0)
    play(state, "d3r", "+g1", "e3l")  # open, and closed again
    assert (sites(state.leave), state.closes_black) == (["c3"], 1)


@BOTH
@pytest.mark.clause("MUR-C1")
def test_a_kraken_that_was_knocked_counts_as_not_walled_before(ruleset: str) -> None:
    # Black walls the kraken on c3 already (b3, c2, d3): a turn elsewhere takes nothing.
    state = board(ruleset, "black b3 c2 d3 f3 e2; white h1; kraken c3")
    assert ended(after(state, "+a1")) == ("", ())
    # b3 knocks it over d3 to e3, between d3, f3 and e2: walled anew.
    assert ended(after(state, "b3r"))[1] == (0,)


@BOTH
@pytest.mark.clause("MUR-C2")
def test_closing_on_two_at_once_counts_two(ruleset: str) -> None:
    # d3 is the last point beside both white ships.
    state = board(ruleset, "black b3 c2 e2 f3; white c3 e3; kraken x")
    play(state, "+d3")
    assert (state.closes_black, sites(state.leave)) == (2, ["c3", "e3"])
    play(state, "--")
    assert stands(state)[1] == []


@BOTH
@pytest.mark.clause("MUR-C3")
def test_three_ends_the_game_before_any_withdrawal(ruleset: str) -> None:
    state = board(ruleset, "black b3 d3; white c3 h1; kraken x; closes 2 2")
    play(state, "+c2")
    assert ended(state) == ("three_traps" if ruleset == JP else "three_closes", (0,))
    assert stands(state)[1] == ["c3", "h1"]
    assert legal(state) == set()
    assert clause(state, "--") == "MUR-C3 over"
    assert clause(state, "a1r") == "MUR-C3 over"
    # Two at once from two is more than enough; from one it is three.
    double = "black b3 c2 e2 f3; white c3 e3; kraken x; closes "
    assert after(board(ruleset, double + "2 0"), "+d3").closes_black == 4
    assert ended(after(board(ruleset, double + "1 0"), "+d3"))[1] == (0,)
    assert ended(after(board(ruleset, double + "0 2"), "+d3")) == ("", ())


@BOTH
@pytest.mark.clause("MUR-C4")
def test_the_owner_must_withdraw_what_was_taken(ruleset: str) -> None:
    state = after(board(ruleset, "black b3 d3; white c3 h1; kraken x"), "+c2")
    assert legal(state) == {"--"}
    refused = refusal(state, "h1r")
    assert refused is not None
    assert (refused.clause, refused.data) == ("MUR-C4", {"sites": ["c3"]})
    assert clause(state, "-c3").startswith("MUR-C4")
    events = play(state, "--")
    assert [(event.kind, event.data["at"]) for event in events] == [("withdrawn", "c3")]
    assert (stands(state)[1], state.seat, state.leave) == (["h1"], 0, 0)
    assert clause(state, "--") == "MUR-C4 nothing_closed"
    play(state, "+a1", "+a3")  # the ship can come back
    assert stands(state)[1] == ["a3", "h1"]


# --- knocking into walls ----------------------------------------------------------------------------------------
@BOTH
@pytest.mark.clause("MUR-C5")
def test_knocking_a_ship_into_a_pocket_takes_it(ruleset: str) -> None:
    # c1 knocks White's c2 (of a pair) outward to c3, between b3 and d3, and closes the pocket by standing on c2.
    state = board(ruleset, "black b3 c1 d3; white b2 c2; kraken h1")
    play(state, "c1o")
    assert (sites(state.leave), state.closes_black) == (["c3"], 1)


# After each of these knocks a black ship is walled by white ships alone, and was not before.
WALLS_OWN = [
    # The mover itself: c2 knocks c3, which turns back to c2; b3, d3 and c2 are White's then.
    ("black c2; white b3 c3 d3; kraken x", "c2o", "c3"),
    # Another ship: White's c3 is knocked to d3, the last point beside Black's e3.
    ("black b3 e3; white c2 c3 e2 f3; kraken x", "b3r", "e3"),
    # The knocked ship: Black's c2 (class 3) runs over d2 into White's eye on e2.
    ("black a1 a2 c1 c2 c3; white d2 e1 e3 f2; kraken h3", "a2r", "e2"),
]


@pytest.mark.clause("MUR-C5")
@pytest.mark.parametrize(("position", "step", "walled"), WALLS_OWN)
def test_en_a_knock_may_not_wall_a_ship_of_ones_own(position: str, step: str, walled: str) -> None:
    refused = refusal(board(EN, position), step)
    assert refused is not None
    assert (refused.clause, refused.name, refused.data) == ("MUR-C5", "walls_own", {"sites": [walled]})


@pytest.mark.clause("MUR-C5")
def test_en_a_ship_that_was_walled_before_does_not_forbid_knocks() -> None:
    # Black's c3 stands in White's eye since earlier turns; g2 may knock h2 all the same.
    assert clause(board(EN, f"black c3 g2; {EYE} h2 h3; kraken x"), "g2r") == ""


# --- eyes -------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUR-C6")
def test_en_anybody_may_enter_an_eye() -> None:
    placed = after(board(EN, f"black a1; {EYE}; kraken h1"), "+c3")
    assert (placed.leave, placed.closes_white, placed.seat) == (0, 0, 1)
    # A move: the pair e3, e2 … e3 goes two points counter-clockwise, over d3 to c3.
    moved = after(board(EN, f"black e2 e3; {EYE}; kraken h1"), "e3l")
    assert (stands(moved)[0], moved.leave, moved.closes_white) == (["c3", "e2"], 0, 0)


@pytest.mark.clause("MUR-C6")
def test_en_the_kraken_may_be_knocked_into_the_opponents_eye_for_nobody() -> None:
    state = board(EN, f"black f3; {EYE}; kraken e3")
    play(state, "f3l")
    assert (stands(state)[2], ended(state), state.seat) == ("c3", ("", ()), 1)
    play(state, "+a1")  # White has walled it since before: no close
    assert ended(state) == ("", ())


@pytest.mark.clause("MUR-C6")
@pytest.mark.parametrize(
    ("position", "step", "at"),
    [
        (f"black a1; {EYE}; kraken h1", "+c3", "c3"),
        (f"black e2 e3; {EYE}; kraken h1", "e3l", "c3"),
        *WALLS_OWN,
    ],
)
def test_jp_no_ship_of_ones_own_into_an_eye(position: str, step: str, at: str) -> None:
    refused = refusal(board(JP, position), step)
    assert refused is not None
    assert (refused.clause, refused.name, refused.data) == ("MUR-C6", "into_eye", {"sites": [at]})


@pytest.mark.clause("MUR-C6")
def test_jp_nor_the_kraken() -> None:
    refused = refusal(board(JP, f"black f3; {EYE}; kraken e3"), "f3l")
    assert refused is not None
    assert (refused.clause, refused.name, refused.data) == ("MUR-C6", "kraken_into_eye", {"at": "c3"})
    # Not the kraken but its last wall is knocked into place: c1 sends White's c2 to c3, beside the kraken on d3.
    state = board(JP, "black c1; white c2 b2 d2 e3; kraken d3")
    assert clause(state, "c1o") == "MUR-C6 kraken_into_eye"


@pytest.mark.clause("MUR-C6")
def test_jp_an_own_eye_is_free_and_so_is_the_kraken_in_it() -> None:
    assert clause(board(JP, "black b3 c2 d3; kraken h1"), "+c3") == ""
    assert ended(after(board(JP, "black b3 c2 d3 f3; kraken e3"), "f3l")) == ("kraken_trapped", (0,))


@pytest.mark.clause("MUR-C6", "MUR-C7")
@pytest.mark.parametrize("ruleset", [JP, ANY])
def test_jp_a_chain_trap_may_enter_the_eye_and_both_sides_withdraw_in_turn(ruleset: str) -> None:
    state = board(ruleset, CHAIN)
    play(state, "+c3")
    assert (state.closes_black, state.closes_white) == (1, 0)  # Black's own ship scores for nobody
    assert (state.seat, legal(state)) == (1, {"--"})
    play(state, "--")
    assert stands(state)[:2] == (["c3", "d2", "e3"], ["b3", "c2"])
    # The wall round c3 is open again; it leaves all the same.
    assert (state.seat, legal(state)) == (0, {"--"})
    refused = refusal(state, "+a1")
    assert refused is not None
    assert (refused.clause, refused.data) == ("MUR-C7", {"sites": ["c3"]})
    play(state, "--")
    assert (stands(state)[0], state.seat, state.owed) == (["d2", "e3"], 1, 0)
    assert "+c3" in legal(state)


@pytest.mark.clause("MUR-C7")
def test_en_knows_no_successive_withdrawal() -> None:
    state = after(board(EN, CHAIN), "+c3", "--")
    assert (state.seat, state.owed) == (0, 0)
    assert "+a1" in legal(state)


@pytest.mark.clause("MUR-C6")
def test_jp_with_a_chain_trap_the_kraken_may_go_into_the_eye_for_nobody() -> None:
    # g3 (a pair) lands on e3 and knocks the kraken over d3 into White's eye on c3;
    # e3 was the last point beside White's e2 (d2, e1 and f2 are Black's).
    state = board(JP, "black d2 e1 f2 g3 h3; white b3 c2 d3 e2; kraken e3")
    play(state, "g3l")
    assert (stands(state)[2], sites(state.leave), ended(state)) == ("c3", ["e2"], ("", ()))
    assert (state.closes_black, state.closes_white) == (1, 0)
    play(state, "--", "+a1", "+h1")  # White has walled the kraken since before: no trap
    assert ended(state) == ("", ())
    # Without the trap it is forbidden.
    assert clause(board(JP, "black d2 e1 g3 h3; white b3 c2 d3 e2; kraken e3"), "g3l") == "MUR-C6 kraken_into_eye"


@pytest.mark.clause("MUR-C3", "MUR-C7")
def test_jp_a_chain_trap_that_is_the_third_ends_the_game() -> None:
    state = after(board(JP, CHAIN + "; closes 2 0"), "+c3")
    assert ended(state) == ("three_traps", (0,))
    assert stands(state)[:2] == (["c3", "d2", "e3"], ["b3", "c2", "d3"])
