"""The puzzles that come with the games."""

from pathlib import Path

import pytest

from ludarium.core.words import LOCALES
from ludarium.learn.puzzles.check import check
from ludarium.learn.puzzles.data import find_puzzle, puzzle_lines, puzzles_of, read_puzzles, rulesets_with_puzzles
from ludarium.learn.puzzles.puzzle import PuzzleError

_ALL = [puzzle for name in rulesets_with_puzzles() for puzzle in puzzles_of(name)]


def test_ids_are_unique_and_name_their_ruleset() -> None:
    assert len({puzzle.id for puzzle in _ALL}) == len(_ALL)
    assert all(puzzle.id.rpartition("-")[0] == puzzle.ruleset for puzzle in _ALL)


def test_a_puzzle_is_found_by_its_id() -> None:
    assert all(find_puzzle(puzzle.id) is puzzle for puzzle in _ALL)
    for unknown in ("mur-jp-zzzzzz", "nothing-000000", ""):
        with pytest.raises(PuzzleError):
            find_puzzle(unknown)


def test_every_position_can_be_read_and_written_again() -> None:
    for puzzle in _ALL:
        state = puzzle.read()
        assert state.seat >= 0
        assert puzzle.game.position_text(state) == puzzle.position


def test_every_theme_has_words_in_both_languages() -> None:
    for puzzle in _ALL:
        for locale in LOCALES:
            assert all(puzzle.game.words(locale).entry("themes", theme) for theme in puzzle.themes), puzzle.id


def test_they_are_written_as_they_were_read(tmp_path: Path) -> None:
    file = tmp_path / "again.jsonl"
    for name in rulesets_with_puzzles():
        file.write_text(puzzle_lines(puzzles_of(name)), encoding="utf-8")
        assert tuple(read_puzzles(file, name)) == puzzles_of(name)


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"id": "x", "kind": "win", "position": "", "rating": 700}', "{"])
def test_a_line_that_is_no_puzzle_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(PuzzleError, match="line 1"):
        read_puzzles(file, "mur-jp")


@pytest.mark.slow
@pytest.mark.parametrize("name", rulesets_with_puzzles())
def test_some_of_every_ruleset_are_proved_again(name: str) -> None:
    """``ludarium puzzles check`` proves all of them."""
    puzzles = puzzles_of(name)
    assert [wrong for found in check(puzzles[:: max(1, len(puzzles) // 5)]) for wrong in found] == []
