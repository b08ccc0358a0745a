"""Games that a net plays against itself or against somebody, and what can be learned from each of their positions.

``SelfPlay`` is a task for workers (``workers/jobs.py``): its jobs are numbers of games, its answers samples and
records.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.arena.contestants import Contestant
from ludarium.core.history import History
from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.nets import EXPLORE, open_net
from ludarium.players.spec import Player as Opponent
from ludarium.search.gumbel import Gumbel
from ludarium.search.hidden import truths_of
from ludarium.search.net import LearnedInsight
from ludarium.search.tree import Settings, Tree
from ludarium.search.values import share
from ludarium.table.record import Record, same_salts
from ludarium.table.table import Table
from ludarium.train.plan import Plan
from ludarium.train.samples import Samples, Writer

_SEEDS = 1 << 31


@dataclass(frozen=True)
class Games:
    """A job: so many games, of which the first ones become ``records``."""

    number: int
    count: int
    seed: int
    records: int


@dataclass(frozen=True)
class PlayedGames:
    """What came of a job: samples, and records one after another."""

    number: int
    samples: Samples
    records: str


@dataclass(frozen=True)
class SelfPlay:
    """``net`` is the file that plays, as bytes; without one the game's own insight does, if the plan builds on it.
    ``name`` is what records call the player. It has one of the seats if there is an ``opponent``, who has the others.
    """

    plan: Plan
    net: bytes
    name: str
    opponent: Contestant | None = None

    def open(self) -> "Player":
        return Player(self)


class Player:
    """Plays games, one after another."""

    def __init__(self, task: SelfPlay) -> None:
        self.plan = plan = task.plan
        self.name, self.opponent_name = task.name, task.opponent.text if task.opponent else task.name
        self.opponent = task.opponent.open(plan.options) if task.opponent else None
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

    def close(self) -> None:
        if self.opponent is not None:
            self.opponent.close()

    def do(self, job: Games) -> PlayedGames:
        writer = Writer(int(self.inputs.seats))
        rng = Rng(job.seed)
        records = ""
        for game in range(job.count):
            seed = rng.below(_SEEDS)
            own = rng.below(int(self.inputs.seats)) if self.opponent is not None else -1
            history = self.play(seed, own, rng, writer)
            if game < job.records:
                names = [
                    self.name if own in (seat, -1) else self.opponent_name for seat in range(int(self.inputs.seats))
                ]
                records += record_text(self.plan, names, seed, history)
        return PlayedGames(job.number, writer.samples(), records)

    def play(self, seed: int, own: int, rng: Rng, writer: Writer) -> History:
        """One game, from where its random opening ended, with this seat of one's own (-1: all). Every decision that is
        searched for becomes a sample, as does every one of the opponent's: what it takes is to be expected.
        """
        history = History(self.ruleset, self.ruleset.new(self.plan.options, seed))
        history.take_at_random(rng.below(self.plan.random_steps + 1), rng)
        if history.steps:
            history = History(self.ruleset, history.state)
        writer.begin()
        if self.opponent is not None:
            self.opponent.begin()
        while history.state.seat >= 0 and len(history.steps) < self.plan.longest:
            state = history.state
            legal = state.legal()
            if len(legal) == 1:
                history.take(int(legal[0]))
            elif self.opponent is not None and state.seat != own:
                history.take(self.answer(self.opponent, history, rng, writer))
            else:
                drawn = int(self.base.set_up_step(state.view(state.seat), rng))
                history.take(drawn if drawn >= 0 else self.decide(history, rng, writer))
        writer.end(shares(history.state))
        return history

    def answer(self, opponent: Opponent, history: History, rng: Rng, writer: Writer) -> int:
        state = history.state
        seat, legal = int(state.seat), [int(step) for step in state.legal()]
        taken = opponent.choose(self.ruleset, history.views(seat), seat, rng.below(_SEEDS)).step
        writer.add(state, self.inputs, self.base, legal, [float(step == taken) for step in legal])
        return taken

    def decide(self, history: History, rng: Rng, writer: Writer) -> int:
        plan = self.plan
        truths = truths_of(history.game, history.views(int(history.state.seat)), plan.knowledge, rng, plan.truths)
        tree = Tree(truths, self.insight, self.settings, rng.below(_SEEDS))
        search = Gumbel(tree, plan.simulations, plan.considered, plan.scale, True, rng)
        search.run()
        best = search.best()
        steps = search.steps()
        writer.add(history.state, self.inputs, self.base, steps, search.policy(), self.expected(search, best))
        return steps[best]

    def expected(self, search: Gumbel, best: int) -> list[float]:
        """What each seat can expect: the one to act by its best step; the others share the rest as in the search."""
        seat, seats = int(search.tree.root.seat), int(self.inputs.seats)
        own, means = search.value(best), [float(one) for one in search.tree.sums]
        others = sum(means) - means[seat]
        parts = [one / others if others > 0 else 1 / (seats - 1) for one in means]
        return [own if one == seat else (1 - own) * part for one, part in enumerate(parts)]


def shares(state: State) -> list[float]:
    """Each seat's part of the win; equal ones of a game that was broken off."""
    winners = state.winners if state.seat < 0 else 0
    return [share(winners, seat, state.seats) for seat in range(state.seats)]


def record_text(plan: Plan, names: Sequence[str], seed: int, history: History) -> str:
    """A game of players with these names as a record that begins where its history does. One with secrets that is not
    over has none: it would have to keep them.
    """
    ruleset = plan.find_ruleset()
    if ruleset.game.hidden_information and history.state.seat >= 0:
        return ""
    usual, start = ruleset.new(plan.options, seed), history.states[0]
    table = Table(ruleset, plan.options, seed, names, start=None if start == usual else start)
    table.history = history
    text = Record.create(table, new_salt=same_salts(seed)).text()
    return text if text.endswith("\n") else text + "\n"  # broken off in the middle of a turn
