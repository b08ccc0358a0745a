"""How a game of Mutter Land ends (MUT-E)."""

import pytest

from ludarium.core.errors import IllegalStep
from tests.games.mutterland_table import ALL, GAME, ONE, after, at, clause, ended, play

TOWERS = "land 0:0x3 1:0x4 2:0x4 3:0x4 8:0"


@pytest.mark.clause("MUT-E1")
@pytest.mark.parametrize(("players", "needed"), [(2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_marbles_on_floor_four(players: int, needed: int) -> None:
    """All but one of the marbles needed stand on floor 4; the step of another one from floor 3 to floor 4 wins."""
    towers = ["2:0", "3:0"][: needed - 1]
    state = at(f"{TOWERS}; blue {' '.join(['0:0', *towers])}; red 8:0", players=players)
    assert [score.goal for score in GAME.scene(state, 0).scores] == [needed] * players
    play(state, "0:0-1:0")
    assert ended(state) == ("towers", (0,))
    assert state.seat == -1
    assert list(state.legal()) == []
    assert clause(state, "end") == "MUT-E1 over"
    with pytest.raises(IllegalStep, match="MUT-E1"):
        play(state, "end")


@pytest.mark.clause("MUT-E1")
def test_one_too_few_is_no_win() -> None:
    state = after(at(f"{TOWERS}; blue 0:0 3:0; red 8:0"), "0:0-1:0")
    assert ended(state) == ("", ())
    assert GAME.scene(state, 0).scores[0].value == 2


@pytest.mark.clause("MUT-E1")
def test_floor_five_counts_and_floor_three_does_not() -> None:
    assert ended(after(at("land 0:0x4 1:0x5; blue 0:0", players=4), "0:0-1:0")) == ("towers", (0,))
    assert ended(after(at("land 0:0x2 1:0x3; blue 0:0", players=4), "0:0-1:0")) == ("", ())


@pytest.mark.clause("MUT-E1", "MUT-M3")
def test_a_run_over_a_chain_wins_too() -> None:
    """From floor 2 over floor 3 to floor 4."""
    state = at("land 0:0x2 1:0x3 2:0x4; blue 0:0 1:0", players=4)
    assert ended(after(state, "0:0-2:0")) == ("towers", (0,))


@pytest.mark.clause("MUT-E1", "MUT-S1")
def test_a_push_wins_too() -> None:
    state = at("land 0:0x4 1:0x4 2:0; blue 0:0; red 1:0", players=4)
    assert ended(after(state, "0:0-1:0e")) == ("towers", (0,))


@pytest.mark.clause("MUT-E1")
def test_only_a_marble_move_of_ones_own_wins() -> None:
    """Red has been left standing on floor 4. Neither blue's turn nor red's nut wins for red: only red's move does."""
    state = at("land 0:0 1:0x4 2:0x4 1:-1; blue 0:0; red 1:0", players=4)
    play(state, "end")
    assert state.seat == 1
    assert ended(after(state, "2:0^1:-1")) == ("", ())
    assert ended(after(state, "end")) == ("", ())
    assert ended(after(state, "1:0-2:0")) == ("towers", (1,))


@pytest.mark.clause("MUT-E1")
@pytest.mark.parametrize("ruleset", [ALL, ONE])
def test_winning_ends_the_turn_at_once(ruleset: str) -> None:
    """Blue could move a second marble and a nut, but the game is over; no marble is marked as moved any more."""
    state = at("land 0:0x3 1:0x4 2:0 3:0 4:0; blue 0:0 3:0", ruleset, players=4)
    play(state, "0:0-1:0")
    assert clause(state, "3:0-2:0") == "MUT-E1 over"
    assert all(not piece.marks for piece in GAME.scene(state, 0).pieces)
    assert at(GAME.position_text(state), ruleset, players=4) == state


# --- nobody acts --------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-E2")
def test_all_players_in_a_row_do_nothing() -> None:
    state = at("land 0:0..4:0; blue 1:0; red 3:0")
    assert [event.kind for event in play(state, "end")] == ["passed"]
    assert ended(state) == ("", ())
    play(state, "end")
    assert ended(state) == ("idle", ())  # nobody is on floor 4: a draw
    assert clause(state, "1:0-2:0") == "MUT-E2 over"


@pytest.mark.clause("MUT-E2")
def test_most_marbles_on_floor_four_win() -> None:
    land = "land 0:0x4 1:0x4 2:0x5 3:0 4:0x4"
    state = after(at(f"{land}; blue 0:0 2:0; red 4:0"), "end", "end")
    assert ended(state) == ("idle", (0,))
    state = after(at(f"{land}; blue 3:0; red 4:0"), "end", "end")
    assert ended(state) == ("idle", (1,))
    assert GAME.outcome_sentence(GAME.outcome(state), "en").startswith("Red wins")  # type: ignore[arg-type]
    state = after(at(f"{land}; blue 0:0; red 4:0"), "end", "end")
    assert ended(state) == ("idle", ())


@pytest.mark.clause("MUT-E2")
def test_two_of_three_share_the_win() -> None:
    state = at("land 0:0x4 1:0x4 2:0 3:0; blue 0:0; red 2:0; amber 1:0", players=3)
    play(state, "end", "end", "end")
    assert ended(state) == ("idle", (0, 2))


@pytest.mark.clause("MUT-E2")
@pytest.mark.parametrize("act", [["1:0-2:0", "end"], ["0:0^2:0"], ["return 1", "+2:0", "end"]])
def test_a_move_a_nut_or_a_return_begins_the_count_anew(act: list[str]) -> None:
    state = at("land 0:0..4:0; blue 1:0; red 4:0; fallen 1 0; next 1")
    play(state, "end", *act, "end")
    assert ended(state) == ("", ())
    assert (state.idle, state.seat) == (1, 0)
    play(state, "end")
    assert ended(state) == ("idle", ())


@pytest.mark.clause("MUT-E2")
def test_a_turn_with_a_move_ends_as_one() -> None:
    state = after(at("land 0:0..4:0; blue 1:0; red 4:0"), "1:0-2:0")
    assert [event.kind for event in play(state, "end")] == ["ended"]


# --- the last turn ------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-E2")
def test_turn_cap_counts_turns_of_each_player() -> None:
    state = at("land 0:0x4 1:0..9:0; blue 0:0 1:0; red 5:0; amber 9:0", players=3, turn_cap=2)
    for step in ("1:0-2:0", "5:0-6:0", "9:0-8:0", "2:0-3:0", "6:0-5:0"):
        play(state, step, "end")
        assert ended(state) == ("", ())
    assert state.turn == 5
    play(state, "8:0-7:0")
    assert ended(state) == ("", ())
    play(state, "end")
    assert ended(state) == ("turn_cap", (0,))


@pytest.mark.clause("MUT-E2")
def test_a_nut_can_be_the_last_step() -> None:
    state = at("land 0:0..4:0; blue 1:0; red 3:0; turn 1; next 1", turn_cap=1)
    play(state, "4:0^2:0")
    assert ended(state) == ("turn_cap", ())


@pytest.mark.clause("MUT-E2")
def test_no_turn_cap() -> None:
    state = at("land 0:0..4:0; blue 1:0; red 4:0; turn 1000", turn_cap=0)
    play(state, "1:0-2:0", "end", "4:0-3:0", "end")
    assert ended(state) == ("", ())
    assert ended(after(at("land 0:0..4:0; blue 1:0; red 4:0; turn 299; next 1"), "4:0-3:0", "end"))[0] == "turn_cap"
