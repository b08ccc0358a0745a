"""One decision in one process: from what a seat has seen to a report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from time import perf_counter

from ludarium.core.game import Game, find_ruleset
from ludarium.core.insight import Belief, Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.nets import learned_insight, usual_insight
from ludarium.players.report import Line, Report
from ludarium.players.style import ThinkingStyle
from ludarium.search.choice import candidates, expectation, line
from ludarium.search.hidden import draw_truths
from ludarium.search.reuse import continued
from ludarium.search.solver import Solver
from ludarium.search.tactics import find_loss, find_win
from ludarium.search.tree import ROOT, Settings, Tree
from ludarium.search.values import UNKNOWN

_SLICE = 0.02  # seconds between two looks whether somebody wants us to stop
_SLICE_SIMULATIONS = 512
_MOST_POSITIONS = 20_000  # that the solver looks at for one question
_SOLVER_STEP = 0.5  # simulations that take as long as a step of the solver: 0.4 to 0.5, in Mur 1 for the few it takes
_SOLVER_SHARE = 0.15  # of the time or the simulations: for looking for a win at the start
_SOLVER_TURNS = 2
_CHECK_SHARE = 0.1  # of the time or the simulations: kept for checking the decision
_MOST_CHECK_SECONDS = 0.2
_MOST_CHECKS = 64
_ONE_STEP_SECONDS = 0.05
_ONE_STEP_SIMULATIONS = 1000
_BETWEEN_WORDS = 0.2  # seconds
_PONDER_SLICE = 0.005  # seconds between two looks whether somebody asks something
_MOST_PONDERING = 600.0  # seconds: whoever takes longer has gone
_REUSE_SHARE = 0.25  # of the time: for copying what the last tree knows
_LEAST_TRUTHS = 8
_LINE_STEPS = 12
_DETAILED = 5  # lines with more than their first step
_FINE = 1 << 30
_SECRET_TEMPERATURE = 1.0

Stop = Callable[[], bool]
Tell = Callable[[Report], None]


@dataclass(frozen=True)
class Question:
    """What a player is asked: ``views`` are what the deciding seat has seen, the oldest first."""

    ruleset: str
    views: Sequence[State]
    style: ThinkingStyle
    seed: int
    viewer: int = -1  # whose views these are, if not the seat's to act

    @property
    def game(self) -> Game:
        return find_ruleset(self.ruleset).game

    def within(self, seconds: float) -> "Question":
        """The same question with another time limit."""
        return replace(self, style=replace(self.style, limits=replace(self.style.limits, seconds=seconds)))

    @property
    def view(self) -> State:
        return self.views[-1]

    @property
    def seat(self) -> int:
        return int(self.view.seat) if self.viewer < 0 else self.viewer


def never() -> bool:
    return False


class Thinker:
    """Thinks about one question at a time, and keeps its last tree in case the game goes on from there."""

    def __init__(self) -> None:
        self._tree: Tree | None = None
        self._decided: State | None = None  # the position of the last decision, if nothing is hidden there

    def decide(self, question: Question, stop: Stop = never, tell: Tell | None = None) -> Report:
        """The decision within the question's limits; ``stop`` is asked often whether to end at once with the best so
        far; ``tell`` hears of the state of things now and then.
        """
        began = perf_counter()
        style = question.style.in_game(question.game)
        question = replace(question, style=style)
        hard = inf if style.limits.seconds is None else began + style.limits.seconds
        rng = Rng(question.seed)
        if style.insight and style.setups:
            drawn = int(question.game.insight.set_up_step(question.view, rng))
            if drawn >= 0:
                self._tree = self._decided = None
                return _drawn_report(question, drawn, rng, perf_counter() - began)
        tree = self._plant(question, rng)
        if question.seat == tree.root.seat:
            tree.avoid(question.views)
        search = _Search(tree, question, began, hard, stop, tell)
        search.run()
        if self._tree is None and style.limits.seconds is not None and not tree.hidden:
            self._tree = tree
        self._decided = None if question.game.hidden_information else question.view
        return search.report(rng)

    def ponder(self, step: int, stop: Stop) -> None:
        """Think about the position after the step that was decided on while others decide there, until ``stop`` says
        that somebody asks something; the next decision goes on from what was found. Only where nothing is hidden:
        there a tree goes on with the game.
        """
        old, before = self._tree, self._decided
        if old is None or before is None:
            return
        after = before.copy()
        after.apply(step, None)
        if after.seat < 0:
            return
        tree = continued(old, after, 0, stop) or Tree([after], old.insight, old.settings, 0)
        if stop():  # perhaps before all was copied
            return
        self._tree = tree
        del old  # its memory is needed now
        until = perf_counter() + _MOST_PONDERING
        while not (tree.full or tree.is_proven(ROOT) or stop() or perf_counter() >= until):
            tree.run(_SLICE_SIMULATIONS, perf_counter() + _PONDER_SLICE)

    def _plant(self, question: Question, rng: Rng) -> Tree:
        """A tree for the question: what the last one knows of it, or a new one. The last one is kept only where there
        is nothing to decide: its upper part says what to expect, and the next question can have all of it.
        """
        style, game = question.style, question.game
        insight: Insight = game.insight if style.insight else Insight()
        if style.net:
            insight = learned_insight(style.net, question.ruleset, question.view)
        elif style.net is None and style.insight:
            insight = usual_insight(question.ruleset, question.view)
        settings = Settings(
            explore=insight.explore,
            guided=insight.guides,
            horizon=insight.horizon,
            most_nodes=style.limits.nodes,
        )
        seed = rng.below(_FINE)
        if not game.hidden_information:
            old, self._tree = self._tree, None
            kept = None
            seconds = style.limits.seconds
            if old is not None and seconds is not None and old.insight is insight:
                forced = len(question.view.legal()) == 1
                until = perf_counter() + (0.0 if forced else _REUSE_SHARE * seconds)
                kept = continued(old, question.view, seed, lambda: perf_counter() >= until)
                self._tree = old if forced and kept is not None else None
            return kept or Tree([question.view.copy()], insight, settings, seed)
        belief = game.insight.belief(question.views, question.seat) if style.beliefs else Belief()
        most = style.limits.simulations
        count = style.truths if most is None else max(_LEAST_TRUTHS, min(style.truths, most))
        return Tree(draw_truths(question.view, question.seat, belief, rng, count), insight, settings, seed)


class _Search:
    """The course of one decision."""

    def __init__(
        self, tree: Tree, question: Question, began: float, hard: float, stop: Stop, tell: Tell | None
    ) -> None:
        self.tree = tree
        self.question = question
        self.began = began
        self.hard = hard  # when the answer is due
        kept = min(_CHECK_SHARE * (hard - began), _MOST_CHECK_SECONDS)
        self.soft = hard - kept if hard < inf else inf  # when the last check begins
        self.stop = stop
        self.tell = tell
        self.next_word = began + _BETWEEN_WORDS
        self.stopped = False
        most = question.style.limits.simulations
        self.most: float = inf if most is None else most
        self.solver = Solver(question.game.insight, _MOST_POSITIONS)
        self._allow(_SOLVER_SHARE, began + _SOLVER_SHARE * (hard - began) if hard < inf else inf)

    @property
    def work(self) -> float:
        """All that was done so far, in simulations."""
        return int(self.tree.simulations) + _SOLVER_STEP * int(self.solver.steps)

    def _allow(self, share: float, deadline: float) -> None:
        """Let the solver work until then, and no longer than a share of the simulations takes."""
        self.solver.deadline = deadline
        if self.most < inf:
            self.solver.most_steps = self.solver.steps + ceil(share * self.most / _SOLVER_STEP)

    def run(self) -> None:
        tree = self.tree
        tree.menu_for(ROOT, tree.root)
        if len(candidates(tree)) == 1:  # nothing to decide: just enough to say what to expect
            self._search(min(self.most, _ONE_STEP_SIMULATIONS), min(self.hard, perf_counter() + _ONE_STEP_SECONDS))
            return
        uses_tactics = self.question.style.tactics and self.question.seat == tree.root.seat
        if uses_tactics and find_win(tree, self.solver, _SOLVER_TURNS):
            return
        if self.hard < inf:  # a look half-way leaves time to find something better
            self._search(self.most / 2, self.began + (self.soft - self.began) / 2)
            if uses_tactics:
                self._allow(_CHECK_SHARE, self.soft)
                find_loss(tree, self.solver)
        kept = _CHECK_SHARE if uses_tactics else 0.0
        self._search((1.0 - kept) * self.most, self.soft)
        self._allow(kept, self.hard)
        for _ in range(_MOST_CHECKS if uses_tactics else 0):
            if self.stopped or perf_counter() >= self.hard or not find_loss(tree, self.solver):
                break
            self._search(min(self.work + tree.simulations / 16, self.most), self.hard)

    def _search(self, work: float, deadline: float) -> None:
        """Simulate until all work comes to so much."""
        while self.work < work and not self.stopped:
            most = ceil(min(work - self.work, _SLICE_SIMULATIONS))
            self.tree.run(most, min(deadline, perf_counter() + _SLICE))
            if self.tell is not None and perf_counter() >= self.next_word:
                self.next_word = perf_counter() + _BETWEEN_WORDS
                self.tell(self.report(None))
            self.stopped = self.stop()
            if perf_counter() >= deadline or self.tree.result[ROOT] != UNKNOWN:
                return

    def report(self, rng: Rng | None) -> Report:
        """``rng`` chooses where the player's manner leaves room; without one the best step is named."""
        tree = self.tree
        found = candidates(tree)
        lines = [
            Line(
                # Empty where others' possible steps differ from truth to truth, and this is one of the rarer ones.
                (place < _DETAILED and tuple(line(tree, one.step, _LINE_STEPS))) or (one.step,),
                one.visits,
                one.worth,
                one.winners,
                one.length,
            )
            for place, one in enumerate(found)
        ]
        style = self.question.style
        if self.question.game.is_setup(self.question.view):  # what is always the same is no secret
            style = replace(style, temperature=max(style.temperature, _SECRET_TEMPERATURE))
        step = lines[0].step if rng is None else _chosen(lines, style, rng)
        return Report(
            step,
            self.question.seat,
            int(tree.simulations),
            perf_counter() - self.began,
            tuple(expectation(tree)),
            tuple(lines),
            self.stopped,
        )


def _drawn_report(question: Question, step: int, rng: Rng, seconds: float) -> Report:
    """Of a step that was drawn without a search."""
    view = question.view
    share = 1.0 / int(view.seats)
    others = [Line((int(one),), 0, 0.0) for one in view.legal() if one != step]
    lines = (Line((step,), 1, share), *others)
    return Report(_chosen(lines, question.style, rng), question.seat, 0, seconds, (share,) * int(view.seats), lines)


def _chosen(lines: Sequence[Line], style: ThinkingStyle, rng: Rng) -> int:
    if style.slips > 0.0 and float(rng.below(_FINE)) < style.slips * _FINE:
        return lines[rng.below(len(lines))].step
    temperature = style.temperature
    if temperature <= 0.0 or lines[0].rank[0] != 1.0:  # a proven win is played, a proven loss is put off
        return lines[0].step
    open_lines = [one for one in lines if one.rank[0] == 1.0]
    most = max(one.visits for one in open_lines)
    weights = [(one.visits / most) ** (1.0 / temperature) if most else 1.0 for one in open_lines]
    mark = rng.below(_FINE) / _FINE * sum(weights)
    for one, weight in zip(open_lines, weights, strict=True):
        mark -= weight
        if mark < 0.0:
            return one.step
    return open_lines[0].step
