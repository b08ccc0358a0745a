"""What came of the generations of a training so far."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Generation:
    """What came of a generation. ``score`` is what its net won against the best one so far."""

    number: int
    games: int
    samples: int
    length: float  # steps of a game, on average
    insight_loss: float  # of the game's own judgement, on the same samples
    value_loss: float
    policy_loss: float
    score: float
    match_games: int
    passed: bool
    seconds: tuple[float, float, float]  # played, learned, matched


def read_progress(file: Path) -> list[Generation]:
    """The generations so far; a line that was cut off is no generation."""
    found: list[Generation] = []
    for line in file.read_text().splitlines() if file.exists() else ():
        try:
            found.append(Generation(**json.loads(line)))
        except (ValueError, TypeError):
            break
    return found
