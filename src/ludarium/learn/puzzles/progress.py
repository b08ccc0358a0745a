"""What somebody has solved, how good they are at it, and which puzzle comes next: for terminal and browser."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludarium.learn.puzzles.puzzle import LEAST_RATING, MOST_RATING, Puzzle

FIRST_RATING = 1000.0
_WEIGHT = 40.0  # points between being surely right and surely wrong


@dataclass
class Progress:
    """``rating`` is on the scale of puzzles: who has it solves a puzzle of the same rating half of the time."""

    rating: float = FIRST_RATING
    solved: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)  # at first; they come again later

    def note(self, puzzle: Puzzle, right: bool) -> bool:
        """The first try at a puzzle changes the rating as a game against it would. Whether this was the first one."""
        first = puzzle.id not in self.solved and puzzle.id not in self.failed
        if first:
            expected = 1 / (1 + 10 ** ((puzzle.rating - self.rating) / 400))
            self.rating = max(LEAST_RATING, min(MOST_RATING, self.rating + _WEIGHT * (right - expected)))
        for places in (self.solved, self.failed):
            if puzzle.id in places:
                places.remove(puzzle.id)
        (self.solved if right else self.failed).append(puzzle.id)
        return first


def next_puzzle(puzzles: Sequence[Puzzle], progress: Progress) -> Puzzle | None:
    """The one that fits best of those not solved yet; what went wrong comes again after all others."""
    left = [puzzle for puzzle in puzzles if puzzle.id not in progress.solved]
    return min(
        left, key=lambda one: (one.id in progress.failed, abs(one.rating - progress.rating), one.id), default=None
    )
