"""A game looked at step by step: what each step cost the seat that took it.

Every position is searched; a step's loss is what its seat could expect before it less what it could expect after it.
In a game with secrets both are judged by what the seat could know, and what a step merely brought to light is no
fault of the step. Steps without a choice and secret set-ups are not searched: they cost nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ludarium.core.game import Game, Ruleset
from ludarium.core.state import EventLog, State
from ludarium.players.manner import Manner
from ludarium.players.mind import Question
from ludarium.players.report import Line, Report
from ludarium.players.telling import is_certain
from ludarium.players.views import notices, seen
from ludarium.search.values import share

GOOD, INACCURACY, MISTAKE, BLUNDER = "good", "inaccuracy", "mistake", "blunder"
MARKS = ((0.20, BLUNDER), (0.10, MISTAKE), (0.05, INACCURACY))  # from which loss on
MOST_TURNING_POINTS = 5
_LEAD = 0.1  # how much more a step matters that changed who is ahead

Ask = Callable[[Question], Report]


@dataclass(frozen=True)
class Judged:
    """One step of a game. ``before`` and ``after`` are each seat's expected share of the win; ``better`` is the line
    that the seat should have chosen, where there is one; ``decided`` is false where there was nothing to decide.
    """

    number: int  # counted from 1
    turn: int  # counted from 1
    seat: int
    step: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    loss: float = 0.0
    better: Line | None = None
    decided: bool = True

    @property
    def mark(self) -> str:
        return next((mark for least, mark in MARKS if self.loss >= least), GOOD)

    @property
    def changes_lead(self) -> bool:
        return _leader(self.before) != _leader(self.after)

    def as_json(self, game: Game) -> dict[str, object]:
        return {
            "number": self.number,
            "turn": self.turn,
            "seat": self.seat,
            "step": game.step_text(self.step),
            "before": [round(one, 4) for one in self.before],
            "after": [round(one, 4) for one in self.after],
            "loss": round(self.loss, 4),
            "mark": self.mark,
            "better": None if self.better is None else [game.step_text(step) for step in self.better.steps],
        }


def analyse(
    ruleset: Ruleset,
    states: Sequence[State],
    steps: Sequence[int],
    manner: Manner,
    ask: Ask,
    *,
    seed: int = 0,
    jobs: int = 1,
) -> Iterator[Judged]:
    """Every step of a game, one after the other. ``states`` are those at the start and after each step.

    ``ask`` gets so many questions at the same time, each in a thread of its own.
    """
    course = _Course(ruleset, states, steps)
    wanted = course.wanted()
    questions = [course.question(place, viewer, manner, seed) for place, viewer in wanted]
    done = 0
    for key, report in zip(wanted, _reports(ask, questions, jobs), strict=True):
        course.reports[key] = report
        while done < len(steps) and course.knows(done):
            yield course.judged(done)
            done += 1
    for place in range(done, len(steps)):
        yield course.judged(place)


def turning_points(judged: Iterable[Judged]) -> list[Judged]:
    """The few steps that cost most, those first that changed who is ahead; in the order of the game."""
    costly = [one for one in judged if one.mark != GOOD]
    costly.sort(key=lambda one: -(one.loss + _LEAD * one.changes_lead))
    return sorted(costly[:MOST_TURNING_POINTS], key=lambda one: one.number)


def mean_losses(judged: Sequence[Judged], seats: int) -> list[float]:
    """Each seat's mean loss over its decisions."""
    losses = [[one.loss for one in judged if one.seat == seat and one.decided] for seat in range(seats)]
    return [sum(of_seat) / len(of_seat) if of_seat else 0.0 for of_seat in losses]


def _leader(shares: Sequence[float]) -> int:
    return max(range(len(shares)), key=lambda seat: shares[seat])


def _reports(ask: Ask, questions: Sequence[Question], jobs: int) -> Iterator[Report]:
    if jobs == 1:
        yield from map(ask, questions)
        return
    threads = ThreadPoolExecutor(jobs)
    try:
        yield from threads.map(ask, questions)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


class _Course:
    """A game with what is known about its positions so far. A place is the number of steps taken by then."""

    def __init__(self, ruleset: Ruleset, states: Sequence[State], steps: Sequence[int]) -> None:
        self.ruleset = ruleset
        self.game = ruleset.game
        self.states = states
        self.steps = steps
        self.seats = int(states[0].seats)
        self.reports: dict[tuple[int, int], Report] = {}  # by place and the seat by whose knowledge it is judged
        self.noticed = self._noticed() if self.game.hides else [[True] * len(steps)] * self.seats

    def _noticed(self) -> list[list[bool]]:
        """For each seat, whether it noticed each of the steps."""
        logs = [EventLog() for _ in self.steps]
        for state, step, log in zip(self.states, self.steps, logs, strict=False):
            state.copy().apply(step, log)
        movers = [int(state.seat) for state in self.states]
        return [
            [notices(self.game, log, mover, seat) for log, mover in zip(logs, movers, strict=False)]
            for seat in range(self.seats)
        ]

    # --- what is asked ----------------------------------------------------------------------------------------------
    def wanted(self) -> list[tuple[int, int]]:
        """The places that must be searched, each with the seat by whose knowledge."""
        keys: list[tuple[int, int]] = []
        for place, state in enumerate(self.states):
            if self._is_open(place):
                keys.append((place, int(state.seat)))
            if place > 0 and self._is_decision(place - 1) and state.seat >= 0:
                keys.append((place, self._judge_of(place - 1)))
        return list(dict.fromkeys(keys))

    def question(self, place: int, viewer: int, manner: Manner, seed: int) -> Question:
        views = [self.states[place].copy()]
        if self.game.hides:
            views = seen(self.states[: place + 1], self.noticed[viewer][:place], viewer)
        return Question(self.ruleset.name, views, manner, seed + place, viewer)

    def _is_open(self, place: int) -> bool:
        """Whether the position is searched for its own sake."""
        is_last = place == len(self.steps)
        return self.states[place].seat >= 0 and not self._is_setup(place) and (is_last or self._is_decision(place))

    def _is_decision(self, place: int) -> bool:
        return not self._is_setup(place) and len(self.states[place].view(self.states[place].seat).legal()) > 1

    def _is_setup(self, place: int) -> bool:
        return self.states[place].seat >= 0 and self.game.is_setup(self.states[place])

    def _judge_of(self, place: int) -> int:
        """By whose knowledge the position after a step is judged: the mover's, where seats know different things."""
        return int(self.states[place if self.game.hides else place + 1].seat)

    # --- what is known ----------------------------------------------------------------------------------------------
    def knows(self, place: int) -> bool:
        """Whether everything is known that the judgement of the step from here needs."""
        needed = [key for key in self.wanted_for(place) if key not in self.reports]
        return not needed

    def wanted_for(self, place: int) -> list[tuple[int, int]]:
        keys = []
        if self._is_decision(place):
            keys.append((place, int(self.states[place].seat)))
            if self.states[place + 1].seat >= 0:
                keys.append((place + 1, self._judge_of(place)))
        for later in range(place if not keys else place + 1, len(self.states)):
            if self.states[later].seat < 0 or self._is_setup(later):
                break
            if self._is_open(later):
                keys.append((later, int(self.states[later].seat)))
                break
        return keys

    def expected(self, place: int) -> tuple[float, ...]:
        """What each seat can expect; where nothing can be decided, what it can expect after that."""
        for later in range(place, len(self.states)):
            state = self.states[later]
            if state.seat < 0:
                return tuple(share(state.winners, seat, state.seats) for seat in range(self.seats))
            if self._is_setup(later):
                break
            if (later, int(state.seat)) in self.reports:
                return self.reports[later, int(state.seat)].expectation
        return (1.0 / self.seats,) * self.seats

    def judged(self, place: int) -> Judged:
        state, step = self.states[place], self.steps[place]
        seat = int(state.seat)
        before, after = self.expected(place), self.expected(place + 1)
        plain = Judged(place + 1, int(state.turn) + 1, seat, step, before, after, decided=False)
        if not self._is_decision(place):
            return plain
        report = self.reports[place, seat]
        loss = max(0.0, before[seat] - self._worth_after(place, report))
        if step == report.best.step:  # nothing better is known
            loss = 0.0
        better = report.best if loss > 0.0 else None
        return Judged(place + 1, plain.turn, seat, step, before, after, loss, better)

    def _worth_after(self, place: int, report: Report) -> float:
        """What the seat that took a step could expect from then on."""
        seat, after = report.seat, self.states[place + 1]
        line = next((line for line in report.lines if line.step == self.steps[place]), None)
        if line is not None and line.proven:
            return line.worth
        hidden = self.game.hides and not is_certain(self.game, self.states[place].view(seat), seat, self.steps[place])
        if hidden and line is not None and line.visits:
            return line.worth
        if after.seat < 0:
            return share(after.winners, seat, after.seats)
        return self.reports[place + 1, self._judge_of(place)].expectation[seat]
