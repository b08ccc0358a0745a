"""What a player thought of a decision, as a line of text: a comment in a record, which programs can read, too.

``search: 0.613 0.387; +c2 412, +a1 31`` says each seat's winning chances, seat 0 first, and how often the search
visited each step, the best first. ``docs/records.md`` describes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ludarium.core.game import Game
from ludarium.players.analysis import settled
from ludarium.players.report import Report

RANDOM_STEP = "random"  # says the same of a step that nobody decided on
_LEAST = 1000  # a step with less than one in so many visits is left out
_DIGITS = 3
_BEGIN = "search:"


@dataclass(frozen=True)
class Thought:
    """``values``: what share of the win each seat can expect, seat 0 first; ``visits`` of the steps, by their texts."""

    values: tuple[float, ...]
    visits: Mapping[str, int]

    @property
    def text(self) -> str:
        values = " ".join(f"{share:.{_DIGITS}f}" for share in self.values)
        return f"{_BEGIN} {values}; {', '.join(f'{step} {count}' for step, count in self.visits.items())}"


def thought_text(game: Game, report: Report) -> str:
    """What a report says; nothing for a player that did not search. A proven step counts alone: the visits of others
    are from before the proof.
    """
    if not report.simulations and not report.best.proven:
        return ""
    total = sum(line.visits for line in report.lines)
    weights = {line.step: line.visits for line in report.lines if line.visits * _LEAST >= max(total, 1)}
    if report.best.proven or not weights:
        weights = {report.step: 1}
    visits = {game.step_text(step): count for step, count in weights.items()}
    return Thought(settled(report, report.seat), visits).text


def read_thought(text: str) -> Thought | None:
    """What such a text says; nothing if it is another one."""
    values, semicolon, visits = text.removeprefix(_BEGIN).partition(";")
    if not text.startswith(_BEGIN) or not semicolon:
        return None
    steps = [one.strip().rpartition(" ") for one in visits.split(",")]
    try:
        thought = Thought(tuple(map(float, values.split())), {step: int(count) for step, _, count in steps})
    except ValueError:
        return None
    fits = all(0 <= share <= 1 for share in thought.values) and all(count > 0 for count in thought.visits.values())
    return thought if fits else None
