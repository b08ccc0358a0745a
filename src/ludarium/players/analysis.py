"""A game looked at step by step: what each step cost the seat that took it.

Every position is searched. Where the step that was taken is not the one that the search likes best, the position after
the better one is searched too: the loss is what the seat could expect there less what it could expect after its own
step. (What a search expects of its best step before it is taken is too rosy to be compared with.) In a game with
secrets steps are judged by what their seat could know beforehand: what a step merely brought to light is no fault of
the step. Steps without a choice and secret set-ups are not searched: they cost nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final, Literal

from ludarium.core.game import Game
from ludarium.core.history import History
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.core.words import common_words
from ludarium.players.explain import ExplainedStep, explain_line, is_certain
from ludarium.players.report import Line, Report
from ludarium.players.style import ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.search.values import share, with_own

Mark = Literal["good", "inaccuracy", "mistake", "blunder"]
GOOD: Final = "good"
INACCURACY: Final = "inaccuracy"
MISTAKE: Final = "mistake"
BLUNDER: Final = "blunder"
MARKS: tuple[tuple[float, Mark], ...] = ((0.20, BLUNDER), (0.10, MISTAKE), (0.05, INACCURACY))  # from which loss on
MOST_TURNING_POINTS = 5
_TRIED = 8  # visits from which on a search knows something about a step
_TOLD = 6  # steps of a better line
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
    def mark(self) -> Mark:
        return next((mark for least, mark in MARKS if self.loss >= least), GOOD)

    @property
    def changes_lead(self) -> bool:
        return _leader(self.before) != _leader(self.after)

    @property
    def points(self) -> int:
        """The loss in whole points of a hundred; rounded down, so that they agree with the mark."""
        return int(100 * self.loss + 1e-9)

    def sentence(self, game: Game, locale: str) -> str:
        """What a costly step cost, in words."""
        words = common_words(locale)
        data = {
            "number": self.number,
            "name": game.words(locale).name("seat", self.seat),
            "step": game.step_text(self.step),
            "mark": words.name("judged", self.mark),
            "points": self.points,
        }
        return words.say("judged", "step", data)

    def told_better(self, game: Game, before: State) -> list[ExplainedStep]:
        """The line that would have been better, told as far as the seat could be sure of it; ``before`` is the state
        in which the step was taken.
        """
        steps = () if self.better is None else self.better.steps[:_TOLD]
        return explain_line(game, before.view(self.seat), self.seat, steps)

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


def analyse(history: History, style: ThinkingStyle, ask: Ask, *, seed: int = 0, jobs: int = 1) -> Iterator[Judged]:
    """Every step of a game, one after the other.

    ``ask`` gets so many questions at the same time, each in a thread of its own.
    """
    analysis = _Analysis(history, style, ask, seed)
    places = [place for place in range(len(history.states)) if analysis.is_searched(place)]
    done = 0
    for place, looked in zip(places, _each(analysis.look, places, jobs), strict=True):
        analysis.looks[place] = looked
        while done < place:
            yield analysis.judged(done)
            done += 1
    for rest in range(done, len(history.steps)):
        yield analysis.judged(rest)


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


def _each(look: "Callable[[int], _Look]", places: Sequence[int], jobs: int) -> "Iterator[_Look]":
    if jobs == 1:
        yield from map(look, places)
        return
    threads = ThreadPoolExecutor(jobs)
    try:
        yield from threads.map(look, places)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class _Look:
    """What was found at a place: a report, and what the seat to act could expect after two steps: the best one, and
    the one that it took, if that is known already.
    """

    report: Report
    best: float = 0.0
    taken: float | None = None


def settled(report: Report, acting: int) -> tuple[float, ...]:
    """Each seat's expected share of the win, taken over all simulations: not as rosy for the seat to act as what the
    best step promises.
    """
    visits = sum(line.visits for line in report.lines)
    if report.best.proven or not visits:
        return report.expectation
    own = sum(line.visits * line.worth for line in report.lines) / visits
    return tuple(with_own(report.expectation, acting, own))


class _Analysis:
    """A game with what is known about its positions so far."""

    def __init__(self, history: History, style: ThinkingStyle, ask: Ask, seed: int) -> None:
        self.history = history
        self.game = history.game
        self.states = history.states
        self.steps = history.steps
        self.style = style
        self.ask = ask
        self.seed = seed
        self.seats = int(history.state.seats)
        self.looks: dict[int, _Look] = {}
        for seat in range(self.seats):
            history.counts(seat)  # now, not in several threads at the same time

    def is_searched(self, place: int) -> bool:
        state = self.states[place]
        return state.seat >= 0 and not self.game.is_setup(state) and (place == len(self.steps) or self._decides(place))

    def _decides(self, place: int) -> bool:
        """Whether there was a choice whose result can be judged."""
        state = self.states[place]
        return not self.game.is_setup(state) and len(state.view(state.seat).legal()) > 1

    # --- asking, perhaps in several threads at the same time ----------------------------------------------------------
    def look(self, place: int) -> _Look:
        state = self.states[place]
        seat = int(state.seat)
        views = self.history.views(seat, place)
        # Where nothing is hidden the present is enough: a step is not worse because it brings back a position.
        report = self._report(views if self.game.hidden_information else views[-1:], seat, place)
        if place == len(self.steps) or self.steps[place] == report.best.step:
            return _Look(report)
        line = next((line for line in report.lines if line.step == self.steps[place]), None)
        if self.game.hidden_information:
            return self._look_by_knowledge(place, seat, report, line)
        best = report.best.worth if report.best.proven else self._after(state, report.best.step, seat, place)
        return _Look(report, best, line.worth if line is not None and line.proven else None)

    def _look_by_knowledge(self, place: int, seat: int, report: Report, line: Line | None) -> _Look:
        """Where the seat can tell what both steps do, what it would see after them is searched; else both count as
        much as the search expected of them.
        """
        if line is not None and not (line.proven or report.best.proven):
            best, taken = (self._after_known(place, seat, step) for step in (report.best.step, line.step))
            if best is not None and taken is not None:
                return _Look(report, best, taken)
        usual = settled(report, seat)[seat]
        return _Look(report, _steadied(report.best, usual), usual if line is None else _steadied(line, usual))

    def _after_known(self, place: int, seat: int, step: int) -> float | None:
        """What a seat can expect after a step by what it knows before it; nothing where the step may surprise it."""
        view = self.states[place].view(seat)
        if not is_certain(self.game, view, seat, step):
            return None
        after = view.resample(seat, Rng(0))
        after.apply(step)
        if after.seat < 0:
            return share(after.winners, seat, after.seats)
        report = self._report([*self.history.views(seat, place), after.view(seat)], seat, place + 1)
        return settled(report, int(after.seat))[seat]

    def _after(self, state: State, step: int, seat: int, place: int) -> float:
        """What a seat can expect after a step."""
        after = state.copy()
        after.apply(step)
        if after.seat < 0:
            return share(after.winners, seat, after.seats)
        return settled(self._report([after], int(after.seat), place + 1), int(after.seat))[seat]

    def _report(self, views: list[State], viewer: int, place: int) -> Report:
        return self.ask(Question(self.history.ruleset.name, views, self.style, self.seed + place, viewer))

    # --- judging ----------------------------------------------------------------------------------------------------
    def expected(self, place: int) -> tuple[float, ...]:
        """What each seat can expect; where nothing can be decided, what it can expect after that."""
        for later in range(place, len(self.states)):
            state = self.states[later]
            if state.seat < 0:
                return tuple(share(state.winners, seat, state.seats) for seat in range(self.seats))
            if later in self.looks:
                return settled(self.looks[later].report, int(state.seat))
            if self.game.is_setup(state):
                break
        return (1.0 / self.seats,) * self.seats

    def judged(self, place: int) -> Judged:
        state, step = self.states[place], self.steps[place]
        seat = int(state.seat)
        before, after = self.expected(place), self.expected(place + 1)
        plain = Judged(place + 1, int(state.turn) + 1, seat, step, before, after)
        if not self._decides(place):
            return replace(plain, decided=False)
        look = self.looks[place]
        if step == look.report.best.step:  # nothing better is known
            return plain
        loss = look.best - (after[seat] if look.taken is None else look.taken)
        return replace(plain, loss=loss, better=look.report.best) if loss > 0.0 else plain


def _steadied(line: Line, usual: float) -> float:
    """What a step is worth, nearer to the usual the less it was tried."""
    return line.worth if line.proven else (line.visits * line.worth + _TRIED * usual) / (line.visits + _TRIED)
