"""The puzzles that games bring, read when somebody asks for them."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ludarium.core.game import Game, Ruleset, find_ruleset, rulesets
from ludarium.core.options import shortened
from ludarium.learn.puzzles.puzzle import Puzzle, PuzzleError, read_puzzle


def puzzle_file(ruleset: Ruleset) -> Path | None:
    """Where the puzzles of a ruleset are, if they are anywhere: a game of one file has no folder."""
    folder: Path | None = getattr(ruleset.game, "folder", None)
    return None if folder is None else folder / "puzzles" / f"{ruleset.name}.jsonl"


def has_puzzles(ruleset: Ruleset) -> bool:
    """Without reading them."""
    file = puzzle_file(ruleset)
    return file is not None and file.is_file()


@cache
def puzzles_of(ruleset: str) -> tuple[Puzzle, ...]:
    """All puzzles of a ruleset, the easiest first; ``PuzzleError`` if their file cannot be read."""
    file = puzzle_file(find_ruleset(ruleset))
    if file is None or not file.is_file():
        return ()
    return tuple(sorted(read_puzzles(file, ruleset), key=lambda puzzle: (puzzle.rating, puzzle.id)))


def rulesets_with_puzzles(game: Game | None = None) -> list[str]:
    """Their names, in the order of registration."""
    return [one.name for one in rulesets() if game in (None, one.game) and puzzles_of(one.name)]


def puzzles_of_game(game: Game) -> list[Puzzle]:
    """Those of all its rulesets."""
    return [puzzle for name in rulesets_with_puzzles(game) for puzzle in puzzles_of(name)]


def find_puzzle(name: str) -> Puzzle:
    """The puzzle with this id; ``PuzzleError`` if there is none."""
    found = _by_id(name.rpartition("-")[0]).get(name)
    if found is None:
        raise PuzzleError("unknown", puzzle=shortened(name))
    return found


@cache
def _all_names() -> frozenset[str]:
    return frozenset(one.name for one in rulesets())


@cache
def _index(ruleset: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles_of(ruleset)}


def _by_id(ruleset: str) -> dict[str, Puzzle]:
    return _index(ruleset) if ruleset in _all_names() else {}  # whatever else somebody asks for is not kept


def read_puzzles(file: Path, ruleset: str) -> list[Puzzle]:
    """All puzzles of a file, in its order; ``PuzzleError`` names the line that is none."""
    found: list[Puzzle] = []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError("file", file=file, why=getattr(error, "strerror", None) or error) from error
    for number, line in enumerate(lines, 1):
        try:
            found.append(read_puzzle(ruleset, json.loads(line)))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise PuzzleError("line", file=file, line=number, why=f"{type(error).__name__}: {error}") from error
    return found


def puzzle_lines(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file with these puzzles."""
    return "".join(json.dumps(puzzle.as_json(), ensure_ascii=False) + "\n" for puzzle in puzzles)
