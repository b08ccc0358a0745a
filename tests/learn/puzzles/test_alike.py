"""Puzzles that are images of each other are one."""

from dataclasses import replace

import pytest

from ludarium.learn.puzzles.alike import found_from, without_twins
from ludarium.learn.puzzles.check import truth_of
from ludarium.learn.puzzles.puzzle import Puzzle
from tests.learn.puzzles.positions import THIRD_TRAP, mur


def _found(position: str) -> tuple[str, str]:
    found = found_from(mur(position), mur(position).read())
    return found.puzzle.id, found.likeness


@pytest.mark.parametrize(
    "position",
    [
        "black f1 f3 e2; white f2 h3 a1; kraken x; closes 2 0",  # a quarter turn: every letter goes on by 2
        "black d1 d3 e2; white d2 b3 a1; kraken x; closes 2 0",  # mirrored: d stays, c and e, f and b, g and a change
    ],
)
def test_a_turned_or_mirrored_position_is_the_same_puzzle(position: str) -> None:
    assert _found(position) == _found(THIRD_TRAP)


@pytest.mark.parametrize(
    "position",
    [
        THIRD_TRAP.replace("f3", "f2"),
        THIRD_TRAP.replace("closes 2 0", "closes 2 1"),
    ],
)
def test_another_position_is_another_puzzle(position: str) -> None:
    assert _found(position)[0] != _found(THIRD_TRAP)[0]


def test_with_exchanged_seats_a_game_with_secrets_is_the_same() -> None:
    # Rows 1 and 7 exchanged, and blue with red: what blue saw of red is what red sees of blue.
    blue = "blue e1=522 f1=111 a3=432! d5=243!; red a5=?/2 a6=? d6=333! b7=?"
    blue += "; blue_lost 324 333; red_lost 243 324; veiled 1"
    red = "blue b1=? d2=333! a2=? a3=?/2; red d3=243! a5=432! e7=522 f7=111"
    red += "; blue_lost 243 324; red_lost 324 333; veiled 0; next 1"
    puzzles = [Puzzle("", "myrmidons", "win", position, turns=1) for position in (blue, red)]
    found = []
    for puzzle in puzzles:
        truth = truth_of(puzzle)
        assert truth is not None
        found.append(found_from(puzzle, truth))
    assert found[0].puzzle.id == found[1].puzzle.id


def test_of_twins_the_first_one_stays() -> None:
    first = found_from(mur(THIRD_TRAP), mur(THIRD_TRAP).read())
    twin = replace(first, puzzle=replace(first.puzzle, rating=2000))
    assert without_twins([first, twin]) == [first.puzzle]
