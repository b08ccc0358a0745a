"""What came of the generations of a training so far."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Generation:
    """What came of a generation. ``score`` is its net's part of the wins against the best one so far."""

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
    seconds: tuple[float, float, float]  # played, learned, matched, since the training was last begun


def read_progress(file: Path) -> list[Generation]:
    """The generations so far; a line that was cut off is no generation."""
    found: list[Generation] = []
    for line in file.read_text().splitlines() if file.exists() else ():
        try:
            found.append(Generation(**json.loads(line)))
        except (ValueError, TypeError):
            break
    return found


def write_progress(file: Path, generations: Sequence[Generation]) -> None:
    replace_file(file, "".join(json.dumps(asdict(one)) + "\n" for one in generations).encode())


def replace_file(file: Path, data: bytes) -> None:
    """Write a file so that it is whole whenever it is there."""
    part = file.with_name(file.name + "~")
    part.write_bytes(data)
    part.replace(file)
