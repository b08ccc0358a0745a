"""Puzzles that were broken by hand are found."""

from dataclasses import replace

import pytest

from ludarium.learn.puzzles.check import check, wrong_with
from ludarium.learn.puzzles.puzzle import GUESS, SAVE, Moment, Puzzle
from tests.learn.puzzles.positions import KRAKEN_THREAT, THIRD_TRAP, TWO_TRAPS, TWO_TURNS, mur

_SOUND = replace(mur(THIRD_TRAP), themes=("trap",))
_DEEP = replace(mur(TWO_TURNS, turns=2), solution=(("b1o",), ("--",), ("+a1",)))

# Three squares at once: of the base army only 2-4-3, 3-2-4 and 3-3-3 have such a foot (MYR-M1).
_START = "blue a1=243 b1=324 c1=333 d1=432 e1=522 f1=111; red a7=? b7=? c7=? d7=? e7=? f7=?; veiled 1"
_GUESS = Puzzle(
    "myrmidons-000001",
    "myrmidons",
    GUESS,
    "blue a1=243 b1=324 c1=333 d1=432 f1=111 e2=522; red d4=?/3 a7=? b7=? c7=? e7=? f7=?; veiled 1; turn 2",
    seat=0,
    at="d4",
    answer=("243", "324", "333"),
    start=_START,
    themes=("pace",),
    steps=(
        Moment(0, ({"kind": "moved", "seat": 0, "from": "e1", "to": "e2"},)),
        Moment(1, ({"kind": "moved", "seat": 1, "from": "d7", "to": "d4"},)),
    ),
)


def _what(puzzle: Puzzle) -> list[str]:
    return [one.what for one in wrong_with(puzzle)]


def test_sound_puzzles_have_nothing_wrong() -> None:
    assert _what(_SOUND) == []
    assert _what(_DEEP) == []
    assert _what(mur(KRAKEN_THREAT, SAVE, key="+d2")) == []
    assert _what(_GUESS) == []


@pytest.mark.parametrize(
    ("broken", "what"),
    [
        (replace(_SOUND, position=TWO_TRAPS), "unproved"),
        (replace(_SOUND, position="black nowhere"), "position"),
        (replace(_SOUND, seat=1), "position"),
        (replace(_SOUND, solution=(("+a1",),)), "solution"),
        (replace(_DEEP, solution=(("b1o",), ("--",), ("+d3",))), "solution"),  # a later turn that does not win
        (replace(_SOUND, themes=("nothing",)), "theme_words"),
        (replace(_GUESS, answer=("243", "324")), "answer"),
        (replace(_GUESS, steps=_GUESS.steps[:1]), "steps"),
    ],
)
def test_what_is_broken_is_told(broken: Puzzle, what: str) -> None:
    assert what in _what(broken)


def test_twins_and_equal_ids_are_told() -> None:
    turned = replace(_SOUND, id="mur-jp-000009", position="black f1 f3 e2; white f2 h3 a1; kraken x; closes 2 0")
    turned = replace(turned, solution=(("+g2",),))
    told = [[one.what for one in found] for found in check([_SOUND, turned, replace(_GUESS, id=_SOUND.id)])]
    assert told == [[], ["twin"], ["id_twice"]]
