"""A training from its first game to its best net: generation by generation, each in a folder of its own.

A generation plays against itself (``games-N.npz``), learns (``learner.pt``, ``net``) and is matched against the best
net so far (``match.jsonl``). Whatever is there already is not done again, so that a training goes on where it was
stopped, whenever that was. ``progress.jsonl`` has a line for every generation, ``best.net`` is what players use.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import torch

from ludarium.arena.contestants import read_contestant
from ludarium.arena.games import mix_seeds
from ludarium.arena.statistics import Hypotheses, cross_table, wilson
from ludarium.arena.tournament import Tournament
from ludarium.players.nets import NetHeader
from ludarium.train.curves import curves
from ludarium.train.learner import Losses, Pile, SmallNet, learn
from ludarium.train.plan import Plan, TrainError
from ludarium.train.progress import Generation, read_progress
from ludarium.train.samples import Samples, joined, read_samples, write_samples
from ludarium.train.selfplay import Games, SelfPlay
from ludarium.workers.jobs import Workers

_JOB = 50  # games that a worker plays before it says anything
_OPENING = 2  # random steps at the start of a match's games
_BETTER = Hypotheses(0.5, 0.55)
_GAMES, _LEARNING, _MATCH = 1, 2, 3  # what a seed is for
PLAYING, LEARNING, MATCHING, DONE = "playing", "learning", "matching", "done"


@dataclass(frozen=True)
class News:
    """How far a generation is; ``generation`` is there at its end."""

    number: int
    phase: str
    done: int
    total: int
    losses: Losses | None = None
    score: float | None = None
    generation: Generation | None = None


class Training:
    """``plan`` must be the one that the folder was begun with."""

    def __init__(self, folder: Path, plan: Plan, workers: Workers, device: str) -> None:
        self.folder, self.plan, self.workers, self.device = folder, plan, workers, device
        folder.mkdir(parents=True, exist_ok=True)
        settings, written = folder / "settings.json", json.loads(json.dumps(plan.as_json()))
        if settings.exists():
            found = json.loads(settings.read_text())
            other = sorted(name for name in {*found, *written} if found.get(name) != written.get(name))
            if other:
                raise TrainError("other_settings", folder=folder, names=other)
        else:
            settings.write_text(json.dumps(written, indent=1))
        self.generations = read_progress(folder / "progress.jsonl")
        self._inputs = plan.inputs()

    @property
    def best(self) -> Path:
        return self.folder / "best.net"

    def run(self, generations: int) -> Iterator[News]:
        """Go on until there are so many generations."""
        while len(self.generations) < generations:
            yield from self._generation(len(self.generations) + 1)

    def _generation(self, number: int) -> Iterator[News]:
        folder = self._folder(number)
        folder.mkdir(exist_ok=True)
        began = perf_counter()
        yield from self._play(number)
        played = perf_counter()
        samples = joined(
            [part for one in range(max(1, number + 1 - self.plan.window), number + 1) for part in self._read(one)]
        )
        losses, net = Losses(0.0, 0.0), folder / "candidate.net"
        for news in self._learn(number, samples, net):
            losses = news.losses or losses
            yield news
        learned = perf_counter()
        score, games, passed = 0.0, 0, False
        for news, verdict in self._match(number, net):
            score, games, passed = news.score or 0.0, news.done, verdict
            yield news
        if passed:
            _replace(self.best, net.read_bytes())
        generation = Generation(
            number=number,
            games=samples.games,
            samples=len(samples),
            length=samples.steps / max(1, samples.games),
            insight_loss=samples.insight_loss(),
            value_loss=losses.value,
            policy_loss=losses.policy,
            score=score,
            match_games=games,
            passed=passed,
            seconds=(played - began, learned - played, perf_counter() - learned),
        )
        with (self.folder / "progress.jsonl").open("a") as file:
            file.write(json.dumps(asdict(generation)) + "\n")
        self.generations.append(generation)
        _replace(self.folder / "curves.svg", curves(self.generations, self.plan.ruleset).encode())
        if number - self.plan.window >= 0:  # nobody learns from these any more
            for old in self._folder(number + 1 - self.plan.window).glob("games-*.npz"):
                old.unlink()
        yield News(number, DONE, 1, 1, losses, score, generation)

    # --- its parts --------------------------------------------------------------------------------------------------
    def _play(self, number: int) -> Iterator[News]:
        folder, plan = self._folder(number), self.plan
        jobs = range(-(-plan.games // _JOB))
        missing = [one for one in jobs if not (folder / f"games-{one}.npz").exists()]
        net = self.best.read_bytes() if self.best.exists() else b""
        seeds = {one: mix_seeds(plan.seed, _GAMES, number, one).below(1 << 31) for one in missing}
        done = len(jobs) - len(missing)
        yield News(number, PLAYING, done * _JOB, len(jobs) * _JOB)
        if not missing:
            return
        with closing(
            self.workers.work(SelfPlay(plan, net), [Games(one, _JOB, seeds[one]) for one in missing])
        ) as games:
            for samples in games:
                write_samples(folder / f"games-{samples.number}.npz", samples)
                done += 1
                yield News(number, PLAYING, done * _JOB, len(jobs) * _JOB)

    def _read(self, number: int) -> list[Samples]:
        return [read_samples(file) for file in sorted(self._folder(number).glob("games-*.npz"))]

    def _learn(self, number: int, samples: Samples, file: Path) -> Iterator[News]:
        plan, inputs = self.plan, self._inputs
        if file.exists():
            return
        torch.manual_seed(mix_seeds(plan.seed, _LEARNING, number).below(1 << 31))
        sizes = int(inputs.rows), int(inputs.actions), int(inputs.seats)
        net = SmallNet(*sizes, plan.hidden, plan.knowledge).to(self.device)
        before = self._folder(number - 1) / "learner.pt"
        if before.exists():
            net.load_state_dict(torch.load(before, map_location=self.device, weights_only=True))
        pile = Pile(samples, self.device)
        for done, losses in learn(net, pile, plan.steps, plan.batch, plan.rate, plan.search_share):
            yield News(number, LEARNING, done, plan.steps, losses)
        torch.save(net.state_dict(), self._folder(number) / "learner.pt")
        header = NetHeader(
            ruleset=plan.ruleset,
            arrays=int(inputs.arrays.version),
            rows=sizes[0],
            actions=sizes[1],
            seats=sizes[2],
            hidden=plan.hidden,
            trust=0.0,
            policy_trust=0.0,
            ignored=plan.ignored_planes(),
            judges=plan.uses != "policy",
            prefers=plan.uses != "values",
            games=samples.games,
        )
        _replace(file, net.as_file(header, plan.sharpness))

    def _match(self, number: int, net: Path) -> Iterator[tuple[News, bool]]:
        """The news, and whether the new net is the better one by now."""
        plan = self.plan
        limit = f"best:{plan.match_seconds:g}s"
        best = self._folder(number) / "best.net"  # as it was before this match
        if self.best.exists() and not best.exists():
            _replace(best, self.best.read_bytes())
        usual = limit if plan.knowledge else f"{limit}-insight"
        names = [f"{limit}@{net}", f"{limit}@{best}" if best.exists() else usual]
        tournament = Tournament(
            ruleset=plan.find_ruleset(),
            options=plan.options,
            players=[read_contestant(name) for name in names],
            games=plan.match_games,
            seed=mix_seeds(plan.seed, _MATCH, number).below(1 << 31),
            opening_steps=_OPENING,
            hypotheses=_BETTER if int(self._inputs.seats) == 2 else None,
        )
        with closing(tournament.open_ledger(self._folder(number) / "match.jsonl")) as ledger:

            def news() -> tuple[News, bool]:
                pair = cross_table(ledger.results.values(), 2)[0][1]
                verdict = tournament.verdict(ledger)
                passed = verdict.accepted == 1 if verdict else wilson(pair.score, pair.games)[0] > _BETTER.low
                return News(number, MATCHING, len(ledger.results), tournament.size, score=pair.score), passed

            yield news()
            for _ in tournament.play(ledger, self.workers):
                yield news()

    def _folder(self, number: int) -> Path:
        return self.folder / f"{number:04d}"


def _replace(file: Path, data: bytes) -> None:
    """Write a file so that it is whole whenever it is there."""
    part = file.with_name(file.name + "~")
    part.write_bytes(data)
    part.replace(file)
