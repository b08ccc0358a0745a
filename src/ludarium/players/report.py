"""What a player says about its decision, and how the reports of several processes become one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludarium.core.bits import bit_list
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.state import State
from ludarium.search.choice import rank_step
from ludarium.search.values import UNKNOWN

MOST_LINES = 5


class PlayerFailed(LudariumError):
    """A player gave no step; ``key`` says why. ``detail`` is what is known besides, such as what a program answered."""

    section = "players"

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(key, detail=detail)
        self.detail = detail

    def sentence(self, locale: str) -> str:
        said = super().sentence(locale)
        return said if self.detail in said else f"{said}: {self.detail}"


@dataclass(frozen=True)
class Line:
    """One step with the way the game is expected to go on. ``worth`` is what the deciding seat can expect of it; where
    that is unknown, it is 0, and ``expectation`` is nothing.

    ``winners`` (a bit for each seat; 0: a draw) and ``length`` (steps to the end) are there if the result is proven;
    else ``winners`` is -1.
    """

    steps: tuple[int, ...]
    visits: int
    worth: float
    winners: int = int(UNKNOWN)
    length: int = 0

    @property
    def step(self) -> int:
        return self.steps[0]

    @property
    def proven(self) -> bool:
        return self.winners != UNKNOWN

    @property
    def expectation(self) -> float | None:
        """What the deciding seat can expect of it; nothing if it was neither tried nor proven."""
        return self.worth if self.visits or self.proven else None

    @property
    def rank(self) -> tuple[float, ...]:
        return rank_step(self.visits, self.worth, self.winners, self.length)


@dataclass(frozen=True)
class Report:
    """``step`` is the decision; ``expectation`` each seat's expected share of the win; ``lines`` the steps that were
    looked at, the best first; ``stopped``: whether somebody wanted it sooner than its limits allowed.
    """

    step: int
    seat: int
    simulations: int
    seconds: float
    expectation: tuple[float, ...]
    lines: tuple[Line, ...]
    stopped: bool = False

    @property
    def speed(self) -> int:
        """Simulations in a second."""
        return round(self.simulations / max(self.seconds, 1e-9))

    @property
    def best(self) -> Line:
        return self.lines[0]

    @property
    def has_expectation(self) -> bool:
        """Whether it says anything but its step."""
        return self.best.expectation is not None

    @property
    def judged(self) -> list[Line]:
        """The lines of which something can be said, and the best one, even if nothing can be."""
        return [line for line in self.lines if line.expectation is not None or line is self.best]

    def as_json(self, game: Game, lines: int = MOST_LINES, timed: bool = True) -> dict[str, object]:
        """So many lines; without the times, which differ from run to run, unless it is ``timed``."""
        times = {"seconds": round(self.seconds, 3), "simulations_per_second": self.speed} if timed else {}
        return {
            "step": game.step_text(self.step),
            "simulations": self.simulations,
            **times,
            "expectation": [round(one, 4) for one in self.expectation],
            "proven": self.best.proven,
            "lines": [line_json(line, game) for line in self.lines[:lines]],
        }


def plain_report(step: int, view: State, seat: int) -> Report:
    """The report of a player that says nothing but its step."""
    share = 1.0 / int(view.seats)
    return Report(step, seat, 0, 0.0, (share,) * int(view.seats), (Line((step,), 0, share),))


def line_json(line: Line, game: Game) -> dict[str, object]:
    said: dict[str, object] = {
        "steps": [game.step_text(step) for step in line.steps],
        "visits": line.visits,
        "expectation": None if line.expectation is None else round(line.expectation, 4),
        "proven": line.proven,
    }
    return {**said, "winners": bit_list(line.winners), "length": line.length} if line.proven else said


def merged(reports: Sequence[Report]) -> Report:
    """One report of several that looked at the same position independently."""
    if len(reports) == 1:
        return reports[0]
    by_step: dict[int, list[Line]] = {}
    for report in reports:
        for line in report.lines:
            by_step.setdefault(line.step, []).append(line)
    lines = sorted((_merged_line(found) for found in by_step.values()), key=lambda line: line.rank)
    ranks = {line.step: line.rank for line in lines}
    # Only what some process decided on was checked by its solver: the best of these.
    step = min((report.step for report in reports), key=lambda step: ranks[step])
    lines.sort(key=lambda line: line.step != step)
    weights = [max(report.simulations, 1) for report in reports]
    expectation = tuple(
        sum(report.expectation[seat] * weight for report, weight in zip(reports, weights, strict=True)) / sum(weights)
        for seat in range(len(reports[0].expectation))
    )
    sure = next((report for report in reports if report.best.proven), None)
    return Report(
        step,
        reports[0].seat,
        sum(report.simulations for report in reports),
        max(report.seconds for report in reports),
        sure.expectation if sure else expectation,
        tuple(lines),
        any(report.stopped for report in reports),
    )


def _merged_line(lines: Sequence[Line]) -> Line:
    visits = sum(line.visits for line in lines)
    proven = min((line for line in lines if line.proven), key=lambda line: line.length, default=None)
    if proven is not None:
        return replace(proven, visits=visits)
    longest = max(lines, key=lambda line: line.visits)
    worth = sum(line.worth * line.visits for line in lines) / visits if visits else longest.worth
    return Line(longest.steps, visits, worth)
