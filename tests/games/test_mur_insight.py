"""What Mur's insight counts and prefers, with positions worked out by hand."""

from math import isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.games.mur.insight import MurInsight, next_mover
from ludarium.games.mur.insight_walls import (
    chances,
    kraken_gaps,
    lone,
    ship_gaps,
    shortfalls,
    side_of,
    urgent,
)
from ludarium.games.mur.rules import Mur
from tests.games.mur_board import ANY, EN, JP, after, board, number, sites, start

INSIGHT = MurInsight()
EACH = pytest.mark.parametrize("ruleset", [JP, EN, ANY])
# Black needs c2 to close on White's ship on c3.
POCKET = "black b3 d3; white c3; kraken x"
# Black needs c2 to close on the kraken on c3.
KRAKEN_POCKET = "black b3 d3; white a1; kraken c3"


def worth(state: Mur) -> list[float]:
    found = vec[float]([0.0, 0.0])
    INSIGHT.judge_worth(state, found)
    return list(found)


def preferences(state: Mur) -> dict[str, float]:
    steps = state.legal()
    weights = vec[float]([-1.0] * (len(steps) + 1))
    INSIGHT.priors(state, steps, weights)
    assert weights[len(steps)] == -1.0
    return {find_ruleset(JP).game.step_text(step): weights[index] for index, step in enumerate(steps)}


def wins_and_closes(state: Mur, seat: int) -> tuple[int, int]:
    wins, closes, *_ = chances(state, side_of(state, seat))
    return wins, closes


# --- walls that are nearly complete -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("walls", "one", "two"),
    [
        ("b3 d3", ["c3"], ["a3", "e3"]),  # ring 3: three neighbours
        ("b2 d2 c3", ["b3", "c2", "d3"], []),  # ring 2: four; b3 lacks a3, c2 lacks c1, d3 lacks e3
        ("b1 d1 x", ["c1"], ["a1", "e1"]),  # ring 1: one of the four is the centre
        ("", [], []),
    ],
)
def test_shortfalls(walls: str, one: list[str], two: list[str]) -> None:
    found = shortfalls(board(JP, f"black {walls}; kraken h2").black)
    assert [sites(points) for points in found] == [one, two]


def test_only_ships_of_class_1_are_alone() -> None:
    assert sites(lone(board(JP, "black a1 a2 c3 e1 e3; kraken x").black)) == ["c3", "e1", "e3"]


@pytest.mark.parametrize(
    ("position", "gaps"),
    [
        (POCKET, ["c2"]),
        ("black b3 d3; white c3 c2; kraken x", []),  # a pair cannot be closed on
        ("black b3 d3; white c3; kraken c2", ["c2"]),  # the kraken is in the way, but can be knocked
        ("black b3 d3 f3; white c3 e3; kraken x", ["c2", "e2"]),
        ("black b3 c2 d3; white c3; kraken x", []),  # walled in already
    ],
)
def test_gaps_around_ships(position: str, gaps: list[str]) -> None:
    state = board(EN, position)
    assert sites(ship_gaps(state.black, state.white)) == gaps


def test_gaps_around_the_kraken() -> None:
    state = board(JP, "black b3; white c2; kraken c3")
    assert sites(kraken_gaps(state.black, state.white, state.kraken, False)) == ["c2", "d3"]
    assert sites(kraken_gaps(state.white, state.black, state.kraken, False)) == ["b3", "d3"]
    assert sites(kraken_gaps(state.black, state.white, state.kraken, True)) == ["d3"]


# --- chances ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("position", "seat", "found"),
    [
        (KRAKEN_POCKET, 0, (1, 0)),  # +c2
        (KRAKEN_POCKET, 1, (0, 0)),
        (POCKET, 0, (0, 1)),
        (POCKET + "; closes 2 0", 0, (1, 0)),
        ("black b3 d3 c1; white c3; kraken x", 0, (0, 2)),  # +c2 and c1o
        # c2 closes on c1 and on c3 at once: two closes, which win if there was one before.
        ("black b1 b3 d1 d3 x; white c1 c3; kraken h3", 0, (0, 1)),
        ("black b1 b3 d1 d3 x; white c1 c3; kraken h3; closes 1 0", 0, (1, 0)),
        # e3 knocks the kraken from d3 into Black's eye c3 (walls b3, c2 and the knocking ship on d3).
        ("black b3 c2 e3; white a1; kraken d3", 0, (1, 0)),
    ],
)
@pytest.mark.parametrize("ruleset", [JP, EN])
def test_ways_to_win_and_to_close(ruleset: str, position: str, seat: int, found: tuple[int, int]) -> None:
    assert wins_and_closes(board(ruleset, position), seat) == found


def test_any_walls_are_completed_by_whoever_comes_first() -> None:
    state = board(ANY, "black b3; white c2; kraken c3")
    assert [wins_and_closes(state, seat)[0] for seat in (0, 1)] == [1, 1]
    state = board(JP, "black b3; white c2; kraken c3")
    assert [wins_and_closes(state, seat)[0] for seat in (0, 1)] == [0, 0]


def test_moves_knocks_and_reach() -> None:
    # a1 moves to b1, h1 and a2, or knocks the kraken from the centre.
    _, _, moves, knocks, reach = chances(board(JP, "black a1; kraken x"), (1, 0, 0))
    assert (moves, knocks) == (4, 1)
    assert len(sites(reach)) == 24  # six ships can be placed on any of the 23 empty points; and the kraken's point
    # All seven on the board. The pairs move two points: a1 to g1 and a3, c1 to g1 and c3, e1 to g1 and e3, and a2, c2
    # and e2 knock the kraken; the rest of their ways end on ships of the same class. g2 has four ways.
    state = board(JP, "black a1 a2 c1 c2 e1 e2 g2; kraken x")
    _, _, moves, knocks, reach = chances(state, side_of(state, 0))
    assert (moves, knocks) == (13, 3)
    assert sites(reach) == ["a3", "c3", "e3", "f2", "g1", "g3", "h2", "x"]


@settings(deadline=None, max_examples=25)
@given(st.sampled_from([JP, EN, ANY]), st.integers(0, 10**6))
def test_no_win_in_one_is_overlooked(ruleset: str, seed: int) -> None:
    state, rng = start(ruleset), Rng(seed)
    for _ in range(rng.below(150)):
        if state.seat >= 0:
            state.apply(INSIGHT.rollout_step(state, rng))
    if state.seat >= 0:
        seat = state.seat
        results = [state.copy() for _ in state.legal()]
        for result, step in zip(results, state.legal(), strict=True):
            result.apply(step)
        if any(result.winners == 1 << seat for result in results):
            assert INSIGHT.may_win(state)
            assert worth(state)[seat] > 0.9


# --- who moves next -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("state", "seat"),
    [
        (board(JP, POCKET), 0),
        (board(JP, POCKET + "; next 1"), 1),
        (after(board(EN, POCKET), "+c2"), 0),  # White withdraws c3, Black moves
        (board(JP, "black a1; white e1; kraken x; penalty 0"), 1),  # Black withdraws, White moves
        (board(JP, "black a1; white e1; kraken x; penalty 1"), 0),
        # A chain trap: White withdraws, Black withdraws, White moves.
        (after(board(JP, "black d2 e3; white b3 c2 d3; kraken h1"), "+c3"), 1),
        (after(board(JP, "black d2 e3; white b3 c2 d3; kraken h1"), "+c3", "--"), 1),
    ],
)
def test_who_moves_next(state: Mur, seat: int) -> None:
    assert next_mover(state) == seat


# --- judgement ----------------------------------------------------------------------------------------------------
@EACH
def test_a_win_in_one_is_nearly_won(ruleset: str) -> None:
    state = board(ruleset, KRAKEN_POCKET)
    assert worth(state)[0] > 0.95
    assert INSIGHT.may_win(state)
    waiting = board(ruleset, "black b3 d3; white a1 a2; kraken c3; next 1; closes 0 1")
    assert INSIGHT.may_win(waiting) == (ruleset == ANY)  # there White may complete Black's walls


@EACH
@pytest.mark.parametrize("seat", [0, 1])
def test_more_closes_are_better(ruleset: str, seat: int) -> None:
    position = f"black a1 c3 d3; white e1 g3 h3; kraken x; next {seat}"
    shares = [worth(board(ruleset, f"{position}; closes {closes} 0"))[0] for closes in (0, 1, 2)]
    assert shares == sorted(set(shares))
    shares = [worth(board(ruleset, f"{position}; closes 0 {closes}"))[0] for closes in (0, 1, 2)]
    assert shares == sorted(set(shares), reverse=True)


@EACH
def test_a_threat_is_good_even_when_waiting(ruleset: str) -> None:
    pocket = board(ruleset, "black b3 d3 h1; white c3 e1; kraken x; next 1")
    elsewhere = board(ruleset, "black b3 d3 h1; white g3 e1; kraken x; next 1")
    assert worth(pocket)[0] > worth(elsewhere)[0]


def test_a_penalty_of_the_opponent_is_worth_a_turn() -> None:
    position = "black a1 c3 d3; white e1 g3 h3; kraken x"
    assert worth(board(JP, f"{position}; penalty 1"))[0] > worth(board(JP, position))[0]


def test_a_finished_game_is_worth_its_result() -> None:
    assert worth(after(board(EN, KRAKEN_POCKET), "+c2")) == [1.0, 0.0]
    assert worth(after(start(JP, turn_cap=1), "+a1")) == [0.5, 0.5]


# --- preferences --------------------------------------------------------------------------------------------------
@EACH
def test_a_win_is_preferred_and_drawn(ruleset: str) -> None:
    state = board(ruleset, KRAKEN_POCKET)
    found = preferences(state)
    assert max(found, key=lambda step: found[step]) == "+c2"
    assert found["+c2"] > sum(weight for step, weight in found.items() if step != "+c2")
    assert {INSIGHT.rollout_step(state, Rng(seed)) for seed in range(20)} == {number("+c2")}


@EACH
def test_closing_is_preferred_to_placing_anywhere(ruleset: str) -> None:
    found = preferences(board(ruleset, POCKET))
    assert found["+c2"] > 2 * found["+g1"]


@pytest.mark.parametrize("ruleset", [JP, EN])
def test_a_kraken_in_danger_is_defended(ruleset: str) -> None:
    # White threatens +c2; Black may stand there, but not look on.
    state = board(ruleset, "black a1; white b3 d3; kraken c3")
    found = preferences(state)
    assert found["+c2"] > 10 * found["+g1"]
    assert {INSIGHT.rollout_step(state, Rng(seed)) for seed in range(20)} == {number("+c2")}


def test_what_is_urgent() -> None:
    for position, points in [
        (KRAKEN_POCKET, ["c2"]),  # win
        ("black a1; white b3 d3; kraken c3", ["c2"]),  # save the kraken
        ("black b3 d3 f2; white c3 f1 f3 e2; kraken x", ["c2"]),  # close rather than save f2 (g2)
        ("black a1 f2; white f1 f3 e2; kraken x", ["g2"]),  # save f2
        ("black a1; white e1; kraken x", []),
    ]:
        state = board(JP, position)
        assert sites(urgent(state, side_of(state, 0))) == points


# --- everywhere ---------------------------------------------------------------------------------------------------
def turned(points: int, spokes: int) -> int:
    """The same points further clockwise."""
    found = points & 1 << 24
    for point in range(24):
        if points >> point & 1:
            found |= 1 << (point // 8 * 8 + (point + spokes) % 8)
    return found


def colours_swapped(state: Mur) -> Mur:
    other = state.copy()
    other.black, other.white = state.white, state.black
    other.closes_black, other.closes_white = state.closes_white, state.closes_black
    other.seat = 1 - state.seat
    other.owed_by = 1 - state.owed_by if state.owed_by >= 0 else -1
    other.penalty = 1 - state.penalty if state.penalty >= 0 else -1
    return other


@settings(deadline=None, max_examples=25)
@given(st.sampled_from([JP, EN, ANY]), st.sampled_from([0, 40, 400]), st.integers(0, 10**6))
def test_every_state_of_a_drawn_game(ruleset: str, cap: int, seed: int) -> None:
    state, rng = start(ruleset, turn_cap=cap), Rng(seed)
    for _ in range(300):
        shares = worth(state)
        assert all(0.0 <= share <= 1.0 for share in shares)
        assert sum(shares) == pytest.approx(1.0)
        if state.seat < 0:
            break
        swapped = colours_swapped(state)
        assert worth(swapped) == pytest.approx(shares[::-1])
        swapped.black, swapped.white = turned(state.black, 3), turned(state.white, 3)
        swapped.leave, swapped.owed = turned(state.leave, 3), turned(state.owed, 3)
        swapped.kraken = turned(1 << state.kraken, 3).bit_length() - 1
        swapped.seat, swapped.owed_by, swapped.penalty = state.seat, state.owed_by, state.penalty
        swapped.closes_black, swapped.closes_white = state.closes_black, state.closes_white
        assert worth(swapped) == pytest.approx(shares)
        assert all(isfinite(weight) and weight > 0.0 for weight in preferences(state).values())
        step = INSIGHT.rollout_step(state, rng)
        assert state.judge(step) == 0
        state.apply(step)
