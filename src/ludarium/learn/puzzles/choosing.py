"""Which of the puzzles that were found are kept, if they are too many: some of every sort."""

from collections.abc import Sequence

from ludarium.learn.puzzles.puzzle import Puzzle

_BAND = 200  # points of the rating that count as equally hard


def choose(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most so many, from all kinds, lengths, difficulties and first themes in turn; the easiest first."""
    sorts: dict[tuple[object, ...], list[Puzzle]] = {}
    for puzzle in puzzles:
        sort = (puzzle.kind, puzzle.turns, puzzle.rating // _BAND, puzzle.themes[:1], str(puzzle.options))
        sorts.setdefault(sort, []).append(puzzle)
    chosen: list[Puzzle] = []
    while sorts and len(chosen) < most:
        for one in sorted(sorts, key=str):
            if len(chosen) < most:
                chosen.append(sorts[one].pop(0))
        sorts = {one: rest for one, rest in sorts.items() if rest}
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.id))
