"""Realm's rearrangement (RLM-T3)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.games.realm import GAME
from ludarium.games.realm.rules import Realm
from tests.games.realm_play import at, events, legal, line, play, refusal, start, why
from tests.games.realm_reference import REALM_NAMES, SQUARES, Piece, Reference, border_of, name

BORDER = [name(square) for square in border_of(REALM_NAMES["B2"])]  # d4 e4 f4 d5 f5 d6 e6 f6


@pytest.mark.clause("RLM-T3")
def test_all_own_mobile_pieces_of_a_realm_are_put_back_in_board_order() -> None:
    state = at("bases0 B2; powers0 e4 a1; enforcers0 d4n; neutral0 f4; powers1 d6; enforcers1 f6s")
    assert "rearrange B2" in legal(state)
    state = play(state, "rearrange B2")
    # Board order: first the enforcer from d4, which may take any square but d4, f4, d6, f6 and the centre.
    assert set(legal(state)) == {square + way for square in ("e4", "d5", "f5", "e6") for way in "nesw"}
    assert refusal(state, "d5").data == {"at": "d4", "realm": "B2"}
    assert why(state, "d5") == ("RLM-T3", "return_enforcer")
    assert why(state, "d4e") == ("RLM-T3", "old_square")
    assert why(state, "f4n") == ("RLM-T3", "taken")  # neutralised, stays
    assert why(state, "d6n") == ("RLM-T3", "taken")  # the enemy's
    assert why(state, "e5n") == ("RLM-M3", "centre")
    assert why(state, "g4n") == ("RLM-T3", "outside")
    # The power's old square is free to take.
    state = play(state, "e4s")
    assert set(legal(state)) == {"d4", "d5", "f5", "e6"}
    assert why(state, "e4") == ("RLM-T3", "taken")
    assert why(state, "d5n") == ("RLM-T3", "return_power")
    state = play(state, "d4")
    # The turn ends with the last piece; a piece elsewhere stays; no event happens beside one's own base.
    assert (state.seat, state.turn, state.quiet) == (1, 1, 1)
    assert GAME.position_text(state).startswith("bases0 B2; powers0 a1 d4; enforcers0 e4s; neutral0 f4")


@pytest.mark.clause("RLM-T3")
def test_the_events_lift_and_put_down() -> None:
    state = at("powers0 e4; enforcers0 d4n")
    assert [(event["kind"], event.get("at")) for event in events(state, "rearrange B2")] == [
        ("rearranges", None),
        ("lifted", "d4"),
        ("lifted", "e4"),
    ]
    assert events(play(state, "rearrange B2"), "f6e") == [
        {"kind": "enforcer_put", "seat": 0, "piece": "enforcer", "at": "f6", "facing": "e"}
    ]


@pytest.mark.clause("RLM-T3")
def test_it_brings_no_event() -> None:
    """An enforcer that stopped in B2 could neutralise the one on f6, and a power put a base; put back, neither can."""
    state = play(at("powers0 e4; enforcers0 d4n; enforcers1 f6s"), "rearrange B2", "d5n", "d4")
    assert (state.seat, state.turn, state.quiet) == (1, 1, 1)


@pytest.mark.clause("RLM-T3")
def test_it_is_the_first_and_only_thing_in_a_turn() -> None:
    state = at("enforcers0 a1n c1n")
    assert why(state, "d4") == ("RLM-T3", "nothing_lifted")
    assert why(state, "d4n") == ("RLM-T3", "nothing_lifted")
    assert why(state, "rearrange B2") == ("RLM-T3", "none_to_lift")
    assert why(play(state, "a1-a4"), "rearrange A1") == ("RLM-T3", "rearrange_late")
    lifted = play(state, "rearrange A1")
    for step in ("end", "pass", "no", "c1-c4", "rearrange A1"):
        assert why(lifted, step) == ("RLM-T3", "return_enforcer")
    assert why(lifted, "*B2") == ("RLM-P3", "setup_over")


@pytest.mark.clause("RLM-T3")
def test_enemy_and_neutralised_pieces_are_nothing_to_rearrange() -> None:
    assert why(at("powers1 d4; neutral0 e4; bases0 B2"), "rearrange B2") == ("RLM-T3", "none_to_lift")


@pytest.mark.clause("RLM-T3")
def test_powers_that_only_change_places_are_refused() -> None:
    # d4 and e4 hold powers; the power from d4 may go to e4, but then the other one must not go to d4.
    state = play(at("powers0 d4 e4"), "rearrange B2", "e4")
    assert why(state, "d4") == ("RLM-T3", "looks_same")
    assert "f4" in legal(state)


@pytest.mark.clause("RLM-T3")
def test_enforcers_that_change_places_must_point_elsewhere() -> None:
    state = play(at("enforcers0 d4n e4s"), "rearrange B2", "e4s")
    assert why(state, "d4n") == ("RLM-T3", "looks_same")
    assert {"d4e", "d4s", "d4w"} <= set(legal(state))
    # An enforcer where another one pointed elsewhere looks different.
    assert "d4n" in legal(play(at("enforcers0 d4n e4s"), "rearrange B2", "e4n"))


@pytest.mark.clause("RLM-T3")
def test_a_power_and_an_enforcer_that_change_places_look_different() -> None:
    assert "d4" in legal(play(at("enforcers0 d4n; powers0 e4"), "rearrange B2", "e4n"))


FULL = "neutral0 f4 d5 f5; neutral1 d6 e6 f6"  # all of B2's border but d4 and e4


@pytest.mark.clause("RLM-T3")
@pytest.mark.parametrize(
    ("pieces", "possible"),
    [
        ("powers0 d4 e4", False),  # two powers could only change places
        ("powers0 d4; powers1 e4", False),  # nowhere but the old square
        ("enforcers0 d4n; powers1 e4", False),
        ("enforcers0 d4n; powers0 e4", True),
        ("enforcers0 d4n e4n", True),  # pointing elsewhere afterwards
        ("powers0 d4", True),  # e4 is empty
    ],
)
def test_a_full_border(pieces: str, possible: bool) -> None:
    state = at(f"{pieces}; {FULL}")
    assert ("rearrange B2" in legal(state)) is possible
    if not possible:
        assert why(state, "rearrange B2") == ("RLM-T3", "no_other_look")


@pytest.mark.clause("RLM-T3")
def test_no_step_strands_the_last_piece_on_its_old_square() -> None:
    # Three enforcers on d4, e4 and f4 and no other square: after d4 to e4, e4 must go to f4 (and f4 to d4), since
    # e4 to d4 would leave the piece from f4 nothing but f4.
    state = at("enforcers0 d4n e4n f4n; neutral0 d5 f5; neutral1 d6 e6 f6")
    state = play(state, "rearrange B2", "e4n")
    assert refusal(state, "d4n").data == {"at": "f4"}
    assert why(state, "d4n") == ("RLM-T3", "last_square")
    assert set(legal(state)) == {"f4" + way for way in "nesw"}


@pytest.mark.clause("RLM-T3")
def test_not_the_same_realm_in_three_own_turns_running() -> None:
    up, down = ("l1-l4", "end"), ("l4-l1", "end")  # red's power goes to and fro beside red's own bases
    state = at("powers0 d4; enforcers0 a1n; bases1 D1 D2; powers1 l1; enforcers1 j1n j4n")
    state = play(state, "rearrange B2", "e4", *up, "rearrange B2", "d4", *down)
    assert why(state, "rearrange B2") == ("RLM-T3", "third_time")
    # Any other turn of one's own breaks the run: another realm's, a move, a pass.
    for other in (("rearrange A1", "a2n"), ("a1-a4", "end"), ("pass",)):
        after = play(state, *other, *up)
        assert "rearrange B2" in legal(after)
        # And the count begins anew.
        after = play(after, "rearrange B2", "e4", *down)
        assert "rearrange B2" in legal(after)
        after = play(after, "rearrange B2", "d4", *up)
        assert why(after, "rearrange B2") == ("RLM-T3", "third_time")


@pytest.mark.clause("RLM-T3")
def test_the_opponents_turns_do_not_matter_for_the_run() -> None:
    # Red may rearrange B2, too; each seat has its own run.
    state = at("powers0 d4; powers1 f6")
    state = play(state, "rearrange B2", "e4", "rearrange B2", "f5", "rearrange B2", "d4", "rearrange B2", "f6")
    assert why(state, "rearrange B2") == ("RLM-T3", "third_time")
    state = play(state, "pass")
    assert why(state, "rearrange B2") == ("RLM-T3", "third_time")


# --- against trying everything --------------------------------------------------------------------------------
def reference(contents: dict[str, Piece]) -> Reference:
    game = Reference(4, 9, 14, "open", "optional", "outnumbered", 0, 0)
    game.turns = ["moves", "moves"]
    for square, piece in contents.items():
        game.put(SQUARES[square], piece)
    return game


def position(contents: dict[str, Piece]) -> str:
    parts: dict[str, list[str]] = {}
    for square, piece in contents.items():
        key = (piece.kind if piece.kind == "neutral" else piece.kind + "s") + str(piece.owner)
        parts.setdefault(key, []).append(square + piece.facing)
    return "; ".join(f"{key} {' '.join(squares)}" for key, squares in parts.items()) or "next 0"


@st.composite
def realms(draw: st.DrawFn) -> dict[str, Piece]:
    """A realm with few empty squares: at most four own powers, few own enforcers, the rest stays."""
    contents: dict[str, Piece] = {}
    kinds = draw(st.lists(st.sampled_from("..ppppeeenNq"), min_size=8, max_size=8))
    enforcers = 0
    for square, kind in zip(BORDER, kinds, strict=True):
        powers = sum(piece.kind == "power" and piece.owner == 0 for piece in contents.values())
        if kind == "p" and powers < 4:
            contents[square] = Piece(0, "power")
        elif kind == "e" and enforcers < 3:
            enforcers += 1
            contents[square] = Piece(0, "enforcer", draw(st.sampled_from("nesw")))
        elif kind in "nN":
            contents[square] = Piece("nN".index(kind), "neutral")
        elif kind == "q" and sum(piece.owner == 1 and piece.kind == "power" for piece in contents.values()) < 4:
            contents[square] = Piece(1, "power")
    return contents


@pytest.mark.slow
@pytest.mark.clause("RLM-T3")
@settings(max_examples=150, deadline=None, derandomize=True)
@given(realms(), st.lists(st.integers(0, 10**6), min_size=9, max_size=9))
def test_what_can_be_completed_is_what_trying_finds(contents: dict[str, Piece], picks: list[int]) -> None:
    state: Realm = at(position(contents), "realm-grand")
    game = reference(contents)
    for pick in picks:
        steps = [step for step in legal(state) if "-" not in step]
        assert set(steps) == {step for step in game.legal() if "-" not in step}
        if state.seat == 1 or ("rearrange B2" not in steps and "pass" in steps):
            break
        step = "rearrange B2" if "pass" in steps else steps[pick % len(steps)]
        state = play(state, step)
        game.take(step)


@pytest.mark.clause("RLM-T3")
def test_every_square_of_a_lone_power_but_its_own() -> None:
    state = play(at("powers0 d4", "realm-grand"), "rearrange B2")
    assert set(legal(state)) == set(line("def", (4, 5, 6))) - {"d4", "e5"}
    assert start().judge(GAME.read_step("rearrange B2")) != 0
