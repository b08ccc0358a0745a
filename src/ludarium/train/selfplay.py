"""Games that a net plays against itself, and what can be learned from each of their positions.

``SelfPlay`` is a task for workers (``workers/jobs.py``): its jobs are numbers of games, its answers samples.
"""

from dataclasses import dataclass

from ludarium.core.history import History
from ludarium.core.insight import Belief, Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.nets import EXPLORE, open_net
from ludarium.search.gumbel import Gumbel
from ludarium.search.hidden import draw_truths
from ludarium.search.net import LearnedInsight
from ludarium.search.tree import Settings, Tree
from ludarium.search.values import share
from ludarium.train.plan import Plan
from ludarium.train.samples import Samples, Writer

_SEED_BITS = 31


@dataclass(frozen=True)
class Games:
    """A job: so many games."""

    number: int
    count: int
    seed: int


@dataclass(frozen=True)
class SelfPlay:
    """``net`` is the file that plays, as bytes; without one the game's own insight does, if the plan builds on it."""

    plan: Plan
    net: bytes

    def open(self) -> "Player":
        return Player(self)


class Player:
    """Plays games against itself, one after another."""

    def __init__(self, task: SelfPlay) -> None:
        self.plan = plan = task.plan
        self.ruleset = plan.find_ruleset()
        self.base: Insight = self.ruleset.game.insight if plan.knowledge else Insight()
        self.inputs = plan.inputs()
        self.insight = self.base
        if task.net:
            net = open_net(task.net, self.ruleset, plan.start())
            self.insight = LearnedInsight(net, self.base, EXPLORE)
        self.settings = Settings(
            explore=self.insight.explore,
            guided=self.insight.guides,
            horizon=self.insight.horizon,
            widen_base=10_000,
            most_nodes=200_000,
        )

    def close(self) -> None: ...

    def do(self, job: Games) -> Samples:
        writer = Writer(int(self.inputs.seats))
        rng = Rng(job.seed)
        for _ in range(job.count):
            self.play(rng, writer)
        return writer.samples(job.number)

    def play(self, rng: Rng, writer: Writer) -> None:
        """One game; every decision with a choice becomes a sample."""
        history = History(self.ruleset, self.ruleset.new(self.plan.options, rng.below(1 << _SEED_BITS)))
        game = self.ruleset.game
        for _ in range(rng.below(self.plan.random_steps + 1)):
            after = history.state.copy()
            step = history.state.random_step(rng)
            after.apply(step)
            if after.seat < 0 or game.is_setup(history.state):
                break
            history.take(step)
        writer.begin()
        while history.state.seat >= 0 and len(history.steps) < self.plan.longest:
            legal = history.state.legal()
            history.take(int(legal[0]) if len(legal) == 1 else self.decide(history, rng, writer))
        state = history.state
        seats = int(state.seats)
        winners = state.winners if state.seat < 0 else 0
        writer.end([share(winners, seat, seats) for seat in range(seats)])

    def decide(self, history: History, rng: Rng, writer: Writer) -> int:
        state, game, plan = history.state, self.ruleset.game, self.plan
        truths: list[State] = [state.copy()]
        if game.hidden_information:
            seat = int(state.seat)
            views = history.views(seat)
            belief = game.insight.belief(views, seat) if plan.knowledge else Belief()
            truths = draw_truths(views[-1], seat, belief, rng, plan.truths)
        tree = Tree(truths, self.insight, self.settings, rng.below(1 << _SEED_BITS))
        search = Gumbel(tree, plan.simulations, plan.considered, plan.scale, True, rng)
        search.run()
        best = search.best()
        writer.add(state, self.inputs, self.base, search, best)
        return search.steps()[best]
