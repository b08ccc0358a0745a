"""What is answered to somebody who tries a puzzle."""

from dataclasses import replace

import pytest

from ludarium.core.errors import IllegalStep, NotationError
from ludarium.learn.puzzles.attempt import (
    ESCAPES,
    GO_ON,
    LOSES,
    RIGHT,
    UNFINISHED,
    WRONG,
    attempt,
    begin,
    guessed,
    solution_of,
    solve,
)
from ludarium.learn.puzzles.data import puzzles_of, rulesets_with_puzzles
from ludarium.learn.puzzles.puzzle import GUESS, SAVE, Puzzle, PuzzleError
from tests.learn.puzzles.positions import KRAKEN_THREAT, THIRD_TRAP, TWO_TURNS, mur


def test_before_the_first_step() -> None:
    now = begin(mur(THIRD_TRAP))
    assert (now.result, now.history.steps, now.shown) == (UNFINISHED, [], 0)


@pytest.mark.clause("MUR-C3")
def test_the_winning_step_is_right() -> None:
    now = attempt(mur(THIRD_TRAP), ["+e2"])
    assert now.result == RIGHT
    assert now.history.state.winners == 1


def test_another_step_lets_the_win_go() -> None:
    now = attempt(mur(THIRD_TRAP), ["+a1"])
    assert (now.result, now.why, now.shown) == (WRONG, ESCAPES, 1)
    assert len(now.history.steps) > 1  # somebody answers
    assert now.history.state.seat == 0


@pytest.mark.clause("MUR-C3")
def test_a_wrong_save_is_refuted_by_a_line_that_really_loses() -> None:
    now = attempt(mur(KRAKEN_THREAT, SAVE, key="+d2"), ["+a1"])
    assert (now.result, now.why, now.shown) == (WRONG, LOSES, 1)
    assert [now.history.game.step_text(step) for step in now.history.steps] == ["+a1", "+d2"]
    assert now.history.state.winners == 0b10
    assert attempt(mur(KRAKEN_THREAT, SAVE, key="+d2"), ["+d2"]).result == RIGHT


def test_after_the_first_of_two_turns_the_other_one_answers() -> None:
    puzzle = mur(TWO_TURNS, turns=2, key="b1o")
    now = attempt(puzzle, ["b1o"])
    assert (now.result, now.shown) == (GO_ON, 1)
    assert now.history.state.seat == 1
    assert attempt(puzzle, ["b1o", "+a1"]).result == RIGHT
    assert attempt(puzzle, ["b1o", "+d3"]).result == WRONG


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(IllegalStep):
        attempt(mur(THIRD_TRAP), ["+d2"])
    with pytest.raises(NotationError):
        attempt(mur(THIRD_TRAP), ["nonsense"])
    with pytest.raises(PuzzleError):
        attempt(mur(THIRD_TRAP), ["+e2"] * 1000)


def test_a_guess_is_right_with_all_kinds_and_no_others() -> None:
    puzzle = Puzzle("x-1", "myrmidons", GUESS, "", at="c5", answer=("324", "432"))
    assert guessed(puzzle, ["432", "324"])
    assert not guessed(puzzle, ["324"])
    assert not guessed(puzzle, ["324", "432", "333"])
    with pytest.raises(PuzzleError):
        attempt(puzzle, ["c5n1"])


def test_the_solution_is_shown_with_what_the_others_answer() -> None:
    puzzle = replace(mur(TWO_TURNS, turns=2), solution=(("b1o",), ("--",), ("+a1",)))
    now = solution_of(puzzle)
    texts = [now.history.game.step_text(step) for step in now.history.steps]
    assert (now.result, texts[0], texts[-1], len(texts)) == (RIGHT, "b1o", "+a1", 3)


def test_a_later_turn_that_does_not_fit_is_replaced_by_one_that_does() -> None:
    """+d3 is no win (see above), c2 is not White's: another turn is found, and it is right."""
    for later in ("+d3", "c2o"):
        puzzle = replace(mur(TWO_TURNS, turns=2), solution=(("b1o",), ("--",), (later,)))
        now = solve(puzzle)
        assert now.result == RIGHT
        assert now.history.state.winners == 0b10


@pytest.mark.slow
def test_every_solution_that_is_shown_is_right() -> None:
    for ruleset in rulesets_with_puzzles():
        for puzzle in puzzles_of(ruleset):
            assert puzzle.kind == GUESS or solution_of(puzzle).result == RIGHT, puzzle.id
