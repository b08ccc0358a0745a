"""The puzzle of a day: the same for everybody who has the same puzzles."""

import hashlib
from collections.abc import Sequence
from datetime import date

from ludarium.learn.puzzles.puzzle import Puzzle


def daily_puzzle(puzzles: Sequence[Puzzle], day: date) -> Puzzle | None:
    """One after the other in an order that nobody can guess; none comes again before all have been there."""
    if not puzzles:
        return None
    order = sorted(puzzles, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    return order[day.toordinal() % len(order)]
