"""What can learn: a small net for players, or a large one for a GPU. A training is the same for both."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from ludarium.arena.contestants import Contestant, read_contestant
from ludarium.players.nets import NetHeader
from ludarium.players.spec import read_player
from ludarium.train.images import Images
from ludarium.train.judge import JudgeServer
from ludarium.train.large_file import LargeHeader
from ludarium.train.large_net import LargeNet, open_large, write_large
from ludarium.train.large_play import JOB, Address, LargeSelfPlay, RemoteContestant
from ludarium.train.learner import Learner, SmallNet
from ludarium.train.plan import Plan
from ludarium.train.selfplay import Games, PlayedGames, SelfPlay
from ludarium.workers.jobs import Task

_SMALL_JOB = 50


class Kind(Protocol):
    """``ending``: of its files. ``job``: games that a worker plays before it says anything. ``newest``: whether games
    are played by the newest net, even if it did not become the best one.
    """

    ending: str
    job: int
    newest: bool

    def new(self, images: Images | None = None) -> Learner:
        """A net that knows nothing yet, and learns from these images, too."""

    def as_file(self, net: Learner, games: int) -> bytes:
        """The file of a net that has learned from so many games."""

    def self_play(self, net: bytes, name: str) -> AbstractContextManager[Task[Games, PlayedGames]]:
        """Within this context the net of a file (empty: none yet) can play against itself."""

    def contestants(self, files: Sequence[Path | None], folder: Path) -> AbstractContextManager[list[Contestant]]:
        """Within this context the nets of these files can play each other; nothing means who has no net. The first one
        plays whomever the plan names instead, if it names somebody.
        """


class SmallKind:
    ending, job = ".net", _SMALL_JOB

    def __init__(self, plan: Plan) -> None:
        self.plan, self.inputs = plan, plan.inputs()
        self.opponent = read_contestant(plan.against) if plan.against else None
        self.newest = self.opponent is not None

    def new(self, images: Images | None = None) -> Learner:
        inputs, plan = self.inputs, self.plan
        trusts = plan.trusts("values"), plan.trusts("policy")
        return SmallNet(int(inputs.rows), int(inputs.actions), int(inputs.seats), plan.hidden, *trusts)

    def as_file(self, net: Learner, games: int) -> bytes:
        plan = self.plan
        assert isinstance(net, SmallNet)
        header = NetHeader(
            **NetHeader.fields_of(plan.ruleset, self.inputs),
            hidden=plan.hidden,
            trust=0.0,
            policy_trust=0.0,
            ignored=plan.ignored_planes(),
            judges=plan.uses != "policy",
            prefers=plan.uses != "values",
            games=games,
            open=plan.open,
        )
        return net.as_file(header, plan.sharpness)

    @contextmanager
    def self_play(self, net: bytes, name: str) -> Iterator[Task[Games, PlayedGames]]:
        yield SelfPlay(self.plan, net, name, self.opponent)

    @contextmanager
    def contestants(self, files: Sequence[Path | None], folder: Path) -> Iterator[list[Contestant]]:
        players = [self._player(file, folder) for file in files]
        yield players if self.opponent is None else [players[0], self.opponent]

    def _player(self, file: Path | None, folder: Path) -> Contestant:
        name = f"best:{self.plan.match_limit}"
        if file is None:
            return read_player(f"{name}-net" if self.plan.knowledge else f"{name}-insight")
        # What it is called says nothing about where the folder is, so that it can be moved.
        return replace(read_player(f"{name}@{file}"), text=f"{name}@{file.relative_to(folder)}")


class LargeKind:
    ending, job, newest = ".pt", JOB, True

    def __init__(self, plan: Plan, device: str) -> None:
        self.plan, self.inputs, self.device = plan, plan.inputs(), device

    def new(self, images: Images | None = None) -> LargeNet:
        shape = [int(one) for one in self.inputs.arrays.shape(self.plan.start())]
        return LargeNet(self.inputs, shape, self.plan.width, self.plan.blocks, images)

    def as_file(self, net: Learner, games: int) -> bytes:
        plan = self.plan
        assert isinstance(net, LargeNet)
        header = LargeHeader(
            **LargeHeader.fields_of(plan.ruleset, self.inputs),
            width=plan.width,
            blocks=plan.blocks,
            images=len(net.images),
            ignored=plan.ignored_planes(),
            games=games,
        )
        return write_large(header, net)

    def _open(self, data: bytes) -> LargeNet:
        if not data:
            return self.new().to(self.device)
        return open_large(data, self.plan.options, self.device)

    @contextmanager
    def self_play(self, net: bytes, name: str) -> Iterator[Task[Games, PlayedGames]]:
        with JudgeServer(self._open(net), self.device) as server:
            yield LargeSelfPlay(self.plan, Address(server.address, server.key), name)

    @contextmanager
    def contestants(self, files: Sequence[Path | None], folder: Path) -> Iterator[list[Contestant]]:
        with ExitStack() as stack:
            yield [self._contestant(file, folder, stack) for file in files]

    def _contestant(self, file: Path | None, folder: Path, stack: ExitStack) -> Contestant:
        simulations = self.plan.match_simulations or self.plan.simulations
        if file is None:
            return read_player(f"best:{simulations}sims-insight")
        server = stack.enter_context(JudgeServer(self._open(file.read_bytes()), self.device))
        text = f"large:{simulations}sims@{file.relative_to(folder)}"
        return RemoteContestant(text, self.plan, Address(server.address, server.key))
