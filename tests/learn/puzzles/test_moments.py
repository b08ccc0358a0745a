"""The boards that lead to a guess, and the reasons for its answer."""

from collections import Counter
from dataclasses import replace

import pytest

from ludarium.core.scene import Board
from ludarium.core.words import LOCALES
from ludarium.learn.puzzles.data import puzzles_of
from ludarium.learn.puzzles.moments import choice_piece, choices, reasons, scenes
from ludarium.learn.puzzles.puzzle import GUESS, Puzzle

OWN = "blue a1=324 b1=243 c1=333 d1=432 e1=522 f1=111"
START = f"{OWN}; red a7=? b7=? c7=? d7=? e7=? f7=?; veiled 1"
BLANK = Puzzle("myrmidons-000000", "myrmidons", GUESS, "", seat=0, start=START, answer=("324",))


def test_every_guess_ends_with_the_pieces_of_its_position_and_nothing_more() -> None:
    for puzzle in puzzles_of("myrmidons"):
        if puzzle.kind != GUESS:
            continue
        found, end = scenes(puzzle), puzzle.game.scene(puzzle.read(), puzzle.seat)
        assert len(found) == len(puzzle.steps) + 1
        assert Board(found[-1]).contents() == Board(end).contents()
        assert Counter({(one.owner, one.kind): one.count for one in found[-1].stock}) == Counter(
            {(one.owner, one.kind): one.count for one in end.stock}
        )
        hidden = [piece for piece in found[-1].pieces if piece.kind == "?"]
        assert {(piece.badges, piece.marks, piece.might) for piece in hidden} == {(("?", "?", "?"), (), ())}
        assert set(puzzle.answer) < set(choices(puzzle))
        assert all(choice_piece(puzzle, kind) for kind in choices(puzzle))
        assert all(reasons(puzzle, locale) for locale in LOCALES)


@pytest.mark.parametrize(
    ("red", "at", "said"),
    [
        ("f3=?/4 a7=? b7=? c7=? d7=? e7=?", "f3", ["It moved 4 squares in one move, so its foot is at least 4."]),
        # Only 3-2-4 has a foot of 4, so it stands on f3, and a7 is something else.
        (
            "f3=?/4 a7=? b7=? c7=? d7=? e7=?",
            "a7",
            ["Other blocks moved far, so they need the blocks with the most foot."],
        ),
        (
            "a7=333! b7=? c7=? d7=? e7=? f6=?/3",
            "f6",
            [
                "It moved 3 squares in one move, so its foot is at least 3.",
                "Other blocks are already known to be 3-3-3.",
            ],
        ),
    ],
)
def test_reasons_by_what_happened(red: str, at: str, said: list[str]) -> None:
    assert reasons(replace(BLANK, position=f"{OWN}; red {red}; veiled 1", at=at), "en") == said


@pytest.mark.parametrize(
    ("suspects", "said"),
    [
        ("b6 c6", "The orders show that another block commands."),
        ("a7", "No other block can have given the orders, so it is the commander."),
    ],
)
@pytest.mark.clause("MYR-O4")
def test_reasons_by_orders(suspects: str, said: str) -> None:
    position = f"{OWN}; red a7=? b6=? c6=? d7=? e7=? f7=?; red_suspects {suspects}; veiled 1"
    assert reasons(replace(BLANK, position=position, at="a7"), "en") == [said]
