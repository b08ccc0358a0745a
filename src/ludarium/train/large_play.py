"""Games of a large net, which workers ask over a line (``train/remote.py``): against itself, and in matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ludarium.core.game import Ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.report import Report, plain_report
from ludarium.research.search import Evaluator, Search
from ludarium.train.plan import Plan
from ludarium.train.remote import RemoteJudge
from ludarium.train.samples import Writer
from ludarium.train.selfplay import Games, PlayedGames, record_text, shares

JOB = 384  # games that a worker plays before it says anything
_TREES = 192  # of them at the same time
_LEAVES = 8  # of a tree that are judged together, where there is only one tree


@dataclass(frozen=True)
class Address:
    """Where to ask (``train/judge.py``)."""

    place: str
    key: bytes


@dataclass(frozen=True)
class LargeSelfPlay:
    """A task for workers on this machine, as ``selfplay.SelfPlay``."""

    plan: Plan
    address: Address
    name: str

    def open(self) -> "LargePlayer":
        return LargePlayer(self)


class LargePlayer:
    """Plays many games against itself at the same time."""

    def __init__(self, task: LargeSelfPlay) -> None:
        self.plan, self.name = task.plan, task.name
        self.inputs = self.plan.inputs()
        self.judge = RemoteJudge(task.address.place, task.address.key, self.inputs)

    def close(self) -> None:
        self.judge.close()

    def do(self, job: Games) -> PlayedGames:
        plan = self.plan
        search = Search(
            plan.ruleset,
            self.judge,
            simulations=plan.simulations,
            trees=min(job.count, _TREES),
            considered=plan.considered,
            scale=plan.scale,
            noise=True,
            scout=True,
            truths=plan.truths,
            beliefs=False,
            seed=job.seed,
            **cast("dict[str, Any]", plan.options),
        )
        writer = Writer(int(self.inputs.seats))
        records: list[str] = []
        for game in search.play(job.count, opening=range(plan.random_steps + 1), longest=plan.longest):
            history = game.history
            writer.begin()
            for place, decision in game.decisions:
                actions, policy = decision.actions.tolist(), decision.policy.tolist()
                writer.add_plain(history.states[place], self.inputs, actions, policy, decision.values)
            writer.end(shares(history.state))
            if len(records) < job.records:
                records.append(record_text(plan, [self.name] * int(self.inputs.seats), game.seed, history))
        return PlayedGames(job.number, writer.samples(), "".join(records))


@dataclass(frozen=True)
class RemoteContestant:
    """A large net in a match, asked at an address."""

    text: str
    plan: Plan
    address: Address
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> "SearchPlayer":
        judge = RemoteJudge(self.address.place, self.address.key, self.plan.inputs())
        return SearchPlayer(judge, self.plan.match_simulations or self.plan.simulations, options)


class SearchPlayer:
    """A player that decides by a search with somebody's judgement."""

    def __init__(self, evaluator: Evaluator, simulations: int, options: Mapping[str, object]) -> None:
        self._evaluator, self._simulations, self._options = evaluator, simulations, options

    def begin(self) -> None: ...

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        if len(views[-1].legal()) == 1:
            return plain_report(int(views[-1].legal()[0]), views[-1], seat)
        search = Search(
            ruleset.name,
            self._evaluator,
            simulations=self._simulations,
            trees=1,
            leaves=_LEAVES,
            considered=0,
            scout=True,
            seed=Rng(seed).below(1 << 31),
            **cast("dict[str, Any]", self._options),
        )
        return plain_report(search.choose(views).step, views[-1], seat)

    def close(self) -> None:
        if isinstance(self._evaluator, RemoteJudge):
            self._evaluator.close()
