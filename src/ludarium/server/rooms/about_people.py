"""What a table shows of the people who sit there beside their names, and what it needs to know of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludarium.table.clock import Rest

MOST_RATED_TOGETHER = 3  # games a day by which the same two people change their ratings


@dataclass(frozen=True)
class AboutPeople:
    """By person; looked up when a game begins or ends."""

    ratings: Mapping[str, float] = field(default_factory=dict)
    provisional: frozenset[str] = frozenset()  # whose ratings are
    often: bool = False  # whether two of them have played so often today that the game is not rated
    vacations: Mapping[str, Sequence[Rest]] = field(default_factory=dict)

    def away_until(self, person: str) -> int:
        """When their last vacation ends or ended, in milliseconds since 1970; 0 if they had none."""
        return max((until for _, until in self.vacations.get(person, ())), default=0)
