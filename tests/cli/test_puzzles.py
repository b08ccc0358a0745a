"""ludarium puzzles: solving, listing, finding, proving again."""

import json
from pathlib import Path

import pytest

from ludarium.cli.puzzle_solving import progress_file, read_progress
from ludarium.learn.puzzles.data import puzzle_lines, puzzles_of
from ludarium.learn.puzzles.progress import Progress, next_puzzle
from ludarium.learn.puzzles.puzzle import SAVE
from tests.cli.conftest import Command, typed
from tests.learn.puzzles.positions import KRAKEN_THREAT, THIRD_TRAP, TWO_TRAPS, mur


@pytest.mark.parametrize(("locale", "word"), [("en", "Win in"), ("ja", "手番で勝ってください")])
def test_a_puzzle_is_solved(locale: str, word: str, ludarium: Command) -> None:
    puzzle = next(one for one in puzzles_of("mur-jp") if one.kind == "win" and one.turns == 1)
    done = ludarium("puzzles", puzzle.id, "--lang", locale, typed=typed(*puzzle.solution[0]))
    assert done.code == 0
    assert word in done.out
    kept = read_progress(progress_file())
    assert kept.solved == [puzzle.id]
    assert kept.rating > Progress().rating


def test_a_wrong_answer_is_refuted_and_can_be_tried_again(ludarium: Command) -> None:
    puzzle = next(one for one in puzzles_of("mur-jp") if one.kind == SAVE and one.turns == 1)
    state = puzzle.read()
    right = puzzle.solution[0][0]
    wrong = next(text for text in map(puzzle.game.step_text, state.legal()) if text != right)
    done = ludarium("puzzles", puzzle.id, typed=typed(wrong, "y", right))
    assert "this lets your opponent win" in done.out
    assert "Right!" in done.out
    assert read_progress(progress_file()).failed == [puzzle.id]  # not at the first try


def test_help_themes_solution_and_leaving(ludarium: Command) -> None:
    puzzle = puzzles_of("mur-jp")[0]
    done = ludarium("puzzles", puzzle.id, typed=typed("?", "themes", "nonsense", "show"))
    assert "Solution: " + puzzle.solution[0][0] in done.out
    assert "Themes: " in done.out
    assert "nonsense" in done.err
    assert ludarium("puzzles", "mur-jp", typed=typed("quit")).code == 0
    assert ludarium("puzzles", "mur-jp", typed="").code == 0


def test_the_next_one_fits_and_failures_come_last() -> None:
    puzzles = puzzles_of("mur-jp")
    progress = Progress(1500)
    first = next_puzzle(puzzles, progress)
    assert first is not None
    assert abs(first.rating - 1500) == min(abs(one.rating - 1500) for one in puzzles)
    progress.note(first, right=False)
    again = next_puzzle(puzzles, progress)
    assert again is not None
    assert again != first
    assert next_puzzle([first], progress) == first
    progress.note(first, right=True)
    assert next_puzzle([first], progress) is None


def test_what_there_is_is_listed(ludarium: Command) -> None:
    done = ludarium("puzzles", "list")
    assert f"mur-jp: {len(puzzles_of('mur-jp'))} puzzles" in done.out


def test_check_tells_what_is_wrong(tmp_path: Path, ludarium: Command) -> None:
    file = tmp_path / "mur-jp.jsonl"
    file.write_text(puzzle_lines([mur(THIRD_TRAP)]), encoding="utf-8")
    assert ludarium("puzzles", "check", str(file)).code == 0
    file.write_text(puzzle_lines([mur(TWO_TRAPS), mur(KRAKEN_THREAT)]), encoding="utf-8")
    done = ludarium("puzzles", "check", str(file))
    assert done.code == 1
    assert done.out.count("the solver does not find exactly one way") == 2
    assert "another puzzle has the same id" in done.out


def test_what_is_not_there_is_told(tmp_path: Path, ludarium: Command) -> None:
    assert ludarium("puzzles", "mur-jp-zzzzzz").code == 2
    assert ludarium("puzzles", "nowhere").code == 2
    assert ludarium("puzzles", "make").code == 2
    assert ludarium("puzzles", "check", str(tmp_path / "mur-jp.jsonl")).code == 2
    assert ludarium("puzzles", "make", "mur-jp", "--games", "0").code == 2


@pytest.mark.slow
def test_puzzles_are_found_and_the_search_goes_on(tmp_path: Path, ludarium: Command) -> None:
    file = tmp_path / "mur-jp.jsonl"
    given = ("puzzles", "make", "mur-jp", "--seed", "7", "--jobs", "1", "-o", str(file))
    assert ludarium(*given, "--games", "3").code == 0
    first = file.read_text(encoding="utf-8")
    assert first
    assert ludarium(*given, "--games", "3").code == 0
    assert file.read_text(encoding="utf-8") == first
    assert ludarium(*given, "--games", "5").code == 0
    assert {json.loads(line)["id"] for line in first.splitlines()} <= {
        json.loads(line)["id"] for line in file.read_text(encoding="utf-8").splitlines()
    }
    assert ludarium("puzzles", "check", str(file)).code == 0
